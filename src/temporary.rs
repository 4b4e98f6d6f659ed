//! The folder of intermediate files of one command, removed however the command ends.
//!
//! Dropping [`Folder`] removes it; so do the signal handler and the panic hook, through [`remove_all`].

use crate::report::{self, Fault};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// With less room than this, in bytes, a failed step may have failed for that: what it wrote is gone again.
const LITTLE: u64 = 16 << 20;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder below the system's temporary folder.
#[derive(Debug)]
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// Creates a new, empty folder.
    ///
    /// # Errors
    /// If the system's temporary folder cannot be written.
    pub fn new() -> Result<Folder, Fault> {
        let mut held = lock();
        let folder = tempfile::Builder::new()
            .prefix("sanecc-")
            .tempdir()
            .map_err(|error| {
                let parent = std::env::temp_dir();
                Fault::new(format!(
                    "cannot create a folder for intermediate files in {}: {error}",
                    parent.display()
                ))
                .next("make room there, or set TMPDIR to a folder that can be written")
            })?;
        held.push(folder.path().to_owned());
        Ok(Folder(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Says that there is little room around it, if so.
    pub fn tell_of_shortage(&self) {
        let Ok(room) = rustix::fs::statvfs(self.path()) else {
            return;
        };
        let bytes = room.f_bavail.saturating_mul(room.f_frsize);
        // Some file systems make inodes as they need them and count none.
        let no_inodes = room.f_files > 0 && room.f_favail == 0;
        if bytes < LITTLE || no_inodes {
            report::note(&format!(
                "there is little room for intermediate files in {}; make room there, or set TMPDIR to another folder",
                std::env::temp_dir().display()
            ));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        lock().retain(|held| held != self.0.path());
    }
}

/// The folders that exist now.
pub fn folders() -> Vec<PathBuf> {
    lock().clone()
}

/// Removes every folder; for the ends of a process that run no destructors.
pub fn remove_all() {
    for folder in lock().drain(..) {
        // Nothing can be done about a failure here: the process is ending for another reason.
        let _ = std::fs::remove_dir_all(folder);
    }
}
