//! What a campaign has found so far, for those that are ended before they are through.

use super::summary::Summary;
use anyhow::Result;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// The name of the file in the folder of failures: a line for each program that is done.
const NAME: &str = "so-far.txt";

/// Writes a line for each program, and says at once what is wrong.
pub struct SoFar {
    /// None where it cannot be written; the summary at the end says all.
    file: Option<Mutex<File>>,
}

impl SoFar {
    /// Begins anew.
    pub fn new(keep: &Path) -> Self {
        let made = fs::create_dir_all(keep).and_then(|()| File::create(keep.join(NAME)));
        Self {
            file: made.ok().map(Mutex::new),
        }
    }

    /// The program of a seed is done.
    pub fn add(&self, seed: u64, result: &Result<Summary>) {
        let line = match result {
            Ok(one) => format!(
                "seed {seed}: {} comparisons: {} with the same report, {} silent, {} missed, {} reported by us alone, {} without an end, {} wrong",
                one.comparisons,
                one.reported,
                one.silent,
                one.missed,
                one.more,
                one.endless,
                one.wrong
            ),
            Err(error) => format!("seed {seed}: {error:#}"),
        };
        if let Ok(one) = result {
            for failure in &one.failures {
                eprintln!("seed {seed}: {failure}");
            }
        }
        if let Some(file) = &self.file
            && let Ok(mut file) = file.lock()
        {
            // The summary at the end does not need it.
            let _ = writeln!(file, "{line}");
        }
    }
}
