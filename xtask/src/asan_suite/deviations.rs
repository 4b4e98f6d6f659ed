//! The tests with a known deviation, each with its reason: `tests/asan-suite/deviations.txt`, and of pointer mode alone `tests/asan-suite/pointer-mode.txt`.

use super::case::{Outcome, Verdict};
use crate::files;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// Where the list is, below the repository.
pub const FILE: &str = "tests/asan-suite/deviations.txt";
/// That of pointer mode. Its rows stand instead of those of the other list for the same tests.
const OF_POINTER_MODE: &str = "tests/asan-suite/pointer-mode.txt";

/// The list.
#[derive(Debug, Default)]
pub struct Deviations {
    rows: BTreeMap<String, Row>,
}

#[derive(Debug, PartialEq, Eq)]
struct Row {
    /// The cases that deviate; empty for whichever do.
    cases: Vec<String>,
    cause: String,
    /// The list that the row stands in.
    file: &'static str,
    /// Whether the cases must deviate. Those of the shadow mode may in pointer mode.
    must: bool,
}

impl Deviations {
    /// Reads the list.
    pub fn read(root: &Path) -> Result<Self> {
        Self::parse(FILE, &files::text(root.join(FILE))?)
    }

    /// Reads the lists for pointer mode.
    pub fn read_for_pointer_mode(root: &Path) -> Result<Self> {
        let mut all = Self::read(root)?;
        all.rows.values_mut().for_each(|row| row.must = false);
        let own = Self::parse(OF_POINTER_MODE, &files::text(root.join(OF_POINTER_MODE))?)?;
        all.rows.extend(own.rows);
        Ok(all)
    }

    /// Each line is `TEST [CASE...]: CAUSE: REASON`; `#` begins a comment line.
    fn parse(file: &'static str, text: &str) -> Result<Self> {
        let mut rows = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let at = || format!("{file}:{}", index + 1);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (head, reason) = line
                .split_once(": ")
                .with_context(|| format!("{}: no reason", at()))?;
            let (cause, why) = reason.split_once(": ").unwrap_or((reason, ""));
            if why.trim().is_empty() {
                bail!("{}: not `TEST [CASE...]: CAUSE: REASON`", at());
            }
            let mut words = head.split_whitespace().map(str::to_owned);
            let name = words.next().with_context(at)?;
            let row = Row {
                cases: words.collect(),
                cause: cause.trim().to_owned(),
                file,
                must: true,
            };
            if rows.insert(name.clone(), row).is_some() {
                bail!("{}: {name} is listed twice", at());
            }
        }
        Ok(Self { rows })
    }

    /// Whether a case is listed.
    pub fn has(&self, test: &str, case: &str) -> bool {
        let row = self.rows.get(test);
        row.is_some_and(|row| row.cases.is_empty() || row.cases.iter().any(|known| known == case))
    }

    /// Takes out of the list on disk what `verdicts` say deviates no more.
    pub fn prune(&self, root: &Path, verdicts: &BTreeMap<String, Verdict>) -> Result<()> {
        let file = root.join(FILE);
        let text = files::text(&file)?;
        files::write(&file, pruned(&text, verdicts))
    }

    /// What is wrong with a verdict: a deviation that is not listed, or one listed that is none.
    pub fn judge(&self, test: &str, verdict: &Verdict) -> Vec<String> {
        let row = self.rows.get(test);
        match (verdict, row) {
            (Verdict::Deviates(outcomes), None) => outcomes
                .iter()
                .map(|outcome| format!("{test} {outcome}"))
                .collect(),
            (Verdict::Deviates(outcomes), Some(row)) => row.judge(test, outcomes),
            (_, Some(row)) if row.must => {
                vec![format!(
                    "{test} deviates no more: take it out of {}",
                    row.file
                )]
            }
            (_, Some(_) | None) => Vec::new(),
        }
    }

    /// Listed tests that are not in the suite.
    pub fn strangers<'a>(&'a self, tests: &'a [&str]) -> impl Iterator<Item = String> + 'a {
        self.rows
            .keys()
            .filter(|name| !tests.contains(&name.as_str()))
            .map(|name| format!("{FILE} lists {name}, which there is not"))
    }

    /// How many tests deviate for each cause.
    pub fn causes(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for row in self.rows.values() {
            *counts.entry(&*row.cause).or_default() += 1;
        }
        counts
    }
}

/// The list without the rows and cases that deviate no more. What has no verdict stays.
fn pruned(text: &str, verdicts: &BTreeMap<String, Verdict>) -> String {
    let mut result = String::new();
    for line in text.lines() {
        let kept = match line.split_once(": ") {
            Some((head, reason)) if !line.starts_with('#') => {
                pruned_head(head, verdicts).map(|head| format!("{head}: {reason}"))
            }
            _ => Some(line.to_owned()),
        };
        if let Some(line) = kept {
            result.push_str(&line);
            result.push('\n');
        }
    }
    result
}

/// `TEST [CASE...]` with the cases that are left, or none if the row is to go.
fn pruned_head(head: &str, verdicts: &BTreeMap<String, Verdict>) -> Option<String> {
    let words: Vec<_> = head.split_whitespace().collect();
    let (name, cases) = words.split_first()?;
    match verdicts.get(*name) {
        None => Some(head.to_owned()),
        Some(Verdict::Deviates(_)) if cases.is_empty() => Some(head.to_owned()),
        Some(Verdict::Deviates(outcomes)) => {
            let still = |case: &&&str| outcomes.iter().any(|outcome| outcome.case == ***case);
            let left: Vec<_> = cases.iter().filter(still).copied().collect();
            (!left.is_empty()).then(|| format!("{name} {}", left.join(" ")))
        }
        Some(_) => None,
    }
}

impl Row {
    fn judge(&self, test: &str, outcomes: &[Outcome]) -> Vec<String> {
        if self.cases.is_empty() {
            return Vec::new();
        }
        let new = outcomes
            .iter()
            .filter(|outcome| !self.cases.contains(&outcome.case))
            .map(|outcome| format!("{test} {outcome}"));
        let gone = self
            .cases
            .iter()
            .filter(|case| self.must && outcomes.iter().all(|outcome| outcome.case != **case))
            .map(|case| {
                format!(
                    "{test} {case} deviates no more: take it out of {}",
                    self.file
                )
            });
        new.chain(gone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deviates(cases: &[&str]) -> Verdict {
        let outcomes = cases.iter().map(|case| Outcome {
            case: (*case).to_owned(),
            wrong: Some("bad".to_owned()),
        });
        Verdict::Deviates(outcomes.collect())
    }

    #[test]
    fn only_what_is_listed_may_deviate_and_it_must() {
        let list = Deviations::parse("f", "# why\na: libc: x\nb -O1 -O2: libc: y: z\n").unwrap();
        let wrong = |test, verdict: &Verdict| list.judge(test, verdict).len();
        assert_eq!(wrong("a", &deviates(&["3"])), 0);
        assert_eq!(wrong("a", &Verdict::Passed), 1);
        assert_eq!(wrong("a", &Verdict::FailsElsewhere), 1);
        assert_eq!(wrong("b", &deviates(&["-O1", "-O2"])), 0);
        assert_eq!(wrong("b", &deviates(&["-O1"])), 1);
        assert_eq!(wrong("b", &deviates(&["-O1", "-O2", "-O3"])), 1);
        assert_eq!(wrong("c", &deviates(&["3", "4"])), 2);
        assert_eq!(wrong("c", &Verdict::Passed), 0);
        assert_eq!(list.strangers(&["a"]).count(), 1);
        assert_eq!(list.causes()["libc"], 2);
    }

    #[test]
    fn pruning_keeps_what_still_deviates_and_what_was_not_run() {
        let text = "# why\na: x: y\nb -O1 -O2: x: y\nc: x: y\nd -O1: x: y\n";
        let verdicts = BTreeMap::from([
            ("a".to_owned(), Verdict::Passed),
            ("b".to_owned(), deviates(&["-O2"])),
            ("d".to_owned(), Verdict::FailsElsewhere),
        ]);
        assert_eq!(pruned(text, &verdicts), "# why\nb -O2: x: y\nc: x: y\n");
        let list = Deviations::parse("f", text).unwrap();
        assert!(list.has("a", "3") && list.has("b", "-O1") && !list.has("b", "-O3"));
    }

    #[test]
    fn a_line_without_a_reason_is_refused() {
        for text in ["a", "a: libc", "a: libc: ", "a: x: y\na: x: z"] {
            assert!(Deviations::parse("f", text).is_err(), "{text}");
        }
    }
}
