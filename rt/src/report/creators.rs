//! Where the threads of a report were created.

use super::facts::Facts;
use super::finding::Finding;
use super::joins;
use super::place::{AddressDescription, What};
use super::settings;
use crate::heap::header::State;
use crate::origin;
use crate::output::Out;
use crate::stack::depot;
use alloc::vec::Vec;
use core::fmt::Write;
use sanecc_abi::site::ObjectKind;

/// The main thread, which nobody created.
const MAIN: u32 = 0;

/// The threads of one report that were told already.
#[derive(Default)]
pub struct Told(Vec<u32>);

/// What becomes of a thread's number and the stack of the call that created it, with the number of the thread that called.
pub type Tell<'a> = &'a mut dyn FnMut(u32, &depot::Trace);

impl Told {
    /// Tells where the threads were created that the places of the error are about, and those that created
    /// them, each once.
    pub fn places(&mut self, facts: &Facts<'_>, tell: Tell<'_>) {
        if let Finding::Object { object, .. } = &facts.finding
            && facts.place.is_none()
            && matches!(object.kind(), ObjectKind::Stack | ObjectKind::Dynamic)
        {
            self.thread(facts.thread, tell);
        }
        self.thread(joins::thread(facts), tell);
        for place in [&facts.place, &facts.other_place].into_iter().flatten() {
            for thread in threads_of(place, facts.thread) {
                self.thread(thread, tell);
            }
        }
    }

    /// Tells where a thread was created, and those that created it, unless they were told.
    pub fn thread(&mut self, mut thread: u32, tell: Tell<'_>) {
        while thread != MAIN
            && !self.0.contains(&thread)
            && let Some(trace) = origin::of(thread)
        {
            self.0.push(thread);
            tell(thread, &trace);
            if !settings::thread_history() {
                break;
            }
            thread = trace.thread;
        }
    }
}

/// The line above the stack of the call that created a thread.
pub fn print_title(out: &mut Out, thread: u32, trace: &depot::Trace) {
    let creator = trace.thread;
    let _ = writeln!(out, "Thread T{thread} created by T{creator} here:");
}

/// The threads that a place is about.
fn threads_of(place: &AddressDescription, current: u32) -> Vec<u32> {
    match &place.what {
        What::Chunk(found) => {
            let (allocated, freed) = found.traces;
            let is_freed = found.chunk.state != State::Allocated;
            let thread = |id| depot::get(id).map(|trace| trace.thread);
            let freed = thread(freed).filter(|_| is_freed);
            let threads = [Some(current), freed, thread(allocated)];
            threads.into_iter().flatten().collect()
        }
        What::Frame { thread, .. } | What::Stack(thread) => Vec::from([*thread]),
        What::Global(_) | What::Heap | What::Memory | What::Nothing | What::Uninitialized(_) => {
            Vec::new()
        }
    }
}
