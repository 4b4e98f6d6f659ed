//! `cargo xtask random`: random C programs, correct by construction and with errors on purpose, built in every way.
//!
//! What was proved needless must not be missed: a build with checks removed gives the same reports, and the same output, as one
//! with all of them (`compare.rs`). One build serves many errors: a program takes the number of the error that it is to commit.

mod build;
mod campaign;
mod choose;
mod compare;
mod csmith;
mod failure;
mod make;
mod program;
mod run;
mod runs;
mod shrink;
mod stretch;
mod summary;
mod write;

use crate::build as compiler;
use crate::cli::options::Options;
use crate::cli::{Command, Opt, SANECC, YES};
use crate::paths::{Paths, emptied};
use crate::setup::{self, Aim};
use crate::workers;
use anyhow::{Context, Result, bail};
use build::Workspace;
use make::Taste;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::time::{SystemTime, UNIX_EPOCH};
use summary::Summary;

/// The row of the table.
pub const COMMAND: Command = Command {
    name: "random",
    about: "make random C programs, with errors and without, and compare builds with and without removed checks",
    options: &[
        Opt {
            name: "count",
            value: Some("N"),
            about: "programs; each has many cases and errors [40]",
        },
        Opt {
            name: "seed",
            value: Some("S"),
            about: "the seed of the first; the next take the numbers after it [the time]",
        },
        Opt {
            name: "cases",
            value: Some("N"),
            about: "cases in a program [12]",
        },
        Opt {
            name: "errors",
            value: Some("PERCENT"),
            about: "how many of the places that may hold an error do [25]",
        },
        Opt {
            name: "level",
            value: Some("LEVEL"),
            about: "always this, -O2 and the like, instead of one by chance",
        },
        Opt {
            name: "asan",
            value: None,
            about: "compare each program with clang's AddressSanitizer, too, instead of one in eight",
        },
        Opt {
            name: "csmith",
            value: None,
            about: "take csmith's programs, which are all correct, instead of our own",
        },
        Opt {
            name: "jobs",
            value: Some("N"),
            about: "programs at a time [processors]",
        },
        Opt {
            name: "keep",
            value: Some("DIR"),
            about: "where failing programs are put [target/xtask/random]",
        },
        Opt {
            name: "reduce",
            value: Some("N"),
            about: "make so many failing programs small, which takes minutes for each [6]",
        },
        Opt {
            name: "json",
            value: Some("FILE"),
            about: "write the summary to this file, too",
        },
        SANECC,
        YES,
    ],
    run,
};

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
}

fn run(options: &Options) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let level = options.text("level");
    let level = match &level {
        None => None,
        Some(asked) => Some(
            *build::LEVELS
                .iter()
                .find(|level| *level == asked)
                .with_context(|| format!("--level must be one of {}", build::LEVELS.join(", ")))?,
        ),
    };
    let plan = Plan {
        seed: options.parsed("seed")?.unwrap_or(now),
        count: options.parsed("count")?.unwrap_or(40),
        jobs: options.parsed("jobs")?.unwrap_or(processors).max(1),
        taste: Taste {
            cases: options.parsed("cases")?.unwrap_or(12),
            errors: options.parsed("errors")?.unwrap_or(25),
        },
        reduce: options.parsed("reduce")?.unwrap_or(6),
        level,
        is_asan_asked: options.has("asan"),
        is_csmith: options.has("csmith"),
    };
    let aim = match plan.is_csmith {
        true => Aim::Random,
        false => Aim::Build,
    };
    setup::ensure(options, aim)?;
    let paths = Paths::locate()?;
    let sanecc = match options.path("sanecc") {
        Some(path) => {
            which::which(&path).with_context(|| format!("--sanecc {}", path.display()))?
        }
        None => {
            compiler::ensure(&paths, options)?;
            paths.sanecc()
        }
    };
    let keep = options
        .path("keep")
        .unwrap_or_else(|| paths.scratch("random"));
    let summary = work(&plan, sanecc, keep)?;
    println!("{summary}");
    if let Some(file) = options.path("json") {
        std::fs::write(&file, serde_json::to_string_pretty(&summary)? + "\n")
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    summary.verdict()
}

/// The bounded sample of the tests.
///
/// # Errors
/// A difference was found, or the programs could not be built.
pub fn sample(paths: &Paths, sanecc: PathBuf) -> Result<()> {
    let summary = work(&SAMPLE, sanecc, paths.scratch("random"))?;
    println!("{summary}");
    if summary.reported == 0 {
        bail!("none of the errors was reported: the random programs commit none");
    }
    summary.verdict()
}

fn work(plan: &Plan, sanecc: PathBuf, keep: PathBuf) -> Result<Summary> {
    let keep = std::path::absolute(keep)?;
    emptied(&keep.join("work"))?;
    let workspace = Workspace::new(sanecc, &keep.join("work"))?;
    let campaign = campaign::Campaign {
        workspace: &workspace,
        keep: &keep,
        level: plan.level,
        is_asan_asked: plan.is_asan_asked,
        taste: plan.taste,
        reduce: AtomicUsize::new(plan.reduce),
    };
    let start = std::time::Instant::now();
    let seeds: Vec<u64> = (plan.seed..plan.seed + plan.count).collect();
    let title = if plan.is_csmith { "csmith" } else { "random" };
    let results = workers::on_threads(
        plan.jobs,
        title,
        seeds,
        |seed| format!("seed {seed}"),
        |seed| match plan.is_csmith {
            true => csmith::try_seed(&campaign, seed),
            false => campaign.seed(seed),
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
