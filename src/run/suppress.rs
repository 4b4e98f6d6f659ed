//! Errors and leaks that the program's owner does not want to hear of: the files that the runtime reads (`suppressions=FILE`).

use super::frames::Frame;
use crate::diagnostics::DriverError;
use sanecc_abi::suppression::{self, BadLine, KINDS, Kind};
use std::path::Path;

/// Suppressions that were read.
#[derive(Clone, Debug, Default)]
pub struct Suppressions(Vec<(Kind, Vec<u8>)>);

/// What a frame belongs to: the program as a whole.
pub struct Names<'a> {
    /// The library function in which it happened.
    pub library: Option<&'a str>,
    /// The stack.
    pub frames: &'a [Frame],
    /// The program.
    pub module: &'a [u8],
}

impl Suppressions {
    /// Reads a file: as it is named from here, else beside the program.
    ///
    /// # Errors
    /// If it cannot be read, or a line is no suppression.
    pub fn read(path: &Path, beside: &Path) -> Result<Suppressions, DriverError> {
        let refused = |what: String| DriverError::new(format!("{}: {what}", path.display()));
        let text = std::fs::read(path).or_else(|error| match beside.parent() {
            Some(folder) if path.is_relative() => std::fs::read(folder.join(path)),
            _ => Err(error),
        });
        let text = text.map_err(|error| refused(format!("cannot read suppressions: {error}")))?;
        let mut all = Vec::new();
        let read = suppression::parse(&text, |kind, pattern| all.push((kind, pattern.to_vec())));
        read.map_err(|BadLine { number, text }| {
            let text = String::from_utf8_lossy(text);
            let kinds: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            refused(format!("{number}: '{text}' is no suppression")).next(format!(
                "one is KIND:PATTERN, where KIND is {}",
                kinds.join(", ")
            ))
        })?;
        Ok(Suppressions(all))
    }

    /// Whether there are any for errors that are no leaks.
    pub fn has_any(&self) -> bool {
        self.0.iter().any(|(kind, _)| *kind != Kind::Leak)
    }

    /// Whether one names an error.
    pub fn names_error(&self, names: &Names<'_>) -> bool {
        self.0.iter().any(|(kind, pattern)| match kind {
            Kind::Function => names.has_function(pattern),
            Kind::Source => names.has_file(pattern),
            Kind::Module => suppression::matches(pattern, names.module),
            Kind::InterceptorName => names
                .library
                .is_some_and(|name| suppression::matches(pattern, name.as_bytes())),
            Kind::InterceptorViaFunction => names.library.is_some() && names.has_function(pattern),
            Kind::InterceptorViaLibrary => {
                names.library.is_some() && suppression::matches(pattern, names.module)
            }
            // The machine has neither of these errors.
            Kind::Leak | Kind::Mismatch | Kind::Odr => false,
        })
    }

    /// Whether one names a leak by the stack of its allocation.
    pub fn names_leak(&self, names: &Names<'_>) -> bool {
        let leaks = self.0.iter().filter(|(kind, _)| *kind == Kind::Leak);
        leaks.map(|(_, pattern)| pattern).any(|pattern| {
            names.has_function(pattern)
                || names.has_file(pattern)
                || suppression::matches(pattern, names.module)
        })
    }
}

impl Names<'_> {
    fn has_function(&self, pattern: &[u8]) -> bool {
        let mut names = self.frames.iter().map(|frame| frame.function.as_bytes());
        names.any(|name| suppression::matches(pattern, name))
    }

    fn has_file(&self, pattern: &[u8]) -> bool {
        let mut names = self.frames.iter().map(|frame| frame.file.as_bytes());
        names.any(|name| suppression::matches(pattern, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_look_at_what_they_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("list");
        std::fs::write(
            &file,
            "# why\nleak:^keep$\nsrc:third/\ninterceptor_name:strlen\n",
        )
        .unwrap();
        let beside = folder.path().join("program");
        let known = Suppressions::read(Path::new("list"), &beside).unwrap();
        let frame = |function: &str, file: &str| Frame {
            function: function.to_owned(),
            file: file.to_owned(),
            ..Frame::default()
        };
        let names = |library, frames| Names {
            library,
            frames,
            module: b"program",
        };
        let third = [frame("f", "third/a.c")];
        let own = [frame("keep", "a.c")];
        assert!(known.has_any());
        assert!(known.names_error(&names(None, &third)) && !known.names_leak(&names(None, &third)));
        assert!(!known.names_error(&names(None, &own)) && known.names_leak(&names(None, &own)));
        assert!(known.names_error(&names(Some("strlen"), &own)));
        std::fs::write(&file, "leek:x").unwrap();
        assert!(Suppressions::read(&file, &beside).is_err());
    }
}
