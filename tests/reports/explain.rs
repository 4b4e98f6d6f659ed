//! What a report for people explains: lines of the source, whose code a frame is, who created a thread.

use crate::program::{By, Program};
use std::process::Command;

const SOURCE: &str = "#include <stdlib.h>
int main(int count, char **arguments) {
\tchar *block = malloc(10);
\treturn ((volatile char *)block)[9 + count];
}
";

/// The lines of a report from the one with a `-->` to the one with the caret.
fn snippets(report: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut lines = report.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with("--> ") {
            continue;
        }
        let mut snippet = vec![line];
        while let Some(next) = lines.next_if(|line| line.contains(" | ") || line.ends_with(" |")) {
            snippet.push(next);
        }
        found.push(snippet.join("\n"));
    }
    found
}

fn after_path(snippet: &str, path: &str) -> String {
    snippet.replace(path, "DIR")
}

#[test]
fn the_access_and_the_allocation_have_their_lines_with_a_caret() {
    let program = Program::new(By::Sanecc, SOURCE, &[]);
    let folder = program.folder().display().to_string();
    let report = program.run(&[], "").stderr;
    let shown = snippets(&report);
    let shown: Vec<_> = shown.iter().map(|s| after_path(s, &folder)).collect();
    assert_eq!(
        shown,
        [
            "  --> DIR/program.c:4:9
   |
 4 |     return ((volatile char *)block)[9 + count];
   |            ^",
            "  --> DIR/program.c:3:16
   |
 3 |     char *block = malloc(10);
   |                   ^^^^^^"
        ],
        "{report}"
    );
    assert!(snippets(&program.run(&[], "print_source=0").stderr).is_empty());
}

#[test]
fn declarations_have_their_lines_where_the_program_was_compiled_or_runs() {
    let source = "static int table[4];
int main(int count, char **arguments) {
  int numbers[3] = {0};
  int *volatile pointer = count > 1 ? numbers : table;
  return pointer[count + 3];
}
";
    for flags in [&[][..], &["-g0"]] {
        let program = Program::new(By::Sanecc, source, flags);
        for (arguments, declared) in [
            (&[][..], " 1 | static int table[4];\n   |            ^^^^^"),
            (&["1"], " 3 |   int numbers[3] = {0};\n   |       ^^^^^^^"),
        ] {
            let report = program.run(arguments, "").stderr;
            // Without debug information no line of a global is known.
            let is_known = flags.is_empty() || !arguments.is_empty();
            assert_eq!(report.contains(declared), is_known, "{flags:?} {report}");
        }
        if flags.is_empty() {
            // Where the debug information names the folder, it does not matter where the program runs.
            let output = Command::new(program.folder().join("program"))
                .current_dir("/")
                .output()
                .unwrap();
            let report = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(report.contains("static int table[4];"), "{report}");
        }
    }
}

#[test]
fn sources_that_lie_elsewhere_are_found_by_a_map() {
    let program = Program::new(
        By::Sanecc,
        SOURCE,
        &[
            "-ffile-prefix-map=./=/elsewhere/",
            "-fdebug-compilation-dir=/elsewhere",
        ],
    );
    let folder = program.folder().display().to_string();
    let report = program.run(&[], "").stderr;
    assert!(snippets(&report).is_empty(), "{report}");
    assert!(
        report.contains("in main /elsewhere/program.c:4:9"),
        "{report}"
    );
    let map = format!("source_map='/other=/none,/elsewhere={folder}'");
    let shown = snippets(&program.run(&[], &map).stderr);
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(shown[0].contains(" 4 |     return "), "{shown:?}");
}

/// A file that is gone, that is no file, that never ends, and that is no text.
#[test]
fn sources_that_cannot_be_shown_are_left_out_or_harmless() {
    let program = Program::new(By::Sanecc, SOURCE, &[]);
    let file = program.folder().join("program.c");
    let said = || {
        let outcome = program.run(&[], "");
        assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
        assert!(
            outcome
                .stderr
                .contains("SUMMARY: sanecc: heap-buffer-overflow")
        );
        outcome.stderr
    };
    std::fs::remove_file(&file).unwrap();
    assert!(snippets(&said()).is_empty());
    std::fs::create_dir(&file).unwrap();
    assert!(snippets(&said()).is_empty());
    std::fs::remove_dir(&file).unwrap();
    let made = Command::new("mkfifo").arg(&file).status().unwrap();
    assert!(made.success());
    assert!(snippets(&said()).is_empty());
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    assert!(snippets(&said()).is_empty());
    std::fs::remove_file(&file).unwrap();
    let large = std::fs::File::create(&file).unwrap();
    large.set_len(1 << 40).unwrap();
    assert!(snippets(&said()).is_empty());
    let mut bytes = b"\n\n\n\x1b[2J\xff\0\x07\t".to_vec();
    bytes.extend(vec![b'x'; 1 << 20]);
    std::fs::write(&file, &bytes).unwrap();
    let shown = snippets(&said());
    assert_eq!(shown.len(), 1, "{shown:?}");
    let control = |c: char| c.is_control() && c != '\n';
    assert!(!shown[0].contains(control), "{shown:?}");
    let widest = shown[0].lines().skip(1).map(|line| line.chars().count());
    assert!(widest.max().unwrap() <= 80, "{shown:?}");
}

/// As bytes of a file are counted, a column is found behind what one column of a terminal does not hold.
#[test]
fn carets_stand_below_what_they_mean() {
    for line in ["\tx\t", "/* ä */ ", "/* \u{754c} */ "] {
        let source = format!(
            "#include <stdlib.h>\nint main(int count, char **arguments) {{\nchar *block = malloc(10);\n{line}return ((volatile char *)block)[9 + count];\n}}\n"
        )
        .replace("\tx", "\t");
        let program = Program::new(By::Sanecc, &source, &[]);
        let shown = snippets(&program.run(&[], "").stderr);
        let mut lines = shown[0].lines().skip(2);
        // Two columns for each of these characters.
        let text = lines.next().unwrap().replace('\u{754c}', "##");
        let caret = lines.next().unwrap().find('^').unwrap();
        let meant: String = text.chars().skip(caret).take(5).collect();
        assert_eq!(meant, "((vol", "{shown:?}");
    }
}

#[test]
fn frames_of_libraries_are_folded_and_the_users_own_is_marked_and_summed_up() {
    let source = r#"
#include <algorithm>
#include <vector>
int main() {
  std::vector<int> numbers{3, 2, 1};
  int *first = &numbers[0];
  numbers.push_back(0);
  return *std::max_element(first, first + 3);
}
"#;
    let program = Program::named(
        By::Sanecc,
        "program.cpp",
        source,
        &["-O0", "-x", "c++", "-lstdc++"],
    );
    let report = program.run(&[], "").stderr;
    let lines: Vec<_> = report.lines().collect();
    let position = |text: &str| {
        let found = lines.iter().position(|line| line.contains(text));
        found.unwrap_or_else(|| panic!("no {text}: {report}"))
    };
    let folded = position("library frames of std::max_element");
    assert!(lines[folded].starts_with("    ... #0 to #"), "{report}");
    assert!(lines[folded + 1].starts_with("  > #"), "{report}");
    assert!(lines[folded + 1].contains(" in main "), "{report}");
    position("library frames of std::vector::push_back");
    let summary = lines[position("SUMMARY: ")];
    assert!(summary.contains("program.cpp:8:11 in main"), "{report}");
    assert!(!report.contains("/usr/lib/"), "{report}");
    let whole = program.run(&[], "fold_frames=0").stderr;
    assert!(!whole.contains("    ... #"), "{whole}");
    assert!(
        whole.contains("    #0 0x") && whole.contains("  > #"),
        "{whole}"
    );
    let record = program.run(&[], "report_format=json").stderr;
    assert!(record.contains(r#""own":true"#), "{record}");
    assert!(
        record.contains(r#""line":8,"column":11,"function":"main"}"#),
        "{record}"
    );
}

#[test]
fn threads_are_told_with_those_that_created_them() {
    let source = r"
#include <pthread.h>
#include <stdlib.h>
static void *use(void *pointer) { return (void *)(long)*(volatile char *)pointer; }
static void *create(void *pointer) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, pointer);
  pthread_join(thread, NULL);
  return NULL;
}
int main(void) {
  char *pointer = malloc(3);
  free(pointer);
  pthread_t thread;
  pthread_create(&thread, NULL, create, pointer);
  pthread_join(thread, NULL);
}
";
    let program = Program::new(By::Sanecc, source, &[]);
    let report = program.run(&[], "").stderr;
    let (_, created) = report
        .split_once("Thread T2 created by T1 here:\n")
        .unwrap();
    let (second, first) = created
        .split_once("Thread T1 created by T0 here:\n")
        .unwrap();
    assert!(
        second.contains("  > #0") && second.contains("in create "),
        "{report}"
    );
    assert!(first.contains("in main "), "{report}");
    let short = program.run(&[], "print_full_thread_history=0").stderr;
    assert!(short.contains("Thread T2 created by T1 here:"), "{short}");
    assert!(!short.contains("Thread T1 created"), "{short}");
    let record = program.run(&[], "report_format=json").stderr;
    assert!(
        record.contains(r#"{"role":"created","thread":1,"#),
        "{record}"
    );
    assert!(record.contains(r#"],"created":2}"#), "{record}");
}
