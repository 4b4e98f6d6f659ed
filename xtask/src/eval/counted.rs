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
    /// Certainly in bounds, whether the object lives or not, by rule. Programs that run do not count them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub in_bounds: BTreeMap<String, u64>,
    /// Not shown to be in bounds, but left without a check because outside data cannot influence them.
    #[serde(skip_serializing_if = "is_zero")]
    pub untainted: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Counted {
    /// Share of accesses without a check, in per cent.
    pub fn share(&self) -> f64 {
        let removed: u64 = self.removed.values().sum();
        100.0 * removed as f64 / self.accesses.max(1) as f64
    }

    /// Share of accesses that are in bounds, or that outside data cannot influence, in per cent.
    pub fn share_in_bounds(&self) -> f64 {
        let in_bounds: u64 = self.in_bounds.values().sum();
        100.0 * (in_bounds + self.untainted) as f64 / self.accesses.max(1) as f64
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
    in_bounds: Option<String>,
}

/// Counts what the files of a folder say.
///
/// # Errors
/// If there is none, or one cannot be read: figures without a part of the program would lie.
pub fn in_remarks(folder: &Path) -> Result<Counted> {
    let mut counted = Counted::default();
    for file in files::below(folder)? {
        let text = files::text(folder.join(&file))?;
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
        match remark.in_bounds {
            _ if remark.decision == "library" => {}
            Some(rule) => *counted.in_bounds.entry(rule).or_default() += 1,
            None => counted.untainted += u64::from(remark.decision == "unchecked"),
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
{"decision":"removed","rule":"in-bounds","in_bounds":"in-bounds","proof":{}}
{"decision":"merged","rule":"redundant"}
{"decision":"library","in_bounds":"in-range"}
{"decision":"checked","in_bounds":"in-range"}"#;
        let mut counted = Counted::default();
        add_lines(text, &mut counted).unwrap();
        assert_eq!(counted.accesses, 4);
        assert_eq!(counted.share(), 50.0);
        assert_eq!(counted.removed.len(), 2);
        assert_eq!((counted.share_in_bounds(), counted.untainted), (50.0, 0));
        add_lines(
            r#"{"decision":"unchecked","rule":"untainted"}"#,
            &mut counted,
        )
        .unwrap();
        assert_eq!((counted.share_in_bounds(), counted.untainted), (60.0, 1));
        assert!(add_lines("{\"decision\":\"removed\"}", &mut counted).is_err());
        assert!(add_lines("half a li", &mut counted).is_err());
    }
}
