//! Programs of many small tests, run as gcc's `asan-gtest` runs them: listed first, then one process for each test and
//! for each statement that must end the process.

use super::{captured, first_error, output};
use crate::asan_suite::case::{Outcome, Wanted};
use crate::task::Task;
use anyhow::Result;
use regex_lite::Regex;

/// What the program prints in front of a test's name.
const TEST: &str = "DEJAGNU_GTEST_TEST ";

/// A statement that must end the program.
#[derive(Debug, PartialEq, Eq)]
struct Death {
    number: String,
    pattern: String,
}

/// Runs what is wanted of the program that `task` runs. Cases are named after what chooses them on its command line, behind
/// `level`.
pub fn perform(
    task: &Task,
    level: &str,
    wanted: &Wanted,
    log: &mut String,
) -> Result<Vec<Outcome>> {
    let mut run = |argument: Option<&str>| captured(&task.clone().args(argument), log);
    let (_, listed) = run(None)?;
    let names: Vec<_> = listed
        .lines()
        .filter_map(|line| line.strip_prefix(TEST))
        .collect();
    let mut outcomes = Vec::new();
    let mut add = |case: String, wrong| outcomes.push(Outcome { case, wrong });
    if names.is_empty() {
        add(level.to_owned(), Some("names no tests".to_owned()));
    }
    for name in names {
        let case = format!("{level}:{name}");
        if !wanted.has(&case) {
            continue;
        }
        let (status, said) = run(Some(name))?;
        let fails = || format!("fails: {}", first_error(&said));
        add(case, (status != Some(0)).then(fails));
        for death in deaths(&said) {
            let argument = format!("{name}:{}", death.number);
            let case = format!("{level}:{argument}");
            if !wanted.has(&case) {
                continue;
            }
            let (status, said) = run(Some(&argument))?;
            let wrong = match status {
                Some(0) => Some("does not fail".to_owned()),
                _ => output::judge(&[death.pattern], &said).err(),
            };
            add(case, wrong);
        }
    }
    Ok(outcomes)
}

/// The statements that a test has announced: number, statement and pattern, each between two marks.
fn deaths(said: &str) -> Vec<Death> {
    let mark = Regex::new(r"DEJAGNU_GTEST_EXPECT_DEATH(\d+) ").expect("a valid expression");
    let mut deaths = Vec::new();
    let mut from = 0;
    while let Some(found) = mark.captures_at(said, from) {
        let number = &found[1];
        let own = format!("DEJAGNU_GTEST_EXPECT_DEATH{number}");
        let mut parts = said[from..].splitn(4, &own);
        let (Some(pattern), Some(rest)) = (parts.nth(2), parts.next()) else {
            break;
        };
        deaths.push(Death {
            number: number.to_owned(),
            pattern: pattern.trim().to_owned(),
        });
        from = said.len() - rest.len();
    }
    deaths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_found_over_lines() {
        let mark = |number| format!("DEJAGNU_GTEST_EXPECT_DEATH{number}");
        let (one, two) = (mark(1), mark(12));
        let said = format!("x\n{one} f(\n) {one} a.*b {one}\ny\n{two} g {two} c {two}\n");
        let death = |number: &str, pattern: &str| Death {
            number: number.to_owned(),
            pattern: pattern.to_owned(),
        };
        assert_eq!(deaths(&said), [death("1", "a.*b"), death("12", "c")]);
        assert_eq!(deaths("nothing"), []);
    }
}
