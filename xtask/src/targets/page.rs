//! The page `docs/targets.md`.

use super::outcome::Outcome;
use crate::table::Table;
use sanecc_abi::target::Target;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::num::NonZeroUsize;

/// Which targets there are; the figures follow.
const HEAD: &str = include_str!("head.md");

/// The whole page.
pub fn page(
    outcomes: &[(&Target, Outcome)],
    only: Option<&str>,
    step: Option<NonZeroUsize>,
) -> String {
    format!("{HEAD}\n{}{}", sample(only, step), tables(outcomes))
}

/// Which trials the tables are of, if not of all.
fn sample(only: Option<&str>, step: Option<NonZeroUsize>) -> String {
    let which = match (only, step.map(NonZeroUsize::get)) {
        (None, None | Some(1)) => return String::new(),
        (Some(text), None | Some(1)) => format!("the trials whose names contain `{text}`"),
        (None, Some(step)) => format!("one trial in {step}"),
        (Some(text), Some(step)) => {
            format!("one trial in {step}, of these those whose names contain `{text}`")
        }
    };
    format!("This is a sample: {which}.\n\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_called_one() {
        let step = NonZeroUsize::new;
        assert_eq!(sample(None, None), "");
        assert_eq!(sample(None, step(1)), "");
        for (only, step, which) in [
            (
                Some("pass/"),
                None,
                "the trials whose names contain `pass/`",
            ),
            (None, step(10), "one trial in 10"),
            (
                Some("heap/"),
                step(3),
                "one trial in 3, of these those whose names contain `heap/`",
            ),
        ] {
            assert_eq!(
                sample(only, step),
                format!("This is a sample: {which}.\n\n")
            );
        }
    }
}
