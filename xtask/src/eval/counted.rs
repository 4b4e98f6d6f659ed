//! Counts accesses in the compiler's remarks.

use crate::files;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How many accesses there are, and what became of them. Those of library functions, which the runtime checks, do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// All.
    pub accesses: u64,
    /// Without a check, by rule.
    pub removed: BTreeMap<String, u64>,
}

impl Counted {
    /// Share of accesses without a check, in per cent.
    pub fn share(&self) -> f64 {
        let removed: u64 = self.removed.values().sum();
        100.0 * removed as f64 / self.accesses.max(1) as f64
    }

    /// Counts accesses with the same fate; `rule` is why they have no check.
    pub fn add(&mut self, rule: Option<&str>, number: u64) {
        self.accesses += number;
        if let Some(rule) = rule {
            *self.removed.entry(rule.to_owned()).or_default() += number;
        }
    }
}

/// What is read of a remark.
#[derive(Deserialize)]
struct Remark {
    decision: String,
    rule: Option<String>,
}

/// Counts what the files of a folder say.
///
/// # Errors
/// If there is none, or one cannot be read: figures without a part of the program would lie.
pub fn in_remarks(folder: &Path) -> Result<Counted> {
    let mut counted = Counted::default();
    for file in files::entries(folder)? {
        let text = files::text(&file)?;
        add_lines(&text, &mut counted)
            .with_context(|| format!("{} is not as expected", file.display()))?;
    }
    anyhow::ensure!(counted.accesses > 0, "no accesses in {}", folder.display());
    Ok(counted)
}

fn add_lines(text: &str, counted: &mut Counted) -> Result<()> {
    for line in text.lines() {
        let remark: Remark = serde_json::from_str(line)?;
        match remark.decision.as_str() {
            "library" => {}
            "checked" => counted.add(None, 1),
            _ => counted.add(Some(remark.rule.as_deref().context("no rule")?), 1),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_counted_by_rule() {
        let text = r#"{"decision":"checked","rule":"in-range"}
{"decision":"removed","rule":"in-bounds","proof":{}}
{"decision":"merged","rule":"redundant"}
{"decision":"library"}
{"decision":"checked"}"#;
        let mut counted = Counted::default();
        add_lines(text, &mut counted).unwrap();
        assert_eq!(counted.accesses, 4);
        assert_eq!(counted.share(), 50.0);
        assert_eq!(counted.removed.len(), 2);
        assert!(add_lines("{\"decision\":\"removed\"}", &mut counted).is_err());
        assert!(add_lines("half a li", &mut counted).is_err());
    }
}
