//! What is kept of a thread.

use super::Calls;
use crate::concrete::{Pointer, Value};
use crate::exceptions::Handling;
use crate::fault::Stop;
use crate::library::SignalStack;
use crate::place::Trace;
use rustc_hash::FxHashMap;
use sanecc_ir::GlobalId;

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// That a lock at this address is free: a mutex, a lock for readers and writers, a spin lock.
    Lock(u64),
    /// That a condition variable at this address is signalled.
    Condition(u64),
    /// That a semaphore at this address is positive.
    Semaphore(u64),
    /// That all have come to the barrier at this address.
    Barrier(u64),
    /// That another thread has done what is done once.
    Once(u64),
    /// That a thread ends.
    End(super::ThreadId),
    /// That a file of this number can be read.
    File(i32),
    /// That time passes.
    Time,
    /// That a signal comes.
    Signal,
}

/// A wait of a thread.
#[derive(Clone, Debug)]
pub struct Wait {
    /// For what.
    pub what: Waits,
    /// In which library function.
    pub function: &'static str,
    /// When it ends by itself, on the clock of waits.
    pub(super) deadline: Option<u64>,
}

/// What a thread does.
#[derive(Clone, Debug, Default)]
pub enum State {
    /// Runs, or would if it were its turn.
    #[default]
    Ready,
    /// Waits for something.
    Waiting(Wait),
    /// Has ended, with this value.
    Ended(Value),
}

/// Why a thread cannot be joined.
#[derive(Clone, Debug, PartialEq)]
pub enum Join {
    /// It was joined, there.
    Joined(Trace),
    /// It was detached, there; nowhere if it was made so.
    Detached(Option<Trace>),
}

/// A call that waits is done again until it need not wait: what it has to know of its earlier tries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tries {
    /// What it has done so far, as it likes.
    pub(crate) phase: u32,
    /// Its own number, as it likes.
    pub(crate) note: u64,
    /// When it ends by itself, if that is decided.
    pub(crate) deadline: Option<u64>,
    /// It has waited as long as it may.
    pub(crate) timed_out: bool,
    /// There was one.
    pub(crate) any: bool,
}

/// What a thread does about its cancellation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cancellation {
    pub(crate) wanted: bool,
    pub(crate) disabled: bool,
    pub(crate) asynchronous: bool,
    /// It ends because of it, or by itself.
    pub(crate) ending: bool,
}

impl Cancellation {
    /// Whether the thread has to end at the next point where that may be.
    pub(crate) fn is_due(self) -> bool {
        self.wanted && !self.disabled && !self.ending
    }
}

/// A thread.
#[derive(Debug, Default)]
pub struct Thread {
    /// Who made it, and where; none for the first.
    pub created: Option<Trace>,
    /// Why it cannot be joined, if so.
    pub join: Option<Join>,
    /// What it does.
    pub state: State,
    /// Its handle: an address.
    pub(crate) handle: Pointer,
    pub(super) calls: Calls,
    /// How the innermost native call that runs code of the program ends, once this cannot be told to it at once.
    pub(super) outcome: Option<Result<Value, Stop>>,
    pub(crate) tries: Tries,
    pub(crate) handling: Handling,
    pub(crate) cancellation: Cancellation,
    /// Buffers of `pthread_cleanup_push`, the latest last.
    pub(crate) cleanups: Vec<Pointer>,
    /// Where it wants its handlers of signals to run.
    pub(crate) signal_stack: SignalStack,
    /// Values of keys.
    pub(crate) specific: Vec<Pointer>,
    /// Functions that run when it ends, with an argument each: those of thread-local objects.
    pub(crate) at_end: Vec<(Pointer, Pointer)>,
    /// What it ends with, once it ends.
    pub(crate) result: Option<Value>,
    /// Its calls have ended, and destructors run.
    pub(super) is_ending: bool,
    /// How many destructors of keys have run.
    pub(super) destroyed: usize,
    /// Its own variables.
    pub(super) locals: FxHashMap<GlobalId, Pointer>,
    /// Its own objects of the library.
    pub(crate) own: FxHashMap<&'static str, Pointer>,
}

impl Thread {
    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    /// The value that it has ended with.
    pub(crate) fn ended_with(&self) -> Option<&Value> {
        match &self.state {
            State::Ended(value) => Some(value),
            _ => None,
        }
    }
}
