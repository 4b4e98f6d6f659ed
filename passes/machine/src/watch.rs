//! Watched places: directly before an instruction somebody looks at the machine and at values of the function, and may end the run.
//!
//! What is watched changes nothing of what the program does.

use crate::concrete::Value;
use crate::run::Machine;
use rustc_hash::FxHashMap;
use sanecc_ir::{FuncId, ValueId};

/// Something to look at before an instruction is executed.
#[derive(Clone, Debug)]
pub struct Watch {
    /// How its watcher knows it.
    pub number: usize,
    /// Values of the function that the watcher wants to see.
    pub values: Vec<ValueId>,
}

/// The watched places of a program.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    functions: FxHashMap<FuncId, FxHashMap<ValueId, Vec<Watch>>>,
}

impl Watches {
    /// Watches a place: directly before an instruction of a function, behind what is watched there already.
    pub fn add(&mut self, function: FuncId, instruction: ValueId, watch: Watch) {
        let places = self.functions.entry(function).or_default();
        places.entry(instruction).or_default().push(watch);
    }

    /// The places of a function, if it has any.
    pub(crate) fn of(&self, function: FuncId) -> Option<&FxHashMap<ValueId, Vec<Watch>>> {
        self.functions.get(&function)
    }
}

/// What a watcher sees.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'s> {
    /// The number of the watch.
    pub number: usize,
    /// Tells the call of the function from all others of the run.
    pub call: u64,
    /// The values that the watch asks for, in its order.
    pub values: &'s [Value],
}

/// Who looks.
pub trait Watcher {
    /// Looks at a place that control has reached.
    ///
    /// # Errors
    /// If the run has to end there; the text says why.
    fn see(&mut self, machine: &Machine<'_>, sight: Sight<'_>) -> Result<(), String>;
}
