//! The scripts for debuggers in `rt/debugger`: GDB's commands at a report, and what the scripts know of the shadow. LLDB's script is read, not run.

use crate::program::{By, Program};
use sanecc_abi::shadow::{OFFSET_X86_64, Poison};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = r#"
#include <stdlib.h>
char global[16];
int main(void) {
    char *volatile chunk = malloc(21);
    free(chunk);
    chunk[20] = 1;
    return 0;
}
"#;

fn script(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rt/debugger");
    folder.join(name)
}

/// What GDB and the program say while GDB carries commands out.
fn gdb(arguments: &[&str], commands: &[&str]) -> String {
    let mut command = Command::new("gdb");
    command.args(["-nx", "-batch", "-ex", "set width 0"]);
    for text in commands {
        command.args(["-ex", text]);
    }
    let output = command.args(arguments).env_remove("SANECC_OPTIONS");
    let output = output
        .output()
        .expect("gdb, which `cargo xtask setup` installs");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    out + &err
}

#[test]
fn gdb_shows_the_shadow_and_the_object_of_an_address() {
    let program = Program::new(By::Sanecc, SOURCE, &["-O0"]);
    let source = format!("source {}", script("sanecc_gdb.py").display());
    let path = program.folder().join("program").display().to_string();
    let said = gdb(
        &[&path],
        &[
            &source,
            "help sanecc",
            "break __sanecc_on_report",
            "run",
            "echo AT THE REPORT\\n",
            "sanecc shadow",
            "echo OF AN EXPRESSION\\n",
            "frame function main",
            "sanecc shadow chunk + 10",
            "echo OF A VARIABLE\\n",
            "sanecc shadow global",
            "sanecc shadow global + 16",
            "echo OF NOTHING\\n",
            "sanecc shadow -1",
            "echo THE OBJECT\\n",
            "sanecc describe chunk + 2",
            "sanecc describe &global[1]",
        ],
    );
    let (_, rest) = said.split_once("AT THE REPORT\n").expect(&said);
    let (report, rest) = rest.split_once("OF AN EXPRESSION\n").unwrap();
    let (expression, rest) = rest.split_once("OF A VARIABLE\n").unwrap();
    let (variable, rest) = rest.split_once("OF NOTHING\n").unwrap();
    let (nothing, _) = rest.split_once("THE OBJECT\n").unwrap();
    assert!(report.contains(": fd, freed heap chunk\n"), "{said}");
    assert!(
        report.contains("\n=>0x") && report.contains("[fd]"),
        "{said}"
    );
    assert!(report.contains("  fa: heap redzone\n"), "{said}");
    assert!(expression.contains(": fd, freed heap chunk\n"), "{said}");
    assert!(variable.contains(", addressable\n"), "{said}");
    assert!(
        variable.contains(": f9, after a global variable\n"),
        "{said}"
    );
    assert_eq!(nothing, "0xffffffffffffffff has no shadow\n");
    // Once in the report, once asked for.
    for (text, times) in [("freed by thread T0 here:", 2), ("'global'", 1)] {
        assert_eq!(said.matches(text).count(), times, "{text}\n{said}");
    }
}

#[test]
fn the_scripts_know_the_codes_of_the_shadow() {
    let text = std::fs::read_to_string(script("sanecc_shadow.py")).unwrap();
    for code in Poison::ALL {
        let row = format!("    0x{:02X}: \"", code as u8);
        assert!(text.contains(&row), "{code:?}");
    }
    assert!(text.contains(&format!("OFFSET = 0x{OFFSET_X86_64:X}\n")));
}

#[test]
fn the_script_for_lldb_is_python() {
    let path = script("sanecc_lldb.py");
    let read = format!("python import ast; print(type(ast.parse(open({path:?}).read())).__name__)");
    assert_eq!(gdb(&[], &[&read]), "Module\n");
}
