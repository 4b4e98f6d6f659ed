//! What the launcher tells `sane measure`.

use serde::{Deserialize, Serialize};

/// How a launch went.
#[derive(Debug, Deserialize, Serialize)]
pub enum Outcome {
    /// The program ran to its end.
    Ended(Ended),
    /// It could not be started or waited for: why.
    Failed(String),
}

/// What a run cost.
#[derive(Debug, Deserialize, Serialize)]
pub struct Ended {
    /// Its status, as `wait` has it.
    pub status: i32,
    /// Time that went by.
    pub wall_seconds: f64,
    /// Processor time of the process and all its descendants that were waited for.
    pub user_seconds: f64,
    /// The same in the kernel.
    pub system_seconds: f64,
    /// The largest resident set of any of them.
    pub peak_bytes: u64,
    /// What a process that does nothing may be charged with, as it begins as a copy of the launcher.
    pub floor_bytes: u64,
    /// Hardware counters, or why there are none; nothing if they were not asked for.
    pub counters: Option<Result<Counts, String>>,
}

/// Hardware counters of a run, in user space.
#[derive(Debug, Deserialize, Serialize)]
pub struct Counts {
    /// Retired instructions.
    pub instructions: u64,
    /// Cycles of the processor.
    pub cycles: u64,
}
