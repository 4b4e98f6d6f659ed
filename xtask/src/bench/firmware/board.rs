//! The boards that firmware is measured for, and how it is linked: as `tests/embedded` does it, which runs it on them.

use super::form::Form;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A board and its C library.
pub struct Board {
    pub target: &'static str,
    /// The linker script below `docs/embedded`.
    script: &'static str,
    /// The compiler that tells which of its libraries fits, with its flags.
    gcc: &'static [&'static str],
    headers: &'static str,
    /// The allocator of its C library.
    pub heap: &'static str,
    /// The start-up code below `docs/embedded`.
    start: &'static str,
    /// The processor's part of the kernel below `tests/embedded/firmware`.
    port: &'static str,
}

/// The parts of the firmware on every board.
const PARTS: [&str; 5] = ["kernel", "main", "ring", "parser", "filter"];

const ARM_HEADERS: &str = "/usr/lib/arm-none-eabi/include";

pub const BOARDS: &[Board] = &[
    Board {
        target: "thumbv6m-none-eabi",
        script: "microbit.ld",
        gcc: &["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
        headers: ARM_HEADERS,
        heap: "newlib",
        start: "start.c",
        port: "port_cortex_m",
    },
    Board {
        target: "thumbv7m-none-eabi",
        script: "mps2-an385.ld",
        gcc: &["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"],
        headers: ARM_HEADERS,
        heap: "newlib",
        start: "start.c",
        port: "port_cortex_m",
    },
    Board {
        target: "thumbv7em-none-eabihf",
        script: "mps2-an386.ld",
        gcc: &[
            "arm-none-eabi-gcc",
            "-mcpu=cortex-m4",
            "-mthumb",
            "-mfloat-abi=hard",
            "-mfpu=fpv4-sp-d16",
        ],
        headers: ARM_HEADERS,
        heap: "newlib",
        start: "start.c",
        port: "port_cortex_m",
    },
    Board {
        target: "riscv32imac-unknown-none-elf",
        script: "virt.ld",
        gcc: &[
            "riscv64-unknown-elf-gcc",
            "-march=rv32imac",
            "-mabi=ilp32",
            "-B/usr/lib/picolibc/riscv64-unknown-elf/lib/rv32imac/ilp32",
        ],
        headers: "/usr/lib/picolibc/riscv64-unknown-elf/include",
        heap: "picolibc",
        start: "start_riscv.c",
        port: "port_riscv",
    },
];

/// What a program is linked from, beside its board's facts.
pub struct Link<'a> {
    pub paths: &'a Paths,
    pub sanecc: &'a Path,
    /// The folder with the target's runtimes and the linker script's fragment.
    pub runtimes: &'a Path,
    /// Where the program and its map go.
    pub folder: PathBuf,
}

impl Link<'_> {
    pub fn elf(&self) -> PathBuf {
        self.folder.join("firmware.elf")
    }

    pub fn map(&self) -> PathBuf {
        self.folder.join("firmware.map")
    }
}

impl Board {
    /// The names of the firmware's own objects.
    pub fn own(&self) -> Vec<&'static str> {
        PARTS.into_iter().chain([self.port]).collect()
    }

    /// Whether its C library is installed.
    pub fn has_library(&self) -> bool {
        which::which(self.gcc[0]).is_ok() && self.libraries().is_ok()
    }

    /// The folders of its C library and of the compiler's.
    fn libraries(&self) -> Result<Vec<PathBuf>> {
        let folder = |name: &str| {
            let ask = format!("-print-file-name={name}");
            let flags = self.gcc[1..].iter().copied().chain([ask.as_str()]);
            let said = Task::new(self.gcc[0]).args(flags).expression().read()?;
            let path = PathBuf::from(said.trim());
            // A name alone comes back where there is no such file.
            if !path.is_file() {
                bail!("{} has no {name} for {}", self.gcc[0], self.target);
            }
            path.parent()
                .map(Path::to_owned)
                .context("a file lies in a folder")
        };
        ["libc.a", "libgcc.a"].into_iter().map(folder).collect()
    }

    /// The command that compiles and links the firmware in a form; `entries` are functions of the runtime that it keeps in any case.
    pub fn task(
        &self,
        link: &Link<'_>,
        form: Form,
        level: &str,
        entries: &[String],
    ) -> Result<Task> {
        let examples = link.paths.root.join("docs/embedded");
        let parts = link.paths.root.join("tests/embedded/firmware");
        let folder = |path: &Path| [OsString::from("-L"), path.into()];
        let mut task = Task::new(link.sanecc).env("SANECC_RUNTIME", link.runtimes.join("any"));
        if form != Form::Unchecked {
            task = task.arg(format!("-fsanecc-heap={}", form.heap(self)));
        }
        task = task
            .arg(format!("--target={}", self.target))
            .arg(level)
            .args(form.flags().iter().copied())
            .args(["-ffunction-sections", "-fdata-sections", "-nostdlib"])
            // Clang knows of no sanitizer on RISC-V, and of no use for its flags.
            .args([
                "-Wno-unused-command-line-argument",
                "-isystem",
                self.headers,
            ])
            .args(folder(&examples))
            .args(folder(link.runtimes))
            .args([OsString::from("-T"), examples.join(self.script).into()])
            // Without merging constants of several objects, the map says of each whose it is.
            .args(["-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,-O0"])
            .arg(format!("-Wl,-Map={}", link.map().display()))
            .args(entries.iter().map(|name| format!("-Wl,-u,{name}")));
        for part in self.own() {
            task = task.arg(parts.join(format!("{part}.c")));
        }
        for file in [self.start, "semihosting.c"] {
            task = task.arg(examples.join(file));
        }
        if form == Form::Unchecked {
            task = task.arg(without_runtime(&link.folder)?);
        }
        for library in self.libraries()? {
            task = task.args(folder(&library));
        }
        Ok(task.args(["-lc", "-lgcc", "-o"]).arg(link.elf()))
    }
}

/// A source with what start-up code calls of the runtime, for programs without one.
fn without_runtime(folder: &Path) -> Result<PathBuf> {
    let source = folder.join("without_runtime.c");
    crate::files::write(&source, "void __sanecc_init(void) {}\n")?;
    Ok(source)
}
