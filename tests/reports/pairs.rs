//! Pointers that are ordered or subtracted and do not point into one object: what reports say, and that the program can go on.

use crate::program::{By, Program};

const PAIRS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static char table[64];
__attribute__((noinline)) static int before(char *a, char *b) { return a < b; }
__attribute__((noinline)) static long apart(char *a, char *b) { return a - b; }
int main(void) {
    char *block = malloc(64), local[64];
    __asm__ volatile("" : : "r"(local) : "memory");
    for (int i = 0; i < 2; i++) before(block, local);
    before(block + 1, local);
    apart(table, block);
    apart(block, block + 64);
    free(block);
    puts("the end");
    return 0;
}
"#;

const FLAGS: [&str; 2] = ["-O1", "-fsanitize=address,pointer-compare,pointer-subtract"];
const WANTED: &str = "detect_invalid_pointer_pairs=1";

#[test]
fn the_first_pair_ends_the_program() {
    let program = Program::new(By::Sanecc, PAIRS, &FLAGS);
    let outcome = program.run(&[], WANTED);
    assert_eq!((outcome.code, &*outcome.stdout), (Some(1), ""));
    let text = &outcome.stderr;
    for part in [
        "are compared and do not point into one object",
        "error in before program.c:5:",
        "'local' (line 8) <== the access at offset 32 is inside of this variable",
        "is 0 bytes inside of 64-byte region",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let json = program
        .run(&[], &format!("{WANTED}:report_format=json"))
        .stderr;
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(record["kind"], "invalid-pointer-pair");
    assert_eq!(record["object"]["size"], 64);
    let second = &record["second"];
    assert_eq!(second["object"]["name"], "local", "{json}");
    assert_ne!(second["address"], record["address"]);
}

#[test]
fn records_say_where_both_blocks_come_from() {
    let source = r#"
#include <stdlib.h>
#include <string.h>
static char *make(int size) { return malloc(size); }
int main(void) {
    char *block = make(64);
    memcpy(block + 8, block, 32);
    return 0;
}
"#;
    let program = Program::new(By::Sanecc, source, &["-O0"]);
    let json = program.run(&[], "report_format=json").stderr;
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(record["second"]["object"]["size"], 64, "{json}");
    let stacks = record["stacks"].as_array().unwrap();
    for role in ["allocated", "second allocated"] {
        let stack = stacks.iter().find(|stack| stack["role"] == role);
        let frames = stack.expect(role)["frames"].as_array().unwrap();
        assert!(
            frames.iter().any(|frame| frame["function"] == "make"),
            "{role}: {json}"
        );
    }
}

#[test]
fn without_recover_too_the_program_goes_on_and_each_pair_is_reported_once() {
    let options = format!("{WANTED}:halt_on_error=0:report_format=asan");
    let ours = Program::new(By::Sanecc, PAIRS, &FLAGS).run(&[], &options);
    // Clang looks for pairs when LLVM has optimised: here none is left.
    let theirs = Program::new(By::Clang, PAIRS, &["-O0", FLAGS[1]])
        .run(&[], &options.replace(":report_format=asan", ""));
    let outcomes = [ours, theirs];
    for outcome in &outcomes {
        assert_eq!((outcome.code, &*outcome.stdout), (Some(0), "the end\n"));
    }
    let kinds = outcomes.each_ref().map(|outcome| {
        let summaries = outcome.summaries();
        let functions = summaries.iter().map(|summary| {
            let (kind, place) = summary.split_once(' ').unwrap_or_default();
            (
                kind.to_owned(),
                place.rsplit(' ').next().unwrap_or_default().to_owned(),
            )
        });
        functions.collect::<Vec<_>>()
    });
    let row = |function: &str| ("invalid-pointer-pair".to_owned(), function.to_owned());
    let [ours, mut theirs] = kinds;
    assert_eq!(ours, ["before", "before", "apart"].map(row));
    theirs.dedup();
    assert_eq!(theirs, ["before", "apart"].map(row));
}
