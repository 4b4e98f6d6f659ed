//! Places in the program.

use sanecc_ir::{FuncId, ValueId};
use std::rc::Rc;

/// An instruction of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The instruction.
    pub instruction: ValueId,
}

/// The places of a call stack, the innermost first.
pub type Trace = Rc<[Place]>;
