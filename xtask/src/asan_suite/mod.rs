//! `cargo xtask asan-suite`: AddressSanitizer's own tests, gcc 12's and LLVM 19's, against sanecc.
//!
//! Each test is built, run and judged by its own directives, with `report_format=asan`. An unexpected failure is repeated with
//! clang's AddressSanitizer: a test that fails there, too, does not count. The remaining failures must equal the list
//! of known deviations.

mod case;
mod deviations;
mod dg;
mod lit;
mod side;
mod sources;
mod summary;

use crate::docs::{self, DocsOptions};
use crate::files::{self, emptied};
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use crate::workers::in_parallel;
use anyhow::{Context, Result, bail};
use case::{Outcome, Test, Verdict, Wanted};
use deviations::Deviations;
use regex_lite::Regex;
use side::Side;
use sources::Sources;
pub use sources::torture_programs;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use summary::Summary;

/// Run the tests of AddressSanitizer itself, gcc's and LLVM's, against sanecc
#[derive(clap::Args)]
pub struct AsanSuite {
    /// Only tests whose name this regular expression fits, such as ^llvm/.*[.]c$
    #[arg(
        long,
        value_name = "PATTERN",
        default_value = "",
        hide_default_value = true
    )]
    only: String,
    /// Run all of them with clang's AddressSanitizer, too; --write-docs does so by itself
    #[arg(long)]
    control: bool,
    /// Compile with -fsanecc-mode=pointer
    #[arg(long, conflicts_with_all = ["prune", "write_docs"])]
    pointer: bool,
    /// Take out of the list of deviations what deviates no more
    #[arg(long)]
    prune: bool,
    #[command(flatten)]
    docs: DocsOptions,
    /// Where to write all verdicts
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

impl AsanSuite {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        let sanecc = self.sanecc.ensure(&paths, Aim::Suite)?;
        let sources = Sources::fetch(&paths)?;
        let mut tests = lit::tests(&sources)?;
        tests.extend(dg::tests(&sources)?);
        let deviations = match self.pointer {
            true => Deviations::read_for_pointer_mode(&paths.root)?,
            false => Deviations::read(&paths.root)?,
        };
        let names: Vec<_> = tests.iter().map(|test| test.name.as_str()).collect();
        let mut problems: Vec<_> = deviations.strangers(&names).collect();
        let only = Regex::new(&self.only).with_context(|| format!("--only {}", self.only))?;
        tests.retain(|test| only.is_match(&test.name));
        if tests.is_empty() {
            bail!("no test's name fits `{only}`");
        }
        let ours = Side::sanecc(sanecc)?;
        let suite = Suite {
            sanecc: match self.pointer {
                true => ours.pointer_mode(),
                false => ours,
            },
            clang: Side::clang()?,
            folder: &paths.scratch("asan-suite"),
            known: &deviations,
            always_both: self.control || self.docs.write_docs,
        };
        let mut summary = Summary::default();
        let mut found = BTreeMap::new();
        let verdicts = in_parallel(
            "asan-suite",
            tests,
            |test| test.name.clone(),
            |test| {
                let verdict = suite.verdict(&test);
                (test, verdict)
            },
        );
        for (test, verdict) in verdicts {
            let (verdict, control) = verdict.with_context(|| test.name.clone())?;
            problems.extend(deviations.judge(&test.name, &verdict));
            found.insert(test.name.clone(), verdict.clone());
            summary.add(&test, verdict, control);
        }
        if self.prune {
            deviations.prune(&paths.root, &found)?;
        }
        print!("\n{summary}");
        for (cause, count) in deviations.causes() {
            println!("{count:5} known to deviate: {cause}");
        }
        if let Some(file) = self.json {
            summary.write(&file)?;
            println!("written to {}", file.display());
        }
        if !problems.is_empty() {
            println!("\n{}", problems.join("\n"));
            bail!("{} cases are not as they should be", problems.len());
        }
        if self.docs.write_docs {
            docs::write(&paths.root, &[summary.part()?])?;
        }
        Ok(())
    }
}

/// Where and by whom tests are run.
struct Suite<'a> {
    sanecc: Side,
    clang: Side,
    folder: &'a Path,
    /// What need not be run with clang to know that it deviates.
    known: &'a Deviations,
    /// Whether clang runs everything all the same.
    always_both: bool,
}

impl Suite<'_> {
    /// What a test means for us, and what failed under clang if it ran there.
    fn verdict(&self, test: &Test) -> Result<(Verdict, Option<Vec<Outcome>>)> {
        if let Err(why) = test.body.cases() {
            return Ok((Verdict::Inapplicable(why), None));
        }
        let mut failed = self.failures(test, &self.sanecc, &Wanted::All)?;
        let is_new = |outcome: &&Outcome| !self.known.has(&test.name, &outcome.case);
        let new: Vec<_> = failed
            .iter()
            .filter(is_new)
            .map(|outcome| outcome.case.clone())
            .collect();
        let wanted = match (self.always_both, new.is_empty(), failed.is_empty()) {
            (true, ..) => Wanted::All,
            (_, _, true) => return Ok((Verdict::Passed, None)),
            (_, true, _) => return Ok((Verdict::Deviates(failed), None)),
            _ => Wanted::Some(new),
        };
        let elsewhere = self.failures(test, &self.clang, &wanted)?;
        let verdict = match failed.is_empty() {
            true => Verdict::Passed,
            false => {
                failed.retain(|ours| elsewhere.iter().all(|theirs| theirs.case != ours.case));
                match failed.is_empty() {
                    true => Verdict::FailsElsewhere,
                    false => Verdict::Deviates(failed),
                }
            }
        };
        Ok((verdict, Some(elsewhere)))
    }

    fn failures(&self, test: &Test, side: &Side, wanted: &Wanted) -> Result<Vec<Outcome>> {
        let folder = self.folder.join(side.name).join(&test.name);
        emptied(&folder)?;
        let mut log = String::new();
        let mut outcomes = test.body.perform(side, wanted, &folder, &mut log)?;
        // Programs are large and their tests are many; the log says how to make them again.
        emptied(&folder)?;
        let file = folder.join("log");
        files::write(&file, log)?;
        outcomes.retain(|outcome| outcome.wrong.is_some());
        Ok(outcomes)
    }
}
