//! Programs whose debug information lies in a file of its own, or is compressed.

use crate::program::{By, Outcome, Program};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = r#"
#include <stdlib.h>
__attribute__((noinline)) static int get(volatile char *p, int at) { return p[at]; }
int main(int count, char **arguments) {
    return get(malloc(10), 9 + count);
}
"#;

/// What the stack of the allocation shows where the debug information was found.
const FRAME: &str = "in main ./program.c:5:";

/// Runs one of binutils' tools or LLVM's of the same name in the program's folder.
fn tool(name: &str, folder: &Path, words: &[&str]) {
    let run = |tool: String| Command::new(tool).args(words).current_dir(folder).output();
    let output = run(name.to_owned())
        .or_else(|_| run(format!("llvm-{name}-19")))
        .unwrap_or_else(|error| panic!("{name} (install binutils): {error}"));
    assert!(output.status.success(), "{name} {words:?}: {output:?}");
}

/// A program without symbols and debug information, which are in `program.debug`.
fn stripped(flags: &[&str]) -> (Program, PathBuf) {
    let flags = [
        &["-O1", "-ffile-prefix-map=./=", "-fdebug-compilation-dir=."],
        flags,
    ]
    .concat();
    let program = Program::new(By::Sanecc, SOURCE, &flags);
    let folder = program.folder();
    tool(
        "objcopy",
        &folder,
        &["--only-keep-debug", "program", "program.debug"],
    );
    tool("strip", &folder, &["program"]);
    (program, folder)
}

fn shows_lines(outcome: &Outcome) -> bool {
    let frames: Vec<_> = outcome
        .stderr
        .lines()
        .filter(|line| line.starts_with("    #") || line.starts_with("  > #"))
        .collect();
    assert!(frames.len() > 1, "{}", outcome.stderr);
    frames.iter().any(|frame| frame.contains(FRAME))
}

#[test]
fn a_link_names_the_debug_file_beside_the_program_or_in_a_folder() {
    let (program, folder) = stripped(&[]);
    assert!(!shows_lines(&program.run(&[], "")));
    tool(
        "objcopy",
        &folder,
        &["--add-gnu-debuglink=program.debug", "program"],
    );
    let outcome = program.run(&[], "");
    assert!(shows_lines(&outcome), "{}", outcome.stderr);
    std::fs::create_dir(folder.join(".debug")).unwrap();
    let hidden = folder.join(".debug/program.debug");
    std::fs::rename(folder.join("program.debug"), &hidden).unwrap();
    assert!(shows_lines(&program.run(&[], "")));
    // Of another build: the checksum is not the one that the link says.
    let mut bytes = std::fs::read(&hidden).unwrap();
    bytes.push(0);
    std::fs::write(&hidden, bytes).unwrap();
    assert!(!shows_lines(&program.run(&[], "")));
}

#[test]
fn a_build_id_names_the_debug_file_below_a_directory() {
    let (_program, folder) = stripped(&["-Wl,--build-id=0x0123456789abcdef"]);
    let (_other, of_another) = stripped(&["-Wl,--build-id=0x0123456789abcd00"]);
    let place = folder.join("below/.build-id/01");
    std::fs::create_dir_all(&place).unwrap();
    let named = place.join("23456789abcdef.debug");
    let run = || {
        let output = Command::new(folder.join("program"))
            .env(
                "LLVM_SYMBOLIZER_OPTS",
                format!("--debug-file-directory={}", folder.join("below").display()),
            )
            .output()
            .unwrap();
        Outcome {
            code: output.status.code(),
            stdout: String::new(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    };
    assert!(!shows_lines(&run()));
    std::fs::copy(of_another.join("program.debug"), &named).unwrap();
    assert!(!shows_lines(&run()));
    std::fs::copy(folder.join("program.debug"), &named).unwrap();
    let outcome = run();
    assert!(shows_lines(&outcome), "{}", outcome.stderr);
}

#[test]
fn compressed_sections_are_unpacked() {
    let program = Program::new(
        By::Sanecc,
        SOURCE,
        &["-O1", "-ffile-prefix-map=./=", "-fdebug-compilation-dir=."],
    );
    let folder = program.folder();
    // As linkers write it today, as they once did, and in a way that is not read.
    for (form, is_read) in [("zlib", true), ("zlib-gnu", true), ("zstd", false)] {
        let compressed = format!("--compress-debug-sections={form}");
        tool(
            "objcopy",
            &folder,
            &["--decompress-debug-sections", "program"],
        );
        tool("objcopy", &folder, &[&compressed, "program"]);
        let outcome = program.run(&[], "");
        assert_eq!(shows_lines(&outcome), is_read, "{form}\n{}", outcome.stderr);
    }
}

#[test]
fn a_debug_file_may_be_compressed() {
    let (program, folder) = stripped(&[]);
    let compressed = "--compress-debug-sections=zlib";
    tool("objcopy", &folder, &[compressed, "program.debug"]);
    let link = "--add-gnu-debuglink=program.debug";
    tool("objcopy", &folder, &[link, "program"]);
    let outcome = program.run(&[], "");
    assert!(shows_lines(&outcome), "{}", outcome.stderr);
}
