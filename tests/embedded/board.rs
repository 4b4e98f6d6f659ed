//! The boards, and how a program for one is built and run.

use crate::cases::Case;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An emulated board.
pub struct Board {
    pub name: &'static str,
    pub target: &'static str,
    /// The emulator, and what it needs beside the machine.
    emulator: &'static [&'static str],
    /// The compiler that tells which of its libraries fits, with its flags.
    gcc: &'static [&'static str],
    /// Flags for headers and the heap of the C library.
    library: &'static [&'static str],
    start: &'static str,
    /// The processor's part of the kernel below `firmware`.
    pub port: &'static str,
}

const ARM: &[&str] = &["qemu-system-arm"];
const NEWLIB: &[&str] = &["-isystem", "/usr/lib/arm-none-eabi/include"];

pub const BOARDS: &[Board] = &[
    Board {
        name: "mps2-an385",
        target: "thumbv7m-none-eabi",
        emulator: ARM,
        gcc: &["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"],
        library: NEWLIB,
        start: "start.c",
        port: "port_cortex_m",
    },
    Board {
        name: "mps2-an386",
        target: "thumbv7em-none-eabihf",
        emulator: ARM,
        gcc: &[
            "arm-none-eabi-gcc",
            "-mcpu=cortex-m4",
            "-mthumb",
            "-mfloat-abi=hard",
            "-mfpu=fpv4-sp-d16",
        ],
        library: NEWLIB,
        start: "start.c",
        port: "port_cortex_m",
    },
    Board {
        name: "microbit",
        target: "thumbv6m-none-eabi",
        emulator: ARM,
        gcc: &["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
        library: NEWLIB,
        start: "start.c",
        port: "port_cortex_m",
    },
    Board {
        name: "virt",
        target: "riscv32imac-unknown-none-elf",
        emulator: &["qemu-system-riscv32", "-bios", "none"],
        gcc: &[
            "riscv64-unknown-elf-gcc",
            "-march=rv32imac",
            "-mabi=ilp32",
            "-B/usr/lib/picolibc/riscv64-unknown-elf/lib/rv32imac/ilp32",
        ],
        library: &[
            "-isystem",
            "/usr/lib/picolibc/riscv64-unknown-elf/include",
            "-fsanecc-heap=picolibc",
            // Clang knows of no sanitizer there, and of no use for its flags.
            "-Wno-unused-command-line-argument",
        ],
        start: "start_riscv.c",
        port: "port_riscv",
    },
];

impl Board {
    /// Whether the program makes sense on it.
    pub fn has(&self, case: &Case) -> bool {
        !case.only_cortex_m || self.target.starts_with("thumb")
    }
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
        let libraries = ["libc.a", "libgcc.a"].map(|name| self.folder_of(name));
        let runtimes = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/release/runtimes");
        let mut command = Command::new(ours("sanecc"));
        command
            // A file in the folder of the runtimes, whose names depend on flags.
            .env(
                "SANECC_RUNTIME",
                runtimes.join(self.board.target).join("any"),
            )
            .arg(format!("--target={}", self.board.target))
            .args(["-ffunction-sections", "-fdata-sections", "-nostdlib"])
            .args(self.board.library)
            .args(folders.map(|folder| format!("-L{}", folder.display())))
            .args([OsStr::new("-T"), script.as_os_str()])
            .arg("-Wl,--gc-sections")
            .args(flags)
            .args([example(self.board.start), example("semihosting.c")])
            .args(libraries.map(|folder| format!("-L{}", folder.display())))
            .args(["-lc", "-lgcc", "-o"])
            .arg(self.elf());
        command
    }

    /// Where gcc has a library for the board.
    fn folder_of(&self, name: &str) -> PathBuf {
        let mut command = Command::new(self.board.gcc[0]);
        let ask = format!("-print-file-name={name}");
        command.args(&self.board.gcc[1..]).arg(ask);
        let path = PathBuf::from(succeed(&mut command).trim());
        path.parent().unwrap().to_owned()
    }

    pub fn elf(&self) -> PathBuf {
        self.folder.path().join("firmware.elf")
    }

    /// Runs it on its board.
    pub fn run(&self) -> Ended {
        let mut command = Command::new("timeout");
        command
            .arg("60")
            .args(self.board.emulator)
            .args(["-machine", self.board.name])
            .args(["-nographic", "-monitor", "none", "-serial", "none"])
            .args(["-semihosting-config", "enable=on,target=native", "-kernel"])
            .arg(self.elf())
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
