//! `-fsanecc-remarks=`: what the records say, and where they are written.

use crate::twin::Twin;
use serde_json::Value;
use std::process::Output;

const SOURCE: &str = "\
#include <stdlib.h>
int table[8];
int constant(void) { return table[7]; }
int masked(unsigned long i) { return ((volatile int *)table)[i & 7]; }
int loaded(int **p) { return **p; }
int twice(int *p) { return p[1]++; }
int unbounded(unsigned i) { return table[i]; }
void f(void *);
int kept(void) { volatile char *b = malloc(4); f((void *)b); return b[1]; }
";

fn twin() -> Twin {
    let twin = Twin::new();
    twin.write("accesses.c", SOURCE);
    twin
}

fn records(text: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(text).into_owned();
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(read).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn each_access_has_a_record_with_decision_and_proof_or_reason() {
    let twin = twin();
    let words = ["-c", "-O1", "-g", "accesses.c", "-fsanecc-remarks=r.jsonl"];
    let output = twin.only_ours(&words);
    assert!(output.status.success() && output.stderr.is_empty());
    let records = records(&twin.read("r.jsonl"));
    let of = |function: &str| -> Vec<&Value> {
        let all = records.iter();
        all.filter(|record| record["function"] == function)
            .collect()
    };
    assert_eq!(records.len(), 8, "{records:#?}");
    for record in &records {
        assert_eq!(record["file"], "accesses.c");
        assert!(
            record["line"].is_u64() && record["column"].is_u64(),
            "{record}"
        );
        assert!(["read", "write"].contains(&record["kind"].as_str().unwrap()));
        let is_checked = record["decision"] == "checked";
        assert_eq!(record["reasons"].is_array(), is_checked, "{record}");
        assert!(
            is_checked || record["proof"]["temporal"].is_string(),
            "{record}"
        );
    }
    let constant = of("constant")[0];
    assert_eq!(
        (&constant["decision"], &constant["rule"]),
        (&"removed".into(), &"in-bounds".into())
    );
    assert_eq!(constant["id"], "accesses.c:constant:a0");
    assert_eq!(constant["line"], 3);
    let proof = &constant["proof"];
    assert_eq!(
        (&proof["offset"], &proof["bytes"], &proof["size"]),
        (&"28".into(), &"4".into(), &"32".into())
    );
    assert_eq!(proof["object"], "global variable 'table' of 32 bytes");
    assert_eq!(proof["temporal"], "lives as long as the program");
    assert_eq!(
        proof["assumptions"][0],
        "no other module poisons the object manually"
    );
    assert_eq!(of("masked")[0]["rule"], "in-range");
    let in_bounds = |function: &str| of(function)[0]["in_bounds"].clone();
    assert_eq!(in_bounds("masked"), "in-range");
    assert_eq!(in_bounds("constant"), "in-bounds");
    assert!(in_bounds("loaded").is_null() && in_bounds("unbounded").is_null());
    let [first, second] = of("twice")[..] else {
        panic!()
    };
    assert_eq!(
        (&first["decision"], &first["bytes"]),
        (&"checked".into(), &4.into())
    );
    assert_eq!(
        (&second["decision"], &second["rule"]),
        (&"merged".into(), &"redundant".into())
    );
    assert_eq!(second["proof"]["checked_by"][0], first["id"]);
    assert_eq!(
        (&first["kind"], &second["kind"]),
        (&"read".into(), &"write".into())
    );
    for (function, access, reason) in [
        (
            "loaded",
            0,
            "unknown object: the pointer is the parameter 'p'",
        ),
        (
            "loaded",
            1,
            "unknown object: the pointer is loaded at accesses.c:5",
        ),
        ("unbounded", 0, "no upper bound of the index is proved"),
    ] {
        assert_eq!(of(function)[access]["reasons"][0], reason);
    }
}

/// Nothing bounds the index on either side, and others know the variable.
#[test]
fn all_that_is_missing_is_said() {
    let twin = Twin::new();
    twin.write(
        "s.c",
        "int shared[8]; int any(long i) { return shared[i]; }\n",
    );
    let output = twin.only_ours(&["-c", "-O1", "s.c", "-fsanecc-remarks=r.jsonl"]);
    assert!(output.status.success());
    let records = records(&twin.read("r.jsonl"));
    let reasons = [
        "no lower and no upper bound of the index is proved",
        "another module may poison it manually",
    ];
    assert_eq!(records[0]["reasons"], Value::from(reasons.to_vec()));
}

/// A check of which only the comparison is proved away has both: the proof, and why the rest stays.
#[test]
fn what_stays_names_the_call_that_may_free() {
    let twin = twin();
    let words = ["-c", "-O1", "accesses.c", "-fsanecc-remarks=r.jsonl"];
    assert!(twin.only_ours(&words).status.success());
    let records = records(&twin.read("r.jsonl"));
    let kept = records.iter().find(|r| r["function"] == "kept").unwrap();
    assert_eq!(
        (&kept["decision"], &kept["check"][0]),
        (&"checked".into(), &"shadow".into())
    );
    let reasons = kept["reasons"].to_string();
    assert!(
        reasons.contains("freed by the call of 'f' at accesses.c:9"),
        "{kept}"
    );
    assert!(kept["column"].is_null());
}

#[test]
fn one_file_is_for_one_source() {
    let twin = twin();
    let output = twin.only_ours(&["-c", "accesses.c", "b.c", "-fsanecc-remarks=r.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    snapbox::assert_data_eq!(
        said(&output),
        snapbox::str![[r#"
sanecc: error: '-fsanecc-remarks=r.jsonl' names one file, and there are 2 sources to compile
sanecc: note: '-fsanecc-remarks=r.jsonl/' makes a folder with a file for each

"#]]
    );
    assert!(!twin.ours("r.jsonl").exists() && !twin.ours("accesses.o").exists());
}

#[test]
fn a_folder_has_a_file_for_each_output() {
    let twin = twin();
    for words in [
        &["-c", "accesses.c", "b.c"][..],
        &["-c", "accesses.c", "-o", "obj/other.o"],
        &["accesses.c", "a.c", "-shared", "-fPIC", "-o", "both"],
    ] {
        let output = twin.only_ours(&[words, &["-fsanecc-remarks=made/here/"]].concat());
        assert!(output.status.success(), "{}", said(&output));
    }
    for name in ["accesses.o", "b.o", "obj#other.o", "accesses.c", "a.c"] {
        let text = twin.read(&format!("made/here/{name}.jsonl"));
        assert!(!records(&text).is_empty(), "{name}");
    }
    // A folder that exists needs no slash.
    let output = twin.only_ours(&["-c", "a.c", "-o", "again.o", "-fsanecc-remarks=made/here"]);
    assert!(output.status.success());
    assert!(!twin.read("made/here/again.o.jsonl").is_empty());
}

#[test]
fn nothing_is_left_half_written() {
    let twin = twin();
    let output = twin.only_ours(&["-c", "accesses.c", "-fsanecc-remarks=no/folder.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("cannot write no/folder.jsonl: "),
        "{}",
        said(&output)
    );
    assert!(!twin.ours("accesses.o").exists());
    // What does not compile has no records.
    twin.write("wrong.c", "int x = ;\n");
    let output = twin.only_ours(&["-c", "wrong.c", "-fsanecc-remarks=w.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!twin.ours("w.jsonl").exists());
}

const READABLE: &str = "\
#include <stdlib.h>
int masked(int i) { int v[8]; v[i & 7] = i; v[3] = 1; return v[i]; }
int sum(int *a, int n) {
\tint s = 0;
\tfor (int i = 0; i < n; i++)
\t\ts += a[i];
\treturn s;
}
struct list { int n; struct list *next; };
int last(struct list *l) { while (l->next) l = l->next; return l->n; }
int unrolled(void) { volatile int v[4]; for (int i = 0; i < 4; i++) v[i] = i; return v[1]; }
";

fn sane_remarks(twin: &Twin, words: &[&str]) -> Output {
    let mut sane = std::process::Command::new(env!("CARGO_BIN_EXE_sane"));
    let output = sane
        .arg("remarks")
        .args(words)
        .current_dir(twin.ours(""))
        .output();
    output.unwrap()
}

#[test]
fn sane_says_records_in_the_words_of_the_source() {
    let twin = Twin::new();
    twin.write("r.c", READABLE);
    let words = ["-c", "-O1", "-g", "r.c", "-fsanecc-remarks=records/"];
    assert!(twin.only_ours(&words).status.success());
    let output = sane_remarks(&twin, &["records", "--why"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", said(&output));
    for part in [
        "r.c:2:40: write of 4 bytes in masked: no check: symbolic ranges bound the offset [in-range]\n",
        "  place: 4 bytes at offset 4*(i & 7) of local variable 'v' of 32 bytes\n",
        "  alive: its scope is open on every path\n",
        "  not removed: no lower and no upper bound of the index is proved\n",
        "r.c:6:8: read of 4 bytes in sum: not checked if one check of its whole range before the loop passes; \
         otherwise its shadow is read each time [hoist-range]\n    \t\ts += a[i];\n    \t\t     ^\n",
        "  before the loop: [a .. a + n*4 - 1] is addressable\n",
        "  not removed: unknown object: the pointer is the parameter 'a'\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A number of a value would be the compiler's.
    let is_number = |word: &str| {
        let digits = word
            .strip_prefix('v')
            .unwrap_or_default()
            .trim_end_matches('u');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    assert_eq!(words.filter(|word| is_number(word)).count(), 0, "{text}");
    let count = text.lines().next_back().unwrap();
    assert!(
        count.contains(" accesses: ") && count.contains(" removed"),
        "{count}"
    );
}

#[test]
fn sane_shows_the_records_of_a_line_or_a_function() {
    let twin = Twin::new();
    twin.write("r.c", READABLE);
    let words = ["-c", "-O2", "-g", "r.c", "-fsanecc-remarks=r.jsonl"];
    assert!(twin.only_ours(&words).status.success());
    let shown = |words: &[&str]| {
        let output = sane_remarks(&twin, words);
        assert!(output.status.success(), "{words:?}: {}", said(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = shown(&["r.jsonl", "--line", "6"]);
    assert!(
        text.starts_with("r.c:6:") && text.ends_with("1 access: 1 hoisted\n"),
        "{text}"
    );
    let text = shown(&["r.jsonl", "--function", "unrolled"]);
    assert!(text.contains(" (4 times)\n"), "{text}");
    assert!(
        !text.contains("masked") && !text.contains("  place:"),
        "{text}"
    );
    for (words, expected) in [
        (
            &["r.jsonl", "--line", "99"][..],
            "no record is about this line or function",
        ),
        (&["r.c"], "r.c:1: no record: "),
        (&["nothing"], "cannot read 'nothing'"),
    ] {
        let output = sane_remarks(&twin, words);
        let error = format!("sane remarks: error: {expected}");
        assert!(said(&output).starts_with(&error), "{}", said(&output));
        assert_eq!(output.status.code(), Some(1));
    }
}
