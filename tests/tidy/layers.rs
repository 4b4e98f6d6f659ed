//! Which part may know what: LLVM, processes, the platform.

use crate::assert_none;
use crate::source::{all_files, code, code_lines, has_word};
use std::path::Path;

#[test]
fn only_the_ir_crate_names_llvm() {
    let mut violations = Vec::new();
    for file in all_files() {
        let above = ["passes/analysis", "passes/prove", "passes/instrument"];
        let above = above.iter().any(|folder| file.is_below(folder));
        let manifest = file.path.ends_with("Cargo.toml");
        if !above || !(file.is_rust() || manifest) {
            continue;
        }
        for (number, line) in code_lines(&file.text) {
            if ["inkwell", "llvm_sys", "llvm-sys"]
                .iter()
                .any(|name| has_word(&line, name))
            {
                violations.push(file.at(number, "this layer knows the analysis IR, not LLVM"));
            }
        }
    }
    assert_none(
        "analysis, prove and instrument never name LLVM's crates",
        &violations,
    );
}

#[test]
fn passes_know_only_those_below() {
    /// A crate, and what it must not depend on.
    const LAYERS: [(&str, &[&str]); 4] = [
        (
            "passes/ir",
            &["sanecc-analysis", "sanecc-prove", "sanecc-instrument"],
        ),
        (
            "passes/analysis",
            &["sanecc-prove", "sanecc-instrument", "sanecc-abi"],
        ),
        ("passes/prove", &["sanecc-instrument", "sanecc-abi"]),
        (
            "passes/machine",
            &["sanecc-analysis", "sanecc-prove", "sanecc-instrument"],
        ),
    ];
    let mut violations = Vec::new();
    let mut manifests = 0;
    for file in all_files() {
        for (folder, above) in LAYERS {
            if file.path != Path::new(folder).join("Cargo.toml") {
                continue;
            }
            manifests += 1;
            for (number, line) in file.text.lines().enumerate() {
                if above.iter().any(|name| line.starts_with(name)) {
                    violations.push(file.at(number, "a layer knows only those below"));
                }
            }
        }
        // What is true does not depend on how the module is edited.
        if file.is_below("passes/prove/src") {
            for (number, line) in code_lines(&file.text) {
                if line.contains("llvm::") {
                    violations.push(file.at(number, "the prover reads the IR alone"));
                }
            }
        }
    }
    assert_eq!(manifests, LAYERS.len());
    assert_none("each crate of passes knows only those below", &violations);
}

#[test]
fn only_the_tool_module_spawns_processes() {
    let mut violations = Vec::new();
    for file in code() {
        // The last three are tests: two compare with clang, one needs a process in which nothing has set the runtime up.
        let exempt = file.is_below("src/tool")
            || file.path == Path::new("src/tool.rs")
            || file.is_below("xtask")
            || file.path == Path::new("passes/ir/tests/coverage/units.rs")
            || file.is_below("passes/machine/tests/programs")
            || file.path == Path::new("rt/src/heap/tests/faults.rs");
        if exempt {
            continue;
        }
        for (number, line) in code_lines(&file.text) {
            let spawns = has_word(&line, "duct")
                || line.contains("process::Command")
                || line.contains("Command::new");
            // `use std::process::{Command, ...}`
            if spawns || (line.contains("process::{") && has_word(&line, "Command")) {
                violations.push(file.at(number, "starts a process outside src/tool"));
            }
        }
    }
    assert_none("only src/tool spawns processes", &violations);
}

#[test]
fn the_runtime_names_its_platform_in_one_place() {
    const REGISTERS: [&str; 5] = ["rax", "rbp", "rsp", "rdi", "gregs"];
    // Not what every system has that is called POSIX.
    const LINUX: [&str; 7] = [
        "libc::MADV_",
        "libc::MAP_",
        "libc::PROT_",
        "libc::RLIMIT_",
        "libc::Elf64_",
        "dl_iterate_phdr",
        "getauxval",
    ];
    // In texts, too.
    const NAMES: [&str; 3] = ["/proc", "linux", "x86"];
    let mut violations = Vec::new();
    for file in code() {
        if !file.is_below("rt/src") || file.is_below("rt/src/platform") {
            continue;
        }
        let lines: Vec<_> = file.text.lines().collect();
        for (number, line) in code_lines(&file.text) {
            let calls = has_word(&line, "asm")
                || has_word(&line, "global_asm")
                || has_word(&line, "naked_asm")
                || has_word(&line, "syscall")
                || line.contains("SYS_")
                || line.contains("core::arch");
            let is_linux = LINUX.iter().any(|name| line.contains(name));
            let says = NAMES.iter().any(|name| lines[number].contains(name));
            if calls || is_linux || says || REGISTERS.iter().any(|name| has_word(&line, name)) {
                violations.push(file.at(
                    number,
                    "the processor or the kernel, not by rt/src/platform",
                ));
            }
        }
    }
    assert_none("rt/src/platform alone knows the target", &violations);
}
