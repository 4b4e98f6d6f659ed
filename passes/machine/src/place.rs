//! Places in the program.

use crate::threads::ThreadId;
use sanecc_ir::{FuncId, ValueId};
use std::ops::Deref;
use std::rc::Rc;

/// An instruction of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The instruction.
    pub instruction: ValueId,
}

/// The places of a call stack, the innermost first, and the thread that they are of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trace(Rc<Calls>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Calls {
    thread: ThreadId,
    places: Box<[Place]>,
}

impl Trace {
    /// Calls of a thread, the innermost first.
    pub fn new(thread: ThreadId, places: Vec<Place>) -> Self {
        let places = places.into();
        Trace(Rc::new(Calls { thread, places }))
    }

    /// The thread.
    pub fn thread(&self) -> ThreadId {
        self.0.thread
    }

    /// Whether somebody else has the same.
    pub(crate) fn is_shared(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }
}

impl Deref for Trace {
    type Target = [Place];

    fn deref(&self) -> &[Place] {
        &self.0.places
    }
}
