//! Where `-fsanecc-remarks=` has the records of accesses written.

use crate::plan::{Build, Unit};
use crate::report::Fault;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The file for the records of `unit`, if they are wanted; `output` is what the unit is compiled to. A folder is made if there is none.
///
/// # Errors
/// If several units would share one file, or the folder cannot be made.
pub fn file_of(build: &Build, unit: &Unit, output: &Path) -> Result<Option<PathBuf>, Fault> {
    let Some(asked) = &build.own.remarks else {
        return Ok(None);
    };
    let names_folder = asked.as_os_str().as_bytes().ends_with(b"/");
    if !names_folder && !asked.is_dir() {
        let units = build.units.iter().filter(|unit| unit.checked).count();
        return if units > 1 {
            Err(several(asked, units))
        } else {
            Ok(Some(asked.clone()))
        };
    }
    std::fs::create_dir_all(asked).map_err(|error| {
        Fault::new(format!(
            "cannot make the folder {}: {error}",
            asked.display()
        ))
        .next("-fsanecc-remarks= takes a file, or a folder with '/' at its end")
    })?;
    // What is linked at once is compiled to a temporary file.
    let whole = if build.link {
        Path::new(&unit.file)
    } else {
        output
    };
    Ok(Some(asked.join(mangled(whole))))
}

/// A path as one name, as gcov makes it: folders are parted by `#`.
fn mangled(path: &Path) -> OsString {
    let bytes = path.as_os_str().as_bytes();
    let mut name: Vec<u8> = bytes
        .iter()
        .map(|&byte| if byte == b'/' { b'#' } else { byte })
        .collect();
    name.extend_from_slice(b".jsonl");
    OsString::from_vec(name)
}

fn several(asked: &Path, units: usize) -> Fault {
    let asked = asked.display();
    Fault::new(format!(
        "'-fsanecc-remarks={asked}' names one file, and there are {units} sources to compile"
    ))
    .next(format!(
        "'-fsanecc-remarks={asked}/' makes a folder with a file for each"
    ))
}
