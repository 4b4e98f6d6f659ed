//! `cargo xtask torture`: gcc's C torture programs in the machine or in the pointer mode, which must print and end as natively.

mod case;
mod listed;

use crate::asan_suite::torture_programs;
use crate::machine::Machine;
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use crate::workers;
use anyhow::{Result, bail};
use case::{Case, Verdict};
use listed::{FILE, Listed, POINTER_MODE};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Seconds of one run.
const PATIENCE: u32 = 120;
/// Of so many programs the tests take one.
const STEP: usize = 40;

/// Run gcc's C torture programs in the machine, and compare output and status with native runs
#[derive(clap::Args)]
pub struct Torture {
    /// Only programs whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Assert at each removed check what is claimed of the access, without optimisation and at -O2
    #[arg(long)]
    audit: bool,
    /// Compile them with -fsanecc-mode=pointer, without optimisation and at -O2, instead of running them in the machine
    #[arg(long, conflicts_with = "audit")]
    pointer: bool,
    /// Programs at a time, by default as many as there are processors
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

impl Torture {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
        let folder = torture_programs(&paths)?;
        let mut programs = case::programs(&folder)?;
        let is_wanted = |path: &PathBuf| match &self.only {
            Some(text) => case::name(path).contains(text.as_str()),
            None => true,
        };
        programs.retain(is_wanted);
        let suite = Suite {
            machine: Machine::beside(&sanecc, PATIENCE),
            work: paths.scratch("torture"),
            audits: self.audit,
            pointer_mode: self.pointer.then_some(sanecc),
        };
        suite.judge(&paths, programs, workers::jobs(self.jobs))
    }
}

/// One program in forty, where the programs were fetched before: the tests fetch none.
///
/// # Errors
/// A program does not do what it does natively.
pub fn sample(paths: &Paths, sanecc: &Path) -> Result<()> {
    let folder = paths.scratch("coverage").join("sources/gcc");
    if !folder.exists() {
        println!("skipped: `cargo xtask torture` fetches gcc's torture programs");
        return Ok(());
    }
    let programs = case::programs(&torture_programs(paths)?)?;
    let programs = programs.into_iter().step_by(STEP).collect();
    let suite = Suite {
        machine: Machine::beside(sanecc, PATIENCE),
        work: paths.scratch("torture"),
        audits: true,
        pointer_mode: None,
    };
    suite.judge(paths, programs, workers::jobs(None))
}

struct Suite {
    machine: Machine,
    work: PathBuf,
    audits: bool,
    /// The compiler, if the programs are to run in the pointer mode instead.
    pointer_mode: Option<PathBuf>,
}

impl Suite {
    fn judge(&self, paths: &Paths, programs: Vec<PathBuf>, jobs: usize) -> Result<()> {
        std::fs::create_dir_all(&self.work)?;
        let file = match self.pointer_mode {
            Some(_) => POINTER_MODE,
            None => FILE,
        };
        let listed = Listed::read(&paths.root, file)?;
        let results = workers::on_threads(
            jobs,
            "torture",
            programs,
            |path| case::name(path),
            |path| {
                let case = Case::of(path, &self.work);
                let verdict = match &self.pointer_mode {
                    Some(sanecc) => case.judge_pointer_mode(sanecc),
                    None => case.judge(&self.machine, self.audits),
                };
                (case.name, verdict)
            },
        );
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut failures = Vec::new();
        for (name, verdict) in results {
            let verdict = verdict?;
            let reason = listed.reason(&name);
            let counted = match (&verdict, reason) {
                (Verdict::Same, None) => "as natively",
                (Verdict::Same, Some(_)) => {
                    failures.push(format!(
                        "{name}: it is as natively: remove it from {}",
                        listed.file()
                    ));
                    "wrong"
                }
                (Verdict::Refused, _) => "refused by clang",
                (Verdict::Fails, _) => "failing natively",
                (Verdict::Differs(_), Some(_)) => "listed",
                (Verdict::Differs(why), None) => {
                    failures.push(format!("{name}: {why}"));
                    "wrong"
                }
            };
            *counts.entry(counted).or_default() += 1;
        }
        for failure in &failures {
            println!("FAILED: {failure}");
        }
        let counts: Vec<String> = counts
            .iter()
            .map(|(what, n)| format!("{n} {what}"))
            .collect();
        println!("torture programs: {}", counts.join(", "));
        match failures.len() {
            0 => Ok(()),
            count => bail!("{count} torture programs are not as expected"),
        }
    }
}
