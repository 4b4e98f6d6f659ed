//! The page `docs/targets.md`.

use super::outcome::Outcome;
use crate::table::Table;
use sanecc_abi::target::Target;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Which targets there are; the figures follow.
const HEAD: &str = include_str!("head.md");

/// The whole page.
pub fn page(outcomes: &[(&Target, Outcome)], only: Option<&str>) -> String {
    let sample = match only {
        Some(text) => format!("This is a sample: the trials whose names contain `{text}`.\n\n"),
        None => String::new(),
    };
    format!("{HEAD}\n{sample}{}", tables(outcomes))
}

/// How many trials of each folder pass, and which do not.
fn tables(outcomes: &[(&Target, Outcome)]) -> String {
    let names = outcomes.iter().map(|(target, _)| target.name);
    let mut table = Table::new(std::iter::once("programs").chain(names));
    let folders: BTreeSet<&String> = outcomes
        .iter()
        .flat_map(|(_, outcome)| outcome.folders.keys())
        .collect();
    for folder in folders {
        let cells = outcomes
            .iter()
            .map(|(_, outcome)| match outcome.folders.get(folder) {
                Some((passed, all)) => format!("{passed} of {all}"),
                None => "-".to_owned(),
            });
        table.row(std::iter::once(format!("tests/{folder}")).chain(cells));
    }
    let mut text = table.markdown();
    for (target, outcome) in outcomes {
        if outcome.failures.is_empty() {
            continue;
        }
        let _ = write!(text, "\n### Trials that fail on {}\n\n", target.name);
        for (name, reason) in &outcome.failures {
            let _ = writeln!(text, "- `{name}`: {reason}");
        }
    }
    text
}
