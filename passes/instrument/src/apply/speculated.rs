//! Restricts loads that LLVM speculates ([`sanecc_analysis::speculated`]) to executions in which the program uses their result; otherwise they read a dummy
//! variable. So their checks cover what the program reads.
//!
//! Only loads of locals that may be out of scope, and, in modules that poison memory manually, of all variables: other dereferenceable addresses
//! cannot be poisoned.

use rustc_hash::FxHashMap;
use sanecc_analysis::{Condition, FunctionAnalyses, Speculated, speculated};
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{Extent, FuncId, Function, Module, ValueId, mutant};
use sanecc_prove::poisons_by_hand;

/// The loads to change, by function.
pub struct SpeculatedLoads(Vec<(FuncId, Vec<Speculated>)>);

impl SpeculatedLoads {
    /// Finds them.
    pub fn of(module: &Module) -> Self {
        let poisons = poisons_by_hand(module);
        let functions = module.functions.iter().filter(|(_, f)| f.checked);
        let loads = functions.map(|(id, function)| (id, doubtful(function, poisons)));
        Self(loads.filter(|(_, loads)| !loads.is_empty()).collect())
    }

    /// Whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Changes them. The imported IR is outdated afterwards.
    pub fn guard(&self, editor: &mut Editor<'_>, module: &Module) {
        for (id, loads) in &self.0 {
            let function = &module.functions[*id];
            let mut spares = FxHashMap::default();
            for one in loads {
                if let Some((bytes, align)) = memory(function, one.load) {
                    let spare = *spares.entry((bytes, align)).or_insert_with(|| {
                        let mut cursor = editor.at_entry(*id);
                        let bytes = cursor.int(bytes);
                        cursor.alloca(bytes, align, "spare")
                    });
                    guard(editor, *id, one, spare);
                }
            }
        }
    }
}

/// The loads of a function whose memory may be poisoned though they are in bounds.
fn doubtful(function: &Function, poisons: bool) -> Vec<Speculated> {
    let analyses = FunctionAnalyses::of(function);
    let mut loads = speculated(&analyses);
    if loads.is_empty() || poisons && !mutant!("speculated/poisoned-by-hand") {
        return loads;
    }
    let closed = |one: &Speculated| {
        analyses.block_of(one.load).is_some_and(|block| {
            let mut cursor = analyses.scopes().cursor(block);
            let instructions = function.blocks[block].instructions.iter();
            let before = instructions.take_while(|&&i| i != one.load);
            before.for_each(|&instruction| cursor.pass(function, instruction));
            !cursor.is_open(one.object) && !mutant!("speculated/scope-open")
        })
    };
    loads.retain(closed);
    loads
}

/// Size and alignment of a load in bytes.
fn memory(function: &Function, load: ValueId) -> Option<(u64, u64)> {
    let mut accesses = function.accesses.iter();
    let (_, access) = accesses.find(|(_, access)| access.instruction == load)?;
    match access.extent {
        Extent::Bytes(bytes) => Some((bytes, access.align)),
        Extent::Dynamic(_) | Extent::Masked { .. } => None,
    }
}

fn guard(editor: &mut Editor<'_>, id: FuncId, one: &Speculated, spare: Val) {
    let place = editor.value(id, one.pointer);
    let mut chosen = spare;
    for guard in &one.guards {
        let mut bits = Vec::new();
        for condition in guard {
            let bit = bit(editor, id, one.load, condition);
            // Another use may need the load though the bit of this one is poison.
            let mut cursor = editor.before(id, one.load);
            bits.push(match one.guards.len() {
                1 => bit,
                _ => cursor.fixed(bit),
            });
        }
        let otherwise = chosen;
        let mut cursor = editor.before(id, one.load);
        // A chain of selects: no bit may hide that an earlier one is poison.
        chosen = bits
            .into_iter()
            .rev()
            .fold(place, |place, bit| cursor.choose(bit, place, otherwise));
    }
    editor.read_from(id, one.load, chosen);
}

/// Whether a condition holds, computed before the load.
fn bit(editor: &mut Editor<'_>, id: FuncId, load: ValueId, condition: &Condition) -> Val {
    let (value, holds, cases) = match condition {
        Condition::Is(bit, holds) => (editor.value(id, *bit), *holds, Vec::new()),
        Condition::OneOf(value, cases, holds) => {
            let cases = cases.iter().map(|&case| editor.value(id, case)).collect();
            (editor.value(id, *value), *holds, cases)
        }
    };
    let mut cursor = editor.before(id, load);
    let bit = one_of(&mut cursor, value, &cases);
    if holds { bit } else { cursor.not(bit) }
}

/// Whether the value is one of the cases; without cases it is a bit itself.
fn one_of(cursor: &mut Cursor<'_, '_>, value: Val, cases: &[Val]) -> Val {
    let mut equal = cases.iter().map(|&case| cursor.equal(value, case));
    let Some(first) = equal.next() else {
        return value;
    };
    let others: Vec<Val> = equal.collect();
    others.into_iter().fold(first, |a, b| cursor.or(a, b))
}
