//! Counts passed and failed tests and prints the progress.

use anyhow::{Result, bail};
use std::fmt;

/// The count.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

impl Tally {
    /// Counts one test of our own and prints its result.
    pub fn record(&mut self, name: &str, result: Result<()>) {
        match result {
            Ok(()) => {
                self.passed += 1;
                println!("ok    {name}");
            }
            Err(error) => {
                self.failed += 1;
                println!("FAIL  {name}: {error:#}");
            }
        }
    }

    /// Success, if there were tests and all of them passed.
    ///
    /// # Errors
    /// A test failed, or there was none.
    pub fn verdict(&self) -> Result<()> {
        if self.failed > 0 {
            bail!("{} of the tests failed", self.failed);
        }
        if self.passed == 0 {
            bail!("no test was run");
        }
        Ok(())
    }

    /// Adds the result line of a test harness, like `test result: ok. 12 passed; 0 failed; 1 ignored; ...`. Other
    /// lines count nothing.
    pub fn add_result_line(&mut self, line: &str) {
        let plain = without_colours(line);
        let Some(counts) = plain.trim_start().strip_prefix("test result:") else {
            return;
        };
        let words: Vec<_> = counts
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        for pair in words.windows(2) {
            match (pair[0].parse::<u64>(), pair[1]) {
                (Ok(count), "passed") => self.passed += count,
                (Ok(count), "failed") => self.failed += count,
                _ => {}
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The text without the escape sequences that colour it.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            characters.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_the_results_of_test_harnesses() {
        let mut tally = Tally::default();
        tally.add_result_line("running 12 tests");
        tally.add_result_line(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
        );
        tally.add_result_line("\u{1b}[31mtest result: FAIL\u{1b}[0m. \u{1b}[31m2\u{1b}[0m failed, \u{1b}[32m60\u{1b}[0m passed");
        assert_eq!(
            tally,
            Tally {
                passed: 72,
                failed: 2
            }
        );
    }

    #[test]
    fn a_test_that_only_mentions_a_result_counts_nothing() {
        let mut tally = Tally::default();
        tally.add_result_line("the last test result: 3 failed");
        assert_eq!(tally, Tally::default());
    }
}
