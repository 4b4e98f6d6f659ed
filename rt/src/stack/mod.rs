//! Stack traces of allocations: taken by following frame pointers, kept once each.

pub mod crowd;
pub mod depot;
pub mod trace_cache;
pub mod walk;

use crate::platform;
use crate::thread::{self, Thread, Workspace};
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use trace_cache::TraceCache;
use walk::{Depth, Frames, Walk};

/// Most frames that a kept trace has.
pub const MAX_DEPTH: usize = 256;

/// As many as AddressSanitizer keeps.
static MOST: AtomicUsize = AtomicUsize::new(30);
/// Enough for the line that a user looks for.
static OF_RECURSION: AtomicUsize = AtomicUsize::new(8);

/// Sets how many frames are kept (`malloc_context_size`), at most [`MAX_DEPTH`], of recursions, too.
pub fn set_depth(frames: usize) {
    let frames = frames.clamp(1, MAX_DEPTH);
    MOST.store(frames, Ordering::Relaxed);
    OF_RECURSION.store(frames, Ordering::Relaxed);
}

/// How many frames are kept.
#[inline(always)]
fn depth() -> Depth {
    Depth {
        most: MOST.load(Ordering::Relaxed),
        of_recursion: OF_RECURSION.load(Ordering::Relaxed),
    }
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
        // SAFETY: the thread's own, and used by one call at a time.
        let known = recall(thread, unsafe { &mut *workspace }, caller);
        if let Some(id) = known {
            return id;
        }
    }
    remember_new(thread, caller)
}

/// As [`remember`], where that needs no memory.
#[inline(always)]
pub fn recall(thread: &Thread, workspace: &mut Workspace, caller: Caller) -> Option<depot::Id> {
    if thread.allocates_for().get() != 0 {
        return None;
    }
    let traces = &mut workspace.traces;
    find_cached(thread, traces, caller).or_else(|| find_kept(thread, traces, caller))
}

/// The id of the caller's trace, if the cache of traces has it: by the hash of all frames, or of those to which a recursion's were cut.
#[inline(never)]
fn find_cached(thread: &Thread, traces: &TraceCache, caller: Caller) -> Option<depot::Id> {
    struct Search<'a> {
        traces: &'a TraceCache,
        hash: depot::Hash,
        found: Option<depot::Id>,
    }
    impl Walk for Search<'_> {
        #[inline(always)]
        fn frame(&mut self, pc: usize) {
            self.hash.add(pc);
        }

        #[inline(always)]
        fn ends(&mut self) -> bool {
            self.found = self.traces.find(self.hash.of_recursion());
            self.found.is_some()
        }
    }
    let mut search = Search {
        traces,
        hash: depot::Hash::of_thread(thread.number()),
        found: None,
    };
    search.frame(caller.pc);
    walk::follow(caller, thread.known_stack(), depth(), 0, &mut search);
    search.found.or_else(|| traces.find(search.hash))
}

/// The id of the caller's trace, if others have taken its place in the cache of traces.
#[cold]
fn find_kept(thread: &Thread, traces: &mut TraceCache, caller: Caller) -> Option<depot::Id> {
    let mut frames = Frames::none();
    frames.fill(caller, thread.known_stack(), depth(), 0);
    let hash = depot::Hash::of(thread.number(), frames.pcs());
    let id = depot::find_kept(thread.number(), frames.pcs())?;
    traces.keep(
        match frames.ends_in_recursion() {
            true => hash.of_recursion(),
            false => hash,
        },
        id,
    );
    Some(id)
}

/// The caller as its trace is to begin while a library call runs that allocates for its own caller: the C library keeps no frame pointers, so
/// where they do not lead to the call's `frame`, the trace goes on there.
#[cold]
fn on_behalf_of(caller: Caller, frame: usize, thread: &Thread) -> Caller {
    let sp = platform::stack_pointer();
    let is_on_stack = |stack: Range<usize>| stack.start <= sp && (sp..stack.end).contains(&frame);
    match thread.known_stack().is_some_and(is_on_stack) && !walk::leads_to(caller.frame, frame) {
        true => Caller { frame, ..caller },
        false => caller,
    }
}

#[inline(never)]
fn remember_new(thread: &Thread, caller: Caller) -> depot::Id {
    let hidden = thread.allocates_for().get();
    let mut frames = Frames::none();
    frames.fill(caller, thread.stack(), depth(), hidden);
    if let Some(beginning) = frames.beginning() {
        beginning.add();
    }
    depot::insert(thread.number(), frames.pcs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of frames in the stack of a test.
    fn chain<const LINKS: usize>(chain: &mut [[usize; 2]; LINKS]) -> Caller {
        let base = walk::frame_of(chain.as_ptr());
        for (link, read) in chain.iter_mut().enumerate() {
            let next = base + (link + 1) * size_of::<[usize; 2]>();
            let is_last = link + 1 == LINKS;
            *read = [if is_last { 0 } else { next }, (link + 1) << 20];
        }
        Caller {
            pc: 0x1234,
            frame: base,
        }
    }

    fn recalled(caller: Caller) -> Option<depot::Id> {
        let thread = thread::current();
        // SAFETY: the thread's own, and used by one call at a time.
        let workspace = unsafe { &mut *thread.workspace() };
        recall(thread, workspace, caller)
    }

    fn frames_of(id: depot::Id) -> &'static [usize] {
        depot::get(id).unwrap().frames
    }

    #[test]
    fn a_trace_is_recalled_until_any_of_its_links_changes() {
        const LINKS: usize = 7;
        crate::shadow::set_up();
        thread::current().stack();
        let mut links = [[0; 2]; LINKS];
        let caller = chain(&mut links);
        let links = core::hint::black_box(&mut links);
        let intact = *links;
        assert_eq!(recalled(caller), None);
        let id = remember(caller);
        let expected: Vec<usize> = core::iter::once(caller.pc)
            .chain(intact.iter().map(|link| link[1]))
            .collect();
        assert_eq!(frames_of(id), expected);
        assert_eq!(recalled(caller), Some(id));
        for link in 0..LINKS {
            links[link][1] += 16;
            core::hint::black_box(&mut *links);
            assert_eq!(recalled(caller), None, "pc of link {link}");
            *links = intact;
            if link + 1 < LINKS {
                // Nothing follows.
                links[link][0] = 0;
                core::hint::black_box(&mut *links);
                assert_eq!(frames_of(remember(caller)), &expected[..link + 2]);
                *links = intact;
            }
        }
        assert_eq!(recalled(caller), Some(id));
        assert_eq!(
            recalled(Caller {
                pc: 0x1235,
                ..caller
            }),
            None
        );
    }

    #[test]
    fn traces_that_lost_their_place_are_found_again() {
        crate::shadow::set_up();
        thread::current().stack();
        let mut links = [[0; 2]; 3];
        let caller = chain(&mut links);
        let links = core::hint::black_box(&mut links);
        let mut traces = Vec::new();
        for pc in (0x40_0000..).take(8 << 10) {
            links[1][1] = pc;
            core::hint::black_box(&mut *links);
            traces.push((pc, remember(caller)));
        }
        for (pc, id) in traces {
            links[1][1] = pc;
            core::hint::black_box(&mut *links);
            assert_eq!(recalled(caller), Some(id));
            assert_eq!(frames_of(id), [0x1234, 1 << 20, pc, 3 << 20]);
        }
    }
}
