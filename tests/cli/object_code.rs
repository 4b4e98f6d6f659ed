//! Machine code that is made without a process for it is the same as clang's, and is made so only where that is known.

use crate::twin::Twin;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

/// A flag that leaves code generation to clang and changes nothing.
const BY_CLANG: &str = "-fno-function-sections";

const FLAGS: [&[&str]; 5] = [
    &[],
    &["-O2", "-g"],
    &["-O1", "-fPIC", "-Wall", "-std=gnu11"],
    &["-Os", "-g3", "-fno-strict-aliasing", "-fvisibility=hidden"],
    &["-O3", "-fstack-protector-strong", "-pthread"],
];

/// Programs with much of what code generation has to deal with.
const PROGRAMS: [&str; 7] = [
    "ui/access/vectors_in_loop.c",
    "pass/computed_goto.c",
    "pass/condition_guards.c",
    "pass/inline_assembly.c",
    "pass/weak_and_alias.c",
    "ui/global/loop_store.c",
    "ui/stack/vla_two_dimensions.c",
];

/// Runs sanecc, which must succeed, and counts how often it has started clang.
fn clangs(twin: &Twin, words: &[&str]) -> usize {
    let output = logged(twin, words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {said}");
    said.matches(": run program=").count()
}

fn logged(twin: &Twin, words: &[&str]) -> Output {
    twin.command(words)
        .env("SANECC_LOG", "info")
        .output()
        .unwrap()
}

#[test]
fn objects_are_those_that_clang_would_make() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let include = format!("-I{}", tests.join("include").display());
    let twin = Twin::new();
    for program in PROGRAMS {
        let program = tests.join(program);
        for flags in FLAGS {
            let mut words = vec![
                include.as_str(),
                "-DFIXED",
                "-c",
                program.to_str().unwrap(),
                "-o",
                "x.o",
            ];
            words.extend(flags);
            assert_eq!(clangs(&twin, &words), 1, "{words:?}");
            let ours = twin.read("x.o");
            words.push(BY_CLANG);
            assert_eq!(clangs(&twin, &words), 2, "{words:?}");
            assert!(ours == twin.read("x.o"), "{words:?}: other bytes");
        }
    }
}

#[test]
fn what_changes_the_code_or_has_side_outputs_is_clang_s() {
    let twin = Twin::new();
    twin.write("x.cpp", "int x() { return 1; }\n");
    let several: &[&[&str]] = &[
        &["-ffunction-sections"],
        &["-fno-omit-frame-pointer"],
        &["-march=x86-64-v3"],
        &["-mcmodel=large"],
        &["-fno-pic"],
        &["-Ofast"],
        &["-fno-builtin"],
        &["-fno-plt"],
        &["-gline-tables-only"],
        &["-gdwarf-4"],
        &["-g", "-gsplit-dwarf"],
        &["-g", "-gz"],
        &["--coverage"],
        &["-fprofile-generate"],
        &["-fstack-usage"],
        &["-ftime-trace"],
        &["-save-temps"],
        &["-fsanitize=undefined"],
        &["-Wa,--noexecstack"],
        &["-Xclang", "-fno-math-builtin"],
        &["-mllvm", "-x86-asm-syntax=att"],
        &["-S"],
        &["-emit-llvm"],
        &["-x", "c++"],
    ];
    for flags in several {
        let mut words = flags.to_vec();
        words.extend(["-c", "b.c"]);
        assert_eq!(clangs(&twin, &words), 2, "{flags:?}");
    }
    assert_eq!(clangs(&twin, &["-c", "x.cpp"]), 2);
    assert_eq!(clangs(&twin, &["-c", "b.c", "-o", "/dev/null"]), 2);
}

#[test]
fn what_code_generation_says_is_said_by_clang() {
    let twin = Twin::new();
    twin.write("asm.c", "void f(void) { __asm__(\"bogus\"); }\n");
    let pair = twin.same(&["-c", "asm.c"]).fails(1);
    assert!(
        pair.stderr()
            .contains("error: invalid instruction mnemonic 'bogus'"),
        "{}",
        pair.stderr()
    );
    twin.write(
        "frame.c",
        "void g(char *);\nvoid f(void) { char a[500]; g(a); }\n",
    );
    let output = logged(&twin, &["-c", "frame.c", "-Wframe-larger-than=100"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("stack frame size"), "{said}");
    assert!(said.contains("code generation is left to clang"), "{said}");
    twin.is_elf("frame.o");
}

#[test]
fn objects_are_replaced_as_clang_replaces_them() {
    let twin = Twin::new();
    twin.same(&["-c", "b.c"]).succeeds();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&twin.ours("b.o")), mode(&twin.clang("b.o")));
    for side in [twin.ours(""), twin.clang("")] {
        std::fs::remove_file(side.join("b.o")).unwrap();
        std::os::unix::fs::symlink("elsewhere.o", side.join("b.o")).unwrap();
    }
    twin.same(&["-c", "b.c"]).succeeds();
    let link = |path: &Path| std::fs::symlink_metadata(path).unwrap().is_symlink();
    assert_eq!(link(&twin.ours("b.o")), link(&twin.clang("b.o")));
    twin.same(&["-c", "b.c", "-o", "nowhere/b.o"])
        .same_stderr()
        .fails(1);
}
