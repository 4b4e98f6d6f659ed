//! Does a stack object only mark a place on the stack?
//!
//! Claims: where [`marks_a_place`] is true, the function never touches the object, and its address ends in numbers that are compared, in numbers that
//! are handed to a function, in a global variable of just their size, or in fields that the function compares it with. So code finds out where the
//! stack is or how deep: collectors of garbage, handlers of stack overflows, limits of recursion, coroutines that ask whether they are called from
//! where they were called before. Such an object must lie on the real stack.
//!
//! Follows arithmetic, with checks of UndefinedBehaviorSanitizer or without, conversions, choices (phi, select, minimum, absolute value), locals
//! that are only read and written, as numbers are kept without optimisation, and parameters of functions of the module. Gives up at everything else:
//! a number that goes elsewhere may be an address that the optimiser moves as one, like that in
//! a closure. What is handed to a function is an address by its type if the source has it so. Nor may the source have touched the object
//! ([`Function::touched`]): who does so may read it later by the number.

#[cfg(test)]
mod tests;

use crate::worklist::Worklist;
use crate::{FunctionAnalyses, Uses};
use rustc_hash::FxHashSet;
use sanecc_ir::{Callee, CastOp, Computed, FuncId, Function, Module, Op, Type, ValueDef, ValueId};

/// How many functions an address may be handed through.
const MOST_FUNCTIONS: usize = 4;

/// Whether the object that begins at `root` only marks a place on the stack.
pub fn marks_a_place(module: &Module, analyses: &FunctionAnalyses<'_>, root: ValueId) -> bool {
    let function = analyses.function();
    if function.touched.contains(&root) {
        return false;
    }
    let mut ends = Ends::default();
    if !follow(module, function, analyses.uses(), root, &mut ends) {
        return false;
    }
    let mut visited = FxHashSet::default();
    while let Some(handed) = ends.handed.pop() {
        if !visited.insert(handed) {
            continue;
        }
        let callee = &module.functions[handed.0];
        let uses = Uses::of(callee);
        if visited.len() > MOST_FUNCTIONS || !follow(module, callee, &uses, handed.1, &mut ends) {
            return false;
        }
    }
    ends.is_mark && ends.fields.is_subset(&ends.compared)
}

/// Where an address ends, and all that is computed from it.
#[derive(Default)]
struct Ends {
    /// Some end says that only the place counts.
    is_mark: bool,
    /// The offsets of fields that hold the address from now on.
    fields: FxHashSet<i64>,
    /// The offsets of fields that the address was compared with.
    compared: FxHashSet<i64>,
    /// Parameters that have the address, still to be followed.
    handed: Vec<(FuncId, ValueId)>,
}

/// Follows an address through one function. False if it may be used as an address.
fn follow(
    module: &Module,
    function: &Function,
    uses: &Uses,
    root: ValueId,
    ends: &mut Ends,
) -> bool {
    let mut work = Worklist::of([root]);
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match one_use(module, function, uses, user, address) {
                Use::Over => {}
                Use::Compared(field) => ends.compared.extend(field),
                Use::Number => {
                    ends.is_mark = true;
                    work.push(user);
                }
                Use::Passed => work.push(user),
                Use::Kept(loads) => {
                    ends.is_mark = true;
                    loads.into_iter().for_each(|load| work.push(load));
                }
                Use::Field(offset) => {
                    ends.is_mark = true;
                    ends.fields.insert(offset);
                }
                Use::Handed(parameters) => ends.handed.extend(parameters),
                Use::Elsewhere => return false,
            }
        }
    }
    true
}

/// What becomes of an address, or of a number that was computed from it, in one use.
enum Use {
    /// It ends here.
    Over,
    /// It becomes a number.
    Number,
    /// The user's result depends on it.
    Passed,
    /// A local holds it, and these loads may yield it.
    Kept(Vec<ValueId>),
    /// It is compared, with what the field at this offset holds.
    Compared(Option<i64>),
    /// The field at this offset of something holds it.
    Field(i64),
    /// Parameters of functions of the module have it.
    Handed(Vec<(FuncId, ValueId)>),
    /// It may be used as an address.
    Elsewhere,
}

fn one_use(
    module: &Module,
    function: &Function,
    uses: &Uses,
    user: ValueId,
    address: ValueId,
) -> Use {
    match function.op(user) {
        Some(Op::ScopeBegin(_) | Op::ScopeEnd(_)) => Use::Over,
        Some(Op::Compare(_, one, other)) => {
            let other = if *one == address { *other } else { *one };
            Use::Compared(field_that_is_read(function, other))
        }
        Some(Op::Cast(CastOp::PtrToInt, _)) => Use::Number,
        Some(Op::Cast(CastOp::Trunc | CastOp::ZExt | CastOp::SExt, _)) => Use::Passed,
        Some(Op::Address(place)) if place.is_constant() => Use::Passed,
        Some(Op::Binary(..) | Op::Select { .. } | Op::Phi(_) | Op::Freeze(_)) => Use::Passed,
        Some(Op::Inert(..) | Op::Element(..))
            if let Some(computed) = function.computed.get(&user) =>
        {
            match computed {
                // A bit is no address.
                Computed::Overflow { .. } => Use::Over,
                _ => Use::Passed,
            }
        }
        Some(Op::Inert(..)) if is_number_and_overflow(function, uses, user) => Use::Passed,
        Some(Op::Store { pointer, value, .. }) if *value == address => {
            if is_variable(module, function, *pointer, address) {
                return Use::Over;
            }
            if let Some(loads) = loads_of_local(function, uses, *pointer) {
                return Use::Kept(loads);
            }
            // A number may be part of an address; and what a local holds as a whole, others read by its address.
            match function.values[address].ty {
                Type::Pointer(_) => field(function, *pointer).map_or(Use::Elsewhere, Use::Field),
                _ => Use::Elsewhere,
            }
        }
        Some(Op::Call {
            callee: Callee::Direct(_),
            arguments,
            ..
        }) if arguments.contains(&address) && is_cast(function, address) => Use::Over,
        Some(Op::Call {
            callee: Callee::Direct(callee),
            ..
        }) if is_told(&module.functions[*callee], function, address) => Use::Over,
        Some(Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            ..
        }) => parameters(module, *callee, arguments, address).map_or(Use::Elsewhere, Use::Handed),
        // Unknown is Top.
        _ => Use::Elsewhere,
    }
}

/// The offset of the field that `pointer` names: part of an object of others.
fn field(function: &Function, pointer: ValueId) -> Option<i64> {
    let place = function.resolve(pointer);
    let is_own = matches!(function.op(place.base), Some(Op::Alloca { .. }));
    (place.is_constant() && !is_own).then_some(place.offset)
}

/// The offset of the field that `value` was read from.
fn field_that_is_read(function: &Function, value: ValueId) -> Option<i64> {
    match function.op(value)? {
        Op::Load { pointer, .. } => field(function, *pointer),
        _ => None,
    }
}

/// The parameters of a function of the module that an address is handed to.
fn parameters(
    module: &Module,
    callee: FuncId,
    arguments: &[ValueId],
    address: ValueId,
) -> Option<Vec<(FuncId, ValueId)>> {
    let function = &module.functions[callee];
    let handed = arguments.iter().enumerate();
    let handed = handed.filter(|&(_, &argument)| argument == address);
    let found = handed.map(|(number, _)| {
        let is_it = |def: &ValueDef| matches!(def, ValueDef::Param(of) if *of as usize == number);
        let mut values = function.values.iter();
        let (parameter, _) = values.find(|(_, value)| is_it(&value.def))?;
        Some((callee, parameter))
    });
    // Also the address of the function itself may be what is computed from the object's.
    let found: Vec<_> = found.collect::<Option<_>>()?;
    (!found.is_empty() && !function.blocks.is_empty()).then_some(found)
}

/// Whether an instruction yields a number together with whether it overflowed, and nothing but these two is taken out of it.
fn is_number_and_overflow(function: &Function, uses: &Uses, pair: ValueId) -> bool {
    let is_part = |user: &ValueId| {
        matches!(function.op(*user), Some(Op::Element(..))) && function.computed.contains_key(user)
    };
    let users = uses.users(pair);
    !users.is_empty() && users.iter().all(is_part)
}

/// Whether a call only tells the user of the number: UndefinedBehaviorSanitizer's report of an overflow.
fn is_told(callee: &Function, function: &Function, value: ValueId) -> bool {
    callee.name.starts_with("__ubsan_handle_") && matches!(function.values[value].ty, Type::Int(_))
}

/// Whether the value is nothing but an address as a number.
fn is_cast(function: &Function, value: ValueId) -> bool {
    matches!(function.op(value), Some(Op::Cast(CastOp::PtrToInt, _)))
}

/// Whether `pointer` is a global variable of exactly the size of the integer `value`.
fn is_variable(module: &Module, function: &Function, pointer: ValueId, value: ValueId) -> bool {
    let bytes = match function.values[value].ty {
        Type::Int(bits) => u64::from(bits / 8),
        _ => return false,
    };
    let place = function.resolve(pointer);
    match function.values[place.base].def {
        ValueDef::Global(global) => place.is_constant() && module.globals[global].size == bytes,
        _ => false,
    }
}

/// All loads from the local that `pointer` points into, if loads and stores are all that becomes of it.
fn loads_of_local(function: &Function, uses: &Uses, pointer: ValueId) -> Option<Vec<ValueId>> {
    let local = function.resolve(pointer).base;
    let Some(Op::Alloca { fixed: true, .. }) = function.op(local) else {
        return None;
    };
    let mut work = Worklist::of([local]);
    let mut loads = Vec::new();
    while let Some(part) = work.pop() {
        for &user in uses.users(part) {
            match function.op(user)? {
                Op::Load { .. } => loads.push(user),
                Op::Store { value, .. } if *value != part => {}
                Op::ScopeBegin(_) | Op::ScopeEnd(_) => {}
                Op::Address(place) if place.is_constant() => work.push(user),
                // Whoever has the local's address may read the number, and a copy may take it anywhere.
                _ => return None,
            }
        }
    }
    Some(loads)
}
