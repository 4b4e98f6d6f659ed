//! The clang that a command runs: its path, and as the driver of which language it is called.

use crate::diagnostics::DriverError;
use crate::plan;
use crate::temporary::Folder;
use crate::tool::{self, Ended, Stderr, clang};
use sanecc_ir::llvm::INSTALLATION;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Files beside clang that add to every command line.
const CONFIGURATIONS: [&str; 3] = [
    "clang.cfg",
    "x86_64-pc-linux-gnu.cfg",
    "x86_64-pc-linux-gnu-clang.cfg",
];

/// Clang, as `clang` or `clang++`.
#[derive(Debug)]
pub struct Compiler {
    path: PathBuf,
    cplusplus: bool,
}

impl Compiler {
    /// Finds clang without asking it anything.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(cplusplus: bool) -> Result<Compiler, DriverError> {
        Ok(Compiler {
            path: clang::find()?,
            cplusplus,
        })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that its bitcode is of the version that this program reads.
    ///
    /// # Errors
    /// If it is of another version.
    pub fn check_version(&self) -> Result<(), DriverError> {
        clang::check_version(&self.path)
    }

    /// Whether it is a part of the LLVM that is in this process, driven as C's, and set up by nobody: then what it asks of
    /// LLVM is known.
    pub fn is_of_this_llvm(&self) -> bool {
        let bin = Path::new(INSTALLATION).join("bin");
        let own = bin.join("clang").canonicalize().ok();
        !self.cplusplus
            && own.is_some()
            && self.path.canonicalize().ok() == own
            && !CONFIGURATIONS.iter().any(|name| bin.join(name).exists())
            && std::env::var_os("CCC_OVERRIDE_OPTIONS").is_none()
    }

    /// Runs clang. If it fails because the file system of intermediate files is full, this tool says so:
    /// clang reports it as a defect of its own.
    ///
    /// # Errors
    /// If it cannot be started or was killed.
    pub fn run(
        &self,
        words: Vec<OsString>,
        stderr: Stderr,
        folder: &Folder,
    ) -> Result<Ended, DriverError> {
        let ended = tool::run(&self.path, &self.as_driver(words), stderr, folder)?;
        if ended.code != 0 && stderr == Stderr::Inherited {
            folder.note_low_space();
        }
        Ok(ended)
    }

    /// Whether it finds a program: in its own folder, or on PATH.
    pub fn has_program(&self, name: &str) -> bool {
        let real = self.path.canonicalize().ok();
        let beside = real.and_then(|real| real.parent().map(|folder| folder.join(name)));
        beside.is_some_and(|path| path.is_file()) || which::which(name).is_ok()
    }

    /// The path of a file of its own, or only the name if it has none of that name.
    ///
    /// # Errors
    /// If it cannot be started or fails.
    pub fn file(&self, name: &str) -> Result<String, DriverError> {
        let answer = tool::read(&self.path, &[&format!("-print-file-name={name}")])?;
        Ok(answer.trim_end().to_owned())
    }

    /// Becomes it; returns only if that fails.
    pub fn exec(&self, words: Vec<OsString>) -> DriverError {
        tool::exec(&self.path, &self.as_driver(words))
    }

    fn as_driver(&self, words: Vec<OsString>) -> Vec<OsString> {
        let driver = self.cplusplus && !words.first().is_some_and(plan::is_inner);
        let mode = driver.then(|| OsString::from("--driver-mode=g++"));
        mode.into_iter().chain(words).collect()
    }
}
