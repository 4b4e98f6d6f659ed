//! A sample of programs on other targets, in emulation: each error is reported at its line, and the mended program is silent. `cargo xtask targets` runs them all.
//!
//! A target whose emulator or runtime is not here is left out, and said to be: `cargo xtask setup --target T` gets both.

mod measures;

use sanecc_abi::target::{ALL, Architecture, Emulator, HOST, Target};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Programs of the tests, from several topics.
const PROGRAMS: [&str; 7] = [
    "tests/targets/hooks.c",
    "tests/targets/library.c",
    "tests/ui/global/matrix.c",
    "tests/ui/heap/loop_copy.c",
    "tests/ui/library/negative_size.c",
    "tests/ui/return/large_frame.c",
    "tests/ui/stack/vla_past_end.c",
];
/// The same for processors with NEON.
const WITH_NEON: [&str; 2] = ["tests/targets/neon.c", "tests/targets/neon_store.c"];

/// The targets whose programs can run here.
fn targets() -> impl Iterator<Item = Ways> {
    ALL.iter()
        .filter(|target| *target != HOST)
        .filter_map(|target| {
            let emulator = target.emulator()?;
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let runtimes = root.join("target/release/runtimes").join(target.name);
            let archive = runtimes.join("libclang_rt.sanecc.a");
            let runs = which::which(emulator.command).is_ok() && archive.is_file();
            if !runs {
                println!("left out: {}", target.name);
            }
            runs.then_some((target, emulator, archive))
        })
}

/// A target, what runs its programs, and its runtime.
type Ways = (&'static Target, Emulator, PathBuf);

/// Compiles a program, which is to be silent.
fn compile((target, _, runtime): &Ways, source: &str, flags: &[&str], program: &Path) {
    let made = Command::new(env!("CARGO_BIN_EXE_sanecc"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("SANECC_RUNTIME", runtime)
        .arg(format!("--target={}", target.llvm))
        .args(["-g", "-w", "-Itests/include", source, "-o"])
        .arg(program)
        .args(flags)
        .arg("-lm")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(
        made.status.success() && said.is_empty(),
        "{} {source}: {said}",
        target.name
    );
}

/// Runs it with arguments.
fn execute((_, emulator, _): &Ways, program: &Path, arguments: &[&str]) -> Output {
    Command::new(emulator.command)
        .args(emulator.arguments)
        .arg(program)
        .args(arguments)
        .env("SANECC_OPTIONS", "detect_leaks=0")
        .output()
        .unwrap()
}

/// Compiles a program and runs it.
fn run(ways: &Ways, source: &str, flags: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    compile(ways, source, &[&["-O2"], flags].concat(), &program);
    execute(ways, &program, &[])
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

/// What is wrong with one case of a program of `tests/effects`, which is run with memory that is large enough, and with less.
fn judge(ways: &Ways, program: &Path, case: &str) -> Option<String> {
    let said = |arguments: &[&str]| {
        let output = execute(ways, program, arguments);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (fits, less) = (said(&[case]), said(&[case, "over"]));
    let is_right =
        !fits.contains("ERROR: sanecc") && less.contains("ERROR: sanecc: heap-buffer-overflow");
    (!is_right).then(|| format!("{} {case}\n{fits}\n{less}", ways.0.name))
}

#[test]
fn times_are_as_long_as_the_target_has_them() {
    for ways in targets() {
        let wide: &[&[&str]] = match ways.0.pointer_bits {
            32 => &[&[], &["-D_FILE_OFFSET_BITS=64", "-D_TIME_BITS=64"]],
            _ => &[&[]],
        };
        for flags in wide {
            let folder = tempfile::tempdir().unwrap();
            let program = folder.path().join("program");
            let flags = [&["-O0", "-fno-builtin"], *flags].concat();
            compile(&ways, "tests/effects/clock.c", &flags, &program);
            let list = execute(&ways, &program, &[]).stdout;
            let list = String::from_utf8(list).unwrap();
            let cases = list.lines().filter_map(|line| line.split(' ').next());
            let wrong = cases.filter_map(|case| judge(&ways, &program, case));
            let wrong: Vec<_> = wrong.collect();
            assert!(!list.is_empty() && wrong.is_empty(), "{}", wrong.join("\n"));
        }
    }
}
