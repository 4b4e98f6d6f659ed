//! Is every access of the edited module proved, redundant or checked?
//!
//! Claims: where [`verify`] finds nothing, each load, store, atomic operation and block operation that the checked functions had before they were
//! edited has an access in the import, and each check that the plan wants stands before it, in its basic block, on its address. The check of coalesced
//! accesses stands before the first of them, which is earlier in the block or in one that dominates it. What the edit itself has inserted does not count. Accesses that LLVM makes afterwards come from these: it widens, splits and moves them only where the ones
//! that it had would have happened, and none across a check, which may end the program.

use super::functions::{
    BOUNDS, BOUNDS_CONSTANT, GUARDED, GUARDED_BOUNDS, GUARDED_RANGE, LANE, SHADOW_CHECK_PREFIX,
    Shape, coalesced, of_bounds,
};
use crate::{CheckPlan, Coalesced, Decision, FunctionPlan, Hoisted};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_abi::symbols::CHECK_RANGE;
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::llvm::edit::{Editor, Step, Val};
use sanecc_ir::{AccessId, Extent, FuncId, Function, Id, Module, Op, ValueId};

/// An access of which nothing that was planned, or nothing at all, became true.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{place}: an access in function '{function}' is neither proved to be good nor checked ({what}); this is a fault of sanecc"
)]
pub struct Unchecked {
    /// Where it stands, as far as is known.
    pub place: String,
    /// The function.
    pub function: String,
    /// What is missing.
    pub what: &'static str,
}

/// Looks at every access of the edited module.
///
/// # Errors
/// The first one that fell through.
pub fn verify(editor: &Editor<'_>, module: &Module, plan: &CheckPlan) -> Result<(), Unchecked> {
    for (id, function) in module.functions.iter() {
        if let Some(plan) = plan.function(id) {
            let look = Look::new(editor, id, function, plan);
            if let Some((instruction, what)) = look.first_unchecked(editor) {
                let place = function.location_of(instruction).map_or_else(
                    || module.source.clone(),
                    |l| format!("{}:{}", l.file, l.line),
                );
                return Err(Unchecked {
                    place,
                    function: function.name.clone(),
                    what,
                });
            }
        }
    }
    Ok(())
}

/// One function, before and after.
struct Look<'a> {
    id: FuncId,
    function: &'a Function,
    plan: &'a FunctionPlan,
    /// Instructions that were there before.
    original: FxHashMap<Val, ValueId>,
    accesses: FxHashMap<ValueId, Vec<AccessId>>,
    coalesced: FxHashMap<AccessId, &'a Coalesced>,
    /// For each member of a joined check, the first.
    first: FxHashMap<AccessId, AccessId>,
    /// The function before the edit.
    analyses: FunctionAnalyses<'a>,
}

/// A check that stands there: what it asks, and where.
type ExecutedCheck = (String, Vec<Val>);

impl<'a> Look<'a> {
    fn new(
        editor: &Editor<'_>,
        id: FuncId,
        function: &'a Function,
        plan: &'a FunctionPlan,
    ) -> Self {
        let instructions = function.blocks.iter().flat_map(|(_, b)| &b.instructions);
        let original = instructions.map(|&value| (editor.instruction(id, value), value));
        let mut accesses: FxHashMap<ValueId, Vec<AccessId>> = FxHashMap::default();
        for (access, it) in function.accesses.iter() {
            accesses.entry(it.instruction).or_default().push(access);
        }
        let coalesced = plan.coalesced.iter();
        let first = coalesced.clone().flat_map(|one| {
            let first = one.members[0].access;
            one.members.iter().map(move |member| (member.access, first))
        });
        Self {
            first: first.collect(),
            analyses: FunctionAnalyses::of(function),
            id,
            function,
            plan,
            original: original.collect(),
            accesses,
            coalesced: coalesced.map(|one| (one.members[0].access, one)).collect(),
        }
    }

    fn first_unchecked(&self, editor: &Editor<'_>) -> Option<(ValueId, &'static str)> {
        let mut fault = None;
        let mut seen = 0;
        let mut executed: Vec<ExecutedCheck> = Vec::new();
        // First members of joined checks that stand there, and others that would lack a check without them.
        let mut together: FxHashSet<AccessId> = FxHashSet::default();
        let mut others: Vec<(AccessId, ValueId, &'static str)> = Vec::new();
        let mut block = 0;
        editor.steps(self.id, |number, step| {
            if number != block {
                block = number;
                executed.clear();
            }
            let Some(&instruction) = self.original.get(&step.instruction) else {
                executed.extend(check(step));
                return;
            };
            let accesses = self.accesses.get(&instruction);
            let mut here = accesses.into_iter().flatten().peekable();
            if step.touches && here.peek().is_none() {
                fault = fault.or(Some((instruction, "the analyses do not know it")));
            }
            for &access in here {
                seen += 1;
                if let Some(coalesced) = self.coalesced.get(&access)
                    && self.asks_for_all(coalesced, &executed)
                {
                    together.insert(access);
                }
                let pointer = self.pointer(access, &step);
                let missing = |together| self.missing(access, pointer, &executed, together);
                let shared = self.first.contains_key(&access);
                match (missing(shared), shared) {
                    (Some(what), _) => fault = fault.or(Some((instruction, what))),
                    (None, true) => {
                        let alone = missing(false);
                        others.extend(alone.map(|what| (access, instruction, what)));
                    }
                    (None, false) => {}
                }
            }
            executed.clear();
        });
        for (access, instruction, what) in others {
            let first = self.first.get(&access).filter(|id| together.contains(id));
            if first.is_none_or(|first| !self.is_before(*first, access)) {
                fault = fault.or(Some((instruction, what)));
            }
        }
        let all = self.function.accesses.len();
        let lost = || {
            let first = self.function.accesses.iter().next();
            first.map(|(_, access)| (access.instruction, "its instruction is gone"))
        };
        fault.or_else(|| (seen != all).then(lost).flatten())
    }

    /// Whether the first of some neighbours is always met before another one, or is that one.
    fn is_before(&self, first: AccessId, other: AccessId) -> bool {
        let block_of = |id: AccessId| {
            let access = &self.function.accesses[id];
            self.analyses.block_of(access.instruction)
        };
        match (block_of(first), block_of(other)) {
            (Some(above), Some(here)) if above == here => first <= other,
            (Some(above), Some(here)) => self.analyses.dominators().strictly(above, here),
            (None, _) | (_, None) => false,
        }
    }

    fn asks_for_all(&self, one: &Coalesced, executed: &[ExecutedCheck]) -> bool {
        let name = coalesced(one);
        executed.iter().any(|(asks, _)| *asks == name)
    }

    /// The address that an access has by now: objects may have moved.
    fn pointer(&self, id: AccessId, step: &Step) -> Option<Val> {
        let access = &self.function.accesses[id];
        let place = match self.function.op(access.instruction)? {
            Op::Memory(_, arguments) | Op::Call { arguments, .. } => arguments
                .iter()
                .position(|argument| *argument == access.pointer)?,
            _ => 0,
        };
        step.arguments.get(place).copied()
    }

    /// What was planned for an access and does not stand in front of it.
    fn missing(
        &self,
        id: AccessId,
        pointer: Option<Val>,
        executed: &[ExecutedCheck],
        together: bool,
    ) -> Option<&'static str> {
        let access = &self.function.accesses[id];
        let asks = |name: &str, place: usize| {
            let mut named = executed.iter().filter(|(asks, _)| asks == name);
            named
                .any(|(_, arguments)| pointer.is_some() && arguments.get(place).copied() == pointer)
        };
        match self.plan.decisions.get(id.index()) {
            None => Some("nothing is decided for it"),
            Some(decision @ Decision::Removed(_)) => {
                let guarded = decision.guarded().is_none() || asks(&of_bounds(GUARDED, access), 1);
                (!guarded).then_some("its guard is missing")
            }
            Some(Decision::Checked(check)) => {
                let bounds = check.bounds.is_none()
                    || asks(&of_bounds(BOUNDS_CONSTANT, access), 0)
                    || asks(&of_bounds(BOUNDS, access), 0);
                let shadow = match access.extent {
                    _ if !check.shadow || together => true,
                    Extent::Bytes(bytes) => match Shape::of(access, bytes) {
                        Some(shape) => asks(&shape.check(), 0),
                        None => asks(CHECK_RANGE, 0),
                    },
                    Extent::Dynamic(_) => asks(CHECK_RANGE, 0),
                    Extent::Masked { lanes, .. } => {
                        let lane = executed.iter().filter(|(asks, _)| asks == LANE);
                        lane.count() >= lanes as usize
                    }
                };
                missing_of(bounds, shadow)
            }
            Some(Decision::Hoisted(Hoisted { check, .. })) => {
                let bounds = check.bounds.is_none() || asks(&of_bounds(GUARDED_BOUNDS, access), 1);
                let shadow = match access.extent {
                    _ if !check.shadow => true,
                    Extent::Bytes(bytes) => match Shape::of(access, bytes) {
                        Some(shape) => asks(&shape.guarded(), 1),
                        None => asks(GUARDED_RANGE, 1),
                    },
                    Extent::Dynamic(_) | Extent::Masked { .. } => asks(GUARDED_RANGE, 1),
                };
                missing_of(bounds, shadow)
            }
        }
    }
}

/// What is missing, if one of the two is.
fn missing_of(bounds: bool, shadow: bool) -> Option<&'static str> {
    match (bounds, shadow) {
        (false, _) => Some("its bounds are not compared"),
        (true, false) => Some("the shadow is not asked"),
        (true, true) => None,
    }
}

/// A call of a check.
fn check(step: Step) -> Option<ExecutedCheck> {
    let name = step.callee?;
    let checks = name.starts_with(SHADOW_CHECK_PREFIX)
        || name.starts_with(GUARDED)
        || name.starts_with(BOUNDS)
        || name == CHECK_RANGE;
    checks.then_some((name, step.arguments))
}
