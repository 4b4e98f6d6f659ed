//! The two compilers that a project is built by, each named as a user would name it: a bare word, found on `PATH`.

use crate::cli::options::Options;
use crate::compiler::{CLANG, RUN_TIME_OPTIONS};
use crate::places::Places;
use crate::task::Task;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// What the C++ compiler beside [`CLANG`] is called.
const CLANGXX: &str = "clang++-19";

/// Variables of the user's that would change a build.
const BUILD_OPTIONS: [&str; 8] = [
    "CFLAGS",
    "CXXFLAGS",
    "CPPFLAGS",
    "LDFLAGS",
    "MAKEFLAGS",
    "CONFIG_SITE",
    "DESTDIR",
    "SANECC_OFF",
];

/// One pair of compilers.
pub struct Side {
    /// Short name; also the name of its folder.
    pub name: &'static str,
    /// `CC`.
    pub cc: String,
    /// `CXX`.
    pub cxx: String,
    /// The folder that goes in front of `PATH`, if the compilers are not on it already.
    folder: Option<PathBuf>,
}

impl Side {
    /// clang, the oracle.
    pub fn clang() -> Self {
        Self {
            name: "clang",
            cc: CLANG.to_owned(),
            cxx: CLANGXX.to_owned(),
            folder: None,
        }
    }

    /// sanecc: the one that the user names, otherwise the one that `cargo xtask build` made.
    pub fn sanecc(places: &Places, options: &Options) -> Result<Self> {
        let path = match options.path("sanecc") {
            Some(path) => {
                which::which(&path).with_context(|| format!("--sanecc {}", path.display()))?
            }
            None => places.sanecc(),
        };
        let cc = path.file_name().context("a compiler has a name")?;
        let cc = cc.to_string_lossy().into_owned();
        Ok(Self {
            name: "sanecc",
            cxx: format!("{cc}++"),
            cc,
            folder: path.parent().map(Path::to_owned),
        })
    }

    /// A task that builds or tests with these compilers and nothing else of ours.
    pub fn task(&self, program: &str) -> Result<Task> {
        let mut task = Task::new(program).env("CC", &self.cc).env("CXX", &self.cxx);
        for name in BUILD_OPTIONS.iter().chain(&RUN_TIME_OPTIONS) {
            task = task.without(name);
        }
        match &self.folder {
            Some(folder) => task.with_path(folder),
            None => Ok(task),
        }
    }

    /// Where the compilers lie, as tools that look for them find it.
    pub fn paths(&self) -> [Option<PathBuf>; 2] {
        let find = |name: &String| match &self.folder {
            Some(folder) => Some(folder.join(name)),
            None => which::which(name).ok(),
        };
        [find(&self.cc), find(&self.cxx)]
    }
}
