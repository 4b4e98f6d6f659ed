//! Profiles that guide optimisation: counted by a checked program, and read for one.

use crate::twin::Twin;
use std::process::Command;

/// `often` is called many times, `seldom` once in a while, `never` not at all; an argument makes an error.
const SOURCE: &str = "\
#include <stdlib.h>
__attribute__((noinline)) int often(int *p, int i) { return p[i & 7] + i; }
__attribute__((noinline)) int seldom(int *p, int i) { return p[i & 7] * i; }
__attribute__((noinline)) int never(int *p, int i) { return p[i & 7] - i; }
int main(int argc, char **argv) {
  int *p = calloc(8, sizeof *p), sum = 0;
  for (int i = 0; i < 100000; i++) {
    if (i % 1000 == 0) sum += seldom(p, i);
    else sum += often(p, i);
    if (argc > 5) sum += never(p, i);
  }
  if (argc > 1) sum += p[argc + 6];
  free(p);
  return sum == 1;
}
";

/// Makes a program with sanecc, or another compiler, and says what was said.
fn compile(twin: &Twin, compiler: Option<&str>, line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let output = match compiler {
        None => twin.only_ours(&words),
        Some(compiler) => {
            let mut command = Command::new(compiler);
            command
                .args(words)
                .current_dir(twin.ours(""))
                .output()
                .unwrap()
        }
    };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {said}");
    said
}

/// Runs the program, and makes `p.profdata` of what it has counted.
fn count(twin: &Twin, program: &str) {
    let raw = twin.ours("raw.profraw");
    let run = Command::new(twin.ours(program))
        .env("LLVM_PROFILE_FILE", &raw)
        .output()
        .unwrap();
    assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
    let merge = Command::new("llvm-profdata-19")
        .arg("merge")
        .arg(&raw)
        .arg("-o")
        .arg(twin.ours("p.profdata"))
        .status();
    assert!(merge.unwrap().success());
}

/// The text of what LLVM has made of the source with the profile.
fn optimised(twin: &Twin, flag: &str, level: &str) -> String {
    let said = compile(
        twin,
        None,
        &format!("{level} {flag} -S -emit-llvm p.c -o p.ll"),
    );
    assert_eq!(said, "", "{flag}");
    String::from_utf8(twin.read("p.ll")).unwrap()
}

/// How often a function was entered.
fn entries(text: &str, function: &str) -> Option<u64> {
    let head = text
        .lines()
        .find(|line| line.starts_with("define") && line.contains(&format!(" @{function}(")))?;
    let number = head.split("!prof !").nth(1)?.split(' ').next()?;
    let node = format!("!{number} = !{{!\"function_entry_count\", i64 ");
    let line = text.lines().find(|line| line.starts_with(&node))?;
    line[node.len()..].trim_end_matches('}').parse().ok()
}

fn assert_weighted(text: &str) {
    for (function, expected) in [
        ("often", 99_900),
        ("seldom", 100),
        ("never", 0),
        ("main", 1),
    ] {
        assert_eq!(entries(text, function), Some(expected), "{function}");
    }
    assert!(
        text.contains("!\"branch_weights\", i32 "),
        "branches have weights"
    );
    assert!(text.contains("!\"ProfileSummary\""));
}

#[test]
fn checked_programs_are_counted_and_optimised_by_their_counts() {
    for level in ["-O0", "-O2", "-O2 -fno-sanecc-strict", "-Os"] {
        let twin = Twin::new();
        twin.write("p.c", SOURCE);
        let said = compile(
            &twin,
            None,
            &format!("{level} -fprofile-generate p.c -o counted"),
        );
        assert_eq!(said, "", "{level}");
        count(&twin, "counted");
        assert_weighted(&optimised(&twin, "-fprofile-use=p.profdata", level));
        // Errors are found in both programs.
        compile(
            &twin,
            None,
            &format!("{level} -fprofile-use=p.profdata p.c -o guided"),
        );
        for program in ["counted", "guided"] {
            let mut command = Command::new(twin.ours(program));
            command
                .arg("error")
                .env("LLVM_PROFILE_FILE", twin.ours("other.profraw"));
            let run = command.output().unwrap();
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(
                said.contains("heap-buffer-overflow"),
                "{level} {program}: {said}"
            );
            assert!(twin.program(program).status.success(), "{level} {program}");
        }
    }
}

#[test]
fn code_generation_knows_what_is_cold() {
    let twin = Twin::new();
    twin.write("p.c", SOURCE);
    compile(&twin, None, "-O2 -fprofile-generate p.c -o counted");
    count(&twin, "counted");
    std::fs::rename(twin.ours("p.profdata"), twin.ours("default.profdata")).unwrap();
    // The name that clang takes where none is given.
    compile(&twin, None, "-O2 -fprofile-use -S p.c");
    let text = String::from_utf8(twin.read("p.s")).unwrap();
    let section = |function: &str| {
        let at = text.find(&format!("\n{function}:")).unwrap();
        let before = &text[..at];
        let line = before
            .lines()
            .rev()
            .find(|line| line.trim().starts_with(".section\t.text"));
        line.unwrap_or(".text")
            .trim()
            .split(',')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(section("never"), ".section\t.text.unlikely.");
    assert_eq!(section("often"), ".section\t.text.hot.");
}

#[test]
fn counts_of_the_source_may_be_made_by_clang() {
    for compiler in [Some("clang-19"), None] {
        let twin = Twin::new();
        twin.write("p.c", SOURCE);
        let line = "-O2 -fprofile-instr-generate p.c -o counted";
        assert_eq!(compile(&twin, compiler, line), "");
        count(&twin, "counted");
        for flag in ["-fprofile-instr-use=p.profdata", "-fprofile-use=p.profdata"] {
            assert_weighted(&optimised(&twin, flag, "-O2"));
        }
    }
}

#[test]
fn counts_of_other_code_are_warned_of() {
    let twin = Twin::new();
    twin.write("p.c", SOURCE);
    compile(&twin, None, "-O2 -fprofile-generate p.c -o counted");
    count(&twin, "counted");
    twin.write(
        "p.c",
        &SOURCE.replace("return p[i & 7] + i;", "return i ? p[i & 7] : i;"),
    );
    let said = compile(&twin, None, "-O2 -fprofile-use=p.profdata -c p.c");
    assert!(
        said.starts_with("sanecc: warning: p.profdata: ")
            && said.contains("often")
            && said.contains("note: make the profile anew"),
        "{said}"
    );
    assert_eq!(
        compile(&twin, None, "-w -O2 -fprofile-use=p.profdata -c p.c"),
        ""
    );
    // What is none is refused by clang.
    let twin = Twin::new();
    twin.write("none.profdata", "none");
    twin.same(&["-O2", "-fprofile-use=none.profdata", "-c", "b.c"])
        .same_stderr()
        .fails(1);
    twin.same(&["-O2", "-fprofile-use=absent.profdata", "-c", "b.c"])
        .same_stderr()
        .fails(1);
}
