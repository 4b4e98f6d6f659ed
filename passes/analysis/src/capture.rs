//! Can anything but the accesses that we see touch an object?
//!
//! Claims: if an address is not captured, every access to the object in this function goes through address
//! arithmetic on it, and nothing else in the program has its address. Loads, stores, block operations and
//! comparisons through it do not capture; whatever else takes the address does.

use crate::Uses;
use rustc_hash::FxHashSet;
use sanecc_ir::{Function, GlobalId, Id, Module, Op, ValueDef, ValueId};

/// The captured addresses of one function.
pub struct Captured {
    captured: Vec<bool>,
}

impl Captured {
    /// Asks it of every root of addresses in the function: allocas, parameters passed by value, globals.
    pub fn of(function: &Function, uses: &Uses) -> Self {
        let mut captured = vec![false; function.values.len()];
        for (id, value) in function.values.iter() {
            let root = match &value.def {
                ValueDef::Instruction(Op::Alloca { .. })
                | ValueDef::Param(_)
                | ValueDef::Global(_) => true,
                ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Function(_)
                | ValueDef::ConstantPlace(_)
                | ValueDef::Undefined
                | ValueDef::Constant
                | ValueDef::Instruction(_) => false,
            };
            if root {
                captured[id.index()] = is_captured(function, uses, id);
            }
        }
        Self { captured }
    }

    /// Whether the address that begins at this root is captured in the function.
    pub fn is_captured(&self, root: ValueId) -> bool {
        self.captured[root.index()]
    }
}

/// Walks all that is computed from `root`.
fn is_captured(function: &Function, uses: &Uses, root: ValueId) -> bool {
    let mut work = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match &function.values[user].def {
                ValueDef::Instruction(Op::Address(place)) | ValueDef::ConstantPlace(place) => {
                    if place.terms.iter().any(|t| t.index == address) {
                        return true;
                    }
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
                ValueDef::Instruction(op) => {
                    if captures(op, address) {
                        return true;
                    }
                }
                ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Global(_)
                | ValueDef::Function(_)
                | ValueDef::Undefined
                | ValueDef::Constant => return true,
            }
        }
    }
    false
}

/// Whether an instruction lets `address` out of our sight.
fn captures(op: &Op, address: ValueId) -> bool {
    match op {
        Op::Load { .. } | Op::Compare(..) | Op::ScopeBegin(_) | Op::ScopeEnd(_) => false,
        Op::Store { value, .. } => *value == address,
        Op::Atomic { operands, .. } => operands.contains(&address),
        // Pointers only; the length and the byte of a fill are no pointers.
        Op::Memory(..) => false,
        Op::Alloca { .. }
        | Op::Fence
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Cast(..)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(_)
        | Op::VaArg(_)
        | Op::StackRestore(_)
        | Op::Inert(_)
        | Op::Call { .. }
        | Op::Return(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable
        | Op::Opaque { .. } => true,
    }
}

/// The globals of a module whose address anything but visible accesses may have.
pub fn captured_globals<'f>(
    module: &Module,
    functions: impl IntoIterator<Item = (&'f Function, &'f Captured)>,
) -> FxHashSet<GlobalId> {
    let mut captured: FxHashSet<GlobalId> = module
        .globals
        .iter()
        .filter(|(_, global)| !global.local || global.address_in_data)
        .map(|(id, _)| id)
        .collect();
    for (function, here) in functions {
        for (id, value) in function.values.iter() {
            if let ValueDef::Global(global) = value.def
                && here.is_captured(id)
            {
                captured.insert(global);
            }
        }
    }
    captured
}
