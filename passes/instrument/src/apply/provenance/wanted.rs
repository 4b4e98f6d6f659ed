//! Whose provenance does anybody ask for? What nobody asks for is never handed over.
//!
//! Claims: if a function uses the provenance of a parameter, or a caller that of a result, it is wanted here. The least fixpoint over the module; of functions that others may
//! call or define, all is wanted.

use super::Followed;
use super::source::{Partner, Source, source};
use crate::apply::library::library_call;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use sanecc_abi::provenance::ARGUMENTS;
use sanecc_analysis::entered_by_calls_alone;
use sanecc_ir::{Callee, FuncId, Function, Id, Op, ValueId};

/// What is handed over between functions of a module.
pub(super) struct Wanted {
    /// Parameters of each function, a bit each.
    parameters: Vec<u32>,
    /// Results.
    results: FixedBitSet,
    /// Functions that only direct calls in checked functions of the module enter: what these hand over is always for them.
    closed: FixedBitSet,
}

impl Wanted {
    /// Finds it.
    pub(super) fn of(followed: &Followed<'_>) -> Self {
        let module = followed.module;
        let mut closed = entered_by_calls_alone(module);
        for (id, function) in module.functions.iter() {
            let is_checked = followed.plan.function(id).is_some();
            for callee in callees(function, |must_tail| must_tail || !is_checked) {
                closed.set(callee.index(), false);
            }
            // These get nothing by parameters of their own, so the name has to tell whose what was passed is.
            if function.signature.variadic || !callees(function, |must_tail| must_tail).is_empty() {
                closed.set(id.index(), false);
            }
        }
        let mut wanted = Wanted {
            parameters: vec![0; module.functions.len()],
            results: FixedBitSet::with_capacity(module.functions.len()),
            closed,
        };
        for (id, _) in module.functions.iter() {
            let is_open = !wanted.closed.contains(id.index());
            wanted.results.set(id.index(), is_open);
        }
        loop {
            let mut changes = false;
            for (id, function) in module.functions.iter() {
                if followed.plan.function(id).is_some() {
                    changes |= wanted.visit(followed, id, function);
                }
            }
            if !changes {
                return wanted;
            }
        }
    }

    /// Whether the callee, or whoever it may be, wants the argument of this number.
    pub(super) fn wants_argument(&self, partner: Partner, number: usize) -> bool {
        match partner {
            Partner::Library | Partner::Unchecked => false,
            Partner::Any => number < ARGUMENTS,
            Partner::Checked(id) => {
                let bits = self.parameters[id.index()];
                number < ARGUMENTS && bits >> number & 1 != 0
            }
        }
    }

    /// Whether somebody wants the result of a function.
    pub(super) fn wants_result(&self, id: FuncId) -> bool {
        self.results.contains(id.index())
    }

    /// Whether a function uses a parameter.
    pub(super) fn uses(&self, id: FuncId, number: u32) -> bool {
        self.parameters[id.index()] >> number & 1 != 0
    }

    /// Whether a function that anybody may call has to find out whether something is handed over to it.
    pub(super) fn is_open(&self, id: FuncId) -> bool {
        !self.closed.contains(id.index())
    }

    fn visit(&mut self, followed: &Followed<'_>, id: FuncId, function: &Function) -> bool {
        let mut roots = Vec::new();
        if let Some(plan) = followed.plan.function(id) {
            let accesses = function.accesses.iter();
            let looked_at = accesses
                .filter(|(access_id, access)| followed.looks_at((id, plan), *access_id, access));
            roots.extend(looked_at.map(|(_, access)| access.pointer));
        }
        for (_, block) in function.blocks.iter() {
            for &instruction in &block.instructions {
                match function.op(instruction) {
                    Some(Op::Store { value, .. }) => roots.push(*value),
                    Some(Op::Return(Some(value))) if self.wants_result(id) => roots.push(*value),
                    Some(Op::Call {
                        callee,
                        arguments,
                        model,
                        ..
                    }) => {
                        roots.extend(model.frees.and_then(|n| arguments.get(n as usize)));
                        let partner = followed.partner(callee);
                        if library_call(followed.module, function, instruction).is_some() {
                            roots.extend(arguments);
                        }
                        let numbered = arguments.iter().enumerate();
                        let asked = numbered.filter(|(n, _)| self.wants_argument(partner, *n));
                        roots.extend(asked.map(|(_, argument)| *argument));
                    }
                    _ => {}
                }
            }
        }
        self.follow(followed, id, function, roots)
    }

    fn follow(
        &mut self,
        followed: &Followed<'_>,
        id: FuncId,
        function: &Function,
        mut open: Vec<ValueId>,
    ) -> bool {
        let mut changes = false;
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match source(followed, (id, function), value) {
                Source::Parameter(number) => {
                    let bit = 1 << number;
                    changes |= self.parameters[id.index()] & bit == 0;
                    self.parameters[id.index()] |= bit;
                }
                Source::Returned => {
                    if let Some(Op::Call { callee, .. }) = function.op(value)
                        && let Partner::Checked(callee) = followed.partner(callee)
                    {
                        changes |= !self.results.put(callee.index());
                    }
                }
                Source::Same(other) | Source::Part(other) | Source::Whole(other) => {
                    open.push(other);
                }
                Source::Merged(others) => open.extend(others),
                Source::Unknown
                | Source::Global(_)
                | Source::Foreign(_)
                | Source::Function
                | Source::Stack(_)
                | Source::Loaded { .. }
                | Source::Made(_)
                | Source::Chunk => {}
            }
        }
        changes
    }
}

/// The functions that a function calls by their names, of the wanted calls; told is whether the callee takes the caller's place.
fn callees(function: &Function, wanted: impl Fn(bool) -> bool) -> Vec<FuncId> {
    let instructions = function
        .blocks
        .iter()
        .flat_map(|(_, block)| &block.instructions);
    let called = instructions.filter_map(|instruction| match function.op(*instruction)? {
        Op::Call {
            callee: Callee::Direct(callee),
            must_tail,
            ..
        } if wanted(*must_tail) => Some(*callee),
        _ => None,
    });
    called.collect()
}
