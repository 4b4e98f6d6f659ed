//! The programs that need not run as natively, each with its reason: `tests/torture/deviations.txt` of the machine, `tests/torture/pointer-mode.txt` of the pointer mode.

use crate::files;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// Where the list is, below the repository.
pub const FILE: &str = "tests/torture/deviations.txt";
/// Where that of the pointer mode is.
pub const POINTER_MODE: &str = "tests/torture/pointer-mode.txt";

/// The list.
#[derive(Debug)]
pub struct Listed {
    file: &'static str,
    reasons: BTreeMap<String, String>,
}

impl Listed {
    /// Reads it.
    pub fn read(root: &Path, file: &'static str) -> Result<Self> {
        Self::parse(file, &files::text(root.join(file))?)
    }

    /// Where it is.
    pub fn file(&self) -> &'static str {
        self.file
    }

    /// Each line is `PROGRAM: REASON`; `#` begins a comment line.
    fn parse(file: &'static str, text: &str) -> Result<Self> {
        let mut reasons = BTreeMap::new();
        for line in text.lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let row = line.split_once(": ");
            let (name, reason) = row.with_context(|| format!("{file}: `{line}` has no reason"))?;
            if reasons.insert(name.to_owned(), reason.to_owned()).is_some() {
                bail!("{file}: {name} stands there twice");
            }
        }
        Ok(Self { file, reasons })
    }

    /// Why a program may differ.
    pub fn reason(&self, name: &str) -> Option<&str> {
        self.reasons.get(name).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_a_program_and_a_reason() {
        let listed = Listed::parse(FILE, "# words\na.c: it reads what it has freed\n").unwrap();
        assert_eq!(listed.reason("a.c"), Some("it reads what it has freed"));
        assert_eq!(listed.reason("b.c"), None);
        assert!(Listed::parse(FILE, "a.c\n").is_err());
        assert!(Listed::parse(FILE, "a.c: x\na.c: y\n").is_err());
    }
}
