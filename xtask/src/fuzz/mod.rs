//! `cargo xtask fuzz`: random command lines and response files, for as long as wanted.
//!
//! The properties are those of `tests/fuzz`. Here they run with many more cases, in rounds, each with a seed of its own;
//! a failure ends the work, with the smallest case that was found and the command that replays it.

use crate::cli::options::Options;
use crate::cli::{Command, Opt, YES};
use crate::paths::{Paths, cargo};
use crate::setup::{self, Aim};
use crate::task::Task;
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The row of the table.
pub const COMMAND: Command = Command {
    name: "fuzz",
    about: "throw random command lines and response files at the driver, and compare with clang",
    options: &[
        Opt {
            name: "minutes",
            value: Some("N"),
            about: "how long; 0 for one round [10]",
        },
        Opt {
            name: "seed",
            value: Some("S"),
            about: "the seed of the first round; the next take the numbers after it [the time]",
        },
        Opt {
            name: "only",
            value: Some("PART"),
            about: "only this part: arguments, response or plan",
        },
        YES,
    ],
    run,
};

/// The parts, which are modules of the test.
const PARTS: [&str; 3] = ["arguments", "response", "plan"];

/// How many times as many cases as in the tests a round has: about a minute's work.
const TIMES: u64 = 10;

fn run(options: &Options) -> Result<()> {
    let minutes = options.parsed::<u64>("minutes")?.unwrap_or(10);
    let only = options.text("only");
    if let Some(part) = only.as_deref().filter(|part| !PARTS.contains(part)) {
        bail!("there is no part `{part}`; there are {}", PARTS.join(", "));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let first = options.parsed::<u64>("seed")?.unwrap_or(now);
    setup::ensure(options, Aim::Test)?;
    let paths = Paths::locate()?;
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    for seed in first.. {
        round(&paths, seed, only.as_deref()).with_context(|| {
            let only = only.iter().map(|part| format!(" --only {part}"));
            let only: String = only.collect();
            format!("the case above fails; to replay it: cargo xtask fuzz --minutes 0 --seed {seed}{only}")
        })?;
        if Instant::now() >= until {
            println!("nothing found with seeds {first} to {seed}");
            break;
        }
    }
    Ok(())
}

fn round(paths: &Paths, seed: u64, only: Option<&str>) -> Result<()> {
    println!("\nseed {seed}");
    let filter = only.map(|part| format!("{part}::"));
    Task::new(cargo())
        .args([
            "test",
            "--quiet",
            "--package",
            "sanecc",
            "--test",
            "fuzz",
            "--",
        ])
        .args(filter)
        .env("SANECC_FUZZ_SEED", seed.to_string())
        .env("SANECC_FUZZ_TIMES", TIMES.to_string())
        .env("SANECC_RUNTIME", paths.runtime())
        .within(&paths.root)
        .run()
}
