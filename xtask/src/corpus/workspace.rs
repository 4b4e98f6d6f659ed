//! The workspace of one program and one compiler: folders, commands, and their total cost.

use crate::compiler::Compiler;
use crate::files::{self, emptied};
use crate::measured;
use crate::task::{Task, last_lines};
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A build in progress.
pub struct Workspace {
    /// The unpacked crate; not to be written to.
    pub source: PathBuf,
    /// Our own additions in `tests/projects`: a `main`, a script.
    pub additions: PathBuf,
    /// The folder that this build may write to.
    pub folder: PathBuf,
    /// What to build with.
    pub compiler: Compiler,
    /// CPU time of all commands so far.
    pub cpu: Duration,
}

impl Workspace {
    /// An empty workspace in `folder`.
    pub fn open(
        source: &Path,
        additions: PathBuf,
        folder: PathBuf,
        compiler: Compiler,
    ) -> Result<Self> {
        emptied(&folder)?;
        Ok(Self {
            source: source.to_owned(),
            additions,
            folder,
            compiler,
            cpu: Duration::ZERO,
        })
    }

    /// Compiles each unit to an object.
    pub fn compile(&mut self, units: &[PathBuf], flags: &[String]) -> Result<Vec<PathBuf>> {
        let mut objects = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            let stem = unit
                .file_stem()
                .context("a source file has a name")?
                .to_string_lossy();
            // Numbered, because two folders may have a file of the same name.
            let object = self.folder.join(format!("{number:02}-{stem}.o"));
            let task = self
                .compiler
                .task()
                .args(flags)
                .arg("-c")
                .arg(unit)
                .arg("-o")
                .arg(&object);
            self.perform(&task)?;
            objects.push(object);
        }
        Ok(objects)
    }

    /// Compiles each unit to an object and links them into `name`. `flags` reach compiler and linker, `libraries` only
    /// the linker.
    pub fn compile_and_link(
        &mut self,
        name: &str,
        units: &[PathBuf],
        flags: &[String],
        libraries: &[&str],
    ) -> Result<PathBuf> {
        let objects = self.compile(units, flags)?;
        let binary = self.folder.join(name);
        let task = self
            .compiler
            .task()
            .args(&self.compiler.link_flags)
            .args(flags)
            .args(objects)
            .arg("-o")
            .arg(&binary)
            .args(libraries.iter().copied());
        self.perform(&task)?;
        Ok(binary)
    }

    /// Runs a program's own makefile in `folder`, with our compiler and flags.
    pub fn make(&mut self, folder: &Path, target: &str, more_flags: &str) -> Result<()> {
        let mut cc = OsString::from("CC=");
        cc.push(&self.compiler.cc);
        let flags = format!("CFLAGS={} {more_flags}", self.compiler.flags.join(" "));
        let task = Task::new("make")
            .arg("-C")
            .arg(folder)
            .arg(cc)
            .arg(flags)
            .arg(format!("LDFLAGS={}", self.compiler.link_flags.join(" ")))
            .arg(target)
            .without("MAKEFLAGS");
        self.perform(&task)
    }

    fn perform(&mut self, task: &Task) -> Result<()> {
        let log = self.folder.join("build.log");
        let measured = measured::run(task, None, &log, &log)?;
        self.cpu += measured.cpu;
        if !measured.status.success() {
            bail!(
                "`{}` failed: {}; its output:\n{}",
                task.line(),
                measured.status,
                last_lines(&log, 30)
            );
        }
        Ok(())
    }
}

/// The files of a folder with one of the given extensions, sorted: the order of a link must not depend on the disk.
pub fn files(folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = files::entries(folder)?;
    files.retain(|path| files::is_of(path, extensions));
    Ok(files)
}

/// `-I` with a folder.
pub fn include(folder: &Path) -> String {
    format!("-I{}", folder.display())
}
