//! Finds the runtime. This file alone has the search order.

mod machine;

use crate::diagnostics::DriverError;
use sanecc_abi::target::Target;
use std::path::{Path, PathBuf};

/// The archive's file name.
pub const ARCHIVE: &str = "libsanecc_rt.a";

/// A link to the archive, by which programs are linked. CMake reads what a compiler adds to a link from the linker's command line, as
/// libraries for every mixed link; it leaves out a compiler's own runtime, which it knows by the beginning of this name.
pub const LINKED_ARCHIVE: &str = "libclang_rt.sanecc.a";

/// The archive beside it with the hooks of system calls, which only programs get that name one.
pub const HOOKS: &str = "libclang_rt.sanecc_syscalls.a";

/// The file name of the runtime as a shared object, which lies beside the archive.
pub const SHARED: &str = "libsanecc_rt.so";

/// What a linker script for bare metal includes.
pub const BARE_FRAGMENT: &str = "sanecc.ld";

/// The target of programs for this machine.
pub const HOST: &str = sanecc_abi::target::HOST.name;

/// The file that `SANECC_RUNTIME` names.
fn named() -> Option<PathBuf> {
    let named = std::env::var_os("SANECC_RUNTIME").filter(|named| !named.is_empty());
    named.map(PathBuf::from)
}

/// Why the archive that `SANECC_RUNTIME` names cannot be the runtime for `target`, if it is there and for another machine.
pub fn misfit(target: &str) -> Option<DriverError> {
    let (named, known) = (named()?, Target::named(target)?);
    let machine = machine::other(&named, known)?;
    Some(
        DriverError::new(format!(
            "SANECC_RUNTIME names a runtime for {machine}, which is none for {target}: {}",
            named.display()
        ))
        .next(format!(
            "unset it, and the runtime that 'cargo xtask setup --target {target}' makes is found, or set it to that archive"
        )),
    )
}

/// The places where the runtime for `target` may be, in the order in which they are tried:
/// 1. the file that `SANECC_RUNTIME` names;
/// 2. the installed tree, `<prefix>/lib/sanecc/<target>/` for a binary in `<prefix>/bin`;
/// 3. the build tree: beside the binary (for [`HOST`]), or `runtimes/<target>/` beside it.
pub fn places(target: &str) -> Vec<PathBuf> {
    if let Some(named) = named() {
        return vec![named];
    }
    let folder = own_folder();
    let mut places = Vec::new();
    if let Some(prefix) = folder.parent() {
        places.push(prefix.join("lib/sanecc").join(target).join(LINKED_ARCHIVE));
    }
    if target == HOST {
        places.push(folder.join(LINKED_ARCHIVE));
    }
    places.push(folder.join("runtimes").join(target).join(LINKED_ARCHIVE));
    places
}

/// The folder of this program: of its file, not of a link to that, which may be anywhere. An upgrade may have replaced the file since the program started.
pub fn own_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("/"));
    folder.canonicalize().unwrap_or_default()
}

/// The runtime archive for `target`, as an absolute path.
///
/// # Errors
/// If it is in none of its [`places`], or `SANECC_RUNTIME` names that of another machine.
pub fn runtime(target: &str) -> Result<PathBuf, DriverError> {
    if let Some(error) = misfit(target) {
        return Err(error);
    }
    let places = places(target);
    let found = places.iter().find(|place| place.is_file());
    found
        // A link keeps its name: it is the name that counts.
        .and_then(|place| std::path::absolute(known_by_name(place)).ok())
        .ok_or_else(|| {
            let tried: Vec<_> = places
                .iter()
                .map(|place| place.display().to_string())
                .collect();
            DriverError::new(format!(
                "no sanecc runtime for {target}: looked for {}",
                tried.join(", ")
            ))
            .next(format!(
                "'cargo xtask {}' makes it, or set SANECC_RUNTIME to the archive; \
             -fsanecc-runtime=never links without it",
                match target {
                    HOST => "build".to_owned(),
                    _ => format!("setup --target {target}"),
                }
            ))
        })
}

/// The folder with the runtimes of a target without a system, and with the linker script's fragment.
///
/// # Errors
/// If there is none, or `SANECC_RUNTIME` names a runtime of another machine.
pub fn bare_folder(target: &str) -> Result<PathBuf, DriverError> {
    if let Some(error) = misfit(target) {
        return Err(error);
    }
    let folders = places(target).into_iter();
    let mut folders = folders.filter_map(|place| place.parent().map(Path::to_owned));
    let found = folders.find(|folder| folder.join(BARE_FRAGMENT).is_file());
    found
        .and_then(|folder| std::path::absolute(folder).ok())
        .ok_or_else(|| {
            DriverError::new(format!("no sanecc runtime for {target}")).next(format!(
                "'cargo xtask setup --target {target}' makes it; -fsanecc-runtime=never links without it"
            ))
        })
}

/// `archive` by the name that it is linked by, if it has that name, too.
fn known_by_name(archive: &Path) -> PathBuf {
    let link = archive.with_file_name(LINKED_ARCHIVE);
    match (link.canonicalize(), archive.canonicalize()) {
        (Ok(one), Ok(other)) if one == other => link,
        _ => archive.to_owned(),
    }
}

/// The runtime's file of that name, [`ARCHIVE`], [`LINKED_ARCHIVE`] or [`SHARED`], as an absolute path.
///
/// # Errors
/// If it is not there.
pub fn file(target: &str, name: &str) -> Result<PathBuf, DriverError> {
    let archive = runtime(target)?;
    let file = archive.with_file_name(name);
    match file.is_file() {
        true => Ok(file),
        false => Err(
            DriverError::new(format!("there is no {name} beside {}", archive.display()))
                .next("'cargo xtask build' makes all of the runtime"),
        ),
    }
}

/// The folder name of a target triple: its target's name, or the triple without the vendor, which does not change the code.
pub fn target_of(triple: &str) -> String {
    if let Some(known) = Target::of(triple) {
        return known.name.to_owned();
    }
    let parts: Vec<&str> = triple.split('-').collect();
    match parts[..] {
        [arch, _vendor, system, environment] => format!("{arch}-{system}-{environment}"),
        [arch, "pc" | "unknown", system] => format!("{arch}-{system}"),
        _ => triple.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vendors_do_not_count() {
        assert_eq!(target_of("x86_64-pc-linux-gnu"), HOST);
        assert_eq!(target_of("x86_64-linux-gnu"), HOST);
        assert_eq!(target_of("thumbv7m-none-eabi"), "thumbv7m-none-eabi");
        assert_eq!(target_of("arm64-unknown-linux-gnu"), "aarch64-linux-gnu");
        assert_eq!(target_of("i686-pc-linux-gnu"), "i686-linux-gnu");
    }
}
