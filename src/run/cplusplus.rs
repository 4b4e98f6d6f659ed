//! Programs in C++: templates that the standard library has in its binary are instantiated in each unit, and the rest of that binary that the
//! machine knows is compiled with the program.

use super::program::{FrontEnd, build_of, refused};
use crate::diagnostics::DriverError;
use crate::plan::Build;
use crate::temporary::Folder;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_machine::library::cplusplus::{PRELUDE, SUPPORT, parts};
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

/// What stands for the binary of the C++ library, compiled as it is, for a program that needs these symbols; the exit code where clang refuses it. The number
/// tells what is compiled from the program's own.
///
/// # Errors
/// If it cannot be written or compiled.
pub(super) fn support<'c, 's>(
    front: &FrontEnd,
    context: &'c Context,
    wanted: impl Iterator<Item = &'s String> + Clone,
    number: usize,
) -> Result<Result<Bitcode<'c>, i32>, DriverError> {
    let folder = front.folder();
    let mut words: Vec<OsString> = FLAGS.map(OsString::from).to_vec();
    words.extend(prelude(folder)?);
    words.push(written(folder, "support.cpp", SUPPORT)?.into_os_string());
    for part in parts(wanted) {
        words.push(written(folder, part.name, part.text)?.into_os_string());
    }
    let build = build_of(&words, &[], true)?;
    let mut linked: Option<Bitcode<'c>> = None;
    for (unit, number) in build.units.iter().zip(number..) {
        let one = match front.compile(context, &build, unit, number)? {
            Ok(one) => one,
            Err(code) => return Ok(Err(code)),
        };
        linked = Some(match linked {
            None => one,
            Some(all) => {
                all.link(one).map_err(|error| refused(&unit.file, &error))?;
                all
            }
        });
    }
    let linked = linked.ok_or_else(|| DriverError::new("the C++ library has no source"))?;
    Ok(Ok(linked))
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
