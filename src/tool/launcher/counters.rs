//! Instructions and cycles of a child, by the kernel's perf events.

use crate::outcome::Counts;
use perf_event::events::{Event, Hardware};
use perf_event::{Builder, Counter};
use std::io::{Error, ErrorKind};

/// Counters that begin when a child calls `exec`.
pub struct Counters {
    instructions: Counter,
    cycles: Counter,
}

impl Counters {
    /// Opens them for the children of this process. Only user space is counted: that is what the kernel allows by default.
    pub fn open() -> Result<Self, String> {
        Self::of(Hardware::INSTRUCTIONS, Hardware::CPU_CYCLES)
    }

    fn of(instructions: impl Event, cycles: impl Event) -> Result<Self, String> {
        Ok(Self {
            instructions: open(instructions)?,
            cycles: open(cycles)?,
        })
    }

    /// Reads them, after the children have ended.
    pub fn read(mut self) -> Result<Counts, String> {
        Ok(Counts {
            instructions: whole(&mut self.instructions)?,
            cycles: whole(&mut self.cycles)?,
        })
    }
}

fn open(event: impl Event) -> Result<Counter, String> {
    let mut builder = Builder::new(event);
    builder.inherit(true).enable_on_exec(true);
    builder.build().map_err(|error| explained(&error))
}

/// What the kernel's answer means for who wants counters.
fn explained(error: &Error) -> String {
    let next = match error.kind() {
        ErrorKind::PermissionDenied => {
            "allow it until the next start of the machine: sudo sysctl kernel.perf_event_paranoid=2"
        }
        _ => {
            "this processor has no counters for us, as most virtual machines; --proxy valgrind or qemu counts instructions"
        }
    };
    format!("perf events: {error}; {next}")
}

/// A count that was running all the time: one that shared the hardware with others would be an extrapolation.
fn whole(counter: &mut Counter) -> Result<u64, String> {
    let read = counter
        .read_count_and_time()
        .map_err(|error| format!("perf events: {error}"))?;
    if read.time_running == 0 || read.count == 0 {
        return Err("perf events: the counter did not run".to_owned());
    }
    if read.time_running < read.time_enabled {
        return Err("perf events: others use the counters, too".to_owned());
    }
    Ok(read.count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perf_event::events::Software;
    use std::process::Command;

    #[test]
    fn children_and_theirs_count_from_exec_on() {
        // Page faults stand for what virtual machines do not count.
        let faults = |script: &str| {
            let counters = Counters::of(Software::PAGE_FAULTS, Software::PAGE_FAULTS).unwrap();
            let status = Command::new("sh").args(["-c", script]).status().unwrap();
            assert!(status.success());
            let counts = counters.read().unwrap();
            assert_eq!(counts.instructions, counts.cycles);
            counts.instructions
        };
        let (one, three) = (faults("exec true"), faults("true; sh -c :; sh -c :"));
        assert!(one > 10 && three > one, "{one} {three}");
        let untouched = Counters::of(Software::PAGE_FAULTS, Software::PAGE_FAULTS).unwrap();
        assert!(untouched.read().is_err());
    }
}
