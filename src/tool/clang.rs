//! Finds clang.

use crate::diagnostics::DriverError;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The major version of clang and LLVM that this build works with.
pub const MAJOR: u32 = 19;

/// Names that clang of the right version goes by; the last may be of any version.
const NAMES: [&str; 2] = ["clang-19", "clang"];

/// Where packages put clang outside of PATH.
const PREFIX: &str = "/usr/lib/llvm-19/bin/clang";

/// Programs that call themselves clang but cache what another clang makes.
const WRAPPERS: [&str; 3] = ["ccache", "sccache", "distcc"];

/// The clang to drive: `SANECC_CLANG`, else `clang-19` on PATH, else where packages install it, else
/// `clang` on PATH.
///
/// # Errors
/// If there is none.
pub fn find() -> Result<PathBuf, DriverError> {
    if let Some(named) = std::env::var_os("SANECC_CLANG").filter(|named| !named.is_empty()) {
        return which::which(&named).map_err(|error| {
            DriverError::new(format!(
                "SANECC_CLANG={}: {error}",
                Path::new(&named).display()
            ))
            .next(format!("set it to the path of clang {MAJOR}, or unset it"))
        });
    }
    let packaged = Some(PathBuf::from(PREFIX)).filter(|path| path.is_file());
    on_path(NAMES[0]).or(packaged).or_else(|| on_path(NAMES[1])).ok_or_else(|| {
        DriverError::new(format!("clang {MAJOR} was not found: neither '{}' nor '{}' is on PATH", NAMES[0], NAMES[1])).next(
            format!("install it (Debian, Ubuntu: apt-get install clang-{MAJOR}) or set SANECC_CLANG to its path"),
        )
    })
}

/// The first `name` on PATH that is a compiler: neither this program under another name, which would
/// start itself for ever, nor a cache, which would cache each half of a compilation.
fn on_path(name: &str) -> Option<PathBuf> {
    let this = std::env::current_exe()
        .and_then(|path| path.canonicalize())
        .ok();
    which::which_all(name).ok()?.find(|path| {
        let Ok(real) = path.canonicalize() else {
            return false;
        };
        let wrapper = WRAPPERS
            .iter()
            .any(|wrapper| real.file_name() == Some(OsStr::new(wrapper)));
        !wrapper && Some(&real) != this.as_ref()
    })
}

/// Checks that `clang` is of the right major version.
///
/// A path that carries the version, as packages name it, is believed: asking costs a process for every
/// compilation.
///
/// # Errors
/// If it is of another version, or does not answer.
pub fn check_version(clang: &Path) -> Result<(), DriverError> {
    if names_version(clang) || clang.canonicalize().is_ok_and(|real| names_version(&real)) {
        return Ok(());
    }
    let text = super::read(clang, &["--version"])?;
    match major(&text) {
        Some(MAJOR) => Ok(()),
        found => Err(DriverError::new(format!(
            "{} is {}, but sanecc works with clang {MAJOR}",
            clang.display(),
            found.map_or(
                "not a clang that tells its version".to_owned(),
                |found| format!("clang {found}")
            ),
        ))
        .next(format!(
            "install clang-{MAJOR} or set SANECC_CLANG to its path"
        ))),
    }
}

fn names_version(path: &Path) -> bool {
    let suffix = format!("-{MAJOR}");
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().ends_with(&suffix))
        || path
            .iter()
            .any(|part| part.to_string_lossy().ends_with(&format!("llvm{suffix}")))
}

/// The major version in the answer to `--version`.
pub fn major(text: &str) -> Option<u32> {
    let version = text.split("clang version ").nth(1)?;
    version
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(
            major("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"),
            Some(19)
        );
        assert_eq!(major("Apple clang version 15.0.0"), Some(15));
        assert_eq!(major("gcc (Debian 12.2.0) 12.2.0"), None);
        assert!(names_version(Path::new("/usr/bin/clang-19")));
        assert!(names_version(Path::new("/usr/lib/llvm-19/bin/clang")));
        assert!(!names_version(Path::new("/usr/bin/clang")));
    }
}
