//! What was found on each target, in `docs/targets.json` beside the page: a run of one target leaves what is known of the others.

use super::outcome::Outcome;
use crate::files;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The last run of each target, by the target's name.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record(pub BTreeMap<String, Run>);

/// One run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// One trial in so many was run.
    pub one_in: usize,
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Record {
    /// Reads it; none is there before the first run.
    ///
    /// # Errors
    /// The file cannot be read, or is not a record.
    pub fn read(path: &Path) -> Result<Self> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let told = || {
            format!(
                "{} cannot be read; remove it and run all targets",
                path.display()
            )
        };
        let text = std::fs::read_to_string(path).with_context(told)?;
        serde_json::from_str(&text).with_context(told)
    }

    /// Writes it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        files::write_json(path, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_leaves_those_of_other_targets() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("targets.json");
        let mut record = Record::read(&path).unwrap();
        assert_eq!(record, Record::default());
        let run = |one_in| Run {
            date: "2026-11-29".to_owned(),
            one_in,
            outcome: Outcome::read(
                "test ui/heap/plain.c -O2 ... ok\ntest pass/abi.c -O0 ... FAILED\n",
            ),
        };
        record.0.insert("a".to_owned(), run(1));
        record.0.insert("b".to_owned(), run(6));
        record.write(&path).unwrap();
        let mut again = Record::read(&path).unwrap();
        assert_eq!(again, record);
        again.0.insert("b".to_owned(), run(1));
        assert_eq!(again.0["a"], run(1));
        std::fs::write(&path, "{").unwrap();
        let error = Record::read(&path).unwrap_err().to_string();
        assert!(error.contains("run all targets"), "{error}");
    }
}
