//! Commands for other machines: the runtime must be theirs, and RISC-V is linked by lld.

use crate::twin::{Twin, runtime};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

/// An archive in our folder with one object for a target, and the object beside it.
fn archive(twin: &Twin, target: &str) -> PathBuf {
    twin.write("part.c", "int part(int x) { return x - 1; }\n");
    let archive = twin.ours("part.a");
    let (target, name) = (format!("--target={target}"), "part.a");
    let made = [
        vec!["clang-19", &target, "-fPIC", "-c", "part.c"],
        vec!["ar", "rcs", name, "part.o"],
    ];
    for words in made {
        let mut command = Command::new(words[0]);
        let status = command
            .args(&words[1..])
            .current_dir(twin.ours(""))
            .status();
        assert!(status.unwrap().success(), "{words:?}");
    }
    archive
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_runtime_of_another_machine_is_refused() {
    let twin = Twin::new();
    for (target, words) in [
        ("aarch64-linux-gnu", "-ffreestanding -c b.c"),
        ("riscv64-linux-gnu", "b.o -o p"),
        ("thumbv7m-none-eabi", "-ffreestanding -c b.c -o b.o"),
    ] {
        let flag = format!("--target={target}");
        let words: Vec<&str> = std::iter::once(flag.as_str())
            .chain(words.split(' '))
            .collect();
        twin.write("b.o", "");
        let output = twin.only_ours(&words);
        assert_eq!(output.status.code(), Some(1), "{target}");
        assert_eq!(
            said(&output),
            format!(
                "sanecc: error: SANECC_RUNTIME names a runtime for x86-64, which is none for {target}: {}\n\
                 sanecc: note: unset it, and the runtime that 'cargo xtask setup --target {target}' makes is found, or set it to that archive\n",
                runtime().display()
            )
        );
        assert_eq!(twin.read("b.o"), b"", "{target}: nothing is written");
        // Nothing is to be checked.
        let output =
            twin.only_ours(&[&words[..1], &["-fsanecc-mode=none", "-E", "-P", "b.c"]].concat());
        assert_eq!(said(&output), "", "{target}");
    }
}

#[test]
fn programs_for_this_machine_refuse_the_runtime_of_another() {
    let twin = Twin::new();
    let named = archive(&twin, "riscv64-linux-gnu");
    let mut command = twin.command(&["a.c", "b.c", "-o", "p"]);
    let output = command.env("SANECC_RUNTIME", &named).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    let expected = "names a runtime for RISC-V of 64 bits, which is none for x86_64-linux-gnu";
    assert!(said.contains(expected), "{said}");
    assert!(!twin.ours("p").exists());
}

/// Code generators for Arm simplify the program once more, and believe what our calls say of themselves.
#[test]
fn a_cancelled_call_of_the_library_keeps_its_landing_pad() {
    let twin = Twin::new();
    twin.write(
        "wait.c",
        "long read(int, void *, unsigned long);\n\
         void release(int *);\n\
         long wait(char *into) {\n\
           __attribute__((cleanup(release))) int held = 1;\n\
           return read(0, into, 10);\n\
         }\n",
    );
    for target in [
        "aarch64-linux-gnu",
        "armv7-linux-gnueabihf",
        "riscv64-linux-gnu",
    ] {
        let runtime = archive(&twin, target);
        let flag = format!("--target={target}");
        let mut command = twin.command(&[&flag, "-O2", "-fexceptions", "-S", "wait.c"]);
        let output = command.env("SANECC_RUNTIME", &runtime).output().unwrap();
        assert_eq!(said(&output), "", "{target}");
        let assembly = String::from_utf8(twin.read("wait.s")).unwrap();
        let goes_on = ["_Unwind_Resume", "__cxa_end_cleanup"];
        assert!(
            goes_on.iter().any(|call| assembly.contains(call)),
            "{target}: {assembly}"
        );
    }
}

/// A Cortex-M0 reaches constants that lie within 1 KiB: how long each check is must be known.
#[test]
fn a_large_function_for_a_small_processor_is_assembled() {
    let twin = Twin::new();
    let stores: String = (0..40)
        .map(|i| {
            format!(
                "  first[at + {i}] = second[at + {i}] + {};\n",
                i * 1_234_567
            )
        })
        .collect();
    twin.write(
        "large.c",
        &format!("static int first[2000], second[3000];\nvoid fill(int at) {{\n{stores}}}\n"),
    );
    // What says that the runtime is there.
    twin.write("sanecc.ld", "");
    let runtime = archive(&twin, "thumbv6m-none-eabi");
    for level in ["-O0", "-O2"] {
        let flags = ["--target=thumbv6m-none-eabi", "-ffreestanding", level, "-g"];
        let mut command = twin.command(&[&flags[..], &["-c", "large.c"]].concat());
        let output = command.env("SANECC_RUNTIME", &runtime).output().unwrap();
        assert_eq!(said(&output), "", "{level}");
        assert!(output.status.success(), "{level}");
    }
}

/// A link for RISC-V; its runtime is not what this is about.
fn link(twin: &Twin, flags: &[&str]) -> Command {
    let mut words = vec!["--target=riscv64-linux-gnu", "-shared", "-nostdlib", "-v"];
    words.extend(flags);
    words.extend(["part.o", "-o", "libpart.so"]);
    let mut command = twin.command(&words);
    command.env("SANECC_RUNTIME", archive(twin, "riscv64-linux-gnu"));
    command
}

#[test]
fn riscv_is_linked_by_lld_unless_the_user_names_a_linker() {
    let twin = Twin::new();
    let has = |name| which::which(name).is_ok();
    if !has("ld.lld-19") || !has("riscv64-linux-gnu-ld") {
        eprintln!("skipped: needs lld-19 and binutils-riscv64-linux-gnu");
        return;
    }
    for (flags, linker) in [
        (&[][..], "ld.lld"),
        (&["-fuse-ld=bfd"][..], "riscv64-linux-gnu-ld.bfd"),
        (
            &["--ld-path=riscv64-linux-gnu-ld"][..],
            "riscv64-linux-gnu-ld",
        ),
    ] {
        let output = link(&twin, flags).output().unwrap();
        let said = said(&output);
        assert!(output.status.success(), "{flags:?}: {said}");
        let line = said.lines().last().unwrap();
        let program = line.trim().split(' ').next().unwrap().trim_matches('"');
        assert_eq!(program.rsplit('/').next(), Some(linker), "{line}");
        twin.is_elf("libpart.so");
    }
}

#[test]
fn a_link_that_fails_without_lld_says_what_to_install() {
    let twin = Twin::new();
    let clang = twin.ours("clang-19");
    std::fs::write(&clang, "#!/bin/sh\nexit 1\n").unwrap();
    std::fs::set_permissions(&clang, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = link(&twin, &[]);
    command
        .env("SANECC_CLANG", &clang)
        .env("PATH", twin.ours(""));
    let output = command.output().unwrap();
    let said = said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("sanecc: note: lld was not found")
            && said.contains("apt-get install lld-19"),
        "{said}"
    );
}
