//! The compilers that a build is given: `sanecc` and `sanecc++` beside this program, told to embed remarks.

use crate::diagnostics::DriverError;
use crate::temporary::Folder;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What lets objects carry their remarks.
pub const FLAG: &str = "-fsanecc-embed-remarks";

/// The two compilers.
#[derive(Debug)]
pub struct Compilers {
    c: PathBuf,
    cplusplus: PathBuf,
}

impl Compilers {
    /// Finds them. What is missing, or has a name that variables cannot hold, gets another name in `folder`.
    ///
    /// # Errors
    /// If there is no sanecc beside this program.
    pub fn find(folder: &Folder) -> Result<Compilers, DriverError> {
        let own = std::env::current_exe().and_then(|path| path.canonicalize());
        let own = own.map_err(|error| {
            DriverError::new(format!("cannot tell where this program lies: {error}"))
        })?;
        let c = own.with_file_name("sanecc");
        if !c.is_file() {
            return Err(DriverError::new(format!(
                "there is no sanecc beside this program: {}",
                c.display()
            ))
            .next("install sanecc and sane together"));
        }
        let cplusplus = named(&c, own.with_file_name("sanecc++"), folder)?;
        Ok(Compilers {
            cplusplus,
            c: named(&c, c.clone(), folder)?,
        })
    }

    /// The compiler for a command whose first word is `program`.
    pub fn of(&self, program: &str) -> &Path {
        let name = Path::new(program).file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
        match name.ends_with("++") || name == "CC" {
            true => &self.cplusplus,
            false => &self.c,
        }
    }

    /// The variables by which builds find them.
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        let word = |path: &Path| format!("{} {FLAG}", path.display());
        let (c, cplusplus) = (word(&self.c), word(&self.cplusplus));
        let escaped = |text: &str| text.replace(' ', "\\ ");
        let made = format!("CC={} CXX={}", escaped(&c), escaped(&cplusplus));
        let flags = match std::env::var("MAKEFLAGS") {
            Ok(flags) if !flags.is_empty() => format!("{flags} {made}"),
            _ => made,
        };
        vec![
            ("CC", c.into()),
            ("CXX", cplusplus.into()),
            ("MAKEFLAGS", flags.into()),
        ]
    }
}

/// `wanted`, if it is there and builds can take its name; else a link to `sanecc` with its last name.
fn named(sanecc: &Path, wanted: PathBuf, folder: &Folder) -> Result<PathBuf, DriverError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+');
    if wanted.is_file() && wanted.to_string_lossy().chars().all(plain) {
        return Ok(wanted);
    }
    let link = folder.path().join(wanted.file_name().unwrap_or_default());
    std::os::unix::fs::symlink(sanecc, &link)
        .map_err(|error| DriverError::new(format!("cannot make {}: {error}", link.display())))?;
    Ok(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_compiler_tells_its_language() {
        let compilers = Compilers {
            c: "c".into(),
            cplusplus: "c++".into(),
        };
        for name in [
            "g++",
            "/usr/bin/clang++-19",
            "x86_64-linux-gnu-g++-12",
            "CC",
        ] {
            assert_eq!(compilers.of(name), Path::new("c++"), "{name}");
        }
        for name in ["cc", "gcc-12", "/usr/bin/clang-19", "cl"] {
            assert_eq!(compilers.of(name), Path::new("c"), "{name}");
        }
    }
}
