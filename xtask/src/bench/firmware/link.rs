//! How the firmware that is measured is linked: as `tests/embedded` does it, which runs it.

use super::form::Form;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::Result;
use sanecc_boards::Board;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The parts of the firmware on every board.
const PARTS: [&str; 5] = ["kernel", "main", "ring", "parser", "filter"];

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

    /// The command that compiles and links the firmware in a form; `entries` are functions of the runtime that it keeps in any case.
    pub fn task(&self, board: &Board, form: Form, level: &str, entries: &[String]) -> Result<Task> {
        let examples = self.paths.root.join("docs/embedded");
        let parts = self.paths.root.join("tests/embedded/firmware");
        let folder = |path: &Path| [OsString::from("-L"), path.into()];
        let mut task = Task::new(self.sanecc).env("SANECC_RUNTIME", self.runtimes.join("any"));
        if form != Form::Unchecked {
            task = task.arg(format!("-fsanecc-heap={}", form.heap(board)));
        }
        task = task
            .args(board.flags())
            .arg(level)
            .args(form.flags().iter().copied())
            .args(folder(&examples))
            .args(folder(self.runtimes))
            .arg("-T")
            .arg(examples.join(format!("{}.ld", board.name)))
            // Without merging constants of several objects, the map says of each whose it is.
            .args(["-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,-O0"])
            .arg(format!("-Wl,-Map={}", self.map().display()))
            .args(entries.iter().map(|name| format!("-Wl,-u,{name}")));
        for part in own(board) {
            task = task.arg(parts.join(format!("{part}.c")));
        }
        for file in [board.start, "semihosting.c"] {
            task = task.arg(examples.join(file));
        }
        if form == Form::Unchecked {
            task = task.arg(without_runtime(&self.folder)?);
        }
        for library in board.folders()? {
            task = task.args(folder(&library));
        }
        Ok(task
            .args(board.libraries.iter().copied())
            .arg("-o")
            .arg(self.elf()))
    }
}

/// The names of the firmware's own objects.
pub fn own(board: &Board) -> Vec<&'static str> {
    PARTS.into_iter().chain([board.port]).collect()
}

/// A source with what start-up code calls of the runtime, for programs without one.
fn without_runtime(folder: &Path) -> Result<PathBuf> {
    let source = folder.join("without_runtime.c");
    crate::files::write(&source, "void __sanecc_init(void) {}\n")?;
    Ok(source)
}
