//! libFuzzer, and coverage without it.

use crate::twin::Twin;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// What libFuzzer calls, in front of a body in which `p` is a copy of the input's `n` bytes on the heap.
const TARGET: &str = r#"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
void *volatile kept;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  if (n < 3) return 0;
  char *p = malloc(n);
  memcpy(p, data, n);
  BODY
  free(p);
  return 0;
}
"#;

struct Fuzzer(Twin);

impl Fuzzer {
    fn new(body: &str, flags: &str) -> Fuzzer {
        let twin = Twin::new();
        twin.write("target.c", &TARGET.replace("BODY", body));
        build(&twin, &format!("-O1 -g {flags} target.c -o target"));
        Fuzzer(twin)
    }

    fn run(&self, flags: &str, options: &str) -> Output {
        run(
            &self.0,
            "target",
            &format!("-seed=1 -runs=200000 {flags}"),
            options,
        )
    }

    /// The input that libFuzzer has written to a file whose name begins so.
    fn kept(&self, kind: &str) -> Option<Vec<u8>> {
        let file = files(&self.0, kind).pop()?;
        fs::read(file).ok()
    }
}

fn build(twin: &Twin, line: &str) {
    let words: Vec<_> = line.split_whitespace().collect();
    let output = twin.command(&words).output().unwrap();
    assert!(output.status.success(), "{line}\n{}", stderr(&output));
}

fn run(twin: &Twin, program: &str, words: &str, options: &str) -> Output {
    Command::new(twin.ours(program))
        .args(words.split_whitespace())
        .current_dir(twin.ours(""))
        .env("ASAN_OPTIONS", options)
        .env_remove("SANECC_OPTIONS")
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn files(twin: &Twin, part: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(twin.ours("")).unwrap();
    all.map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().contains(part))
        .collect()
}

#[test]
fn a_fuzzer_finds_an_error_and_keeps_the_input() {
    let body = "if (p[0] == 'B' && p[1] == 'U' && p[2] == 'G') p[n] = 1;";
    for flags in ["-fsanitize=fuzzer", "-fsanitize=address,fuzzer"] {
        let fuzzer = Fuzzer::new(body, flags);
        let output = fuzzer.run("", "");
        let text = stderr(&output);
        assert!(!output.status.success(), "{text}");
        assert!(
            text.contains("SUMMARY: sanecc: heap-buffer-overflow"),
            "{text}"
        );
        assert!(text.contains("Test unit written to ./crash-"), "{text}");
        let input = fuzzer.kept("crash-").unwrap();
        assert!(input.starts_with(b"BUG"), "{input:?}");
    }
}

#[test]
fn a_fuzzer_sees_large_requests_and_leaks() {
    let fuzzer = Fuzzer::new(
        "if (p[0] == 'L') kept = malloc(64 << 20); if (p[0] == 'M') kept = malloc(33);",
        "-fsanitize=fuzzer",
    );
    let text = stderr(&fuzzer.run("-malloc_limit_mb=32", ""));
    assert!(text.contains("SUMMARY: libFuzzer: out-of-memory"), "{text}");
    assert!(fuzzer.kept("oom-").unwrap().starts_with(b"L"));
    let text = stderr(&fuzzer.run("", "detect_leaks=1"));
    assert!(
        text.contains("ERROR: sanecc: detected memory leaks"),
        "{text}"
    );
    assert!(fuzzer.kept("leak-").is_some(), "{text}");
}

/// What a program compares its input with, in every way that a fuzzer is told of.
const COMPARISONS: [(&str, &str); 9] = [
    ("memcmp", "memcmp(p, WORD, 12) == 0"),
    ("memcmp", "bcmp(p, WORD, 12) == 0"),
    ("memcmp", "memcmp(p, WORD, limit) == 0"),
    ("strcmp", "strcmp(p, WORD) == 0"),
    ("strncmp", "strncmp(p, WORD, 12) == 0"),
    ("strcasecmp", "strcasecmp(p, WORD) == 0"),
    ("strncasecmp", "strncasecmp(p, WORD, 12) == 0"),
    ("strstr", "strstr(p, WORD) != 0"),
    ("memmem", "memmem(p, n, WORD, 12) != 0"),
];

/// As `strstr`, but by the name that it is called by.
const APART: (&str, &str) = ("strcasestr", "strcasestr(p, WORD) != 0");

#[test]
fn a_fuzzer_guesses_what_is_compared() {
    // Guessed by chance, twelve bytes would take longer than the universe is old.
    for condition in [COMPARISONS[0].1, COMPARISONS[3].1] {
        let body = format!(
            "p[n - 1] = 0; if (n > 12 && {}) ((volatile char *)p)[n] = 1;",
            condition.replace("WORD", "\"open sesame!\"")
        );
        let fuzzer = Fuzzer::new(&body, "-O2 -fsanitize=fuzzer");
        let text = stderr(&fuzzer.run("", ""));
        assert!(
            text.contains("SUMMARY: sanecc: heap-buffer-overflow"),
            "{condition}\n{text}"
        );
    }
}

#[test]
fn hooks_are_told_of_each_comparison() {
    let twin = Twin::new();
    let all = || COMPARISONS.iter().chain([&APART]);
    let hook = |name: &str, rest: &str, result: &str| {
        format!(
            "void __sanitizer_weak_hook_{name}(void *pc, {rest}) {{ printf(\"{name} %d\\n\", {result}); }}\n"
        )
    };
    let mut source =
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n#include <strings.h>\n\
                      #define WORD \"opens_sesame\"\n"
            .to_owned();
    let two = "const char *a, const char *b, int result";
    let three = "const char *a, const char *b, unsigned long n, int result";
    let found = "const char *a, const char *b, char *result";
    for (name, rest, result) in [
        ("memcmp", three, "result == 0"),
        ("strncmp", three, "result == 0"),
        ("strncasecmp", three, "result == 0"),
        ("strcmp", two, "result == 0"),
        ("strcasecmp", two, "result == 0"),
        ("strstr", found, "result == a"),
        ("strcasestr", found, "result == a"),
        (
            "memmem",
            "const char *a, unsigned long n, const char *b, unsigned long m, char *result",
            "result == a",
        ),
    ] {
        source += &hook(name, rest, result);
    }
    source += "volatile unsigned long limit = 12;\nint main(int n, char **words) {\n  char *p = words[1]; n = strlen(p);\n  int sum = 0;\n";
    for (_, condition) in all() {
        source += &format!("  sum += {condition};\n");
    }
    source += "  fflush(stdout);\n  return sum;\n}\n";
    twin.write("program.c", &source);
    build(
        &twin,
        "-O1 -fsanitize=fuzzer-no-link -fno-builtin program.c -o program",
    );
    for (word, is_equal) in [("opens_sesame", 1), ("opens-sesame", 0)] {
        let output = run(&twin, "program", word, "");
        let expected: String = all()
            .map(|(name, _)| format!("{name} {is_equal}\n"))
            .collect();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            stderr(&output)
        );
        assert_eq!(output.status.code(), Some(10 * is_equal));
    }
}

#[test]
fn another_fuzzer_brings_its_own_main() {
    let twin = Twin::new();
    twin.write("target.c", &TARGET.replace("BODY", ""));
    twin.write(
        "main.c",
        "#include <stdint.h>\n#include <stdio.h>\n\
         int LLVMFuzzerTestOneInput(const uint8_t *, unsigned long);\n\
         void __sanitizer_cov_8bit_counters_init(char *start, char *end) { printf(\"%d\", end > start); }\n\
         int main(void) { return LLVMFuzzerTestOneInput((const uint8_t *)\"abc\", 3); }\n",
    );
    build(
        &twin,
        "-fsanitize=fuzzer-no-link target.c main.c -o program",
    );
    let output = run(&twin, "program", "", "");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(output.stdout, b"1");
}

const COVERED: &str = r#"
#include <stdio.h>
#include <string.h>
void __sanitizer_cov_reset(void);
__attribute__((noinline)) void one(void) { puts("one"); }
__attribute__((noinline)) void two(void) { puts("two"); }
int main(int count, char **words) {
  if (count > 1) one();
  if (count > 2) two();
  if (count > 3) __sanitizer_cov_reset();
  return 0;
}
"#;

#[test]
fn coverage_is_written_as_sancov_reads_it() {
    let twin = Twin::new();
    twin.write("program.c", COVERED);
    build(
        &twin,
        "-O0 -fsanitize-coverage=func,trace-pc-guard program.c -o program",
    );
    // Functions that ran, by the number of arguments. The last run forgets them.
    for (words, ran) in [("", 1), ("1", 2), ("1 2", 3), ("1 2 3", 0)] {
        for old in files(&twin, ".sancov") {
            fs::remove_file(old).unwrap();
        }
        let output = run(&twin, "program", words, "coverage=1");
        let found = files(&twin, ".sancov");
        if ran == 0 {
            assert!(found.is_empty(), "{words}: {found:?}");
            continue;
        }
        assert_eq!(found.len(), 1, "{words}: {}", stderr(&output));
        let name = found[0].file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.starts_with("program."), "{name}");
        let bytes = fs::read(&found[0]).unwrap();
        let words_in: Vec<_> = bytes
            .chunks(8)
            .map(|word| u64::from_le_bytes(word.try_into().unwrap()))
            .collect();
        assert_eq!(words_in[0], 0xC0BF_FFFF_FFFF_FF64);
        assert_eq!(words_in.len() - 1, ran, "{words}");
        assert!(words_in[1..].iter().all(|pc| *pc < 1 << 24 && *pc > 0));
    }
    let output = run(&twin, "program", "1", "coverage=1:coverage_dir=missing");
    assert!(
        stderr(&output).contains("sanecc: coverage: cannot write missing/program."),
        "{}",
        stderr(&output)
    );
}

#[test]
fn coverage_is_written_when_an_error_ends_the_program() {
    let twin = Twin::new();
    let program =
        "#include <stdlib.h>\nint main(void) { char *p = malloc(1); free(p); free(p); }\n";
    twin.write("program.c", program);
    build(
        &twin,
        "-O0 -w -fsanitize-coverage=func,trace-pc-guard program.c -o program",
    );
    let output = run(&twin, "program", "", "coverage=1");
    assert!(stderr(&output).contains("double-free"));
    assert_eq!(files(&twin, ".sancov").len(), 1);
}

#[test]
fn counters_and_their_code_are_written() {
    let twin = Twin::new();
    twin.write("program.c", COVERED);
    build(
        &twin,
        "-O0 -fsanitize-coverage=func,inline-8bit-counters,pc-table program.c -o program",
    );
    let options = "cov_8bit_counters_out=counters:cov_pcs_out=code";
    let output = run(&twin, "program", "1", options);
    assert!(output.status.success(), "{}", stderr(&output));
    let counters = fs::read(twin.ours("counters")).unwrap();
    assert_eq!(counters.iter().filter(|count| **count != 0).count(), 2);
    // An address and flags for each.
    assert_eq!(
        fs::read(twin.ours("code")).unwrap().len(),
        counters.len() * 16
    );
}

#[test]
fn all_that_coverage_calls_is_there() {
    let twin = Twin::new();
    twin.write("program.c", COVERED);
    for kind in [
        "edge,trace-pc-guard,trace-cmp,trace-div,trace-gep,indirect-calls",
        "bb,trace-pc,trace-loads,trace-stores,stack-depth",
        "edge,inline-bool-flag,pc-table,control-flow",
    ] {
        build(
            &twin,
            &format!("-O1 -fsanitize-coverage={kind} program.c -o program"),
        );
        let output = run(&twin, "program", "1 2", "");
        assert_eq!(output.stdout, b"one\ntwo\n", "{kind}");
    }
}
