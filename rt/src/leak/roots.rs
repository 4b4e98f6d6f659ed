//! Where the program can start from: its global variables, the stacks, registers and thread-local memory of its threads,
//! regions that it has named, and what the dynamic loader has allocated.

use super::ended;
use super::pages::Pages;
use super::reach::Marking;
use super::regions;
use super::settings::Settings;
use super::snapshot::Tag;
use crate::platform::{self, Part, RED_ZONE, StoppedThread};
use crate::stack::depot;
use crate::{fake, origin, thread};
use core::ops::Range;

/// The calling thread, as it was when it began to look for leaks.
#[derive(Clone, Copy)]
pub struct Caller {
    /// Stack pointer.
    pub sp: usize,
    /// Registers that a function must keep.
    pub registers: platform::Registers,
}

/// Tags what can be reached. No other thread runs.
pub fn mark(
    search: &mut Marking<'_>,
    settings: &Settings,
    caller: Caller,
    others: &[StoppedThread],
) {
    let modules = Modules::look();
    if settings.use_globals {
        globals(search);
    }
    if settings.use_root_regions {
        regions::for_each(|range| search.visit(range, Tag::Reachable));
    }
    let own = Context {
        sp: caller.sp,
        pointer: platform::thread_pointer(),
        static_bytes: modules.static_bytes,
    };
    if settings.use_registers {
        search.visit_words(&caller.registers.words(), Tag::Reachable);
        for thread in others {
            search.visit_words(&thread.general, Tag::Reachable);
            search.visit_words(&thread.vector, Tag::Reachable);
        }
    }
    own.mark(search, settings);
    if settings.use_stacks {
        // Frames of all threads that lie apart from their stacks.
        for slot in fake::slots_in_use() {
            search.visit(slot.start..slot.start + slot.size, Tag::Reachable);
        }
    }
    for thread in others {
        let context = Context {
            sp: thread.sp - RED_ZONE,
            pointer: thread.pointer,
            static_bytes: modules.static_bytes,
        };
        context.mark(search, settings);
    }
    // SAFETY: the others stand still.
    unsafe {
        platform::for_each_cached_descriptor(|range| search.visit(range, Tag::Reachable));
    }
    if settings.use_tls {
        let mut waiting = Pages::new();
        ended::for_each_descriptor(&search.heap.readable, |range| {
            // Without memory for the list the search will not be complete either.
            let _ = waiting.push([range.start, range.end]);
        });
        for [start, end] in waiting.iter().copied() {
            search.visit(start..end, Tag::Reachable);
        }
    }
    if settings.use_ld_allocations {
        from_loader(search, modules.loader);
    }
}

/// Variables of all modules, but for numbers of the runtime's own that could be taken for addresses.
fn globals(search: &mut Marking<'_>) {
    let mut skipped = [depot::numbers(), origin::numbers()];
    skipped.sort_unstable_by_key(|numbers| numbers.start);
    platform::for_each_part(|part| {
        let Part::Writable(range) = part else { return };
        let mut start = range.start;
        for numbers in &skipped {
            search.visit(
                start..range.end.min(numbers.start).max(start),
                Tag::Reachable,
            );
            start = start.max(numbers.end.min(range.end));
        }
        search.visit(start..range.end, Tag::Reachable);
    });
}

/// What has to be known of the loaded files.
struct Modules {
    /// Bytes on one side of a thread pointer that thread-local variables of every thread take.
    static_bytes: usize,
    /// The dynamic loader.
    loader: Option<Range<usize>>,
}

impl Modules {
    fn look() -> Modules {
        /// More than glibc gives to the static chunk, unless a program's own variables need it.
        const NEAR: usize = 64 << 20;
        let pointer = platform::thread_pointer();
        let mut found = Modules {
            static_bytes: 0,
            loader: None,
        };
        platform::for_each_part(|part| match part {
            Part::ThreadLocal(range) => {
                // Those of files that were loaded later lie anywhere, and are found through the thread's vector.
                let distance = platform::thread_local_distance(pointer, &range);
                if distance < NEAR && crate::heap::nearest(range.start).is_none() {
                    found.static_bytes = found.static_bytes.max(distance);
                }
            }
            Part::Whole(range) if range.contains(&platform::loader_base()) => {
                found.loader = Some(range);
            }
            Part::Whole(_) | Part::Writable(_) => {}
        });
        found
    }
}

/// A thread that stands still, or the calling one.
struct Context {
    sp: usize,
    pointer: usize,
    static_bytes: usize,
}

impl Context {
    fn mark(&self, search: &mut Marking<'_>, settings: &Settings) {
        if self.pointer == 0 {
            // Made by `clone` in the program itself, without a C library's thread.
            if settings.use_stacks {
                self.unknown_stack(search);
            }
            return;
        }
        let local = platform::thread_local_memory(self.pointer, self.static_bytes);
        if settings.use_stacks {
            self.stack(search, &local);
        }
        if settings.use_tls {
            search.visit(local, Tag::Reachable);
            // SAFETY: the thread stands still.
            search.visit(
                unsafe { platform::thread_vector(self.pointer) },
                Tag::Reachable,
            );
        }
    }

    /// The stack from the stack pointer up to its end, or to the thread-local memory that glibc puts there.
    fn stack(&self, search: &mut Marking<'_>, local: &Range<usize>) {
        // SAFETY: the thread stands still.
        let known = unsafe { thread::with_pointer(self.pointer) }.known_stack();
        let Some(known) = known else {
            return self.unknown_stack(search);
        };
        // The program's arguments and environment lie beyond the main thread's first frame.
        let end = match search.heap.readable.around(known.end - 1) {
            Some(mapping) if self.is_main() => mapping.end,
            _ => known.end,
        };
        let end = if (known.start..end).contains(&local.start) {
            local.start
        } else {
            end
        };
        if (known.start..end).contains(&self.sp) {
            search.visit(self.sp..end, Tag::Reachable);
        } else {
            // It runs on another stack, of a signal handler or a coroutine, and will return to this one.
            search.visit(known.start..end, Tag::Reachable);
            self.unknown_stack(search);
        }
    }

    /// Whatever is mapped above the stack pointer, but for chunks of the heap, which have to be reached.
    fn unknown_stack(&self, search: &mut Marking<'_>) {
        if crate::heap::nearest(self.sp).is_some() {
            return search.visit_words(&[self.sp], Tag::Reachable);
        }
        if let Some(mapping) = search.heap.readable.around(self.sp) {
            let end = if (self.sp..mapping.end).contains(&self.pointer) {
                platform::thread_descriptor(self.pointer)
                    .end
                    .min(mapping.end)
            } else {
                mapping.end
            };
            search.visit(self.sp..end, Tag::Reachable);
        }
    }

    fn is_main(&self) -> bool {
        // SAFETY: the thread stands still.
        unsafe { thread::with_pointer(self.pointer) }.number() == 0
    }
}

/// Chunks that the dynamic loader asked for: thread-local memory of libraries, its lists. It keeps some of the addresses
/// where nobody else looks.
fn from_loader(search: &mut Marking<'_>, loader: Option<Range<usize>>) {
    let Some(loader) = loader else { return };
    let mut last = (depot::Id(0), false);
    for region in 0..search.heap.regions() {
        for index in 0..search.heap.slots(region) {
            let (place, slot) = search.heap.nth(region, index);
            if search.heap.tag(place) != Tag::Lost {
                continue;
            }
            let Some(chunk) = search.heap.live(region, slot) else {
                continue;
            };
            if last.0 != chunk.trace {
                let frames = depot::get(chunk.trace).map_or(&[][..], |trace| trace.frames);
                let by_loader = frames.first().is_some_and(|pc| loader.contains(pc));
                last = (chunk.trace, by_loader);
            }
            if last.1 {
                search.visit_chunk(place, region, chunk, Tag::Reachable);
            }
        }
    }
}
