//! The output files of `-fsanecc-remarks=` and `-fsanecc-stats=`.

use crate::diagnostics::DriverError;
use crate::plan::{Build, Unit};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// A flag whose value is where records go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The flag, up to its value.
    name: &'static str,
    /// The end of the names of files in a folder.
    extension: &'static str,
}

/// A record a line for each access.
pub const REMARKS: Flag = Flag {
    name: "-fsanecc-remarks=",
    extension: ".jsonl",
};

/// One record of a whole unit.
pub const STATISTICS: Flag = Flag {
    name: "-fsanecc-stats=",
    extension: ".json",
};

impl Flag {
    /// What it takes, for messages.
    pub fn expectation(self) -> String {
        format!(
            "{} takes a file in a folder that exists, or a folder with '/' at its end",
            self.name
        )
    }
}

/// The file for the records of `unit`, if they are wanted; `output` is what the unit is compiled to. A folder is made if there is none.
///
/// # Errors
/// If several units would share one file, or the folder cannot be made.
pub fn file_of(
    flag: Flag,
    asked: Option<&PathBuf>,
    build: &Build,
    unit: &Unit,
    output: &Path,
) -> Result<Option<PathBuf>, DriverError> {
    let Some(asked) = asked else {
        return Ok(None);
    };
    let names_folder = asked.as_os_str().as_bytes().ends_with(b"/");
    if !names_folder && !asked.is_dir() {
        let units = build.units.iter().filter(|unit| unit.checked).count();
        return if units > 1 {
            Err(several(flag, asked, units))
        } else {
            Ok(Some(asked.clone()))
        };
    }
    std::fs::create_dir_all(asked).map_err(|error| {
        DriverError::new(format!(
            "cannot make the folder {}: {error}",
            asked.display()
        ))
        .next(flag.expectation())
    })?;
    // What is linked at once is compiled to a temporary file.
    let whole = if build.link {
        Path::new(&unit.file)
    } else {
        output
    };
    Ok(Some(asked.join(mangled(whole, flag.extension))))
}

/// A path as one name, as gcov makes it: folders are parted by `#`.
fn mangled(path: &Path, extension: &str) -> OsString {
    let bytes = path.as_os_str().as_bytes();
    let mut name: Vec<u8> = bytes
        .iter()
        .map(|&byte| if byte == b'/' { b'#' } else { byte })
        .collect();
    name.extend_from_slice(extension.as_bytes());
    OsString::from_vec(name)
}

fn several(flag: Flag, asked: &Path, units: usize) -> DriverError {
    let (flag, asked) = (flag.name, asked.display());
    DriverError::new(format!(
        "'{flag}{asked}' names one file, and there are {units} sources to compile"
    ))
    .next(format!(
        "'{flag}{asked}/' makes a folder with a file for each"
    ))
}
