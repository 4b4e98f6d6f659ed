//! How a program for a board is built and run.

use crate::cases::Case;
use sanecc_boards::Board;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Whether a program makes sense on a board.
pub fn has(board: &Board, case: &Case) -> bool {
    !case.only_cortex_m || board.target.starts_with("thumb")
}

/// A program, linked.
pub struct Firmware {
    board: &'static Board,
    folder: tempfile::TempDir,
}

/// How a program ended.
pub struct Ended {
    pub status: Option<i32>,
    pub log: String,
}

/// The repository's file.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/embedded")
        .join(name)
}

/// A file of the example that the manual walks through.
pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs/embedded")
        .join(name)
}

/// What `cargo xtask build` makes.
pub fn ours(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let made = target.join("release").join(name);
    assert!(
        made.exists(),
        "{} is not there: `cargo xtask build --target thumbv7m-none-eabi` makes it",
        made.display()
    );
    made
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Output {
    let shown = format!("{command:?}");
    command.output().unwrap_or_else(|error| {
        panic!("{shown}: {error}; `cargo xtask setup --yes` installs what is missing")
    })
}

/// The same, and it must succeed; what it printed.
pub fn succeed(command: &mut Command) -> String {
    let shown = format!("{command:?}");
    let output = run(command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shown}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Firmware {
    /// Compiles and links a program with these flags.
    pub fn build(board: &'static Board, case: &Case, flags: &[&str]) -> Firmware {
        let program = file("programs").join(case.program);
        Self::of(board, &[program], flags)
    }

    /// The same of several sources.
    pub fn of(board: &'static Board, sources: &[PathBuf], flags: &[&str]) -> Firmware {
        let folder = tempfile::tempdir().unwrap();
        let firmware = Firmware { board, folder };
        let output = run(firmware.command(flags).args(sources));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{sources:?} {flags:?}: {said}");
        assert_eq!(said, "", "{sources:?}");
        firmware
    }

    /// The command that builds, but for the program's own source.
    fn command(&self, flags: &[&str]) -> Command {
        let script = example("").join(format!("{}.ld", self.board.name));
        self.command_with(&script, flags)
    }

    /// The same with another linker script. Its folder is the first where included ones are looked for.
    pub fn command_with(&self, script: &Path, flags: &[&str]) -> Command {
        let folders = [script.parent().unwrap().to_owned(), example("")];
        let libraries = (self.board.folders())
            .unwrap_or_else(|error| panic!("{error}; `cargo xtask setup --yes` installs it"));
        let runtimes = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/release/runtimes");
        let mut command = Command::new(ours("sanecc"));
        command
            // A file in the folder of the runtimes, whose names depend on flags.
            .env(
                "SANECC_RUNTIME",
                runtimes.join(self.board.target).join("any"),
            )
            .args(self.board.flags())
            .arg(format!("-fsanecc-heap={}", self.board.heap))
            .args(folders.map(|folder| format!("-L{}", folder.display())))
            .args([OsStr::new("-T"), script.as_os_str()])
            .arg("-Wl,--gc-sections")
            .args(flags)
            .args([example(self.board.start), example("semihosting.c")])
            .args(libraries.map(|folder| format!("-L{}", folder.display())))
            .args(self.board.libraries)
            .arg("-o")
            .arg(self.elf());
        command
    }

    pub fn elf(&self) -> PathBuf {
        self.folder.path().join("firmware.elf")
    }

    /// Runs it on its board.
    pub fn run(&self) -> Ended {
        let mut command = Command::new("timeout");
        command
            .arg("60")
            .args(self.board.command(self.board.name, &self.elf()))
            .stdin(Stdio::null());
        let output = run(&mut command);
        let mut log = String::from_utf8_lossy(&output.stderr).into_owned();
        log += &String::from_utf8_lossy(&output.stdout);
        Ended {
            status: output.status.code(),
            log,
        }
    }

    /// What `sane decode` makes of a log or a dump.
    pub fn decoded(&self, log: impl AsRef<[u8]>) -> String {
        let place = self.folder.path().join("log");
        std::fs::write(&place, log).unwrap();
        let mut command = Command::new(ours("sane"));
        command
            .arg("decode")
            .arg("--elf")
            .arg(self.elf())
            .arg(place);
        succeed(&mut command)
    }
}
