//! The emulated boards on which firmware is tried and measured: what a program for one is linked from, and how it runs.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A board that qemu has.
#[derive(Debug)]
pub struct Board {
    /// As qemu calls it. The linker script `docs/embedded/NAME.ld` is its own.
    pub name: &'static str,
    /// sanecc's name of its target.
    pub target: &'static str,
    /// The allocator of its C library, for `-fsanecc-heap=`.
    pub heap: &'static str,
    /// The start-up code below `docs/embedded`.
    pub start: &'static str,
    /// The processor's part of the kernel below `tests/embedded/firmware`.
    pub port: &'static str,
    /// A board that runs programs for its processor, too, and has megabytes of memory.
    pub roomy: &'static str,
    /// The libraries of C and of the compiler, as the linker is told them.
    pub libraries: &'static [&'static str],
    /// The emulator, and what it needs beside the machine.
    emulator: &'static [&'static str],
    /// The compiler that tells which of its libraries fits, with its flags.
    gcc: &'static [&'static str],
    /// Where the headers of the C library are.
    headers: &'static str,
}

const ARM: Board = Board {
    name: "",
    target: "",
    heap: "newlib",
    start: "start.c",
    port: "port_cortex_m",
    roomy: "mps2-an385",
    libraries: &["-lc", "-lm", "-lgcc"],
    emulator: &["qemu-system-arm"],
    gcc: &[],
    headers: "/usr/lib/arm-none-eabi/include",
};

/// All boards, those of Arm first.
pub const BOARDS: &[Board] = &[
    Board {
        name: "mps2-an385",
        target: "thumbv7m-none-eabi",
        gcc: &["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"],
        ..ARM
    },
    Board {
        name: "mps2-an386",
        target: "thumbv7em-none-eabihf",
        roomy: "mps2-an386",
        gcc: &[
            "arm-none-eabi-gcc",
            "-mcpu=cortex-m4",
            "-mthumb",
            "-mfloat-abi=hard",
            "-mfpu=fpv4-sp-d16",
        ],
        ..ARM
    },
    Board {
        name: "microbit",
        target: "thumbv6m-none-eabi",
        gcc: &["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
        ..ARM
    },
    Board {
        name: "virt",
        target: "riscv32imac-unknown-none-elf",
        heap: "picolibc",
        start: "start_riscv.c",
        port: "port_riscv",
        roomy: "virt",
        // The C library has the functions of mathematics, too.
        libraries: &["-lc", "-lgcc"],
        emulator: &["qemu-system-riscv32", "-bios", "none"],
        gcc: &[
            "riscv64-unknown-elf-gcc",
            "-march=rv32imac",
            "-mabi=ilp32",
            "-B/usr/lib/picolibc/riscv64-unknown-elf/lib/rv32imac/ilp32",
        ],
        headers: "/usr/lib/picolibc/riscv64-unknown-elf/include",
    },
];

impl Board {
    /// The board of a target.
    pub fn of(target: &str) -> Option<&'static Board> {
        BOARDS.iter().find(|board| board.target == target)
    }

    /// Flags for compiling and linking: the target, its C library's headers, and sections that the linker can leave out one by one.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec![format!("--target={}", self.target)];
        let same = [
            "-isystem",
            self.headers,
            "-ffunction-sections",
            "-fdata-sections",
            "-nostdlib",
            // Clang knows of no sanitizer on RISC-V, and of no use for its flags.
            "-Wno-unused-command-line-argument",
        ];
        flags.extend(same.map(str::to_owned));
        flags
    }

    /// The folders of its libraries.
    ///
    /// # Errors
    /// Its compiler is not installed, or has no library for it.
    pub fn folders(&self) -> io::Result<[PathBuf; 2]> {
        Ok([self.folder_of("libc.a")?, self.folder_of("libgcc.a")?])
    }

    fn folder_of(&self, name: &str) -> io::Result<PathBuf> {
        let output = Command::new(self.gcc[0])
            .args(&self.gcc[1..])
            .arg(format!("-print-file-name={name}"))
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.gcc[0])))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let path = Path::new(said.trim());
        // A name alone comes back where there is no such file.
        match path.parent().filter(|_| path.is_file()) {
            Some(folder) => Ok(folder.to_owned()),
            None => Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("{} has no {name} for {}", self.gcc[0], self.target),
            )),
        }
    }

    /// The program that emulates it.
    pub fn emulator(&self) -> &'static str {
        self.emulator[0]
    }

    /// The command that runs a program on a board with its emulator: on this one, or the `roomy` one. What it prints by semihosting comes on standard error.
    pub fn command(&self, board: &str, program: &Path) -> Vec<OsString> {
        let words = [
            self.emulator,
            &["-machine", board],
            &["-nographic", "-monitor", "none", "-serial", "none"],
            &["-semihosting-config", "enable=on,target=native", "-kernel"],
        ];
        let words = words.into_iter().flatten().map(OsString::from);
        words.chain([program.into()]).collect()
    }
}
