//! The examples of `docs/rules.md`: each compiles, and its rule changes what is decided or made.

use crate::twin::Twin;

const PRELUDE: &str = "\
#include <stdlib.h>
int next(void);
void fill(int *);
int use(char *);
";

/// The name and the example of each section that has one.
fn examples() -> Vec<(String, String)> {
    let page = include_str!("../../docs/rules.md");
    let sections = page.split("\n## ").skip(1);
    let example = |section: &str| {
        let (name, text) = section.split_once('\n')?;
        let (code, _) = text.split_once("```c\n")?.1.split_once("```")?;
        Some((name.to_owned(), code.to_owned()))
    };
    sections.filter_map(example).collect()
}

#[test]
fn examples_show_their_rules() {
    let examples = examples();
    assert!(
        examples.len() > 10,
        "only {} examples were found",
        examples.len()
    );
    for (rule, code) in examples {
        let twin = Twin::new();
        twin.write("e.c", &format!("{PRELUDE}{code}"));
        let made = |more: &[&str]| {
            let words = "-O2 -fno-inline -w -c e.c -o e.o -fsanecc-remarks=e.jsonl";
            let words: Vec<_> = words.split(' ').chain(more.iter().copied()).collect();
            let output = twin.only_ours(&words);
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{rule}: {text}");
            ["e.o", "e.jsonl"].map(|name| twin.read(name))
        };
        let prover = format!("-fsanecc-prover={rule}");
        let flag = match rule.as_str() {
            "pentagons" | "intervals" => prover.as_str(),
            "untainted" => "-fsanecc-taint",
            _ => "-fsanecc-elide=full",
        };
        let without = format!("-fsanecc-disable-pass={rule}");
        assert_ne!(made(&[flag]), made(&[flag, &without]), "{rule}");
    }
}
