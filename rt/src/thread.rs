//! What the runtime knows about the calling thread, in its thread-local block.

pub mod handles;
mod life;

pub use life::{lock, report_end, use_signal_stacks};

use crate::heap::cache::Cache;
use crate::platform::{self, KnownThread, THREAD_BLOCK_SIZE};
use crate::stack::trace_cache::TraceCache;
use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use sanecc_abi::library::{HeldArgument, MOST_HELD};

/// Bytes of a thread's stack for signal handlers; a report runs on it.
pub const SIGNAL_STACK: usize = 1 << 18;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum State {
    /// The zero that a thread starts with.
    New = 0,
    /// Asking the C library, which may call `malloc` for it.
    SettingUp = 1,
    Ready = 2,
    /// The thread ends; nothing is set up again.
    Leaving = 3,
}

/// An array of a structure that an argument of a call of a library function points into. All zero is none.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Held {
    /// First byte of the array.
    pub start: usize,
    /// What the compiler knows of it.
    pub by: Option<&'static HeldArgument>,
    /// Whether another argument points directly behind it.
    pub is_followed: bool,
}

/// An argument of a call of a library function that is perhaps not inside of the object which it was derived from, or of the part which it is held to. All zero is none.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Astray {
    /// The argument, and above all addresses whether parts count.
    argument: usize,
    /// What is known of it.
    pub provenance: u64,
}

/// How many such arguments of a call are known.
pub const MOST_ASTRAY: usize = 2;

impl Astray {
    const PARTS: usize = 1 << (usize::BITS - 1);

    /// An argument, what is known of it, and whether parts count.
    pub fn new(address: usize, provenance: u64, parts: bool) -> Self {
        Self {
            argument: address | if parts { Self::PARTS } else { 0 },
            provenance,
        }
    }

    /// Whether it is any.
    #[inline(always)]
    pub fn is_any(self) -> bool {
        self.argument != 0
    }

    /// The argument.
    pub fn address(self) -> usize {
        self.argument & !Self::PARTS
    }

    /// Whether the part counts that it is held to.
    pub fn parts(self) -> bool {
        self.argument & Self::PARTS != 0
    }
}

/// A thread. All zero at first.
#[repr(C)]
pub struct Thread {
    /// The stack and the filters of system calls.
    known: KnownThread,
    /// A [`crate::fake::FakeStack`], or why there is none; entry code of the program reads it.
    fake: Cell<usize>,
    state: Cell<State>,
    number: Cell<u32>,
    signal_stack: Cell<usize>,
    workspace: Cell<*mut Workspace>,
    /// Bounds of the stack to which the running fiber hands over.
    next_low: Cell<usize>,
    next_high: Cell<usize>,
    /// Depth of `__lsan_disable`.
    leaks_disabled: Cell<u32>,
    /// Bounds of the stack of the context that the thread has entered last.
    context_low: Cell<usize>,
    context_high: Cell<usize>,
    /// Lowest stack pointer with which the thread has left its own stack for a context since it came back; 0 if it has not.
    left_at: Cell<usize>,
    /// The unwinder's context in which a personality routine has set what a landing pad gets, and not yet where it lies; 0 for none.
    landing_in: Cell<usize>,
    /// Frame of the call of a library function that allocates for its caller; 0 if none is running.
    allocates_for: Cell<usize>,
    /// What the arguments of the next call of a library function are held to.
    held: [Cell<Held>; MOST_HELD],
    /// Those that may be not inside of their objects or parts.
    astray: [Cell<Astray>; MOST_ASTRAY],
}

/// Offset of the fake stack in a thread's block, for code that reads it.
pub const FAKE: usize = core::mem::offset_of!(Thread, fake);

/// Memory of a thread's own that needs no lock. All zero at first.
pub struct Workspace {
    /// Stack traces that it took lately.
    pub traces: TraceCache,
    /// Its free and freed chunks.
    pub slots: Cache,
}

const WORKSPACE_BYTES: usize = size_of::<Workspace>().next_multiple_of(platform::PAGE);

const _: () = assert!(size_of::<Thread>() <= THREAD_BLOCK_SIZE);

/// Highest address of the main thread's stack that is known; 0 before the program starts.
static MAIN_STACK_HIGH: AtomicUsize = AtomicUsize::new(0);
/// Number of the main thread; also of one that has none yet.
const MAIN: u32 = 0;
static NUMBERS: AtomicU32 = AtomicU32::new(1);

/// A number for a thread that is about to be created. No other one gets it.
pub fn next_number() -> u32 {
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// The calling thread.
#[inline(always)]
pub fn current() -> &'static Thread {
    // SAFETY: the chunk is zero at first, which is a valid `Thread`, and only this thread uses it.
    unsafe { &*platform::thread_block().cast::<Thread>() }
}

/// The thread with this thread pointer.
///
/// # Safety
/// The thread exists and stands still, or is the calling one.
pub unsafe fn with_pointer(pointer: usize) -> &'static Thread {
    // SAFETY: as the caller promises.
    unsafe { &*(platform::thread_block_of(pointer) as *const Thread) }
}

/// Tells where the main thread's stack begins; called by the main thread before the program starts.
pub fn main_stack_starts_at(high: usize) {
    MAIN_STACK_HIGH.store(high, Ordering::Relaxed);
}

/// Whether the runtime has ever seen another thread than the main one.
pub fn are_several_known() -> bool {
    NUMBERS.load(Ordering::Relaxed) > 1
}

impl Thread {
    /// Number in the order in which the runtime saw the threads; the main thread is 0.
    pub fn number(&self) -> u32 {
        self.number.get()
    }

    /// The stack, `None` while it is not known (yet).
    #[inline(always)]
    pub fn stack(&self) -> Option<Range<usize>> {
        if self.state.get() == State::New {
            self.set_up();
        }
        self.known_stack()
    }

    /// The stack as far as the runtime has asked for it.
    pub fn known_stack(&self) -> Option<Range<usize>> {
        self.known.stack()
    }

    /// The thread begins, with a number that [`next_number`] gave whoever created it.
    pub fn set_number(&self, number: u32) {
        if self.number.get() == MAIN {
            self.number.set(number);
        }
    }

    /// Whether what this thread allocates now is not to be called a leak.
    #[inline(always)]
    pub fn ignores_leaks(&self) -> bool {
        self.leaks_disabled.get() != 0
    }

    /// How many times the thread has asked for that and not taken it back.
    pub fn leaks_disabled(&self) -> &Cell<u32> {
        &self.leaks_disabled
    }

    /// What the thread has for itself; null while it starts or ends, or if memory was out.
    #[inline(always)]
    pub fn workspace(&self) -> *mut Workspace {
        self.workspace.get()
    }

    /// The fake stack's address, or why there is none (see [`crate::fake`]).
    #[inline(always)]
    pub fn fake_stack(&self) -> usize {
        self.fake.get()
    }

    /// Sets [`Self::fake_stack`].
    pub fn set_fake_stack(&self, fake: usize) {
        self.fake.set(fake);
    }

    /// Whether the thread is known, and its end will be noticed.
    pub fn is_ready(&self) -> bool {
        self.stack().is_some() && self.state.get() == State::Ready
    }

    /// The stack that the thread is about to go on with.
    pub fn set_next_stack(&self, next: Range<usize>) {
        self.next_low.set(next.start);
        self.next_high.set(next.end);
    }

    /// Whether a stack was named that the thread has not gone on with yet.
    pub fn is_switching(&self) -> bool {
        self.next_high.get() != 0
    }

    /// Goes on with the stack that was named last; returns the one that was left.
    pub fn take_next_stack(&self) -> Range<usize> {
        let left = self.stack().unwrap_or(0..0);
        if self.next_high.get() != 0 {
            self.known
                .set_stack(self.next_low.replace(0)..self.next_high.replace(0));
        }
        left
    }

    /// The stack of the context that the thread has entered last, which it may have left since.
    pub fn context_stack(&self) -> Range<usize> {
        self.context_low.get()..self.context_high.get()
    }

    /// Sets [`Self::context_stack`].
    pub fn set_context_stack(&self, stack: Range<usize>) {
        self.context_low.set(stack.start);
        self.context_high.set(stack.end);
    }

    /// Frame of the running call of a library function that allocates for its caller, 0 if there is none. Whoever is left without
    /// returning may stay here: it counts only for what is called from above it.
    #[inline(always)]
    pub fn allocates_for(&self) -> &Cell<usize> {
        &self.allocates_for
    }

    /// What the arguments of a call of a library function are held to, if its record says that any is.
    #[inline(always)]
    pub fn held(&self) -> &[Cell<Held>; MOST_HELD] {
        &self.held
    }

    /// The arguments of a call of a library function that may be not inside of their objects or parts. Those that are any come first.
    #[inline(always)]
    pub fn astray(&self) -> &[Cell<Astray>; MOST_ASTRAY] {
        &self.astray
    }

    /// No call of a library function that has such an argument runs any more.
    pub fn forget_astray(&self) {
        self.astray
            .iter()
            .for_each(|one| one.set(Astray::default()));
    }

    /// The thread leaves its own stack for a context.
    pub fn leaves_at(&self, sp: usize) {
        let before = self.left_at.get();
        self.left_at
            .set(if before == 0 { sp } else { sp.min(before) });
    }

    /// It comes back: the lowest stack pointer with which it has left since the last time, 0 if it is not known to have.
    pub fn comes_back(&self) -> usize {
        self.left_at.take()
    }

    /// A personality routine sets what the landing pad gets in the frame that this context of the unwinder describes.
    pub fn lands_in(&self, context: usize) {
        self.landing_in.set(context);
    }

    /// Whether one has done so last in this context; only once.
    pub fn takes_landing_in(&self, context: usize) -> bool {
        self.landing_in.take() == context
    }
}
