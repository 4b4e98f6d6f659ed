//! What the tests say of the programs of one target.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many trials there are, and how many of them passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub passed: usize,
    pub all: usize,
}

/// The trials of one target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// By folder.
    pub folders: BTreeMap<String, Count>,
    /// Trials that failed, each with the first line that says why.
    pub failures: BTreeMap<String, String>,
}

impl Outcome {
    /// Reads what `cargo test --test ui` prints.
    pub fn read(text: &str) -> Self {
        let mut outcome = Outcome::default();
        for line in text.lines() {
            let Some((name, ended)) = line
                .strip_prefix("test ")
                .and_then(|rest| rest.rsplit_once(" ... "))
            else {
                continue;
            };
            let name = name.trim_end();
            let Some(folder) = folder_of(name) else {
                continue;
            };
            let count = outcome.folders.entry(folder.to_owned()).or_default();
            count.all += 1;
            match ended.trim() {
                "ok" => count.passed += 1,
                _ => drop(outcome.failures.insert(name.to_owned(), String::new())),
            }
        }
        outcome.explain(text);
        outcome
    }

    /// Finds the reasons: each stands behind a line with the name between dashes.
    fn explain(&mut self, text: &str) {
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let name = line
                .strip_prefix("---- ")
                .and_then(|line| line.strip_suffix(" ----"));
            if let Some(reason) = name.and_then(|name| self.failures.get_mut(name)) {
                *reason = lines.next().unwrap_or_default().trim().to_owned();
            }
        }
    }

    /// Takes over how the failures ended when they ran again. One that is not among them is no trial of the target any more.
    pub fn try_again(&mut self, again: &Outcome) {
        let before = std::mem::replace(&mut self.failures, again.failures.clone());
        for (folder, count) in &mut self.folders {
            let of_folder = |name: &&String| folder_of(name) == Some(folder);
            let failed = before.keys().filter(of_folder).count();
            let again = again.folders.get(folder).copied().unwrap_or_default();
            count.all -= failed - again.all;
            count.passed += again.passed;
        }
    }

    /// How many trials there are.
    pub fn all(&self) -> usize {
        self.folders.values().map(|count| count.all).sum()
    }

    /// How many passed.
    pub fn passed(&self) -> usize {
        self.folders.values().map(|count| count.passed).sum()
    }
}

/// The folder of a trial's program; `None` if the trial is of none.
fn folder_of(name: &str) -> Option<&str> {
    let (folder, _) = name.split(' ').next()?.rsplit_once('/')?;
    Some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
running 3 tests
test every program is in its folder            ... ok
test pass/abi.c -O0                            ... ok
test ui/heap/used_up.c -O2 -DFIXED             ... FAILED
test ui/heap/plain.c -O2                       ... ok

failures:

---- ui/heap/used_up.c -O2 -DFIXED ----
stderr is not empty
to reproduce:

failures:
    ui/heap/used_up.c -O2 -DFIXED
";

    #[test]
    fn trials_are_counted_by_folder_and_failures_explained() {
        let outcome = Outcome::read(SAID);
        let folders: Vec<_> = outcome.folders.into_iter().collect();
        assert_eq!(
            folders,
            [
                ("pass".to_owned(), Count { passed: 1, all: 1 }),
                ("ui/heap".to_owned(), Count { passed: 1, all: 2 })
            ]
        );
        let failures: Vec<_> = outcome.failures.into_iter().collect();
        let name = "ui/heap/used_up.c -O2 -DFIXED".to_owned();
        assert_eq!(failures, [(name, "stderr is not empty".to_owned())]);
    }

    #[test]
    fn failures_that_run_again_pass_fail_or_are_gone() {
        let mut outcome = Outcome::read(
            "test pass/a.c -O0 ... ok\n\
             test pass/b.c -O0 ... FAILED\n\
             test pass/c.c -O0 ... FAILED\n\
             test pass/d.c -O0 ... FAILED\n",
        );
        let again = "test pass/b.c -O0 ... ok\ntest pass/c.c -O0 ... FAILED\n";
        outcome.try_again(&Outcome::read(again));
        assert_eq!(outcome.folders["pass"], Count { passed: 2, all: 3 });
        assert_eq!(Vec::from_iter(outcome.failures.keys()), ["pass/c.c -O0"]);
    }
}
