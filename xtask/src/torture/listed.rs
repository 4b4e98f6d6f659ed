//! The programs that the machine need not run as natively, each with its reason: `tests/torture/deviations.txt`.

use crate::files;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// Where the list is, below the repository.
pub const FILE: &str = "tests/torture/deviations.txt";

/// The list.
#[derive(Debug)]
pub struct Listed {
    reasons: BTreeMap<String, String>,
}

impl Listed {
    /// Reads it.
    pub fn read(root: &Path) -> Result<Self> {
        Self::parse(&files::text(root.join(FILE))?)
    }

    /// Each line is `PROGRAM: REASON`; `#` begins a comment line.
    fn parse(text: &str) -> Result<Self> {
        let mut reasons = BTreeMap::new();
        for line in text.lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let row = line.split_once(": ");
            let (name, reason) = row.with_context(|| format!("{FILE}: `{line}` has no reason"))?;
            if reasons.insert(name.to_owned(), reason.to_owned()).is_some() {
                bail!("{FILE}: {name} stands there twice");
            }
        }
        Ok(Self { reasons })
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
        let listed = Listed::parse("# words\na.c: it reads what it has freed\n").unwrap();
        assert_eq!(listed.reason("a.c"), Some("it reads what it has freed"));
        assert_eq!(listed.reason("b.c"), None);
        assert!(Listed::parse("a.c\n").is_err());
        assert!(Listed::parse("a.c: x\na.c: y\n").is_err());
    }
}
