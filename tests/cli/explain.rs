//! `sane explain`: what is known of an access, by its address or its line.

use crate::twin::Twin;
use object::{Object, ObjectSymbol};
use std::process::{Command, Output};

const SOURCE: &str = "\
int table[8];
int twice(int *p) { return p[1]++; }
int sum(const int *a, const int *b) { return a[0] + b[0]; }
int add(int *p, int n) {
    int old = p[0];
    p[0] = old + n;
    return old;
}
int main(int c, char **v) { (void)v; return twice(table) + sum(table, table + c) + add(table, c); }
";

fn twin(flags: &[&str]) -> Twin {
    let twin = Twin::new();
    twin.write("x.c", SOURCE);
    let words = [
        "-O1",
        "-fno-inline",
        "-fsanecc-embed-remarks",
        "x.c",
        "-o",
        "x",
    ];
    let output = twin.only_ours(&[&words, flags].concat());
    assert!(output.status.success());
    twin
}

fn explain(twin: &Twin, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    command
        .arg("explain")
        .args(words)
        .current_dir(twin.ours(""));
    command.output().unwrap()
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn explained(twin: &Twin, words: &[&str]) -> String {
    let output = explain(twin, words);
    let (out, error) = said(&output);
    assert!(output.status.success(), "{words:?} {error}");
    out
}

#[test]
fn a_line_is_explained_with_what_its_accesses_rest_on() {
    let twin = twin(&["-g"]);
    let text = explained(&twin, &["x", "x.c:2:32"]);
    for part in [
        "2 accesses stand here:\nx.c:2:32: read of 4 bytes in twice: checked: its shadow is read\n",
        "x.c:2:32: write of 4 bytes in twice: covered by the check at x.c:2:32 [redundant]\n    int twice(int *p) { return p[1]++; }\n                                   ^\n  alive: ",
        "  not removed: unknown object: the pointer is the parameter 'p'\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // The second line of 'add' rests on the first.
    let text = explained(&twin, &["x", "x.c:6"]);
    assert!(text.starts_with("x.c:6:"), "{text}");
    assert!(text.contains(": covered by the check at x.c:5:"), "{text}");
    assert!(text.contains("They rest on:\nx.c:5:"), "{text}");
    let text = explained(&twin, &["x", "x.c:3"]);
    assert!(
        text.starts_with("2 accesses stand here:\nx.c:3:46: "),
        "{text}"
    );
    // A column without an access means the line.
    assert_eq!(explained(&twin, &["x", "./x.c:3:1"]), text);
}

#[test]
fn an_address_is_explained() {
    let twin = twin(&["-g"]);
    let data = twin.read("x");
    let file = object::File::parse(&*data).unwrap();
    let symbol = file
        .symbols()
        .find(|symbol| symbol.name() == Ok("twice"))
        .unwrap();
    let mut found = Vec::new();
    for address in symbol.address()..symbol.address() + symbol.size() {
        let output = explain(&twin, &["x", &format!("{address:#x}")]);
        let (out, error) = said(&output);
        if output.status.success() {
            let heading = format!("{address:#x} is in twice ");
            assert!(out.starts_with(&heading), "{out}");
            found.push(out);
        } else {
            assert!(
                error.contains("no access is known at ") || error.contains("no line is known"),
                "{error}"
            );
        }
    }
    assert!(
        found
            .iter()
            .any(|text| text.contains("read of 4 bytes in twice: checked"))
    );
    assert!(!found.iter().any(|text| text.contains("in sum")));
}

#[test]
fn what_is_not_there_is_said_with_what_is_near() {
    let twin = twin(&["-g"]);
    for (place, expected) in [
        (
            "x.c:1",
            "no access is known at x.c:1\nsane explain: note: lines near it with accesses: 2, 3, 5, 6",
        ),
        (
            "y.c:1",
            "no access is known at y.c:1\nsane explain: note: no record names this file",
        ),
        ("0x1", "no line is known for 0x1 in 'x'"),
        (
            "main",
            "'main' is no address and no line\nsane explain: note: write 0x1234, or FILE:LINE",
        ),
    ] {
        let output = explain(&twin, &["x", place]);
        let (out, error) = said(&output);
        assert_eq!((output.status.code(), &*out), (Some(1), ""));
        assert!(error.contains(expected), "{error}");
    }
    let output = explain(&twin, &["a.c", "a.c:1"]);
    assert!(said(&output).1.contains("a.c:1: no record: "));
}

#[test]
fn an_explanation_is_json_if_asked() {
    let twin = twin(&["-g"]);
    let text = explained(&twin, &["--format", "json", "x", "x.c:6"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["accesses"][0]["state"], "coalesced");
    assert_eq!(value["rest_on"][0]["state"], "checked");
    assert_eq!(value["rest_on"][0]["line"], 5);
}
