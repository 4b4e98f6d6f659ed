//! What goes wrong inside: bitcode that is none, a full disk, a crash of LLVM in our process.

use crate::twin::{CLANG, SANECC, Twin, files, runtime};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs sanecc for `b.c` with a script for clang, an old `b.o` and a temporary folder of its own.
fn with_clang(twin: &Twin, script: &str) -> Output {
    twin.folder("tmp");
    twin.write("b.o", "from before");
    twin.command(&["-O2", "-c", "b.c"])
        .env("SANECC_CLANG", twin.fake_clang(script))
        .env("TMPDIR", twin.ours("tmp"))
        .output()
        .unwrap()
}

/// Finds the word after `-o`.
const FIND_OUTPUT: &str = "for word; do test \"$last\" = -o && out=$word; last=$word; done";

#[test]
fn bitcode_that_is_none() {
    for made in [
        "echo garbage > \"$out\"",
        ": > \"$out\"",
        "printf 'BC\\300\\336garbage' > \"$out\"",
        &format!(
            "{CLANG} \"$@\" && head -c 900 \"$out\" > \"$out\".short && mv \"$out\".short \"$out\""
        ),
        ": nothing",
    ] {
        let twin = Twin::new();
        let output = with_clang(&twin, &format!("{FIND_OUTPUT}\n{made}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{made}: {said}");
        assert!(
            said.contains("sanecc: error: b.c: clang wrote no bitcode that LLVM 19 can read: "),
            "{made}: {said}"
        );
        assert!(said.contains("note: 'sane doctor'"), "{made}: {said}");
        assert!(!twin.ours("b.o").exists(), "{made}");
        assert_eq!(std::fs::read_dir(twin.ours("tmp")).unwrap().count(), 0);
    }
}

#[test]
fn input_that_cannot_be_read() {
    let twin = Twin::new();
    twin.folder("folder.c");
    twin.write("bytes.c", "int x; \u{0}\u{1}\u{7f} int\n");
    twin.same(&["-c", "folder.c"]).same_stderr().fails(1);
    twin.same(&["-c", "bytes.c"]).same_stderr().fails(1);
}

/// A small file system of its own needs no root where a user may have namespaces.
#[test]
fn full_temporary_folder() {
    let twin = Twin::new();
    twin.folder("tmp");
    let run = |kilobytes: u32, command: &str| {
        let script = format!(
            "mount -t tmpfs -o size={kilobytes}k tmpfs tmp || exit 99; {command}; code=$?; ls tmp >&2; exit $code"
        );
        let words = ["--user", "--map-root-user", "--mount", "sh", "-c", &script];
        Command::new("unshare")
            .args(words)
            .current_dir(twin.ours(""))
            .env("SANECC_RUNTIME", runtime())
            .env("TMPDIR", twin.ours("tmp"))
            .output()
    };
    if !run(4, "true").is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this system lets no user mount a file system");
        return;
    }
    let mut failed = 0;
    for kilobytes in [4, 8, 12, 16, 24] {
        let output = run(kilobytes, &format!("{SANECC} -c -ffunction-sections a.c"));
        let said = String::from_utf8_lossy(&output.unwrap().stderr).into_owned();
        // `ls` says nothing of an empty folder.
        let made = twin.ours("a.o").exists();
        assert_eq!(made, said.is_empty(), "{kilobytes} kB: {said}");
        if !made {
            failed += 1;
            assert!(said.contains("No space left on device"), "{said}");
            assert!(
                !said.lines().any(|line| line.starts_with("sanecc-")),
                "{said}"
            );
        }
        let _ = std::fs::remove_file(twin.ours("a.o"));
    }
    assert!(failed > 0);
}

/// Structures in structures: LLVM walks down them by recursion, and our process has a small stack.
fn overflow(twin: &Twin, script: &str) -> Output {
    let mut source = String::from("struct S0 { char c; };\n");
    for depth in 1..3000 {
        let _ = writeln!(source, "struct S{depth} {{ struct S{} s; }};", depth - 1);
    }
    source.push_str("struct S2999 deep;\n");
    twin.write("deep.c", &source);
    twin.write("deep.o", "from before");
    twin.folder("tmp");
    Command::new("sh")
        .args(["-c", &format!("ulimit -S -s 192; {script}")])
        .current_dir(twin.ours(""))
        .env(
            "SANECC_CLANG",
            twin.fake_clang(&format!("ulimit -s unlimited\nexec {CLANG} \"$@\"")),
        )
        .env("TMPDIR", twin.ours("tmp"))
        .output()
        .unwrap()
}

fn saved_folders(twin: &Twin) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(twin.ours("tmp")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_crash_of_llvm_is_told_and_can_be_replayed() {
    let twin = Twin::new();
    let output = overflow(&twin, &format!("exec {SANECC} -O1 -c deep.c"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("sanecc: error: internal error in pass ")
            && said.contains(" while compiling deep.c: killed by SIGSEGV"),
        "{said}"
    );
    assert!(!twin.ours("deep.o").exists());
    let [folder] = &saved_folders(&twin)[..] else {
        panic!(
            "one saved folder and nothing else: {:?}",
            saved_folders(&twin)
        );
    };
    assert!(said.contains(&*folder.to_string_lossy()), "{said}");
    let saved = files(folder);
    assert!(
        saved.iter().any(|file| file.ends_with("deep.bc")),
        "{saved:?}"
    );
    let replayed = overflow(&twin, &format!("exec sh {}/replay.sh", folder.display()));
    let said_again = String::from_utf8_lossy(&replayed.stderr).into_owned();
    assert_eq!(said.lines().next(), said_again.lines().next());
    assert_eq!(saved_folders(&twin).len(), 2);
}

/// LLVM knows no way on but to give up when 64-bit code is wanted of a processor that has none.
#[test]
fn an_error_that_llvm_gives_up_on_is_told() {
    let twin = Twin::new();
    let marred =
        "s/\"target-cpu\"=\"x86-64\"/\"target-cpu\"=\"i486\"/; s/\"target-features\"=\"[^\"]*\"//";
    let script = format!("{FIND_OUTPUT}\n{CLANG} \"$@\" -S && sed -i '{marred}' \"$out\"");
    let output = with_clang(&twin, &script);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains(" while compiling b.c: LLVM gave up: 64-bit code requested"),
        "{said}"
    );
    assert!(!twin.ours("b.o").exists());
    assert_eq!(saved_folders(&twin).len(), 1);
}

#[test]
fn an_abort_is_told() {
    for (name, number) in [("ABRT", 6), ("BUS", 7)] {
        let twin = Twin::new();
        let output = with_clang(&twin, &format!("kill -{number} $PPID; sleep 1"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("killed by SIG{name}")), "{said}");
        let [folder] = &saved_folders(&twin)[..] else {
            panic!(
                "one saved folder and nothing else: {:?}",
                saved_folders(&twin)
            );
        };
        assert!(folder.join("replay.sh").exists());
    }
}
