//! `sane-launcher RESULT COUNTERS PROGRAM [ARGUMENT...]`: runs a program and writes what it cost to RESULT, as JSON.
//!
//! The kernel charges a process with the memory that it had before `exec`, which is that of the process that starts it. So `sane`, which has
//! LLVM inside, lets this small program start what it measures.

mod counters;
mod outcome;

use counters::Counters;
use outcome::{Ended, Outcome};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use wait4::Wait4;

/// More than a child touches of the code and data of this program between `fork` and `exec`, in bytes: beside them it has a copy of this
/// program's own memory, and nothing else. A static program that does nothing is charged with less than both.
const CHILD: u64 = 512 << 10;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let (Some(result), Some(counted), Some(program)) = (words.next(), words.next(), words.next())
    else {
        eprintln!(
            "usage: sane-launcher RESULT yes|no PROGRAM [ARGUMENT...]; 'sane measure' calls it"
        );
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(words);
    let outcome = launch(&mut command, counted == "yes");
    let written = serde_json::to_vec(&outcome)
        .map_err(std::io::Error::other)
        .and_then(|text| std::fs::write(Path::new(&result), text));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sane-launcher: cannot write {}: {error}", result.display());
            ExitCode::from(2)
        }
    }
}

fn launch(command: &mut Command, counted: bool) -> Outcome {
    // A group of its own is what the process has anyway. That std is asked for it makes it fork, not vfork: a child that shares the
    // memory of its parent is charged with all of it.
    if let Some(group) = own_group() {
        command.gid(group);
    }
    // Before the child exists: it inherits them.
    let counters = counted.then(Counters::open);
    let floor_bytes = status("RssAnon:").map_or(u64::MAX, |own| own + CHILD);
    let began = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let used = match child.wait4() {
        Ok(used) => used,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let wall = began.elapsed();
    Outcome::Ended(Ended {
        status: used.status.into_raw(),
        wall_seconds: wall.as_secs_f64(),
        user_seconds: used.rusage.utime.as_secs_f64(),
        system_seconds: used.rusage.stime.as_secs_f64(),
        peak_bytes: used.rusage.maxrss,
        floor_bytes,
        counters: counters.map(|counters| counters.and_then(Counters::read)),
    })
}

/// A line of `/proc/self/status` in bytes.
fn status(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// The effective group.
fn own_group() -> Option<u32> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Gid:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
