//! `sane symbolize`: reports of a stripped program get what those of the program had before.

use crate::program::{By, Program};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const SOURCE: &str = r#"
#include <stdlib.h>
static inline __attribute__((always_inline)) char get(volatile char *p, long at) { return p[at]; }
__attribute__((noinline)) static char twice(volatile char *p, long at) {
    char first = get(p, at);
    return first + get(p, at - 1);
}
int main(int count, char **arguments) {
    volatile char *p = count > 1 ? (char *)(1L << 40) : malloc(10);
    return twice(p, 9 + count);
}
"#;

fn strip(program: &Path) {
    let status = Command::new("strip").arg(program).status();
    assert!(status.unwrap().success());
}

fn symbolize(folder: &Path, words: &[&str]) -> Output {
    let mut sane = Command::new(env!("CARGO_BIN_EXE_sane"));
    let output = sane
        .arg("symbolize")
        .args(words)
        .current_dir(folder)
        .output();
    output.unwrap()
}

/// Function and place of the frames in the program itself, in order.
fn frames(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains("program.c:"));
    let lines = lines.filter(|line| line.trim_start_matches([' ', '>']).starts_with('#'));
    let shown = |line: &str| {
        let (_, known) = line.split_once(" in ").unwrap();
        let (known, _) = known.split_once(" (").unwrap_or((known, ""));
        let (function, place) = known.split_once(' ').unwrap();
        let place = place.rsplit('/').next().unwrap();
        format!("{function} {place}")
    };
    lines.map(shown).collect()
}

#[test]
fn text_reports_get_the_lines_that_they_would_have_had() {
    for flags in [&["-O1"][..], &["-O1", "-no-pie"]] {
        for (arguments, options) in [
            (&[][..], "color=never"),
            (&["wild"], ""),
            (&[], "report_format=asan"),
            (&["wild"], "report_format=asan"),
        ] {
            let program = Program::new(By::Sanecc, SOURCE, flags);
            let folder = program.folder();
            let whole = program.run(arguments, options).stderr;
            std::fs::copy(folder.join("program"), folder.join("program.unstripped")).unwrap();
            strip(&folder.join("program"));
            let bare = program.run(arguments, options).stderr;
            std::fs::write(folder.join("log"), &bare).unwrap();
            let named = symbolize(&folder, &["--binary", "program.unstripped", "log"]);
            let text = String::from_utf8_lossy(&named.stdout).into_owned();
            assert!(named.status.success(), "{named:?}");
            let mut expected = frames(&whole);
            if options.contains("asan") && arguments.is_empty() {
                // In this form a frame that the compiler noted has no module, by which its callers would be found.
                expected.retain(|frame| !frame.starts_with("twice "));
            }
            assert!(
                expected.iter().any(|frame| frame.starts_with("main ")),
                "{whole}"
            );
            assert!(frames(&bare).len() < expected.len(), "{bare}");
            assert_eq!(
                frames(&text),
                expected,
                "{flags:?} {options}\n{whole}\n{text}"
            );
            let others = |text: &str| text.lines().filter(|l| !l.contains(" #")).count();
            assert_eq!(others(&text), others(&bare));
        }
    }
}

#[test]
fn records_are_named_for_other_commands() {
    let program = Program::new(By::Sanecc, SOURCE, &["-O1"]);
    let folder = program.folder();
    std::fs::create_dir(folder.join("debug")).unwrap();
    std::fs::copy(folder.join("program"), folder.join("debug/program.debug")).unwrap();
    strip(&folder.join("program"));
    let bare = program.run(&[], "report_format=json").stderr;
    std::fs::write(folder.join("log"), format!("before\n{bare}")).unwrap();
    let named = symbolize(&folder, &["--debug-dir", "debug", "log"]);
    let text = String::from_utf8_lossy(&named.stdout).into_owned();
    let (first, record) = text.split_once('\n').unwrap();
    assert_eq!(first, "before");
    assert!(record.starts_with("{\"tool\":\"sanecc\""), "{record}");
    let record: Value = serde_json::from_str(record).unwrap();
    let frames = record["stacks"][0]["frames"].as_array().unwrap();
    let functions: Vec<_> = frames
        .iter()
        .filter_map(|f| f["function"].as_str())
        .collect();
    assert_eq!(functions[..3], ["get", "twice", "main"]);
    assert_eq!(
        (&frames[0]["line"], &frames[1]["line"]),
        (&3.into(), &5.into())
    );
}

#[test]
fn what_cannot_be_named_is_said() {
    let program = Program::new(
        By::Sanecc,
        SOURCE,
        &["-O1", "-Wl,--build-id=0x0123456789abcdef"],
    );
    let folder = program.folder();
    std::fs::copy(folder.join("program"), folder.join("old.unstripped")).unwrap();
    std::fs::rename(folder.join("old.unstripped"), folder.join("program.debug")).unwrap();
    let log = "    #0 0x1 in ?? (/nowhere/at/all+0x12)\n";
    std::fs::write(folder.join("log"), log).unwrap();
    let output = symbolize(&folder, &["log"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.starts_with("sane symbolize: error: no frame could be named"),
        "{said}"
    );
    // The file that the user names is of another build than the report's.
    let log = "    #0 0x1 (/nowhere/program+0x12) (BuildId: 0123456789abcd00)\n";
    std::fs::write(folder.join("log"), log).unwrap();
    let output = symbolize(&folder, &["--binary", "program.debug", "log"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("'program.debug' is of another build than '/nowhere/program'"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
    let help = symbolize(&folder, &["--help"]);
    assert!(String::from_utf8_lossy(&help.stdout).contains("--debug-dir"));
}
