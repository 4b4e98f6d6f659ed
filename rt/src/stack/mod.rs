//! Stack traces of allocations: taken by following frame pointers, kept once each.

pub mod depot;
pub mod walk;

use core::sync::atomic::{AtomicUsize, Ordering};

/// Most frames that a kept trace has.
pub const MAX_DEPTH: usize = 64;

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
    let thread = crate::thread::current();
    let stack = thread.stack();
    let mut frames = [const { core::mem::MaybeUninit::uninit() }; MAX_DEPTH];
    let depth = DEPTH.load(Ordering::Relaxed);
    depot::insert(
        thread.number(),
        walk::frames(caller, stack, &mut frames[..depth]),
    )
}
