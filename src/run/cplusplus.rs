//! Programs in C++: templates that the standard library has in its binary are instantiated in each unit, and the rest of that binary that the
//! machine knows is compiled with the program.

use crate::diagnostics::DriverError;
use crate::plan::Build;
use crate::temporary::Folder;
use sanecc_machine::library::cplusplus::{PRELUDE, SUPPORT};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Flags of the support code, besides the prelude. It has no debug information: reports are about the program.
const FLAGS: [&str; 4] = ["-std=gnu++17", "-w", "-O0", "-g0"];

/// Whether a unit is in C++.
pub(super) fn is_in(build: &Build) -> bool {
    let languages = build
        .units
        .iter()
        .map(|unit| unit.language.to_string_lossy());
    languages
        .into_iter()
        .any(|language| language.starts_with("c++"))
}

/// Words that make the compiler read the prelude first.
///
/// # Errors
/// If it cannot be written.
pub(super) fn prelude(folder: &Folder) -> Result<[OsString; 2], DriverError> {
    let path = written(folder, "prelude.h", PRELUDE)?;
    Ok(["-include".into(), path.into_os_string()])
}

/// Words that compile the support code.
///
/// # Errors
/// If it cannot be written.
pub(super) fn support(folder: &Folder) -> Result<Vec<OsString>, DriverError> {
    let path = written(folder, "support.cpp", SUPPORT)?;
    let mut words: Vec<OsString> = FLAGS.map(OsString::from).to_vec();
    words.extend(prelude(folder)?);
    words.push(path.into_os_string());
    Ok(words)
}

fn written(folder: &Folder, name: &str, text: &str) -> Result<PathBuf, DriverError> {
    let path = folder.path().join(name);
    match std::fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(error) => Err(DriverError::new(format!(
            "cannot write {}: {error}",
            shown(&path)
        ))),
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
