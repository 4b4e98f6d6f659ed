//! Trials of analyses: random functions are run, and every claim is held against the values that they really have.
//! The stack objects of a function lie far apart, in the order in which it makes them.

mod machine;
mod maker;

use crate::{Effects, LoadForwarding};
use machine::mask;
pub(crate) use machine::{Run, is_inside, read};
use maker::Maker;
use rustc_hash::FxHashMap;
use sanecc_ir::{BlockId, FuncId, Function, Id, Module, ValueDef, ValueId};
use std::sync::OnceLock;

/// What an analysis says of a function; its methods panic where it is wrong.
pub(crate) trait Claims {
    /// Holds what it says of a block that begins now.
    fn hold_in(&mut self, run: &Run<'_>, block: BlockId);
    /// Holds what it says of a value that was just computed.
    fn hold_of(&mut self, run: &Run<'_>, value: ValueId);
}

/// A function made of choices.
pub(crate) fn function(choices: &[u16], blocks: usize) -> Function {
    Maker::new(choices, blocks, false).make(blocks)
}

/// A function made of choices that has pointers, too: places in the [`OBJECTS`].
pub(crate) fn function_of_pointers(choices: &[u16], blocks: usize) -> Function {
    Maker::new(choices, blocks, true).make(blocks)
}

/// Bytes of the objects that pointers point into.
const OBJECTS: [u64; 3] = [12, 8, 5];
/// Widths of pointers: each function has one of these.
const POINTERS: [u32; 3] = [64, 32, 16];

/// The loads of such a function that yield what stood there before, in a module of its own.
pub(crate) fn load_forwarding(function: &Function) -> LoadForwarding {
    let mut module = Module::default();
    let defined = Function {
        defined: true,
        ..function.clone()
    };
    let id: FuncId = module.functions.push(defined);
    let points_to = OnceLock::new();
    let effects = Effects::of(&module, &points_to);
    LoadForwarding::of(id, function, || &effects)
}

/// Runs a function on several inputs; parameters take them in turn.
pub(crate) fn run(function: &Function, inputs: &[u64], claims: &mut impl Claims) {
    run_for(60, function, inputs, claims);
}

/// The same for so many blocks.
pub(crate) fn run_for(steps: usize, function: &Function, inputs: &[u64], claims: &mut impl Claims) {
    for inputs in inputs.chunks(6) {
        let mut run = Run {
            function,
            values: vec![None; function.values.len()],
            objects: 0,
            memory: FxHashMap::default(),
        };
        let params = function
            .values
            .iter()
            .filter(|(_, v)| matches!(v.def, ValueDef::Param(_)));
        for ((id, _), input) in params.zip(inputs.iter().cycle()) {
            let bits = run.bits(id);
            run.values[id.index()] = Some(mask(*input, bits));
        }
        run.run(claims, steps);
    }
}
