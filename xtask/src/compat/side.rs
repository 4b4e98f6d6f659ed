//! The two compilers that build a project, each named as a user names it: a bare word, found on `PATH`.

use crate::compiler::{CLANG, RUN_TIME_OPTIONS};
use crate::files;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// What the C++ compiler beside [`CLANG`] is called.
const CLANGXX: &str = "clang++-19";

/// The name of the side in the pointer mode.
const POINTER: &str = "pointer";

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
    /// `CC`: the compiler, and what is always its first argument.
    pub cc: String,
    /// `CXX`.
    pub cxx: String,
    /// Their files in the folder.
    files: [String; 2],
    /// The folder that goes in front of `PATH`.
    folder: PathBuf,
}

impl Side {
    /// clang, the oracle, by names without a version. Behind a compiler `clang-19` CMake looks for `llvm-ar-19` and the like,
    /// behind other names for tools without a suffix: that would be a difference between names, not between compilers.
    pub fn clang(paths: &Paths, scratch: &str) -> Result<Self> {
        let folder = paths.scratch(scratch).join("bin");
        files::folder(&folder)?;
        for (version, name) in [(CLANG, "clang"), (CLANGXX, "clang++")] {
            let compiler =
                which::which(version).with_context(|| format!("there is no {version}"))?;
            let link = folder.join(name);
            // Another run may be using it.
            if fs::read_link(&link).ok() != Some(compiler.clone()) {
                let _ = fs::remove_file(&link);
                symlink(&compiler, &link)
                    .with_context(|| format!("cannot create {}", link.display()))?;
            }
        }
        Ok(Self {
            name: "clang",
            cc: "clang".to_owned(),
            cxx: "clang++".to_owned(),
            files: ["clang", "clang++"].map(str::to_owned),
            folder,
        })
    }

    /// The sanecc at `path`.
    pub fn sanecc(path: &Path) -> Result<Self> {
        let cc = path.file_name().context("a compiler has a name")?;
        let cc = cc.to_string_lossy().into_owned();
        let cxx = format!("{cc}++");
        Ok(Self {
            name: "sanecc",
            files: [cc.clone(), cxx.clone()],
            cc,
            cxx,
            folder: path
                .parent()
                .context("a compiler is in a folder")?
                .to_owned(),
        })
    }

    /// The same, with the modules of each program compiled as one: as users write it, in `CC`.
    pub fn whole(self) -> Self {
        self.always("whole", "-fsanecc-whole-program")
    }

    /// The same, with pointers held to the objects that they were derived from.
    pub fn pointer_mode(self) -> Self {
        self.always(POINTER, "-fsanecc-mode=pointer")
    }

    /// Whether it is the one of [`Self::pointer_mode`].
    pub fn is_in_pointer_mode(&self) -> bool {
        self.name == POINTER
    }

    /// The same by another name, with `flag` as the first argument.
    fn always(mut self, name: &'static str, flag: &str) -> Self {
        self.name = name;
        for compiler in [&mut self.cc, &mut self.cxx] {
            compiler.push(' ');
            compiler.push_str(flag);
        }
        self
    }

    /// A task that builds or tests with these compilers and nothing else of ours.
    pub fn task(&self, program: &str) -> Result<Task> {
        let mut task = Task::new(program).env("CC", &self.cc).env("CXX", &self.cxx);
        for name in BUILD_OPTIONS.iter().chain(&RUN_TIME_OPTIONS) {
            task = task.without(name);
        }
        task.with_path(&self.folder)
    }

    /// Where the compilers lie, as tools that look for them find it.
    pub fn paths(&self) -> [PathBuf; 2] {
        self.files.each_ref().map(|name| self.folder.join(name))
    }
}
