//! Options of the runtime that hold for `sane run`, too: `SANECC_OPTIONS`, then `ASAN_OPTIONS` for what the former leaves open.
//!
//! They are `suppressions`, `color` and `detect_invalid_pointer_pairs`. The others are about what is compiled into programs.

use crate::diagnostics::DriverError;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// What the environment asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The file of suppressions.
    pub suppressions: Option<PathBuf>,
    /// Which pairs of pointers are looked at in programs compiled with that check: 0 none, 1 all but null, 2 all.
    pub pairs: u8,
    /// Whether reports are coloured; none for where they are read by people.
    color: Option<bool>,
}

impl Options {
    /// Reads the environment.
    ///
    /// # Errors
    /// If one of these options has no value that it can have.
    pub fn of_environment() -> Result<Options, DriverError> {
        let mut options = Options::default();
        for name in ["ASAN_OPTIONS", "SANECC_OPTIONS"] {
            let text = std::env::var_os(name).unwrap_or_default();
            options.read(text.as_bytes())?;
        }
        Ok(options)
    }

    fn read(&mut self, text: &[u8]) -> Result<(), DriverError> {
        let mut rest = text;
        while let Some((name, value)) = next(&mut rest) {
            let shown = String::from_utf8_lossy(value);
            let refused = || {
                let name = String::from_utf8_lossy(name);
                DriverError::new(format!("'{shown}' is no value for the option {name}"))
            };
            match name {
                b"suppressions" if value.is_empty() => self.suppressions = None,
                b"suppressions" => {
                    let path = OsString::from_vec(value.to_vec());
                    self.suppressions = Some(path.into());
                }
                b"detect_invalid_pointer_pairs" => {
                    let number: u8 = shown.parse().map_err(|_| refused())?;
                    self.pairs = number.min(2);
                }
                b"color" => {
                    self.color = match value {
                        b"always" => Some(true),
                        b"never" => Some(false),
                        b"auto" => None,
                        _ => return Err(refused()),
                    };
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether what goes to stderr is coloured: as the option says, else as the environment asks all programs to, else on terminals.
    pub fn is_coloured(&self) -> bool {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        match self.color {
            Some(always) => always,
            None if set("NO_COLOR").is_some() => false,
            None if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            None => std::io::stderr().is_terminal(),
        }
    }
}

/// Takes the next `name=value` off the text. A value may stand in quotes; without one it is 1.
fn next<'a>(rest: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let is_separator = |byte: &u8| matches!(byte, b':' | b',' | b' ' | b'\t' | b'\n' | b'\r');
    let start = rest.iter().position(|byte| !is_separator(byte))?;
    let text = &rest[start..];
    let is_end = |byte: &u8| *byte == b'=' || is_separator(byte);
    let (name, after) = text.split_at(text.iter().position(is_end).unwrap_or(text.len()));
    let Some(after) = after.strip_prefix(b"=") else {
        *rest = after;
        return Some((name, b"1"));
    };
    if let Some(quote @ (b'"' | b'\'')) = after.first()
        && let Some(length) = after[1..].iter().position(|byte| byte == quote)
    {
        *rest = &after[length + 2..];
        return Some((name, &after[1..=length]));
    }
    let end = after.iter().position(is_separator);
    let (value, after) = after.split_at(end.unwrap_or(after.len()));
    *rest = after;
    Some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_the_runtime_reads_them() {
        let mut options = Options::default();
        let text = "exitcode=3:suppressions='a b:c',color=never detect_invalid_pointer_pairs";
        options.read(text.as_bytes()).unwrap();
        assert_eq!(options.suppressions, Some("a b:c".into()));
        assert_eq!((options.pairs, options.color), (1, Some(false)));
        assert!(!options.is_coloured());
        assert!(options.read(b"color=red").is_err());
    }
}
