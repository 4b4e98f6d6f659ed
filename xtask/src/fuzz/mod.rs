//! `cargo xtask fuzz`: random command lines and response files, until stopped.
//!
//! The properties are those of `tests/fuzz`. Here they run with many more cases, in batches, each with its own seed. A failure ends the run; it prints
//! the smallest failing case and the command that replays it.

use crate::paths::{Paths, cargo};
use crate::setup::{Aim, SetupOptions};
use crate::task::Task;
use anyhow::{Context, Result};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Throw random command lines and response files at the driver, and compare with clang
#[derive(clap::Args)]
pub struct Fuzz {
    /// How long; 0 for one round
    #[arg(long, value_name = "N", default_value_t = 10)]
    minutes: u64,
    /// The seed of the first round, by default the time; the next rounds take the numbers after it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Only this part
    #[arg(long, value_name = "PART", value_parser = PARTS)]
    only: Option<String>,
    #[command(flatten)]
    setup: SetupOptions,
}

/// The parts, which are modules of the test.
const PARTS: [&str; 3] = ["arguments", "response", "plan"];

/// How many times as many cases as in the tests a round has: about a minute's work.
const TIMES: u64 = 10;

impl Fuzz {
    pub fn run(self) -> Result<()> {
        let Self { minutes, only, .. } = self;
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let first = self.seed.unwrap_or(now);
        self.setup.ensure(Aim::Test)?;
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
        .current_dir(&paths.root)
        .run()
}
