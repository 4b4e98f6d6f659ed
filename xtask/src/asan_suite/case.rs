//! A test of the suite, its cases, and their verdicts.

use super::side::Side;
use anyhow::Result;
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// One test file.
pub struct Test {
    /// `gcc/` or `llvm/` and the path below the folder of tests.
    pub name: String,
    /// Whether it is C++.
    pub cplusplus: bool,
    /// How to build, run and judge it.
    pub body: Box<dyn Body>,
}

/// What differs between gcc's tests and LLVM's.
pub trait Body: Send + Sync {
    /// The cases that apply to this machine, or why none does.
    fn cases(&self) -> Result<Vec<String>, String>;
    /// Builds and runs the cases that are `wanted` in `folder`, which is empty, and judges each. What was done and said goes to
    /// `log`.
    fn perform(
        &self,
        side: &Side,
        wanted: &Wanted,
        folder: &Path,
        log: &mut String,
    ) -> Result<Vec<Outcome>>;
}

/// Which cases of a test to run. Where they depend on each other, more may run.
pub enum Wanted {
    /// All.
    All,
    /// These.
    Some(Vec<String>),
}

impl Wanted {
    /// Whether `case` is one of them, or one that is a part of `case`.
    pub fn has(&self, case: &str) -> bool {
        match self {
            Self::All => true,
            Self::Some(cases) => cases.iter().any(|wanted| {
                let rest = wanted.strip_prefix(case);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
            }),
        }
    }
}

/// How one case of a test ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The case in its test: an optimisation level, or the line of a `RUN:`.
    pub case: String,
    /// What was wrong; `None` if nothing.
    pub wrong: Option<String>,
}

/// What one test means for us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every case is as it should be.
    Passed,
    /// It does not apply here; why.
    Inapplicable(String),
    /// These cases fail under sanecc and pass under clang's AddressSanitizer.
    Deviates(Vec<Outcome>),
    /// What fails under sanecc fails under clang's AddressSanitizer as well.
    FailsElsewhere,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.wrong {
            Some(wrong) => write!(f, "{}: {wrong}", self.case),
            None => write!(f, "{}: passed", self.case),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_wants_the_whole() {
        let wanted = Wanted::Some(vec!["-O2:a:1".to_owned()]);
        for (case, is_wanted) in [
            ("-O2", true),
            ("-O2:a", true),
            ("-O2:a:1", true),
            ("-O2:a:12", false),
            ("-O1", false),
        ] {
            assert_eq!(wanted.has(case), is_wanted, "{case}");
            assert!(Wanted::All.has(case));
        }
    }
}
