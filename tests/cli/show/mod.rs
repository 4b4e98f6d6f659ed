//! `sane show`: the source with what the object executes for each line.

mod complete;

use crate::twin::Twin;
use serde_json::Value;
use std::process::{Command, Output};

const SANE: &str = env!("CARGO_BIN_EXE_sane");

const USER: &str = "\
#include <stdlib.h>
#include <string.h>
struct user {
  int id;
  char name[8];
  struct user *next;
};
static struct user *head;
int table[10];

void rename_user(struct user *u, const char *name, int n) {
  for (int i = 0; i < n; i++)
    u->name[i] = name[i];
}

struct user *push(struct user *u) {
  u->next = head;
  head = u;
  return u;
}

void fill(char *to, int bytes);

int local(int i) {
  char buf[16];
  fill(buf, sizeof buf);
  buf[i] = 1;
  return buf[3] + table[i & 7];
}
";

fn sane(twin: &Twin, words: &[&str]) -> Output {
    let mut command = Command::new(SANE);
    command.args(words).current_dir(twin.ours(""));
    command.output().unwrap()
}

/// What is printed, and what is said beside it.
fn shown(twin: &Twin, words: &[&str]) -> (String, String) {
    let output = sane(twin, &[&["show"], words].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let error = text(&output.stderr);
    assert!(output.status.success(), "{words:?} {error}");
    (text(&output.stdout), error)
}

fn refused(twin: &Twin, words: &[&str]) -> String {
    let output = sane(twin, &[&["show"], words].concat());
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    assert_eq!(output.stdout, b"", "{words:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn user() -> Twin {
    let twin = Twin::new();
    twin.write("user.c", USER);
    twin
}

/// The lines below a line of the source.
fn below<'t>(text: &'t str, line: &str) -> Vec<&'t str> {
    let mut lines = text
        .lines()
        .skip_while(|one| !one.starts_with(&format!("{line:>4} | ")));
    assert!(lines.next().is_some(), "no line {line} in {text}");
    let below = lines.take_while(|one| one.trim_start().starts_with(": "));
    below
        .map(|one| one.trim_start_matches([' ', ':']))
        .collect()
}

#[test]
fn operations_of_pointer_mode_stand_below_their_lines() {
    let twin = user();
    let (text, _) = shown(&twin, &["user.c", "--", "-O0", "-fsanecc-mode=pointer"]);
    let assignment = below(&text, "13");
    for expected in [
        "16  compare(i <= 7): member 'user.name' of 8 bytes",
        "16  check(write 1 byte at &u->name[i])",
        "16  compare(write 1 byte at &u->name[i]) with the object that u was derived from",
        "16  slot[&u->name[i]] = unknown, if this is the first byte of a word",
        "18  provenance(name) = slot[&name]",
        "18  check(read 1 byte at (name + i))",
    ] {
        assert!(
            assignment.contains(&expected),
            "{expected}: {assignment:#?}"
        );
    }
    let link = below(&text, "17");
    assert!(
        link.contains(&"11  slot[&u->next] = provenance(head)"),
        "{link:#?}"
    );
    let back = below(&text, "19");
    assert!(back.contains(&"3  returned = provenance(u)"), "{back:#?}");
    let object = below(&text, "25");
    assert!(
        object.contains(&"stack object 'buf', 16 bytes, between redzones"),
        "{object:#?}"
    );
    let write = below(&text, "27");
    assert!(
        write.contains(&"10  compare(&buf[i] - &buf <= 16 - 1): write 1 byte at &buf[i]"),
        "{write:#?}"
    );
    assert!(
        text.contains("global object 'table', 40 bytes, redzone of "),
        "{text}"
    );
    assert!(!text.contains('\x1b'), "no colours but on terminals");
}

#[test]
fn functions_of_cplusplus_are_not_taken_for_inlined() {
    let twin = Twin::new();
    twin.write(
        "f.cpp",
        "namespace n { int f(int *p) {\n  return p[1]; } }\n",
    );
    let (text, _) = shown(&twin, &["f.cpp"]);
    let read = below(&text, "2");
    assert!(
        read.contains(&"10  check(read 4 bytes at (p + 4))"),
        "{text}"
    );
}

#[test]
fn one_check_before_a_loop_is_shown_there() {
    let twin = user();
    let (text, _) = shown(&twin, &["user.c", "--function", "rename_user", "--", "-O2"]);
    let head = below(&text, "12").join("\n");
    assert!(
        head.contains("check once before the loop: ok = [name .. "),
        "{text}"
    );
    let body = below(&text, "13").join("\n");
    assert!(body.contains("if (!ok) check(write 1 byte at "), "{text}");
    assert!(!text.contains("push"), "{text}");
}

#[test]
fn objects_and_programs_are_read_as_sources_are() {
    let twin = user();
    twin.write(
        "main.c",
        "int local(int);\nvoid fill(char *to, int bytes) { *to = bytes; }\nint main(void) { return local(2); }\n",
    );
    let compile = [
        "-g",
        "-O1",
        "-fsanecc-embed-remarks",
        "user.c",
        "main.c",
        "-o",
        "program",
    ];
    assert!(twin.only_ours(&compile).status.success());
    let (program, said) = shown(&twin, &["program", "user.c"]);
    assert_eq!(said, "");
    let (source, _) = shown(&twin, &["user.c", "--", "-O1"]);
    let of_file = |text: &str| {
        let lines = text.lines().take_while(|line| *line != "the module");
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (program, source) = (of_file(&program), of_file(&source));
    assert_eq!(program[..source.len()], source[..]);
    // Without -g lines are known, too.
    let plain = [
        "-O1",
        "-fsanecc-embed-remarks",
        "-c",
        "user.c",
        "-o",
        "plain.o",
    ];
    assert!(twin.only_ours(&plain).status.success());
    let (text, _) = shown(&twin, &["plain.o"]);
    assert!(
        below(&text, "27")
            .join("\n")
            .contains("check(write 1 byte at &buf[i])"),
        "{text}"
    );
}

#[test]
fn filters_and_json_have_the_same_operations() {
    let twin = user();
    let of = |more: &[&str]| -> Value {
        let words = [&["user.c", "--format", "json"], more].concat();
        serde_json::from_str(&shown(&twin, &words).0).unwrap()
    };
    let all = of(&[]);
    let lines = all["files"][0]["lines"].as_array().unwrap();
    let line = lines.iter().find(|one| one["line"] == 27).unwrap();
    assert_eq!(line["source"], "  buf[i] = 1;");
    let check = &line["operations"][1];
    assert_eq!(check["operation"], "shadow");
    assert_eq!(check["calls"], "sanecc.check.1.1");
    assert_eq!(check["function"], "local");
    assert!(
        check["access"]
            .as_str()
            .unwrap()
            .starts_with("user.c:local:a"),
        "{check}"
    );
    let some = of(&["--lines", "27-28"]);
    let numbers = some["files"][0]["lines"].as_array().unwrap().iter();
    let numbers: Vec<u64> = numbers.map(|one| one["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [27, 28]);
    assert_eq!(some["module"], serde_json::json!([]));
    assert!(all["total"].as_u64() > some["total"].as_u64());
}

#[test]
fn a_database_names_the_flags() {
    let twin = user();
    let entry = format!(
        r#"[{{"directory": "{}", "file": "user.c", "command": "cc -O2 -MD -c user.c -o user.o"}}]"#,
        twin.ours("").display()
    );
    twin.write("compile_commands.json", &entry);
    let words = ["user.c", "--compile-commands", "compile_commands.json"];
    let (text, _) = shown(&twin, &words);
    assert_eq!(text, shown(&twin, &["user.c", "--", "-O2"]).0);
    assert!(!twin.ours("user.o").exists() && !twin.ours("user.d").exists());
    twin.write("other.c", "int x;\n");
    let error = refused(
        &twin,
        &["other.c", "--compile-commands", "compile_commands.json"],
    );
    assert!(error.contains("has no command for 'other.c'"), "{error}");
}

#[test]
fn what_cannot_be_shown_is_refused_with_the_next_step() {
    let twin = user();
    assert!(
        twin.only_ours(&["-c", "user.c", "-o", "without.o"])
            .status
            .success()
    );
    let embeds = [
        "-c",
        "-g",
        "-fsanecc-embed-remarks",
        "user.c",
        "-o",
        "with.o",
    ];
    assert!(twin.only_ours(&embeds).status.success());
    twin.write("wrong.c", "int f( {\n");
    for (words, expected, next) in [
        (
            &["without.o"][..],
            "no remarks in 'without.o'",
            "-fsanecc-embed-remarks",
        ),
        (
            &["with.o", "other.c"],
            "no operation and no access is in what is asked for",
            "user.c",
        ),
        (
            &["user.c", "--function", "nobody"],
            "no operation and no access",
            "--function",
        ),
        (
            &["user.c", "--lines", "1"],
            "no operation and no access",
            "--lines",
        ),
        (&["gone.c"], "there is no 'gone.c'", ""),
        (&["gone.o"], "cannot read 'gone.o'", ""),
        (
            &["wrong.c"],
            "'wrong.c' does not compile",
            "--compile-commands",
        ),
        (&["with.o", "--", "-O2"], "is no source", "without flags"),
        (
            &["user.c", "--", "-fsanecc-mode=none"],
            "no remarks in",
            "-fsanecc-embed-remarks",
        ),
    ] {
        let error = refused(&twin, words);
        assert!(
            error.contains(expected) && error.contains(next),
            "{words:?}: {error}"
        );
    }
    let wrong = sane(&twin, &["show", "user.c", "--lines", "9-3"]);
    let error = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(error.contains("write 12 or 12-20"), "{error}");
}

#[test]
fn a_source_that_has_changed_or_is_gone_is_named() {
    let twin = user();
    let embeds = [
        "-c",
        "-g",
        "-fsanecc-embed-remarks",
        "user.c",
        "-o",
        "user.o",
    ];
    assert!(twin.only_ours(&embeds).status.success());
    twin.write("user.c", "int x;\n");
    let (_, said) = shown(&twin, &["user.o"]);
    assert!(
        said.contains("'") && said.contains("has fewer lines than what was compiled"),
        "{said}"
    );
    std::fs::remove_file(twin.ours("user.c")).unwrap();
    let (text, said) = shown(&twin, &["user.o"]);
    assert!(said.contains("is not there; --source-dir"), "{said}");
    assert!(text.contains("check(write 1 byte at &buf[i])"), "{text}");
}
