//! Has LLVM hoisted a load out of a loop that only some iterations execute?
//!
//! LLVM keeps in registers what a loop reads and writes (`promoteLoopAccessesToScalars`): it loads a local or global that is always dereferenceable before the loop, and may
//! store it after the loop, whether or not any iteration does. If the local is out of scope, or the program has poisoned it, that load is an error
//! which the program does not have.
//!
//! Claims: if the answer is no, no such access checks memory that may be poisoned. The answer may be yes for accesses of the source;
//! then the module is simplified again without this transformation.

use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::{Module, Op, ValueDef, mutant};
use sanecc_prove::poisons_by_hand;

/// Whether the module must be simplified again without it.
pub fn may_read_before_loops(module: &Module) -> bool {
    let poisons = poisons_by_hand(module);
    let mut functions = module.functions.iter().filter(|(_, f)| f.checked);
    functions.any(|(_, function)| {
        let analyses = FunctionAnalyses::of(function);
        let doubtful =
            (poisons && promotes_variables(&analyses) && !mutant!("hoisted-loads/poisoned"))
                || touches_closed_locals(&analyses) && !mutant!("hoisted-loads/scope-open");
        doubtful && !analyses.loops().all().is_empty()
    })
}

/// Whether LLVM hoisted a load of a local or global that others may have poisoned. Nothing else is known to be always
/// dereferenceable.
fn promotes_variables(analyses: &FunctionAnalyses<'_>) -> bool {
    let function = analyses.function();
    if function.hoisted.is_empty() {
        return false;
    }
    let mut accesses = function.accesses.iter();
    accesses.any(|(_, access)| {
        let base = function.resolve(access.pointer).base;
        function.hoisted.contains(&access.instruction)
            && match &function.values[base].def {
                ValueDef::Global(_) => !mutant!("hoisted-loads/global"),
                ValueDef::Instruction(Op::Alloca { .. }) => {
                    analyses.captured().state(base).is_captured()
                        && !mutant!("hoisted-loads/captured")
                }
                ValueDef::Param(number) => {
                    let parameter = function.params.get(*number as usize);
                    parameter.is_some_and(|parameter| {
                        parameter.by_value.is_some() && !mutant!("hoisted-loads/by-value")
                    })
                }
                _ => false,
            }
    })
}

/// Whether any access may be to a local that is out of scope.
fn touches_closed_locals(analyses: &FunctionAnalyses<'_>) -> bool {
    let (function, scopes) = (analyses.function(), analyses.scopes());
    if !scopes.any_marked() {
        return false;
    }
    let mut accesses: Vec<_> = function
        .accesses
        .iter()
        .map(|(_, access)| (access.instruction, function.resolve(access.pointer).base))
        .filter(|&(_, object)| scopes.is_marked(object))
        .collect();
    accesses.sort_unstable();
    function.blocks.iter().any(|(id, block)| {
        let mut cursor = scopes.cursor(id);
        block.instructions.iter().any(|&instruction| {
            let first = accesses.partition_point(|&(at, _)| at < instruction);
            let mut here = accesses[first..]
                .iter()
                .take_while(|&&(at, _)| at == instruction);
            let is_closed = here.any(|&(_, object)| !cursor.is_open(object));
            cursor.pass(function, instruction);
            is_closed
        })
    })
}
