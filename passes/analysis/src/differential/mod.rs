//! Trials of analyses: random functions are run in the machine, and every claim is held against the values that they really have.
//! The stack objects of a function lie far apart, in the order in which it makes them.

mod domain;
mod maker;

use crate::symbolic::View;
use crate::{Effects, LoadForwarding};
use domain::{Bits, DISTANCE, Trial};
use maker::Maker;
use rustc_hash::FxHashMap;
use sanecc_ir::{BlockId, FuncId, Function, Id, Module, Signature, Type, ValueDef, ValueId};
use sanecc_machine::fault::{Fault, Stop};
use sanecc_machine::{Machine, Options};
use std::sync::OnceLock;

/// What an analysis says of a function; its methods panic where it is wrong.
pub(crate) trait Claims {
    /// Holds what it says of a block that begins now.
    fn hold_in(&mut self, run: &Run<'_>, block: BlockId);
    /// Holds what it says of a value that was just computed.
    fn hold_of(&mut self, run: &Run<'_>, value: ValueId);
}

/// A run: what each value is by now.
pub(crate) struct Run<'a> {
    pub(crate) function: &'a Function,
    values: Vec<Bits>,
    /// Stack objects that were made so far.
    objects: u64,
    /// Bytes that were written, by address. What is missing is 0.
    memory: FxHashMap<u64, u8>,
}

impl Run<'_> {
    pub(crate) fn bits(&self, value: ValueId) -> u32 {
        match self.function.values[value].ty {
            Type::Int(bits) => bits,
            Type::Pointer(_) => self.function.layout.index_bits,
            _ => panic!("no integer"),
        }
    }

    pub(crate) fn get(&self, value: ValueId) -> Bits {
        match self.function.values[value].def {
            ValueDef::Integer(n) => Some(mask(n as u64, self.bits(value))),
            ValueDef::Null => Some(0),
            _ => self.values[value.index()],
        }
    }
}

fn mask(n: u64, bits: u32) -> u64 {
    n & (u64::MAX >> (64 - bits))
}

pub(crate) fn read(n: u64, bits: u32, view: View) -> i128 {
    let negative = n >> (bits - 1) & 1 == 1;
    match view {
        View::Signed if negative => i128::from(n) - (1 << bits),
        View::Signed | View::Unsigned => i128::from(n),
    }
}

/// Whether an address is `distance` bytes behind `start`, and both in one object or at its end. From null one gets no further.
pub(crate) fn is_inside(start: i128, distance: i128) -> bool {
    if start == 0 {
        return distance == 0;
    }
    let of = |address: i128| address.div_euclid(i128::from(DISTANCE));
    let number = usize::try_from(of(start) - 1).ok();
    let Some(bytes) = number.and_then(|number| OBJECTS.get(number)) else {
        return false;
    };
    let end = of(start) * i128::from(DISTANCE) + i128::from(*bytes);
    let address = start + distance;
    of(address) == of(start) && start.max(address) <= end
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
pub(crate) fn run_for(
    blocks: usize,
    function: &Function,
    inputs: &[u64],
    claims: &mut impl Claims,
) {
    let parameters = parameters(function);
    let types: Vec<Type> = parameters.iter().map(|(_, ty)| *ty).collect();
    let (module, id) = module(function, &types);
    for inputs in inputs.chunks(6) {
        let mut run = Run {
            function,
            values: vec![None; function.values.len()],
            objects: 0,
            memory: FxHashMap::default(),
        };
        let mut arguments = Vec::new();
        for ((parameter, _), input) in parameters.iter().zip(inputs.iter().cycle()) {
            let bits = Some(mask(*input, run.bits(*parameter)));
            run.values[parameter.index()] = bits;
            arguments.push(bits);
        }
        let claims = &mut *claims;
        let trial = Trial {
            run,
            claims,
            blocks,
        };
        let mut machine = Machine::over(&module, trial, Options::default());
        match machine.run_function(id, &arguments, &types) {
            // It returned, was undefined, or went on for too long.
            Ok(_) | Err(Stop::Fault(Fault::Unreachable)) => {}
            Err(other) => panic!("the machine has no {other:?}"),
        }
    }
}

/// The parameters of a function, in order.
fn parameters(function: &Function) -> Vec<(ValueId, Type)> {
    let all = function.values.iter();
    let mut all: Vec<_> = all
        .filter_map(|(id, value)| match value.def {
            ValueDef::Param(number) => Some((number, (id, value.ty))),
            _ => None,
        })
        .collect();
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, parameter)| parameter).collect()
}

/// A function as the machine takes it: in a module.
fn module(function: &Function, types: &[Type]) -> (Module, FuncId) {
    let mut module = Module {
        layout: function.layout,
        ..Module::default()
    };
    let signature = Signature {
        parameters: types.to_vec(),
        ..Signature::default()
    };
    let id = module.functions.push(Function {
        defined: true,
        signature: signature.into(),
        ..function.clone()
    });
    (module, id)
}
