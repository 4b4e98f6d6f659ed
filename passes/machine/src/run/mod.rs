//! Runs code: frames and registers on a stack of its own, one loop.

mod access;
mod atomic;
mod callee;
mod calls;
mod element;
mod intrinsic;
mod jumps;
mod lanes;
mod names;
mod native;
mod pairs;
mod question;
mod rare;
mod start;
mod step;
mod suppressed;
mod varargs;
mod watch;

pub(crate) use step::moved;

use crate::checks::Checks;
use crate::concrete::{Pointer, Value};
use crate::decode::{Code, EdgeId, Register, Symbols};
use crate::domain::Domain;
use crate::exceptions::Exceptions;
use crate::fault::{Fault, Stop};
use crate::library::State;
use crate::memory::{Memory, ObjectId};
use crate::place::{Place, Trace};
use crate::threads::{Contexts, State as ThreadState, ThreadId, Threads};
use crate::watch::{Watcher, Watches};
use rustc_hash::FxHashMap;
use sanecc_ir::{FuncId, Module, Type, ValueId};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use suppressed::Judge;
pub use watch::{LOOKS, Loss, Moment, Seen, Stretch, Watch, Way};

/// How a program is run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Moves addresses, and decides which thread runs when.
    pub seed: u64,
    /// What is looked for.
    pub checks: Checks,
    /// As which types the program accesses memory, by function and access; empty if that is not looked at.
    pub types: Arc<FxHashMap<(FuncId, ValueId), Arc<str>>>,
    /// Arguments of the program, its name first.
    pub arguments: Vec<Vec<u8>>,
    /// Environment, as `NAME=value`.
    pub environment: Vec<Vec<u8>>,
    /// The program was optimised: addresses of a stack object may be computed outside of its scope, and hold again when that is open again.
    pub optimised: bool,
    /// Ends the run where it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Says from time to time where the run is.
    pub look: Option<Look>,
}

/// Takes a trace and a number.
pub type Tell = dyn Fn(&Trace, u64);

/// Somebody who wants to know where a run is.
#[derive(Clone)]
pub struct Look {
    /// Whether it is time; the run makes it false.
    pub due: Arc<AtomicBool>,
    /// Is told the calls that have not returned, and how many thousands of ways between blocks were taken.
    pub tell: Rc<Tell>,
}

impl fmt::Debug for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look")
            .field("due", &self.due)
            .finish_non_exhaustive()
    }
}

/// An argument behind those that a function names.
#[derive(Clone, Debug)]
struct Further<V> {
    value: V,
    ty: Type,
    /// Bytes and alignment of a structure that is passed by value; then the value is the address of its copy.
    copied: Option<(u64, u64)>,
}

/// All arguments behind those that a function names.
#[derive(Clone, Debug)]
struct Variadic<V> {
    arguments: Vec<Further<V>>,
    /// Where the register save area and the overflow area of `va_start` lie.
    areas: Option<[Pointer; 2]>,
}

/// A call that has not returned.
#[derive(Debug)]
pub(crate) struct Frame<D: Domain = Memory> {
    pub(crate) code: Rc<Code<D::Value>>,
    /// The next instruction.
    pub(crate) next: usize,
    /// Its first register.
    pub(crate) base: usize,
    /// The stack before its objects.
    mark: D::Mark,
    /// The register of the caller that gets the result.
    result: Register,
    /// Where the caller goes on, if the call ends its block.
    normal: Option<EdgeId>,
    /// Further arguments, of a function that takes such.
    variadic: Option<Box<Variadic<D::Value>>>,
    /// Tells this call from another at the same depth.
    serial: u64,
}

impl<D: Domain> Frame<D> {
    /// Further arguments.
    fn further(&self) -> impl Iterator<Item = &Further<D::Value>> {
        let variadic = self.variadic.iter();
        variadic.flat_map(|variadic| &variadic.arguments)
    }
}

/// Where a setjmp returns a second time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    pub(crate) depth: usize,
    serial: u64,
    next: usize,
    result: Register,
}

/// A program that runs in a domain.
pub struct Machine<'m, D: Domain = Memory> {
    module: &'m Module,
    /// Its memory, and all else that the domain keeps.
    pub memory: D,
    pub(crate) symbols: Symbols,
    codes: Vec<Option<Rc<Code<D::Value>>>>,
    pub(crate) registers: Vec<D::Value>,
    pub(crate) frames: Vec<Frame<D>>,
    pub(crate) landings: FxHashMap<u64, Landing>,
    /// How many objects were on the stack when it was saved, by its top.
    pub(crate) saved_stacks: FxHashMap<u64, usize>,
    /// Calls of the innermost native call that are left when it ends.
    pub(crate) until: usize,
    serial: u64,
    /// Threads: what is above is that of the one that runs.
    pub threads: Threads,
    pub(crate) exceptions: Exceptions,
    pub(crate) contexts: Contexts,
    /// The number of the stack in use, and where to go on after it, if it is that of a context.
    pub(crate) stack: u32,
    pub(crate) link: Option<Pointer>,
    /// What the library keeps.
    pub library: State,
    options: Options,
    statics: FxHashMap<&'static str, Pointer>,
    /// The library function that runs.
    pub(crate) native: Option<&'static str>,
    /// Whether errors are left unreported, if any may be.
    pub judge: Option<Judge<'m>>,
    /// Allocations whose loss is looked for.
    pub watch: Option<Box<Watch>>,
    /// This breath is followed instruction by instruction.
    is_followed: bool,
    /// Traces that were taken, so that equal ones are one.
    traces: FxHashMap<Trace, ()>,
    /// Ways between blocks that count, until the next look at whether to stop.
    left: u32,
    /// Those that were taken, in full thousands.
    pub thousands: u64,
    watches: Watches,
    watcher: Option<Box<dyn Watcher + 'm>>,
}

/// Frames of a trace, at most.
const DEEPEST_TRACE: usize = 30;

/// Frames of a trace that is kept with an allocation, where [`MANY_TRACES`] are kept: a recursive function makes one for each way through itself.
const SHORT_TRACE: usize = 12;

/// Traces that are kept at full length.
const MANY_TRACES: usize = 1 << 16;

/// Where the calls of these frames are, the innermost first. The innermost has gone so far beyond its instruction.
fn places_of<D: Domain>(frames: &[Frame<D>], beyond: usize) -> Vec<Place> {
    let frames = frames.iter().rev().take(DEEPEST_TRACE);
    let beyond = std::iter::once(beyond).chain(std::iter::repeat(1));
    let places = frames.zip(beyond).map(|(frame, beyond)| Place {
        function: frame.code.function,
        instruction: frame.code.places[frame.next.saturating_sub(beyond)],
    });
    places.collect()
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal of this number.
    Signalled(i32),
    /// By a step that is not defined.
    Faulted(Fault),
    /// At something that the machine does not have.
    Unsupported(String),
    /// By [`Options::stop`].
    Interrupted,
    /// By whoever watches it, for this reason.
    Watcher(String),
}

impl<'m> Machine<'m> {
    /// Lets somebody watch the program from its first step.
    pub fn watch(&mut self, watches: Watches, watcher: Box<dyn Watcher + 'm>) {
        self.watches = watches;
        self.watcher = Some(watcher);
    }
}

impl<'m, D: Domain> Machine<'m, D> {
    /// The module that runs.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The name of the library function that runs, if one does.
    pub fn native(&self) -> Option<&'static str> {
        self.native
    }

    /// The calls that have not returned, the innermost first.
    pub fn trace(&mut self) -> Trace {
        self.innermost(self.frames.len())
    }

    /// The same to be kept: there may be one for each allocation.
    pub(crate) fn kept_trace(&mut self) -> Trace {
        let most = match self.traces.len() < MANY_TRACES {
            true => DEEPEST_TRACE,
            false => SHORT_TRACE,
        };
        self.innermost(most)
    }

    /// That of so many of the innermost calls.
    fn innermost(&mut self, calls: usize) -> Trace {
        let id = self.threads.current();
        let first = self.frames.len().saturating_sub(calls);
        let trace = Trace::new(id, places_of(&self.frames[first..], self.beyond(id)));
        if let Some((known, ())) = self.traces.get_key_value(&trace) {
            return known.clone();
        }
        self.traces.insert(trace.clone(), ());
        trace
    }

    /// How far a thread has gone beyond its instruction: one that waits has yet to do its call.
    fn beyond(&self, id: ThreadId) -> usize {
        match self.threads.get(id).state {
            ThreadState::Waiting(_) => 0,
            _ => 1,
        }
    }

    /// The functions of the calls that have not returned, the innermost first.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        self.frames.iter().rev().map(|frame| frame.code.function)
    }

    /// How many calls have not returned.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}

impl Machine<'_> {
    /// The calls of a thread that have not returned, the innermost first.
    pub fn trace_of(&self, id: ThreadId) -> Trace {
        let frames = match id == self.threads.current() {
            true => &self.frames,
            false => self.threads.frames_of(id),
        };
        Trace::new(id, places_of(frames, self.beyond(id)))
    }

    /// Heap allocations that nobody can reach, in the order of their addresses. Variables of calls that have not returned hold theirs.
    pub fn leaked(&self) -> Vec<ObjectId> {
        // What lies behind is left from calls that have returned.
        let registers = match self.frames.is_empty() {
            true => &self.registers[..],
            false => &self.registers[..self.top()],
        };
        let registers = registers.iter().chain(self.threads.registers());
        let registers = registers.chain(self.contexts.registers());
        let held = registers.filter_map(|value| match value {
            Value::Scalar { bits, .. } => Some(*bits),
            _ => None,
        });
        let held = held.chain(self.threads.specific());
        self.memory.leaked(held.chain(self.exceptions.objects()))
    }

    /// What tells the calls that have not returned from others ([`crate::watch::Sight::call`]), the innermost last.
    pub fn calls(&self) -> impl Iterator<Item = u64> {
        self.frames.iter().map(|frame| frame.serial)
    }

    /// The address of a value that is used as one.
    pub(crate) fn pointer(value: &Value) -> Result<Pointer, Stop> {
        match value {
            Value::Scalar { bits, object } => Ok(Pointer {
                address: *bits,
                object: *object,
            }),
            other => Err(Fault::Uninitialized {
                for_what: crate::fault::Use::Address,
                poison: *other == Value::Poison,
            }
            .into()),
        }
    }

    /// The number of a value that is used as a size.
    fn size(value: &Value) -> Result<u64, Stop> {
        match value {
            Value::Scalar { bits, .. } => Ok(*bits),
            other => Err(Fault::Uninitialized {
                for_what: crate::fault::Use::Size,
                poison: *other == Value::Poison,
            }
            .into()),
        }
    }

    /// The object that a pointer belongs to, also one that was made of a number.
    pub fn object_of(&self, pointer: Pointer) -> ObjectId {
        self.memory.object_of(pointer)
    }
}
