//! A sample of programs on other targets, in emulation: each error is reported at its line, and the mended program is silent. `cargo xtask targets` runs them all.
//!
//! A target whose emulator or runtime is not here is left out, and said to be: `cargo xtask setup --target T` gets both.

use sanecc_abi::target::{ALL, Architecture, HOST, Target};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Programs of the tests, from several topics.
const PROGRAMS: [&str; 5] = [
    "tests/ui/global/matrix.c",
    "tests/ui/heap/loop_copy.c",
    "tests/ui/library/negative_size.c",
    "tests/ui/return/large_frame.c",
    "tests/ui/stack/vla_past_end.c",
];
/// The same for processors with NEON.
const WITH_NEON: [&str; 2] = ["tests/targets/neon.c", "tests/targets/neon_store.c"];

/// The targets whose programs can run here.
fn targets() -> impl Iterator<Item = (&'static Target, [&'static str; 2], PathBuf)> {
    ALL.iter()
        .filter(|target| *target != HOST)
        .filter_map(|target| {
            let emulator = target.emulator()?;
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let runtimes = root.join("target/release/runtimes").join(target.name);
            let archive = runtimes.join("libclang_rt.sanecc.a");
            let runs = which::which(emulator[0]).is_ok() && archive.is_file();
            if !runs {
                println!("left out: {}", target.name);
            }
            runs.then_some((target, emulator, archive))
        })
}

/// Compiles a program, which is to be silent, and runs it.
fn run(
    (target, emulator, runtime): &(&Target, [&str; 2], PathBuf),
    source: &str,
    flags: &[&str],
) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let made = Command::new(env!("CARGO_BIN_EXE_sanecc"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("SANECC_RUNTIME", runtime)
        .arg(format!("--target={}", target.llvm))
        .args(["-O2", "-g", "-w", "-Itests/include", source, "-o"])
        .arg(&program)
        .args(flags)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(
        made.status.success() && said.is_empty(),
        "{} {source}: {said}",
        target.name
    );
    Command::new(emulator[0])
        .args(["-L", emulator[1]])
        .arg(&program)
        .env("SANECC_OPTIONS", "detect_leaks=0")
        .output()
        .unwrap()
}

/// The kind and the place that the annotation of a program names.
fn expected(source: &str) -> (String, String) {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(source)).unwrap();
    let mut lines = (1..).zip(text.lines());
    let (line, kind) = lines
        .find_map(|(number, line)| Some((number, line.split_once("//~ ERROR ")?.1.trim())))
        .unwrap();
    let name = source.rsplit('/').next().unwrap();
    (kind.to_owned(), format!("{name}:{line}"))
}

#[test]
fn errors_are_reported_and_mended_programs_are_silent() {
    for target in targets() {
        let (has_neon, flags): (bool, &[&str]) = match target.0.architecture {
            Architecture::AArch64 => (true, &[]),
            Architecture::Arm => (true, &["-mfpu=neon"]),
            _ => (false, &[]),
        };
        let more = WITH_NEON.iter().filter(|_| has_neon);
        for source in PROGRAMS.iter().chain(more) {
            let (kind, place) = expected(source);
            let name = target.0.name;
            let bad = run(&target, source, flags);
            let said = String::from_utf8_lossy(&bad.stderr);
            assert_eq!(bad.status.code(), Some(1), "{name} {source}: {said}");
            assert!(
                said.contains(&kind) && said.contains(&place),
                "{name} {source}: {said}"
            );
            let fixed = run(&target, source, &[flags, &["-DFIXED"]].concat());
            let said = String::from_utf8_lossy(&fixed.stderr);
            assert!(said.is_empty(), "{name} {source}: {said}");
        }
    }
}
