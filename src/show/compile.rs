//! Compiles the source that is to be shown, as its build does, but for the output.

use super::Input;
use crate::build::compilers::{Compilers, FLAG};
use crate::build::database::{self, Command};
use crate::diagnostics::DriverError;
use crate::temporary::Folder;
use crate::tool::{self, supervised};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Extensions of sources in C and C++.
const SOURCES: [&str; 6] = ["c", "C", "cc", "cpp", "cxx", "c++"];

/// Flags that write further files, and those of them whose next word belongs to them.
const ALONE: [&str; 4] = ["-MD", "-MMD", "-MP", "-c"];
const WITH_WORD: [&str; 4] = ["-o", "-MF", "-MT", "-MQ"];

/// Whether a file is one to compile.
pub(super) fn is_source(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    SOURCES.iter().any(|known| ending == *known)
}

/// An object that lives as long as this.
pub(super) struct Compiled {
    _folder: Folder,
    object: PathBuf,
}

impl Compiled {
    /// Compiles.
    ///
    /// # Errors
    /// If there is no compiler, or it refuses the source.
    pub(super) fn of(input: &Input) -> Result<Compiled, DriverError> {
        let source = &input.what;
        if !source.is_file() {
            return Err(DriverError::new(format!(
                "there is no '{}'",
                source.display()
            )));
        }
        tool::watch()?;
        let folder = Folder::new()?;
        let compilers = Compilers::find(&folder)?;
        let object = folder.path().join("shown.o");
        let mut words: Vec<OsString> = vec!["-g".into(), FLAG.into()];
        let (compiler, directory) = match &input.compile_commands {
            Some(database) => {
                let (command, directory) = command_of(database, source)?;
                let all = command.words().unwrap_or_default();
                let mut all = all.iter().map(String::as_str);
                let compiler = compilers.of(all.next().unwrap_or_default());
                words.extend(without_outputs(all));
                (compiler, directory)
            }
            None => {
                words.push(source.into());
                let is_c = source.extension() == Some(OsStr::new("c"));
                (
                    compilers.of(if is_c { "cc" } else { "c++" }),
                    PathBuf::from("."),
                )
            }
        };
        words.extend_from_slice(&input.flags);
        words.extend(["-c".into(), "-o".into(), object.clone().into_os_string()]);
        match supervised::run(compiler, &words, &directory, &[])? {
            0 => Ok(Compiled {
                _folder: folder,
                object,
            }),
            _ => Err(DriverError::new(format!("'{}' does not compile", source.display())).next(
                "its flags follow '--', as in 'sane show a.c -- -O2 -Iinclude'; --compile-commands takes them from a build",
            )),
        }
    }

    pub(super) fn object(&self) -> &PathBuf {
        &self.object
    }
}

/// The entry of a source, and the folder that its command runs in.
fn command_of(path: &Path, source: &Path) -> Result<(Command, PathBuf), DriverError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| DriverError::new(format!("cannot read '{}': {error}", path.display())))?;
    let wanted = full(source);
    let beside = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside.parent().unwrap_or(Path::new("/"));
    for command in database::read(path, &text)? {
        let directory = beside.join(&command.directory);
        if full(&directory.join(&command.file)) == wanted {
            return Ok((command, directory));
        }
    }
    Err(DriverError::new(format!(
        "'{}' has no command for '{}'",
        path.display(),
        source.display()
    ))
    .next("'sane show FILE.c -- FLAGS' compiles it with flags of yours"))
}

fn full(file: &Path) -> PathBuf {
    let known = file.canonicalize().or_else(|_| std::path::absolute(file));
    known.unwrap_or_else(|_| file.to_owned())
}

/// The words of a command without those that say what to write.
fn without_outputs<'a>(words: impl Iterator<Item = &'a str>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        if WITH_WORD.contains(&word) {
            words.next();
            continue;
        }
        let is_output = word.len() > 2 && WITH_WORD.iter().any(|flag| word.starts_with(flag));
        if !is_output && !ALONE.contains(&word) {
            kept.push(word.into());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_shown_object_is_written() {
        let words = "-O2 -MD -MF a.d -MTx -c a.c -o a.o -DX -ob.o";
        assert_eq!(without_outputs(words.split(' ')), ["-O2", "a.c", "-DX"]);
    }
}
