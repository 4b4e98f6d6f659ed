//! Where reports go and what they look like.

use crate::program::{By, Program};
use std::process::Command;

const SOURCE: &str = r#"
#include <stdlib.h>
__attribute__((noinline)) static void put(volatile char *p, int at) { p[at] = 1; }
int main(int count, char **arguments) {
    char *block = malloc(10);
    put(block, 9 + count);
    return 0;
}
"#;

const ESCAPE: &str = "\x1b[";

fn program() -> Program {
    Program::new(By::Sanecc, SOURCE, &["-O1"])
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    for format in ["text", "asan"] {
        let program = program();
        let run = |color: &str| program.run(&[], &format!("report_format={format}:{color}"));
        assert!(!run("").stderr.contains(ESCAPE));
        assert!(!run("color=never").stderr.contains(ESCAPE));
        let coloured = run("color=always").stderr;
        assert!(coloured.contains("\x1b[1m\x1b[31m=="), "{coloured}");
        let terminal = |color: &str| {
            let output = Command::new("python3")
                .args(["-c", "import pty,sys; pty.spawn(sys.argv[1:])"])
                .arg("./program")
                .current_dir(program.folder())
                .env("SANECC_OPTIONS", format!("report_format={format}:{color}"))
                .output()
                .unwrap();
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        assert!(terminal("").contains("\x1b[1m\x1b[31m=="));
        assert!(!terminal("color=never").contains(ESCAPE));
        // The file is no terminal, though the program has one.
        terminal("log_path=log");
        let log = std::fs::read_dir(program.folder())
            .unwrap()
            .find_map(|entry| {
                let path = entry.unwrap().path();
                path.extension()?.to_str()?.parse::<u32>().ok()?;
                std::fs::read_to_string(path).ok()
            });
        let log = log.unwrap();
        assert!(log.contains("heap-buffer-overflow") && !log.contains(ESCAPE));
    }
}

/// The comparison jumps to `strcmp`, which so returns to the C library's `qsort`.
#[test]
fn a_function_that_has_jumped_away_has_its_frame() {
    const SOURCE: &str = r#"
#include <stdlib.h>
#include <string.h>
static int compare(const void *one, const void *other) {
    return strcmp(*(const char **)one, *(const char **)other);
}
int main(void) {
    char *words[2] = {strdup("one"), strdup("two")};
    free(words[1]);
    qsort(words, 2, sizeof words[0], compare);
    return 0;
}
"#;
    for flags in [&["-O2"][..], &["-O2", "-g"]] {
        let program = Program::new(By::Sanecc, SOURCE, flags);
        let report = program.run(&[], "").stderr;
        let frames: Vec<_> = report.lines().filter(|line| line.contains(" #")).collect();
        assert!(frames[0].contains("  > #0 0x"), "{report}");
        assert!(frames[0].contains(" in compare program.c:5"), "{report}");
        assert!(
            frames[1].contains("    ... #1 to #2: 2 library frames of qsort"),
            "{report}"
        );
        let record = program.run(&[], "report_format=json").stderr;
        assert!(
            record.contains(r#""function":"compare","file":"program.c","line":5"#),
            "{record}"
        );
    }
}

#[test]
fn colour_is_what_the_environment_asks_for_unless_the_option_says() {
    let program = program();
    let is_coloured = |environment: &[(&str, &str)], options: &str| {
        let output = Command::new("./program")
            .current_dir(program.folder())
            .env_remove("NO_COLOR")
            .envs(environment.iter().copied())
            .env("SANECC_OPTIONS", options)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stderr).contains(ESCAPE)
    };
    let (no, forced) = (("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1"));
    assert!(!is_coloured(&[], ""));
    assert!(is_coloured(&[forced], ""));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "0")], ""));
    assert!(!is_coloured(&[forced, no], ""));
    assert!(is_coloured(&[forced, ("NO_COLOR", "")], ""));
    assert!(is_coloured(&[no], "color=always"));
    assert!(!is_coloured(&[forced], "color=never"));
    assert!(!is_coloured(&[forced], "report_format=asan"));
}

#[test]
fn logs_are_named_as_the_user_wants() {
    let program = program();
    let outcome = program.run(&[], "log_path=here:log_exe_name=1:log_suffix=.txt");
    assert_eq!(outcome.stderr, "");
    let names = std::fs::read_dir(program.folder()).unwrap();
    let mut names = names.map(|e| e.unwrap().file_name().into_string().unwrap());
    let name = names.find(|name| name.starts_with("here")).unwrap();
    let number = name
        .strip_prefix("here.program.")
        .and_then(|n| n.strip_suffix(".txt"));
    assert!(number.is_some_and(|n| n.parse::<u32>().is_ok()), "{name}");
    let outcome = program.run(&[], "log_path=stdout");
    assert_eq!(outcome.stderr, "");
    assert!(
        outcome
            .stdout
            .contains("ERROR: sanecc: heap-buffer-overflow")
    );
    let long = "x".repeat(1000);
    for (path, expected) in [
        (
            "/nothing/there",
            "ERROR: Can't create directory: /nothing\n",
        ),
        (
            "/dev/null/there",
            "ERROR: Can't create directory: /dev/null\n",
        ),
        (&long, "ERROR: Path is too long: xxxx"),
    ] {
        let outcome = program.run(&[], &format!("log_path={path}"));
        let says = |text: &str| outcome.stderr.contains(text);
        assert!(
            says(expected) && says("log_path cannot be used"),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn options_without_effect_are_told_to_those_who_ask() {
    let source = "int main(void) { return 0; }";
    let program = Program::new(By::Sanecc, source, &["-O1"]);
    let said = |variable: &str, options: &str| {
        let mut command = std::process::Command::new(program.folder().join("program"));
        for name in [
            "ASAN_OPTIONS",
            "LSAN_OPTIONS",
            "UBSAN_OPTIONS",
            "SANECC_OPTIONS",
        ] {
            command.env_remove(name);
        }
        let output = command.env(variable, options).output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    for variable in ["ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"] {
        let options = "fast_unwind_on_malloc=0:log_to_syslog=1:debug=1:unheard=1:exitcode=no:print_stacktrace=1";
        assert_eq!(said(variable, options), "");
    }
    let debug = "sanecc: note: option debug has no effect: it makes AddressSanitizer check itself; here the tests do that\n";
    for variable in ["ASAN_OPTIONS", "LSAN_OPTIONS"] {
        let notes = said(variable, "debug=1:verbosity=1:unheard=1");
        let expected = format!("{debug}WARNING: found 1 unrecognized flag(s):\n    unheard\n");
        assert!(notes.starts_with(&expected), "{notes}");
    }
    assert_eq!(said("SANECC_OPTIONS", "debug=1"), debug);
    assert_eq!(said("SANECC_OPTIONS", "debug=0:intercept_intrin=yes"), "");
    assert_eq!(
        said("SANECC_OPTIONS", "unheard=1"),
        "sanecc: warning: SANECC_OPTIONS: there is no option 'unheard' (help=1 lists them)\n"
    );
}

#[test]
fn inlined_functions_and_the_style_of_places_are_a_matter_of_options() {
    let source = r#"
#include <stdlib.h>
static inline __attribute__((always_inline)) void put(volatile char *p, int at) { p[at] = 1; }
int main(int count, char **arguments) { put(malloc(10), 9 + count); }
"#;
    let program = Program::new(By::Sanecc, source, &["-O1"]);
    let first = |options: &str| {
        let stderr = program.run(&[], options).stderr;
        let line = stderr
            .lines()
            .find(|line| line.contains("  > #0 "))
            .unwrap();
        line.split(" in ")
            .nth(1)
            .unwrap()
            .replace(&program.folder().display().to_string(), "")
    };
    assert_eq!(first(""), "put /program.c:3:89");
    assert_eq!(first("symbolize_inline_frames=0"), "main /program.c:3:89");
    assert_eq!(first("symbolize_vs_style=1"), "put /program.c(3,89)");
}

#[test]
fn parts_can_be_left_out_or_added() {
    let program = program();
    let run = |options: &str| program.run(&["word"], options).stderr;
    let whole = run("dump_shadow=1");
    assert!(whole.contains("SUMMARY: ") && whole.contains("byte legend"));
    let usual = run("");
    assert!(usual.contains("SUMMARY: ") && !usual.contains("Shadow bytes"));
    assert!(whole.contains(" in put /") && !whole.contains("Command:"));
    assert!(!run("print_summary=0").contains("SUMMARY: "));
    let bare = run("dump_shadow=1:print_legend=0");
    assert!(bare.contains("Shadow bytes") && !bare.contains("byte legend"));
    assert!(!run("symbolize=0").contains(" in put /"));
    let command = run("print_cmdline=1");
    assert!(
        command.contains("==Command: ") && command.contains("/program word"),
        "{command}"
    );
}

#[test]
fn frames_are_as_the_user_formats_them() {
    for by in [By::Sanecc, By::Clang] {
        let program = Program::new(by, SOURCE, &["-O1"]);
        let folder = std::fs::canonicalize(program.folder()).unwrap();
        let cut = format!("strip_path_prefix={}/", folder.display());
        let format = "stack_trace_format='<%n|%f|%s|%l|%c|%S|%L|%%>'";
        let outcome = program.run(&[], &format!("{cut}:{format}:report_format=asan"));
        let expected = "<0|put|program.c|3|77|program.c:3:77|program.c:3:77|%>";
        assert!(
            outcome.stderr.contains(expected),
            "{by:?} {}",
            outcome.stderr
        );
        let format = "stack_trace_format='(%F) %m %M'";
        let outcome = program.run(&[], &format!("{cut}:{format}:report_format=asan"));
        assert!(
            outcome.stderr.contains("(in put) program (program+0x"),
            "{by:?} {}",
            outcome.stderr
        );
    }
}

#[test]
fn options_come_from_files_too() {
    let program = program();
    std::fs::write(
        program.folder().join("options"),
        "exitcode=7\nprint_summary=0",
    )
    .unwrap();
    let outcome = program.run(&[], "include=options");
    assert_eq!(outcome.code, Some(7));
    assert!(!outcome.stderr.contains("SUMMARY"));
    let outcome = program.run(&[], "include_if_exists=no-such:exitcode=5");
    assert_eq!(outcome.code, Some(5));
    assert!(!outcome.stderr.contains("warning"));
    let outcome = program.run(&[], "include=no-such");
    assert!(
        outcome
            .stderr
            .contains("warning: options cannot be read from 'no-such'")
    );
}
