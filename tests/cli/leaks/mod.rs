//! Leaks: what is found, what is not, and what is said, beside AddressSanitizer's answers for the same programs.

mod interface;
mod lost;
mod options;
mod reach;
mod suppressions;

use crate::twin::{CLANG, Twin};
use std::process::{Command, Output};

/// A folder with programs, built by both compilers.
struct Bench {
    twin: Twin,
}

impl Bench {
    fn new() -> Bench {
        Bench { twin: Twin::new() }
    }

    /// Builds `NAME` with sanecc and `NAME-asan` with clang from the source.
    fn build(&self, name: &str, source: &str, flags: &str) {
        self.twin.write(&format!("{name}.c"), source);
        let words = format!("-g -O0 -w {name}.c -o {name} {flags}");
        let words: Vec<_> = words.split_whitespace().collect();
        assert_silent(self.twin.command(&words).output().unwrap());
        self.clang(&format!(
            "-fsanitize=address -g -O0 -w {name}.c -o {name}-asan {flags}"
        ));
    }

    fn clang(&self, line: &str) {
        let mut command = Command::new(CLANG);
        command
            .args(line.split_whitespace())
            .current_dir(self.twin.ours(""));
        assert_silent(command.output().unwrap());
    }

    /// Runs a program with its arguments; options of the runtime are those of `LSAN_OPTIONS`.
    fn run(&self, line: &str, options: &str) -> Output {
        let mut words = line.split_whitespace();
        Command::new(self.twin.ours(words.next().unwrap()))
            .args(words)
            .current_dir(self.twin.ours(""))
            .env("LD_LIBRARY_PATH", self.twin.ours(""))
            .env_remove("SANECC_OPTIONS")
            .env("ASAN_OPTIONS", "detect_leaks=1")
            .env("LSAN_OPTIONS", options)
            .output()
            .unwrap()
    }

    /// Runs both programs; what they find must be equal. Returns it, and ours.
    #[track_caller]
    fn same(&self, name: &str, arguments: &str, options: &str) -> (Vec<String>, Output) {
        let ours = self.run(&format!("{name} {arguments}"), options);
        let asan = self.run(&format!("{name}-asan {arguments}"), options);
        let what = format!(
            "{name} {arguments} {options}\n{}{}",
            stderr(&ours),
            stderr(&asan)
        );
        assert_eq!(leaks(&ours), leaks(&asan), "{what}");
        assert_eq!(ours.status.code(), asan.status.code(), "{what}");
        (leaks(&ours), ours)
    }
}

#[track_caller]
fn assert_silent(output: Output) {
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        stderr(&output)
    );
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The lines that say how much was lost, without colours.
fn leaks(output: &Output) -> Vec<String> {
    let text = stderr(output);
    let plain = |line: &str| {
        line.replace("\u{1b}[1m\u{1b}[34m", "")
            .replace("\u{1b}[1m\u{1b}[0m", "")
    };
    text.lines()
        .map(plain)
        .filter(|line| line.contains(" leak of ") || line.contains("leaked in"))
        .map(|line| {
            line.rsplit_once(": ")
                .map_or(line.clone(), |(_, rest)| rest.to_owned())
        })
        .collect()
}
