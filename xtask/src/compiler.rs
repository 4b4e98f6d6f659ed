//! The compilers that build programs, and the environment in which these run.

use crate::task::Task;
use sanecc_abi::target::{Emulator, Target};
use std::path::{Path, PathBuf};

/// The clang that sanecc drives and is compared with.
pub const CLANG: &str = "clang-19";

/// Variables that would change what a checked program does; every run starts without them.
pub const RUN_TIME_OPTIONS: [&str; 3] = ["SANECC_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"];

/// Stack traces of blocks are taken along frame pointers, as in checked code.
const KEEPS_FRAMES: &str = "-fno-omit-frame-pointer";

/// One way to compile C.
#[derive(Clone)]
pub struct Compiler {
    /// Short name; also the name of its build folder.
    pub name: String,
    /// The command.
    pub cc: PathBuf,
    /// What goes in front of the other flags, as `CFLAGS`.
    pub flags: Vec<String>,
    /// What linking gets as well.
    pub link_flags: Vec<String>,
    /// Environment of the programs it makes.
    pub environment: Vec<(&'static str, &'static str)>,
    /// What runs the programs it makes, where this machine cannot.
    pub emulator: Option<Emulator>,
}

impl Compiler {
    fn new(name: &str, cc: impl Into<PathBuf>, flags: &[&str]) -> Self {
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        Self {
            name: name.to_owned(),
            cc: cc.into(),
            flags,
            link_flags: Vec::new(),
            environment: Vec::new(),
            emulator: None,
        }
    }

    /// clang without any checks.
    pub fn native(level: &str) -> Self {
        Self::new(&format!("clang{level}"), CLANG, &[level])
    }

    /// The sanecc at `path`.
    pub fn sanecc(path: &Path, level: &str) -> Self {
        Self::new(&format!("sanecc{level}"), path, &[level])
    }

    /// The same, with every removed check kept as an assertion.
    pub fn audited(mut self) -> Self {
        self.name.push_str("-audit");
        self.flags.push("-fsanecc-audit".to_owned());
        self
    }

    /// The same, with the modules of a program compiled as one.
    pub fn whole(mut self) -> Self {
        let (tool, level) = self.name.split_once('-').unwrap_or((&self.name, ""));
        self.name = format!("{tool}-whole-{level}");
        for flags in [&mut self.flags, &mut self.link_flags] {
            flags.push("-fsanecc-whole-program".to_owned());
        }
        self
    }

    /// The same, with checks after optimisation.
    pub fn no_strict(mut self) -> Self {
        let (tool, level) = self.name.split_once('-').unwrap_or((&self.name, ""));
        self.name = format!("{tool}-no-strict-{level}");
        self.flags.push("-fno-sanecc-strict".to_owned());
        self
    }

    /// The same, with accesses held to the object that their pointer was derived from.
    pub fn pointer_mode(mut self) -> Self {
        let (tool, level) = self.name.split_once('-').unwrap_or((&self.name, ""));
        self.name = format!("{tool}-pointer-{level}");
        for flags in [&mut self.flags, &mut self.link_flags] {
            flags.push("-fsanecc-mode=pointer".to_owned());
        }
        self
    }

    /// The same, with no check removed.
    pub fn unelided(mut self) -> Self {
        let (tool, level) = self.name.split_once('-').unwrap_or((&self.name, ""));
        self.name = format!("{tool}-all-checks-{level}");
        self.flags.push("-fsanecc-elide=none".to_owned());
        self
    }

    /// The same, for another target.
    pub fn for_target(mut self, target: &Target) -> Self {
        self.name = format!("{}-{}", self.name, target.name);
        self.flags.push(format!("--target={}", target.name));
        self.emulator = target.emulator();
        self
    }

    /// sanecc's runtime and none of its checks.
    pub fn sanecc_runtime(path: &Path, level: &str) -> Self {
        let mut compiler = Self::sanecc(path, level);
        compiler.name = format!("sanecc-rt{level}");
        compiler
            .flags
            .extend([KEEPS_FRAMES, "-fsanecc-mode=none"].map(str::to_owned));
        // The last one counts, and only code is compiled differently.
        compiler.link_flags.push("-fsanecc-mode=shadow".to_owned());
        compiler
    }

    /// The runtime of clang's AddressSanitizer and none of its checks: only linking hears of it.
    pub fn clang_asan_runtime(level: &str) -> Self {
        let name = format!("asan-rt{level}");
        let mut compiler = Self::new(&name, CLANG, &[level, KEEPS_FRAMES]).without_leaks();
        compiler.link_flags.push("-fsanitize=address".to_owned());
        compiler
    }

    /// clang's AddressSanitizer.
    pub fn clang_asan(level: &str) -> Self {
        Self::new(
            &format!("clang-asan{level}"),
            CLANG,
            &[level, "-fsanitize=address"],
        )
        .without_leaks()
    }

    /// gcc's AddressSanitizer, where there is a gcc.
    pub fn gcc_asan(level: &str) -> Option<Self> {
        let gcc = which::which("gcc").ok()?;
        Some(
            Self::new(
                &format!("gcc-asan{level}"),
                gcc,
                &[level, "-fsanitize=address"],
            )
            .without_leaks(),
        )
    }

    /// Leak detection is a scan at exit, not a check of accesses: sanecc has none, so ASan runs without it.
    fn without_leaks(mut self) -> Self {
        self.environment.push(("ASAN_OPTIONS", "detect_leaks=0"));
        self
    }

    /// A task that compiles or links: the compiler with its flags.
    pub fn task(&self) -> Task {
        Task::new(&self.cc).args(&self.flags)
    }

    /// A task that runs `program`, which this compiler has made.
    pub fn program(&self, program: impl Into<PathBuf>) -> Task {
        let program = Task::new(program);
        let program = match self.emulator {
            Some(emulator) => program.through(emulator.command, emulator.arguments),
            None => program,
        };
        let task = RUN_TIME_OPTIONS
            .iter()
            .fold(program, |task, name| task.without(name));
        self.environment
            .iter()
            .fold(task, |task, (name, value)| task.env(name, value))
    }
}
