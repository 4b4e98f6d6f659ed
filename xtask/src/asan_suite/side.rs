//! The compiler under test and the reference compiler.

use crate::compiler::{CLANG, RUN_TIME_OPTIONS};
use crate::task::Task;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Where LLVM's tools are that the tests use: FileCheck, not, llvm-symbolizer.
const TOOLS: &str = "bin";

/// ASan's own defaults where ours are others.
const AS_ASAN: &str = "detect_leaks=1:allocator_may_return_null=0:new_delete_type_mismatch=1";

/// Seconds until a program or a script counts as hanging.
const LIMIT: &str = "120";

/// A pair of compilers, and the environment of the programs that they make.
pub struct Side {
    /// Short name; also the name of its folder.
    pub name: &'static str,
    /// The C compiler. Its flags for AddressSanitizer are clang's.
    pub cc: PathBuf,
    /// The C++ compiler.
    pub cxx: PathBuf,
    /// What both are always given beside a test's own flags.
    pub flags: &'static [&'static str],
    /// Compiles what a test wants unchecked.
    pub plain: PathBuf,
    /// The runtime as a shared object.
    pub shared_runtime: PathBuf,
    /// What a program finds in `ASAN_OPTIONS` unless its test says more; a test's own options come behind.
    pub defaults: &'static str,
    /// Our own options: reports as ASan's.
    own: Option<&'static str>,
    tools: PathBuf,
}

impl Side {
    /// sanecc, whose C compiler is `cc`.
    pub fn sanecc(cc: PathBuf) -> Result<Self> {
        let mut cxx = cc.clone().into_os_string();
        cxx.push("++");
        Ok(Self {
            name: "sanecc",
            shared_runtime: cc.with_file_name("libsanecc_rt.so"),
            cxx: cxx.into(),
            cc,
            flags: &[],
            plain: clang("")?,
            defaults: AS_ASAN,
            own: Some("report_format=asan"),
            tools: llvm().join(TOOLS),
        })
    }

    /// The same with `-fsanecc-mode=pointer`.
    pub fn pointer_mode(self) -> Self {
        Self {
            name: "pointer",
            flags: &["-fsanecc-mode=pointer"],
            ..self
        }
    }

    /// clang with its own AddressSanitizer: what fails here, too, says nothing about sanecc.
    pub fn clang() -> Result<Self> {
        Ok(Self {
            name: "clang",
            cc: clang("")?,
            cxx: clang("++")?,
            flags: &[],
            plain: clang("")?,
            shared_runtime: llvm().join("lib/clang/19/lib/linux/libclang_rt.asan-x86_64.so"),
            defaults: "",
            own: None,
            tools: llvm().join(TOOLS),
        })
    }

    /// A task in this side's environment, which ends after [`LIMIT`] seconds at the latest.
    pub fn task(&self, program: impl Into<PathBuf>, folder: &Path) -> Result<Task> {
        let mut task = Task::new(program)
            .through("timeout", &["--kill-after=5", LIMIT])
            .current_dir(folder);
        for name in RUN_TIME_OPTIONS {
            task = task.without(name);
        }
        if let Some(own) = self.own {
            task = task.env("SANECC_OPTIONS", own);
        }
        if !self.defaults.is_empty() {
            task = task.env("ASAN_OPTIONS", self.defaults);
        }
        task.env("LC_ALL", "C")
            .env("ASAN_SYMBOLIZER_PATH", self.tools.join("llvm-symbolizer"))
            .with_path(&self.tools)
    }

    /// `ASAN_OPTIONS` for a test that asks for `own`.
    pub fn options(&self, own: &str) -> String {
        match self.defaults {
            "" => own.to_owned(),
            defaults => format!("{defaults}:{own}"),
        }
    }
}

/// clang itself, with `suffix` behind its name and before its version.
fn clang(suffix: &str) -> Result<PathBuf> {
    let name = CLANG.replacen("clang", &format!("clang{suffix}"), 1);
    which::which(&name).with_context(|| format!("there is no {name}"))
}

fn llvm() -> PathBuf {
    std::env::var_os("LLVM_SYS_191_PREFIX").map_or(PathBuf::from("/usr/lib/llvm-19"), PathBuf::from)
}
