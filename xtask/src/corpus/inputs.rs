//! The fixed input file of workloads: C source text from the pinned corpus.

use super::Sources;
use super::workspace::files;
use crate::files;
use crate::paths::Paths;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Makes input files, and knows our own scripts.
pub struct Inputs {
    folder: PathBuf,
    projects: PathBuf,
    text: Vec<PathBuf>,
}

impl Inputs {
    /// Inputs below the scratch folder. Their text is Lua's sources, then SQLite's.
    pub fn new(paths: &Paths, sources: &Sources) -> Result<Self> {
        let mut text = files(&super::lua::folder(sources.of("lua-src")?), &["c", "h"])?;
        text.push(sources.of("libsqlite3-sys")?.join("sqlite3/sqlite3.c"));
        let folder = paths.scratch("inputs");
        files::folder(&folder)?;
        Ok(Self {
            folder,
            projects: paths.root.join("tests/projects"),
            text,
        })
    }

    /// A file of the first `size` bytes of the text, the same on every machine.
    pub fn text(&self, size: u64) -> Result<PathBuf> {
        let path = self.folder.join(format!("text-{size}"));
        if fs::metadata(&path).is_ok_and(|metadata| metadata.len() == size) {
            return Ok(path);
        }
        let new = tempfile::NamedTempFile::new_in(&self.folder)?;
        let written = concatenate(&self.text, size, &mut new.as_file())?;
        if written < size {
            bail!("the corpus has only {written} bytes of text, not {size}");
        }
        new.persist(&path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// A file of ours below `tests/projects`.
    pub fn script(&self, name: &str) -> PathBuf {
        self.projects.join(name)
    }
}

fn concatenate(files: &[PathBuf], size: u64, to: &mut impl Write) -> Result<u64> {
    let mut written = 0;
    for file in files {
        written += copy_start(file, size - written, to)
            .with_context(|| format!("cannot read {}", file.display()))?;
    }
    Ok(written)
}

fn copy_start(from: &Path, size: u64, to: &mut impl Write) -> io::Result<u64> {
    io::copy(&mut File::open(from)?.take(size), to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_follow_each_other_and_stop_at_the_size() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&first, "one ").unwrap();
        fs::write(&second, "two three").unwrap();
        let mut text = Vec::new();
        assert_eq!(concatenate(&[first, second], 7, &mut text).unwrap(), 7);
        assert_eq!(text, b"one two");
    }
}
