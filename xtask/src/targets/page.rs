//! The page `docs/targets.md`.

use super::record::Run;
use crate::table::Table;
use sanecc_abi::target::Target;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Which targets there are; the figures follow.
const HEAD: &str = include_str!("head.md");

/// The whole page.
pub fn page(runs: &[(&Target, &Run)]) -> String {
    format!("{HEAD}\n{}", tables(runs))
}

/// When it was, and of which trials.
fn extent(run: &Run) -> String {
    match run.one_in {
        0 | 1 => format!("{}, all", run.date),
        step => format!("{}, one in {step}", run.date),
    }
}

/// How many trials of each folder pass, and which do not.
fn tables(runs: &[(&Target, &Run)]) -> String {
    let names = runs.iter().map(|(target, _)| target.name);
    let mut table = Table::new(std::iter::once("programs").chain(names));
    let extents = runs.iter().map(|(_, run)| extent(run));
    table.row(std::iter::once("trials".to_owned()).chain(extents));
    let folders: BTreeSet<&String> = runs
        .iter()
        .flat_map(|(_, run)| run.outcome.folders.keys())
        .collect();
    for folder in folders {
        let cells = runs
            .iter()
            .map(|(_, run)| match run.outcome.folders.get(folder) {
                Some(count) => format!("{} of {}", count.passed, count.all),
                None => "-".to_owned(),
            });
        table.row(std::iter::once(format!("tests/{folder}")).chain(cells));
    }
    let mut text = table.markdown();
    for (target, run) in runs {
        if run.outcome.failures.is_empty() {
            continue;
        }
        let _ = write!(text, "\n### Trials that fail on {}\n\n", target.name);
        for (name, reason) in &run.outcome.failures {
            let _ = writeln!(text, "- `{name}`: {reason}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::*;

    #[test]
    fn a_sample_is_called_one() {
        let run = |one_in| Run {
            date: "2026-11-29".to_owned(),
            one_in,
            outcome: Outcome::read(
                "test pass/abi.c -O0 ... FAILED\n---- pass/abi.c -O0 ----\nit ends\n",
            ),
        };
        let known = |name| Target::named(name).unwrap();
        let (whole, part) = (run(1), run(6));
        let text = tables(&[
            (known("armv7-linux-gnueabihf"), &whole),
            (known("riscv64-linux-gnu"), &part),
        ]);
        assert!(text.contains("2026-11-29, all"), "{text}");
        assert!(text.contains("2026-11-29, one in 6"), "{text}");
        assert!(text.contains("0 of 1"), "{text}");
        assert!(
            text.ends_with("riscv64-linux-gnu\n\n- `pass/abi.c -O0`: it ends\n"),
            "{text}"
        );
    }
}
