//! Compiles a program from text and runs it.

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Who compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Sanecc,
    Clang,
}

/// A compiled program.
pub struct Program {
    folder: TempDir,
    by: By,
}

/// How a program ended and what it said.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Program {
    /// Compiles C, with checks, `-g` and `flags`.
    pub fn new(by: By, source: &str, flags: &[&str]) -> Program {
        Program::named(by, "program.c", source, flags)
    }

    /// As that, with the name of the source, which says the language.
    pub fn named(by: By, name: &str, source: &str, flags: &[&str]) -> Program {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), source).unwrap();
        let mut command = match by {
            By::Sanecc => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_sanecc"));
                command.env("SANECC_RUNTIME", runtime());
                command
            }
            By::Clang => {
                let mut command = Command::new("clang-19");
                command.args(["-fsanitize=address", "-fno-omit-frame-pointer"]);
                command
            }
        };
        let output = command
            .current_dir(folder.path())
            .args(["-g", "-w", name, "-o", "program"])
            .args(flags)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{by:?}: {said}");
        Program { folder, by }
    }

    /// The folder that it was compiled in, and runs in.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// That folder, which stays.
    pub fn folder_kept(self) -> TempDir {
        self.folder
    }

    /// Runs it with arguments and options of the runtime.
    pub fn run(&self, arguments: &[&str], options: &str) -> Outcome {
        let (ours, theirs) = match self.by {
            By::Sanecc => (options, ""),
            By::Clang => ("", options),
        };
        self.run_with(arguments, ours, theirs)
    }

    /// Runs it with options that are meant for sanecc, and for AddressSanitizer.
    pub fn run_with(&self, arguments: &[&str], ours: &str, theirs: &str) -> Outcome {
        let output = Command::new(self.folder.path().join("program"))
            .current_dir(self.folder.path())
            .args(arguments)
            .env("SANECC_OPTIONS", ours)
            .env("ASAN_OPTIONS", format!("detect_leaks=0:{theirs}"))
            .output()
            .unwrap();
        Outcome {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Outcome {
    /// The first lines of all reports, without who reports.
    pub fn titles(&self) -> Vec<&str> {
        self.after("ERROR: ")
    }

    /// The last lines of all reports, likewise.
    pub fn summaries(&self) -> Vec<&str> {
        self.after("SUMMARY: ")
    }

    fn after(&self, what: &str) -> Vec<&str> {
        let lines = self.stderr.lines().filter_map(|line| line.split_once(what));
        lines
            .filter_map(|(_, rest)| Some(rest.split_once(": ")?.1))
            .collect()
    }
}

/// The runtime archive: where the build puts it, unless the environment names another.
pub fn runtime() -> PathBuf {
    match std::env::var_os("SANECC_RUNTIME") {
        Some(named) => named.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target/release/libsanecc_rt.a"),
    }
}
