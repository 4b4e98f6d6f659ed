//! Instructions and cycles of a child, by the kernel's perf events.

use crate::outcome::Counts;
use perf_event::events::Hardware;
use perf_event::{Builder, Counter};

/// Counters that begin when a child calls `exec`.
pub struct Counters {
    instructions: Counter,
    cycles: Counter,
}

impl Counters {
    /// Opens them for the children of this process. Only user space is counted: that is what the kernel allows by default.
    pub fn open() -> Result<Self, String> {
        let open = |event| {
            Builder::new(event)
                .inherit(true)
                .enable_on_exec(true)
                .build()
                .map_err(|error| format!("perf_event_open: {error}"))
        };
        Ok(Self {
            instructions: open(Hardware::INSTRUCTIONS)?,
            cycles: open(Hardware::CPU_CYCLES)?,
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
