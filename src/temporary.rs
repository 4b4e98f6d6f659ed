//! Temporary files of a command: the folder of its intermediate files, and outputs that are still incomplete.
//! They are removed however the command ends.
//!
//! Dropping [`Folder`] removes it. The signal handler and the panic hook remove everything through [`remove_all`].

use crate::diagnostics::{self, DriverError};
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Below this free space in bytes, a step may have failed because the file system was full; it has deleted its output since.
const LITTLE: u64 = 16 << 20;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static OUTPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn lock(list: &'static Mutex<Vec<PathBuf>>) -> MutexGuard<'static, Vec<PathBuf>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder below the system's temporary folder.
#[derive(Debug)]
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// Creates a new, empty folder.
    ///
    /// # Errors
    /// If the system's temporary folder cannot be written.
    pub fn new() -> Result<Folder, DriverError> {
        let mut held = lock(&FOLDERS);
        let folder = tempfile::Builder::new()
            .prefix("sanecc-")
            .tempdir()
            .map_err(|error| {
                let parent = std::env::temp_dir();
                DriverError::new(format!(
                    "cannot create a folder for intermediate files in {}: {error}",
                    parent.display()
                ))
                .next("free space there, or set TMPDIR to a folder that can be written")
            })?;
        held.push(folder.path().to_owned());
        Ok(Folder(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Prints a note if its file system is almost full.
    pub fn note_low_space(&self) {
        let Ok(space) = rustix::fs::statvfs(self.path()) else {
            return;
        };
        let bytes = space.f_bavail.saturating_mul(space.f_frsize);
        // Some file systems make inodes as they need them and count none.
        let no_inodes = space.f_files > 0 && space.f_favail == 0;
        if bytes < LITTLE || no_inodes {
            diagnostics::note(&format!(
                "there is little space for intermediate files in {}; free space there, or set TMPDIR to another folder",
                std::env::temp_dir().display()
            ));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        lock(&FOLDERS).retain(|held| held != self.0.path());
    }
}

/// Writes `bytes` to `file`, whole or not at all: under another name beside it first.
///
/// # Errors
/// If the folder cannot be written, or has no free space; then `file` is as it was.
pub fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut held = lock(&OUTPUTS);
    let mut new = tempfile::Builder::new()
        .suffix(".o.tmp")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let name = new.path().to_owned();
    held.push(name.clone());
    drop(held);
    let written = new
        .write_all(bytes)
        .and_then(|()| Ok(new.persist(file).map(drop)?));
    lock(&OUTPUTS).retain(|held| *held != name);
    written
}

/// The folders that exist now.
pub fn folders() -> Vec<PathBuf> {
    lock(&FOLDERS).clone()
}

/// Removes everything; for the ends of a process that run no destructors.
pub fn remove_all() {
    // Nothing can be done about a failure here: the process is ending for another reason.
    for folder in lock(&FOLDERS).drain(..) {
        let _ = std::fs::remove_dir_all(folder);
    }
    for output in lock(&OUTPUTS).drain(..) {
        let _ = std::fs::remove_file(output);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.o");
        replace(&file, b"first").unwrap();
        replace(&file, b"second").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"second");
        assert!(replace(&folder.path().join("no/x.o"), b"").is_err());
        // A folder cannot be replaced by a file.
        std::fs::create_dir(folder.path().join("d")).unwrap();
        assert!(replace(&folder.path().join("d"), b"").is_err());
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 2, "{left:?}");
        assert!(lock(&OUTPUTS).is_empty());
    }
}
