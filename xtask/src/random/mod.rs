//! `cargo xtask random`: random C programs, correct by construction and with errors on purpose, built in every way.
//!
//! A build with removed checks must give the same reports and the same output as one
//! with all checks (`compare.rs`). One build serves many errors: the program takes the number of the error to commit.

mod build;
mod campaign;
mod choose;
mod compare;
mod csmith;
mod failure;
mod machine;
mod make;
mod program;
mod run;
mod runs;
mod shrink;
mod so_far;
mod stretch;
mod summary;
mod write;

use crate::files::{self, emptied, write_json};
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use crate::targets;
use crate::workers;
use anyhow::{Context, Result, bail};
use build::Workspace;
use make::Taste;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use sanecc_abi::target::Target;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::time::{SystemTime, UNIX_EPOCH};
use summary::Summary;

/// Make random C programs, with errors and without, and compare builds with and without removed checks
#[derive(clap::Args)]
pub struct Random {
    /// Programs; each has many cases and errors
    #[arg(long, value_name = "N", default_value_t = 40)]
    count: u64,
    /// The seed of the first program, by default the time; the next programs take the numbers after it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    taste: Taste,
    /// Always this level, instead of one by chance
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true, value_parser = level)]
    level: Option<&'static str>,
    /// Compare each program with clang's AddressSanitizer, too, instead of one in eight
    #[arg(long)]
    asan: bool,
    /// Take csmith's programs, which are all correct, instead of our own
    #[arg(long)]
    csmith: bool,
    /// Run each program in the machine ('sane run') and compare that with compiled programs, and assert there what is claimed of removed checks
    #[arg(long)]
    machine: bool,
    /// Build each program with -fsanecc-mode=pointer, too: it must be silent about correct runs, and report what the shadow mode reports; what it reports alone is asked of the machine
    #[arg(long, conflicts_with = "machine")]
    pointer: bool,
    /// Build the programs for this target, and run them by qemu; clang has no AddressSanitizer for it, so an unoptimised build with every check takes its place
    #[arg(long, value_name = "TARGET", value_parser = targets::emulated, conflicts_with_all = ["machine", "pointer", "asan"])]
    target: Option<&'static Target>,
    /// Programs at a time, by default as many as there are processors
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Where failing programs are put [default: target/xtask/random]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Make so many failing programs small, which takes minutes for each
    #[arg(long, value_name = "N", default_value_t = 6)]
    reduce: usize,
    /// Write the summary to this file, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

fn level(asked: &str) -> Result<&'static str> {
    let level = build::LEVELS.into_iter().find(|level| *level == asked);
    level.with_context(|| format!("it must be one of {}", build::LEVELS.join(", ")))
}

/// What the tests take: always the same programs.
const SAMPLE: Plan = Plan {
    // The last one is built in every way.
    seed: 5,
    count: 4,
    jobs: 2,
    taste: Taste {
        cases: 6,
        errors: 25,
    },
    reduce: 6,
    level: None,
    is_asan_asked: false,
    is_csmith: false,
    is_machine: false,
    is_pointer_asked: true,
    target: None,
};

/// The same in the machine.
const SAMPLE_IN_MACHINE: Plan = Plan {
    count: 6,
    is_machine: true,
    is_pointer_asked: false,
    ..SAMPLE
};

/// The same for another target, whose words have 32 bits.
const SAMPLE_IN_EMULATION: Plan = Plan {
    count: 2,
    is_pointer_asked: false,
    ..SAMPLE
};

/// How much to do.
#[derive(Clone, Copy)]
struct Plan {
    seed: u64,
    count: u64,
    jobs: usize,
    taste: Taste,
    /// Failures that are made small.
    reduce: usize,
    /// Always this level.
    level: Option<&'static str>,
    /// Each program is built in all ways.
    is_asan_asked: bool,
    /// csmith makes the programs.
    is_csmith: bool,
    /// They run in the machine.
    is_machine: bool,
    /// They are built in the pointer mode, too.
    is_pointer_asked: bool,
    /// They are for this one.
    target: Option<&'static Target>,
}

impl Random {
    pub fn run(self) -> Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let plan = Plan {
            seed: self.seed.unwrap_or(now),
            count: self.count,
            jobs: workers::jobs(self.jobs),
            taste: self.taste,
            reduce: self.reduce,
            level: self.level,
            is_asan_asked: self.asan,
            is_csmith: self.csmith,
            is_machine: self.machine,
            is_pointer_asked: self.pointer,
            target: self.target,
        };
        let aim = match plan.is_csmith {
            true => Aim::Random,
            false => Aim::Build,
        };
        let paths = Paths::locate()?;
        let sanecc = self.sanecc.ensure(&paths, aim)?;
        if let Some(target) = self.target {
            targets::ready(target, &sanecc)?;
        }
        let keep = self.keep.unwrap_or_else(|| paths.scratch("random"));
        let summary = work(&plan, &sanecc, keep)?;
        println!("{summary}");
        if let Some(file) = self.json {
            write_json(&file, &summary)?;
        }
        summary.verdict()
    }
}

/// The bounded sample of the tests.
///
/// # Errors
/// A difference was found, or the programs could not be built.
pub fn sample(paths: &Paths, sanecc: &Path) -> Result<()> {
    sampled(&SAMPLE, paths, sanecc)
}

/// The bounded sample of the tests in the machine.
///
/// # Errors
/// As [`sample`].
pub fn sample_in_machine(paths: &Paths, sanecc: &Path) -> Result<()> {
    sampled(&SAMPLE_IN_MACHINE, paths, sanecc)
}

/// The bounded sample of the tests for another target.
///
/// # Errors
/// As [`sample`].
pub fn sample_in_emulation(paths: &Paths, sanecc: &Path, target: &str) -> Result<()> {
    let target = targets::emulated(target)?;
    targets::ready(target, sanecc)?;
    let plan = Plan {
        target: Some(target),
        ..SAMPLE_IN_EMULATION
    };
    sampled(&plan, paths, sanecc)
}

fn sampled(plan: &Plan, paths: &Paths, sanecc: &Path) -> Result<()> {
    let summary = work(plan, sanecc, paths.scratch("random"))?;
    println!("{summary}");
    if summary.reported == 0 {
        bail!("none of the errors was reported: the random programs commit none");
    }
    summary.verdict()
}

/// The folder, for this run alone as long as the file is open: another one would empty it.
fn locked(keep: &Path) -> Result<File> {
    files::folder(keep)?;
    let path = keep.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(Errno::WOULDBLOCK) => bail!(
            "another `cargo xtask random` works in {}: wait for it, or name another folder with --keep",
            keep.display()
        ),
        Err(error) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

fn work(plan: &Plan, sanecc: &Path, keep: PathBuf) -> Result<Summary> {
    let keep = std::path::absolute(keep)?;
    let _alone = locked(&keep)?;
    emptied(&keep.join("work"))?;
    let workspace = Workspace::new(sanecc.to_owned(), plan.target, &keep.join("work"))?;
    let campaign = campaign::Campaign {
        workspace: &workspace,
        keep: &keep,
        level: plan.level,
        is_asan_asked: plan.is_asan_asked,
        is_pointer_asked: plan.is_pointer_asked,
        taste: plan.taste,
        reduce: AtomicUsize::new(plan.reduce),
    };
    let start = std::time::Instant::now();
    let so_far = so_far::SoFar::new(&keep);
    let seeds: Vec<u64> = (plan.seed..plan.seed + plan.count).collect();
    let title = if plan.is_csmith { "csmith" } else { "random" };
    let results = workers::on_threads(
        plan.jobs,
        title,
        seeds,
        |seed| format!("seed {seed}"),
        |seed| {
            let result = match (plan.is_machine, plan.is_csmith) {
                (true, is_csmith) => machine::try_seed(&campaign, seed, is_csmith),
                (false, true) => csmith::try_seed(&campaign, seed),
                (false, false) => campaign.seed(seed),
            };
            so_far.add(seed, &result);
            result
        },
    );
    let mut summary = Summary::new(plan.seed, plan.count, &workspace);
    for result in results {
        match result {
            Ok(one) => summary.add(one),
            Err(error) => summary.fail(&error),
        }
    }
    summary.seconds = start.elapsed().as_secs_f64();
    Ok(summary)
}
