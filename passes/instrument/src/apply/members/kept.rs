//! Pointers into an array of a structure that are kept where the function does not see it: in memory, as arguments, as results. They are held to the array from there on.
//!
//! Claims: what is held by a [`PART`] is a pointer of which the source names the array. LLVM does not see through it, so it outlasts simplification, and later its provenance is that of the array.
//! An access by such a pointer counts only where it is computed by elements alone ([`ELEMENT`]): what is taken for a structure may be the whole one around the array (`container_of`, the
//! first member). A pointer that is moved back by a constant and kept is one to the whole object again ([`WHOLE`]).

use super::held::{Source, computation};
use super::object;
use crate::apply::calls::is_own;
use crate::apply::library::library_call;
use crate::apply::sites;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{Callee, FuncId, Function, Member, Op, Step, Type, ValueDef, ValueId};

/// `(pointer, array, object) -> pointer`: the same, held to the array of which [`sanecc_abi::site::Object`] tells.
pub(in crate::apply) const PART: &str = "sanecc.same.part";
/// `(pointer) -> pointer`: the same, held to no array.
pub(in crate::apply) const WHOLE: &str = "sanecc.same.whole";
/// The mark of accesses that count.
pub(in crate::apply) const ELEMENT: &str = "sanecc.element";

/// How many steps of a computation are followed.
const DEEPEST: u32 = 16;

/// The definitions of all of them, as textual IR.
pub(in crate::apply) fn definitions() -> String {
    format!(
        "define linkonce_odr hidden ptr @{PART}(ptr %pointer, ptr %array, ptr %object) alwaysinline nounwind {{\n  ret ptr %pointer\n}}\n\
         define linkonce_odr hidden ptr @{WHOLE}(ptr %pointer) alwaysinline nounwind {{\n  ret ptr %pointer\n}}\n"
    )
}

/// Holds what a function keeps, and marks the accesses that count.
pub(super) fn hold(editor: &mut Editor<'_>, source: &Source<'_>, id: FuncId) {
    let function = source.function;
    for (_, access) in function.accesses.iter() {
        let is_word = matches!(
            function.op(access.instruction),
            Some(Op::Load { .. } | Op::Store { .. })
        );
        if is_word && is_by_elements(source, access.pointer) {
            editor.mark(id, access.instruction, ELEMENT);
        }
    }
    let seen_through = seen_through(source);
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            // A block may lead to another one by several edges, whose phis agree.
            let mut known: FxHashMap<(ValueId, ValueId), Option<Val>> = FxHashMap::default();
            for (number, value) in kept(source, instruction, &seen_through) {
                let before = match function.op(instruction) {
                    Some(Op::Phi(edges)) => {
                        let from = edges[number as usize].0;
                        function.blocks[from].instructions.last().copied()
                    }
                    _ => Some(instruction),
                };
                let Some(before) = before else {
                    continue;
                };
                let same = *known
                    .entry((value, before))
                    .or_insert_with(|| same(editor, source, id, (value, before)));
                if let Some(same) = same {
                    editor.set_operand(id, instruction, number, same);
                }
            }
        }
    }
}

/// A pointer that is kept, as it is kept, if that is another one.
fn same(
    editor: &mut Editor<'_>,
    source: &Source<'_>,
    id: FuncId,
    (value, before): (ValueId, ValueId),
) -> Option<Val> {
    if let Some((member, start)) = source.kept(value) {
        let object = part(editor, source, &member, value);
        let [pointer, array] = [value, start].map(|value| editor.value(id, value));
        let mut cursor = editor.before(id, before);
        return Some(cursor.same(PART, &[pointer, array, object]));
    }
    let is_back = is_moved_back(source, value);
    is_back.then(|| {
        let pointer = editor.value(id, value);
        editor.before(id, before).same(WHOLE, &[pointer])
    })
}

/// A record of [`sanecc_abi::site::Part`] for an array that a value of the function leads into.
fn part(editor: &mut Editor<'_>, source: &Source<'_>, member: &Member, value: ValueId) -> Val {
    let function = source.function;
    let object = object(editor, source.module, member);
    let location = sites::location(function, value);
    let site = sites::fields(editor, &function.name, location, 0, 0);
    let fields: Vec<Field> = object.into_iter().chain(site).collect();
    editor.record("sanecc.part", &fields)
}

/// The operands of an instruction that keep a pointer, by their numbers.
fn kept(
    source: &Source<'_>,
    instruction: ValueId,
    seen_through: &FxHashSet<ValueId>,
) -> Vec<(u32, ValueId)> {
    let (module, function) = (source.module, source.function);
    let all: Vec<(u32, ValueId)> = match function.op(instruction) {
        Some(Op::Store { pointer, .. }) if seen_through.contains(pointer) => Vec::new(),
        Some(Op::Store { value, pointer, .. }) if !is_step(function, *value, *pointer) => {
            vec![(0, *value)]
        }
        Some(Op::Return(Some(value))) => vec![(0, *value)],
        Some(Op::Select {
            then, otherwise, ..
        }) => vec![(1, *then), (2, *otherwise)],
        Some(Op::Phi(edges)) => (0..).zip(edges.iter().map(|edge| edge.1)).collect(),
        Some(Op::Call {
            callee, arguments, ..
        }) => {
            let is_inserted = matches!(callee, Callee::Direct(callee) if {
                let name = &module.functions[*callee].name;
                is_own(name) || name.starts_with("__sanecc_")
            });
            let is_assembly = matches!(callee, Callee::Assembly(_));
            match is_inserted
                || is_assembly
                || library_call(module, function, instruction).is_some()
            {
                true => Vec::new(),
                // Of a copy, the callee gets another address.
                false => (0..)
                    .zip(arguments.iter().copied())
                    .filter(|(number, _)| !function.copied.contains_key(&(instruction, *number)))
                    .collect(),
            }
        }
        _ => Vec::new(),
    };
    all.into_iter()
        .filter(|(_, value)| function.values[*value].ty.is_plain_pointer())
        .collect()
}

/// Variables of the function of which it sees at each load what they hold: pointers there need nothing.
fn seen_through(source: &Source<'_>) -> FxHashSet<ValueId> {
    let function = source.function;
    let mut all: FxHashMap<ValueId, bool> = FxHashMap::default();
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            if let Some(Op::Load { pointer, .. }) = function.op(instruction)
                && matches!(function.op(*pointer), Some(Op::Alloca { .. }))
            {
                let is_seen = source.loads.same(instruction).is_some();
                *all.entry(*pointer).or_insert(true) &= is_seen;
            }
        }
    }
    all.retain(|_, is_seen| *is_seen);
    all.into_keys().collect()
}

/// Whether a variable gets what it held, moved: `p--`.
fn is_step(function: &Function, value: ValueId, variable: ValueId) -> bool {
    let mut at = value;
    for _ in 0..DEEPEST {
        match function.op(at) {
            Some(Op::Address(place)) => at = place.base,
            Some(Op::Load { pointer, .. }) => return *pointer == variable && at != value,
            Some(_) | None => return false,
        }
    }
    false
}

/// Whether an address is computed by a step back of constant length.
fn is_moved_back(source: &Source<'_>, value: ValueId) -> bool {
    let function = source.function;
    let mut at = value;
    for _ in 0..DEEPEST {
        if let Some(earlier) = source.loads.same(at) {
            at = earlier;
            continue;
        }
        let Some(place) = computation(function, at) else {
            return false;
        };
        if place.terms.is_empty() && place.offset < 0 {
            return true;
        }
        at = place.base;
    }
    false
}

/// Whether an address is that of an element, or of one so many elements further, of a pointer that comes from elsewhere.
fn is_by_elements(source: &Source<'_>, address: ValueId) -> bool {
    let function = source.function;
    let mut at = address;
    for _ in 0..DEEPEST {
        if let Some(earlier) = source.loads.same(at) {
            at = earlier;
            continue;
        }
        let value = &function.values[at];
        match &value.def {
            ValueDef::Param(_) => return true,
            ValueDef::Instruction(op) => match op {
                Op::Address(place) => {
                    let is_plain = function.paths.get(&at).is_none_or(|path| {
                        !matches!(path.ty, Type::Aggregate(_))
                            && matches!(*path.steps, [Step::Element(_)])
                    });
                    let is_back = place.terms.is_empty() && place.offset < 0;
                    if !is_plain || is_back {
                        return false;
                    }
                    at = place.base;
                }
                Op::Load { .. } | Op::Call { .. } | Op::Phi(_) | Op::Select { .. } => return true,
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}
