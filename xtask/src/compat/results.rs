//! The results of a project's own tests, parsed from the output of its test runner.

use std::collections::{BTreeMap, BTreeSet};

/// What the test runners of this world call a test that is as it should be.
const GOOD: [&str; 6] = ["PASS", "XFAIL", "OK", "EXPECTEDFAIL", "run", "ok"];

/// Names and verdicts, in the runner's own words.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Results {
    verdicts: BTreeMap<String, String>,
}

impl Results {
    /// Notes one test. A name that was there already is another test of that name.
    pub fn add(&mut self, name: &str, verdict: &str) {
        let mut unique = name.to_owned();
        let mut number = 1;
        while self.verdicts.contains_key(&unique) {
            number += 1;
            unique = format!("{name} ({number})");
        }
        self.verdicts.insert(unique, verdict.to_owned());
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.verdicts.len()
    }

    /// How many passed.
    pub fn passed(&self) -> usize {
        let good = |verdict: &&String| GOOD.contains(&verdict.as_str());
        self.verdicts.values().filter(good).count()
    }

    /// The tests whose verdicts differ from those of `other`, with both; but for those that are `excused`.
    pub fn differences(&self, other: &Self, excused: &[&str]) -> Vec<String> {
        let names: BTreeSet<_> = self.verdicts.keys().chain(other.verdicts.keys()).collect();
        let verdict = |results: &Self, name: &String| {
            let verdict = results.verdicts.get(name);
            verdict.map_or("missing", String::as_str).to_owned()
        };
        names
            .into_iter()
            .filter(|name| !excused.contains(&name.as_str()))
            .filter(|&name| verdict(self, name) != verdict(other, name))
            .map(|name| {
                format!(
                    "{name}: {}, not {}",
                    verdict(other, name),
                    verdict(self, name)
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(tests: &[(&str, &str)]) -> Results {
        let mut results = Results::default();
        for (name, verdict) in tests {
            results.add(name, verdict);
        }
        results
    }

    #[test]
    fn a_test_that_fails_under_both_is_no_difference() {
        let one = results(&[("a", "PASS"), ("b", "FAIL"), ("c", "SKIP")]);
        assert!(
            one.differences(
                &results(&[("a", "PASS"), ("b", "FAIL"), ("c", "SKIP")]),
                &[]
            )
            .is_empty()
        );
        assert_eq!((one.passed(), one.total()), (1, 3));
    }

    #[test]
    fn other_verdicts_and_missing_tests_are_differences() {
        let one = results(&[
            ("a", "PASS"),
            ("b", "PASS"),
            ("excused", "PASS"),
            ("t", "PASS"),
            ("t", "PASS"),
        ]);
        let two = results(&[("a", "FAIL"), ("c", "PASS"), ("t", "PASS"), ("t", "FAIL")]);
        assert_eq!(
            one.differences(&two, &["excused"]),
            [
                "a: FAIL, not PASS",
                "b: missing, not PASS",
                "c: PASS, not missing",
                "t (2): FAIL, not PASS"
            ]
        );
    }
}
