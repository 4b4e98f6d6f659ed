//! `cargo xtask test --rule NAME`: the programs of one removal rule, or of one analysis that rules rest on.

use super::suite;
use super::tally::Tally;
use crate::mutants::program::rules;
use crate::paths::Paths;
use anyhow::{Result, bail};

/// Runs both revisions of the programs in the rule's folder below `tests/soundness`.
///
/// # Errors
/// There is no such folder, or `cargo test` does not run.
pub fn run(paths: &Paths, rule: &str, tally: &mut Tally) -> Result<()> {
    known(rule, &rules(&paths.root)?)?;
    let programs = format!("soundness/{rule}/");
    suite::run_with(paths, &["--test", "ui", "--", &programs], tally)
}

/// Fails unless the rule is among those that have programs.
fn known(rule: &str, rules: &[String]) -> Result<()> {
    if !rules.iter().any(|name| name == rule) {
        bail!(
            "no rule `{rule}` has programs; these have: {}",
            rules.join(", ")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::known;

    #[test]
    fn an_unknown_rule_is_refused_with_a_list() {
        let rules = ["coalesce".to_owned(), "in-range".to_owned()];
        assert!(known("coalesce", &rules).is_ok());
        let error = known("neighbors", &rules).unwrap_err().to_string();
        assert!(error.contains("coalesce, in-range"), "{error}");
    }
}
