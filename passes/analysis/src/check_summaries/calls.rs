//! Calls by name, and what they pass.

use sanecc_ir::{BlockId, Callee, FuncId, Function, Module, Op, ValueId};

/// A call by name.
pub(super) struct Call {
    pub(super) callee: FuncId,
    pub(super) call: ValueId,
    pub(super) block: BlockId,
    /// The arguments are the callee's parameters.
    pub(super) fits: bool,
}

/// The calls of functions that are defined here.
pub(super) fn calls(module: &Module, function: &Function) -> Vec<Call> {
    let mut all = Vec::new();
    for (block, content) in function.blocks.iter() {
        for &call in &content.instructions {
            if let Some(Op::Call {
                callee: Callee::Direct(callee),
                arguments,
                ..
            }) = function.op(call)
                && module.functions[*callee].defined
            {
                let to = &module.functions[*callee];
                let types = parameters(to).into_iter().map(|p| to.values[p].ty);
                let fits = arguments.len() == to.params.len()
                    && types.eq(arguments.iter().map(|a| function.values[*a].ty));
                all.push(Call {
                    callee: *callee,
                    call,
                    block,
                    fits,
                });
            }
        }
    }
    all
}

pub(super) fn arguments(function: &Function, call: ValueId) -> &[ValueId] {
    match function.op(call) {
        Some(Op::Call { arguments, .. }) => arguments,
        Some(_) | None => &[],
    }
}

/// The values of the parameters; index = number.
pub(super) fn parameters(function: &Function) -> Vec<ValueId> {
    crate::symbolic::values_of(function)
}
