//! Where the threads of a report were created, in AddressSanitizer's words.

use super::callee::Callee;
use super::print_frame;
use crate::heap::header::State;
use crate::origin;
use crate::output::Out;
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::frames::{Frame, Tracer};
use crate::report::place::{AddressDescription, What};
use crate::report::settings;
use crate::stack::depot;
use alloc::vec::Vec;
use core::fmt::Write;
use sanecc_abi::site::ObjectKind;

/// The main thread, which nobody created.
const MAIN: u32 = 0;

/// The threads of one report that were told already.
#[derive(Default)]
pub struct Told(Vec<u32>);

impl Told {
    /// Prints where the threads were created that the places of the error are about, and those that created
    /// them, each once.
    pub fn print_places(&mut self, out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
        if let Finding::Object { object, .. } = &facts.finding
            && facts.place.is_none()
            && matches!(object.kind(), ObjectKind::Stack | ObjectKind::Dynamic)
        {
            self.print(out, tracer, facts.thread);
        }
        for place in [&facts.place, &facts.other_place].into_iter().flatten() {
            for thread in threads_of(place, facts.thread) {
                self.print(out, tracer, thread);
            }
        }
    }

    /// Prints where a thread was created, and those that created it, unless they were told.
    pub fn print(&mut self, out: &mut Out, tracer: &mut Tracer<'_>, mut thread: u32) {
        while thread != MAIN
            && !self.0.contains(&thread)
            && let Some(trace) = origin::of(thread)
        {
            self.0.push(thread);
            let creator = trace.thread;
            let _ = writeln!(out, "Thread T{thread} created by T{creator} here:");
            let show = &mut |frame: &Frame<'_>| print_frame(out, frame);
            Callee::named(b"pthread_create").frames(tracer, trace.frames, None, show);
            let _ = writeln!(out);
            if !settings::thread_history() {
                break;
            }
            thread = creator;
        }
    }
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
        What::Global(_) | What::Heap | What::Memory | What::Nothing => Vec::new(),
    }
}
