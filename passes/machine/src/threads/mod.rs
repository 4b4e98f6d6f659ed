//! Threads of the program. One runs at a time, from one point where it may be interrupted to another; who goes on is decided by the seed alone.
//!
//! Points are operations that synchronise, atomic accesses, and every some thousand jumps, so that a loop that waits for another
//! thread ends. [`thread`] is what is kept of each thread, [`schedule`] chooses who runs, [`switch`] puts one aside and takes up another,
//! [`ending`] is the end of a thread, [`contexts`] are calls that a thread puts aside itself, [`locals`] its own variables.

mod contexts;
mod ending;
mod locals;
mod schedule;
mod start;
mod switch;
mod thread;

pub(crate) use contexts::{Change, Contexts};
pub(crate) use start::NewThread;
pub(crate) use switch::Calls;
pub use thread::{Join, State, Thread, Wait, Waits};

use crate::concrete::{Pointer, Value};
use crate::run::Frame;
use rustc_hash::FxHashMap;
use schedule::Chance;
use std::collections::VecDeque;

/// The number of a thread, as reports name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that `main` runs in.
    pub const MAIN: ThreadId = ThreadId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// All threads, and what they have in common.
#[derive(Debug)]
pub struct Threads {
    all: Vec<Thread>,
    current: ThreadId,
    /// Those that have not ended, in the order of their numbers.
    living: Vec<ThreadId>,
    /// Another thread may run before the next instruction.
    due: bool,
    /// A change of context before the next instruction.
    change: Option<Change>,
    chance: Chance,
    /// Owners of the native calls that run functions of the program, the innermost last.
    levels: Vec<ThreadId>,
    /// Nanoseconds that have passed for waits that end by themselves: they pass while code runs, and where nobody can run.
    clock: u64,
    /// Threads by the address that is their handle.
    handles: FxHashMap<u64, ThreadId>,
    /// Who waits for a condition variable, by its address, the first first.
    conditions: FxHashMap<u64, VecDeque<ThreadId>>,
    /// Destructors of the keys of thread-specific data; none for a key that was deleted.
    keys: Vec<Option<Pointer>>,
}

impl Threads {
    /// The first thread alone.
    pub(crate) fn new(seed: u64) -> Self {
        Threads {
            all: vec![Thread::default()],
            current: ThreadId::MAIN,
            living: vec![ThreadId::MAIN],
            due: false,
            change: None,
            chance: Chance::new(seed),
            levels: Vec::new(),
            clock: 0,
            handles: FxHashMap::default(),
            conditions: FxHashMap::default(),
            keys: Vec::new(),
        }
    }

    /// The one that runs.
    pub fn current(&self) -> ThreadId {
        self.current
    }

    /// What is kept of a thread.
    pub fn get(&self, id: ThreadId) -> &Thread {
        &self.all[id.index()]
    }

    pub(crate) fn get_mut(&mut self, id: ThreadId) -> &mut Thread {
        &mut self.all[id.index()]
    }

    pub(crate) fn own(&mut self) -> &mut Thread {
        let current = self.current;
        self.get_mut(current)
    }

    /// All threads that there ever were, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (ThreadId, &Thread)> {
        (0..).map(ThreadId).zip(&self.all)
    }

    /// Whether there is more than one that has not ended.
    pub(crate) fn are_several(&self) -> bool {
        self.living.len() > 1
    }

    /// Forgets all threads but the current one: it goes on alone in a new process.
    pub(crate) fn stay_alone(&mut self) {
        for id in std::mem::replace(&mut self.living, vec![self.current]) {
            if id != self.current {
                self.get_mut(id).state = State::Ended(Value::integer(0));
            }
        }
    }

    /// Lets another thread run before the next instruction, if chance says so.
    pub(crate) fn turn(&mut self) {
        self.due = self.are_several();
    }

    pub(crate) fn is_due(&self) -> bool {
        self.due || self.change.is_some()
    }

    /// Changes the context when the call that runs is done.
    pub(crate) fn change(&mut self, change: Change) {
        self.change = Some(change);
    }

    /// The thread that has a handle.
    pub(crate) fn of_handle(&self, handle: u64) -> Option<ThreadId> {
        self.handles.get(&handle).copied()
    }

    /// Makes an address the handle of a thread.
    pub(crate) fn set_handle(&mut self, id: ThreadId, handle: Pointer) {
        self.get_mut(id).handle = handle;
        self.handles.insert(handle.address, id);
    }

    /// Lets a thread go on that waits.
    pub(crate) fn wake(&mut self, id: ThreadId) {
        let thread = self.get_mut(id);
        if let State::Waiting(_) = thread.state {
            thread.state = State::Ready;
        }
    }

    /// Lets all go on that wait for this.
    pub(crate) fn wake_all(&mut self, what: Waits) {
        for &id in &self.living {
            let thread = &mut self.all[id.index()];
            if matches!(&thread.state, State::Waiting(wait) if wait.what == what) {
                thread.state = State::Ready;
            }
        }
    }

    /// Threads that wait for a condition variable.
    pub(crate) fn queue(&mut self, condition: u64) -> &mut VecDeque<ThreadId> {
        self.conditions.entry(condition).or_default()
    }

    /// Keys of thread-specific data.
    pub(crate) fn keys(&mut self) -> &mut Vec<Option<Pointer>> {
        &mut self.keys
    }

    /// Nanoseconds that have passed for waits.
    pub(crate) fn clock(&self) -> u64 {
        self.clock
    }

    /// The calls of a thread that does not run.
    pub(crate) fn frames_of(&self, id: ThreadId) -> &[Frame] {
        &self.get(id).calls.frames
    }

    /// Registers of threads that do not run.
    pub(crate) fn registers(&self) -> impl Iterator<Item = &Value> {
        self.all.iter().flat_map(|thread| thread.calls.held())
    }

    /// Addresses in thread-specific data.
    pub(crate) fn specific(&self) -> impl Iterator<Item = u64> {
        let all = self.all.iter().flat_map(|thread| &thread.specific);
        all.map(|value| value.address)
    }

    /// Whether the current thread was cancelled, and has to end at the next point where that may be.
    pub(crate) fn has_to_leave(&self) -> bool {
        self.get(self.current).cancellation.is_due()
    }

    /// Forgets what a call that has waited knew, now that it is done.
    pub(crate) fn completed(&mut self) {
        let tries = &mut self.own().tries;
        if tries.any {
            *tries = thread::Tries::default();
        }
    }
}
