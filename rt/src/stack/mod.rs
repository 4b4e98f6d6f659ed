//! Stack traces of allocations: taken by following frame pointers, kept once each.

pub mod depot;
pub mod trace_cache;
pub mod walk;

use crate::{platform, thread};
use core::mem::MaybeUninit;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Most frames that a kept trace has.
pub const MAX_DEPTH: usize = 256;

static DEPTH: AtomicUsize = AtomicUsize::new(8);

/// Sets how many frames are kept (`malloc_context_size`), at most [`MAX_DEPTH`].
pub fn set_depth(frames: usize) {
    DEPTH.store(frames.clamp(1, MAX_DEPTH), Ordering::Relaxed);
}

/// Where an entry point of the runtime was called from.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// Return address into the caller.
    pub pc: usize,
    /// The caller's frame pointer, if it keeps one.
    pub frame: usize,
}

/// Keeps the stack trace of `caller` and the thread; the id is never 0 unless memory is out.
#[inline]
pub fn remember(caller: Caller) -> depot::Id {
    let thread = thread::current();
    let caller = match thread.allocates_for().get() {
        0 => caller,
        frame => on_behalf_of(caller, frame, thread),
    };
    let workspace = thread.workspace();
    if !workspace.is_null() {
        // SAFETY: the thread's own; nothing in the trace cache calls back.
        let traces = unsafe { &(*workspace).traces };
        let known = traces.find(caller);
        if let Some(id) = known.or_else(|| traces.find_beside(caller)) {
            return id;
        }
    }
    remember_new(thread, caller)
}

/// The caller as its trace is to begin while a library call runs that allocates for its own caller: the C library keeps no frame pointers, so
/// where they do not lead to the call's `frame`, the trace goes on there.
#[cold]
fn on_behalf_of(caller: Caller, frame: usize, thread: &thread::Thread) -> Caller {
    let sp = platform::stack_pointer();
    let is_on_stack = |stack: Range<usize>| stack.start <= sp && (sp..stack.end).contains(&frame);
    match thread.known_stack().is_some_and(is_on_stack) && !walk::leads_to(caller.frame, frame) {
        true => Caller { frame, ..caller },
        false => caller,
    }
}

#[inline(never)]
fn remember_new(thread: &thread::Thread, caller: Caller) -> depot::Id {
    let stack = thread.stack();
    let mut buffer = walk::TraceBuffer {
        frames: [const { MaybeUninit::uninit() }; MAX_DEPTH],
        links: [const { MaybeUninit::uninit() }; walk::MOST_LINKS],
    };
    let own_stack = stack
        .clone()
        .filter(|stack| stack.contains(&platform::stack_pointer()));
    let depth = DEPTH.load(Ordering::Relaxed);
    let hidden = thread.allocates_for().get();
    let walked = walk::frames(caller, stack, depth, hidden, &mut buffer);
    let id = depot::insert(thread.number(), walked.frames);
    let workspace = thread.workspace();
    if let Some(stack) = own_stack
        && !workspace.is_null()
    {
        // SAFETY: the thread's own; nothing in the trace cache calls back.
        unsafe { &mut (*workspace).traces }.keep(
            caller,
            (depth > 1).then_some(&stack),
            walked.links,
            id,
        );
    }
    id
}
