//! Is every access of the edited module proved, redundant or checked?
//!
//! Claims: where [`verify`] finds nothing, each load, store, atomic operation and memory intrinsic that the checked functions had before they were edited has an
//! access in the import, unless C does not evaluate it, and each planned check is before it, in its basic block, on its address. The check of coalesced
//! accesses is before the first of them, which is earlier in the block or in a dominating one. Instructions that the edit itself inserted do not count.
//! Accesses that LLVM makes later come from these: it widens, splits and moves them only where the original ones would have been executed, and none
//! across a check, which may end the program.

use super::functions::{
    BOUNDS, BOUNDS_CONSTANT, GUARDED, GUARDED_BOUNDS, GUARDED_RANGE, LANE, SHADOW_CHECK_PREFIX,
    Shape, coalesced, of_bounds,
};
use crate::{CheckPlan, Coalesced, Decision, FunctionPlan, Hoisted};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_abi::symbols::CHECK_RANGE;
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::llvm::edit::{EditedInstruction, Editor, Val};
use sanecc_ir::{AccessId, Extent, FuncId, Function, Id, Module, Op, ValueId};

/// What is said of an access that the import cannot know.
const FOREIGN: &str = "it is made by an intrinsic of the processor that is not modelled, or by vectors of variable length";

/// An access without its planned check, or without any decision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{place}: an access in function '{function}' is neither proved to be addressable nor checked ({what}){}", blame(.what)
)]
pub struct Unchecked {
    /// Its location, as far as it is known.
    pub place: String,
    /// The function.
    pub function: String,
    /// What is missing.
    pub what: &'static str,
}

/// Whose fault it is.
fn blame(what: &str) -> &'static str {
    match what == FOREIGN {
        true => "",
        false => "; this is a fault of sanecc",
    }
}

impl Unchecked {
    /// What lets the file compile.
    pub fn next(&self) -> &'static str {
        match self.what == FOREIGN {
            true => {
                "without that extension in -march= it compiles; __attribute__((no_sanitize(\"address\"))) leaves the function without checks"
            }
            false => {
                "-fsanecc-elide=none may compile it; __attribute__((no_sanitize(\"address\"))) leaves the function without checks"
            }
        }
    }
}

/// Verifies every access of the edited module.
///
/// # Errors
/// The first access that lacks its check.
pub fn verify(editor: &Editor<'_>, module: &Module, whole: &CheckPlan) -> Result<(), Unchecked> {
    for (id, function) in module.functions.iter() {
        if let Some(plan) = whole.function(id) {
            let verifier = Verifier::new(editor, id, function, (plan, whole));
            if let Some((instruction, what)) = verifier.first_unchecked(editor) {
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

/// One function, before and after the edit.
struct Verifier<'a> {
    id: FuncId,
    function: &'a Function,
    plan: &'a FunctionPlan,
    whole: &'a CheckPlan,
    /// Instructions from before the edit.
    original: FxHashMap<Val, ValueId>,
    accesses: FxHashMap<ValueId, Vec<AccessId>>,
    coalesced: FxHashMap<AccessId, &'a Coalesced>,
    /// For each coalesced access, the first of its group.
    first: FxHashMap<AccessId, AccessId>,
    /// Analyses of the function before the edit.
    analyses: FunctionAnalyses<'a>,
}

/// An executed check: its name and its arguments.
type ExecutedCheck = (String, Vec<Val>);

impl<'a> Verifier<'a> {
    fn new(
        editor: &Editor<'_>,
        id: FuncId,
        function: &'a Function,
        (plan, whole): (&'a FunctionPlan, &'a CheckPlan),
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
            whole,
            original: original.collect(),
            accesses,
            coalesced: coalesced.map(|one| (one.members[0].access, one)).collect(),
        }
    }

    fn first_unchecked(&self, editor: &Editor<'_>) -> Option<(ValueId, &'static str)> {
        let mut fault = None;
        let mut seen = 0;
        let mut executed: Vec<ExecutedCheck> = Vec::new();
        // Groups whose shared check is there, and members that would lack a check without it.
        let mut shared_checks: FxHashSet<AccessId> = FxHashSet::default();
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
            let is_evaluated = !self.function.unevaluated.contains(&instruction);
            if step.touches && is_evaluated && here.peek().is_none() {
                let what = match step.is_foreign {
                    true => FOREIGN,
                    false => "the analyses do not know it",
                };
                fault = fault.or(Some((instruction, what)));
            }
            for &access in here {
                seen += 1;
                if let Some(coalesced) = self.coalesced.get(&access)
                    && self.has_coalesced_check(coalesced, &executed)
                {
                    shared_checks.insert(access);
                }
                let pointer = self.pointer(access, &step);
                let missing = |shared| self.missing(access, pointer, &executed, shared);
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
            let first = self
                .first
                .get(&access)
                .filter(|id| shared_checks.contains(id));
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

    /// Whether the first access of a group is always executed before another one, or is that one.
    fn is_before(&self, first: AccessId, other: AccessId) -> bool {
        let block_of = |id: AccessId| {
            let access = &self.function.accesses[id];
            self.analyses.block_of(access.instruction)
        };
        match (block_of(first), block_of(other)) {
            (Some(above), Some(here)) if above == here => first <= other,
            // What is never reached is after everything.
            (Some(above), Some(here)) => {
                let dominators = self.analyses.dominators();
                !dominators.is_reached(here) || dominators.strictly(above, here)
            }
            (None, _) | (_, None) => false,
        }
    }

    fn has_coalesced_check(&self, one: &Coalesced, executed: &[ExecutedCheck]) -> bool {
        let name = coalesced(one);
        executed.iter().any(|(check, _)| *check == name)
    }

    /// The current address of an access: objects may have moved.
    fn pointer(&self, id: AccessId, step: &EditedInstruction) -> Option<Val> {
        let access = &self.function.accesses[id];
        let place = match self.function.op(access.instruction)? {
            Op::Memory(_, arguments)
            | Op::Call { arguments, .. }
            | Op::Inert(_, arguments)
            | Op::Opaque {
                operands: arguments,
                ..
            } => arguments
                .iter()
                .position(|argument| *argument == access.pointer)?,
            _ => 0,
        };
        step.arguments.get(place).copied()
    }

    /// The planned check that an access lacks.
    fn missing(
        &self,
        id: AccessId,
        pointer: Option<Val>,
        executed: &[ExecutedCheck],
        shared: bool,
    ) -> Option<&'static str> {
        let access = &self.function.accesses[id];
        let has_check = |name: &str, place: usize| {
            let mut named = executed.iter().filter(|(check, _)| check == name);
            named
                .any(|(_, arguments)| pointer.is_some() && arguments.get(place).copied() == pointer)
        };
        match self.plan.decisions.get(id.index()) {
            None => Some("nothing is decided for it"),
            Some(Decision::Untainted) => None,
            Some(decision @ Decision::Removed(_)) => {
                let guarded =
                    decision.guarded().is_none() || has_check(&of_bounds(GUARDED, access), 1);
                (!guarded).then_some("its guard is missing")
            }
            Some(Decision::Checked(check)) => {
                let bounds = check.bounds.is_none()
                    || has_check(&of_bounds(BOUNDS_CONSTANT, access), 0)
                    || has_check(&of_bounds(BOUNDS, access), 0);
                let shadow = match access.extent {
                    _ if !check.shadow || shared => true,
                    Extent::Bytes(bytes) => match Shape::of(access, bytes) {
                        Some(shape) => has_check(&shape.in_plan(access, self.whole).check(), 0),
                        None => has_check(CHECK_RANGE, 0),
                    },
                    Extent::Dynamic(_) => has_check(CHECK_RANGE, 0),
                    Extent::Masked { lanes, .. } => {
                        let lane = executed.iter().filter(|(check, _)| check == LANE);
                        lane.count() >= lanes as usize
                    }
                };
                missing_of(bounds, shadow)
            }
            Some(Decision::Hoisted(Hoisted { check, .. })) => {
                let bounds =
                    check.bounds.is_none() || has_check(&of_bounds(GUARDED_BOUNDS, access), 1);
                let shadow = match access.extent {
                    _ if !check.shadow => true,
                    Extent::Bytes(bytes) => match Shape::of(access, bytes) {
                        Some(shape) => has_check(&shape.in_plan(access, self.whole).guarded(), 1),
                        None => has_check(GUARDED_RANGE, 1),
                    },
                    Extent::Dynamic(_) | Extent::Masked { .. } => has_check(GUARDED_RANGE, 1),
                };
                missing_of(bounds, shadow)
            }
        }
    }
}

/// The part that is missing, if one is.
fn missing_of(bounds: bool, shadow: bool) -> Option<&'static str> {
    match (bounds, shadow) {
        (false, _) => Some("its bounds are not compared"),
        (true, false) => Some("the shadow is not checked"),
        (true, true) => None,
    }
}

/// A call of a check.
fn check(step: EditedInstruction) -> Option<ExecutedCheck> {
    let name = step.callee?;
    let checks = name.starts_with(SHADOW_CHECK_PREFIX)
        || name.starts_with(GUARDED)
        || name.starts_with(BOUNDS)
        || name == CHECK_RANGE;
    checks.then_some((name, step.arguments))
}
