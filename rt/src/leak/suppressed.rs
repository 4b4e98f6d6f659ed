//! Leaks that the suppressions name, by the stack that allocated them.

use super::groups::Leaks;
use super::pages::Pages;
use crate::report;
use crate::stack::depot;
use crate::suppress::names::Names;
use crate::suppress::{self, Kind};

/// The traces of lost chunks that a suppression matches, in ascending order; notes how much each has suppressed.
/// `None` when memory is out.
pub fn count(lost: &Leaks) -> Option<Pages<u32>> {
    let mut traces = Pages::new();
    let mut complete = true;
    report::with_names(|tracer| {
        for group in lost.groups.iter() {
            let Some(trace) = depot::get(group.trace) else {
                continue;
            };
            let mut found = None;
            tracer.frames(trace.frames, false, None, &mut |frame| {
                let names = Names::of(frame);
                found = found.or_else(|| {
                    suppress::find(Kind::Leak, &[names.module(), names.function, names.file])
                });
            });
            if let Some(found) = found {
                found.count(group.count, group.bytes);
                // Each thread has its own trace of the place.
                for leak in lost.of(group) {
                    if traces.last() != Some(&leak.trace.0) {
                        complete &= traces.push(leak.trace.0).is_some();
                    }
                }
            }
        }
    });
    traces.sort_unstable();
    complete.then_some(traces)
}
