//! May LLVM have read before a loop what only some of its turns read?
//!
//! It keeps in registers what a loop reads and writes (`promoteLoopAccessesToScalars`): it reads before, and perhaps writes behind, a
//! local or global that can always be read, whether or not any turn does. Where the local's scope is over, or the program has
//! poisoned it, that would be an error that the program does not have.
//!
//! Claims: where this says no, no such access asks about memory that may be poisoned. It may say yes of accesses that the source has;
//! then the module is simplified once more, with all that loops read and write left in memory.

use crate::plan::poisons_by_hand;
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::{Module, Op, ValueDef, mutant};

/// Whether the module has to be simplified without that.
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

/// Whether LLVM has put before a loop a load, as its name says, of a local or global that others know and may have poisoned. Of nothing
/// else is it certain that it can be read.
fn promotes_variables(analyses: &FunctionAnalyses<'_>) -> bool {
    let function = analyses.function();
    if function.promoted.is_empty() {
        return false;
    }
    let mut accesses = function.accesses.iter();
    accesses.any(|(_, access)| {
        let base = function.resolve(access.pointer).base;
        function.promoted.contains(&access.instruction)
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

/// Whether any access is to a local whose scope may be over.
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
