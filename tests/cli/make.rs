//! Under GNU make: its jobserver goes through to whatever clang starts, with every token, and output stays whole.

use crate::twin::{CLANG, SANECC, Twin};
use std::process::{Command, Output};

fn make(twin: &Twin, words: &[&str]) -> Output {
    let mut command = Command::new("make");
    command.args(words).current_dir(twin.ours(""));
    let runtime = crate::twin::runtime();
    command.env("SANECC_RUNTIME", runtime);
    command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    command.output().unwrap()
}

/// A clang that first tells what it sees of a jobserver.
fn telling_clang(twin: &Twin) -> String {
    let clang = twin.fake_clang(&format!(
        "echo \"$MAKEFLAGS\" >>told\nfor fd in 3 4 5 6; do [ -e /proc/self/fd/$fd ] && echo \"$fd open\" >>told; done\nexec {CLANG} \"$@\""
    ));
    clang.display().to_string()
}

fn told(twin: &Twin) -> Vec<String> {
    let text = std::fs::read_to_string(twin.ours("told")).unwrap();
    std::fs::remove_file(twin.ours("told")).unwrap();
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    lines
}

#[test]
fn clang_sees_the_jobserver_as_without_sanecc() {
    let twin = Twin::new();
    let clang = telling_clang(&twin);
    twin.write("Makefile", "b.o: b.c\n\t+$(CC) -c b.c\n");
    let mut seen = Vec::new();
    for compiler in [&clang[..], &format!("SANECC_CLANG={clang} {SANECC}")] {
        let output = make(&twin, &["-B", "-j4", &format!("CC={compiler}")]);
        assert!(output.status.success() && output.stderr.is_empty());
        seen.push(
            told(&twin)
                .into_iter()
                .filter(|line| !line.contains("CC="))
                .collect::<Vec<_>>(),
        );
        let flags = make(&twin, &["-B", "-j4", "CC=echo \"$$MAKEFLAGS\";:"]);
        assert!(String::from_utf8_lossy(&flags.stdout).contains("--jobserver-auth=3,4"));
    }
    assert_eq!(seen[0], ["3 open", "4 open"]);
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn the_environment_of_a_named_jobserver_goes_through() {
    let twin = Twin::new();
    let flags = " -j4 --jobserver-auth=fifo:/tmp/some/fifo -Otarget";
    let clang = telling_clang(&twin);
    let mut command = twin.command(&["-flto=jobserver", "a.c", "b.c", "-fno-lto", "-o", "p"]);
    let output = command
        .env("MAKEFLAGS", flags)
        .env("SANECC_CLANG", clang)
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(told(&twin), [flags]);
}

/// Sixteen units with a warning each, and a program. `mark` goes before each command of a compiler.
fn many_units(twin: &Twin, mark: &str) {
    let mut makefile = format!(
        "all: p\np: a.o b.o\n\t{mark}$(CC) $^ -o $@\n%.o: %.c\n\t{mark}$(CC) $(CFLAGS) -c $< -o $@\n\techo done $@\n"
    );
    for number in 0..16 {
        twin.write(
            &format!("u{number}.c"),
            "int f(int *p) { int unused; return *p; }\n",
        );
        makefile += &format!("u{number}.o: CFLAGS = -Wall\nall: u{number}.o\n");
    }
    makefile += "sub:\n\t$(MAKE) -s all\n";
    twin.write("Makefile", &makefile);
}

/// Builds all of it by a make below a make, and gives what was said.
fn build(twin: &Twin, compiler: &str) -> String {
    let cc = format!("CC={compiler}");
    let output = make(twin, &["-B", "-s", "-j8", "-Otarget", "sub", &cc]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 18);
    assert_eq!(twin.program("p").stdout, b"6\n");
    said
}

/// Make itself counts its tokens when it ends, and complains when one is lost. It gives them to commands with a `+` alone, which
/// it then leaves to write when they like: so what compilers say may be mixed, clang's too.
#[test]
fn every_token_comes_back() {
    let twin = Twin::new();
    many_units(&twin, "+");
    for compiler in [CLANG, SANECC] {
        let said = build(&twin, compiler);
        assert!(
            !said.contains("jobserver") && !said.contains("INTERNAL"),
            "{said}"
        );
    }
}

/// Make collects what a command says, and what its children say, as long as all of them write where they were told to.
#[test]
fn output_stays_whole() {
    let twin = Twin::new();
    many_units(&twin, "");
    for compiler in [CLANG, SANECC] {
        let said = build(&twin, compiler);
        let warnings = said.matches("warning: unused variable").count();
        assert_eq!(warnings, 16, "{said}");
    }
}
