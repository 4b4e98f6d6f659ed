//! Why does an object live where it is accessed?
//!
//! Claims: where [`lives`] yields a [`TemporalProof`], the object is alive at this place in every execution that reaches it, and this module
//! has not poisoned it by hand. An object that nobody sees may be dead; so may a heap block.
//!
//! A further reason is a variant of [`TemporalProof`], with a file of its own below if it takes an analysis, and a case in `reason`; one that
//! deserves to be switched off or bisected by itself has a row in the table of removals and names it in [`TemporalProof::rule`].

use super::FunctionContext;
use super::budget::{Budget, Rule};
use super::decide::AccessContext;
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::LOWEST_MAPPED;
use sanecc_ir::{Extent, Op, Size, ValueId, mutant};

/// Why an object certainly lives at an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalProof {
    /// A global variable: as long as the program or the thread.
    Static,
    /// A stack object without marks of a scope: as long as the call.
    Frame,
    /// A stack object whose scope every path has opened and none has closed.
    ScopeOpen,
    /// The callee's copy of an argument: as long as the call.
    Copy,
    /// A heap block that this function allocated: nothing on any path from there may have freed it, and nobody else has its address.
    OwnBlock,
    /// Stack objects and global variables of the callers, all of whose calls are known: as long as the function runs.
    Passed,
    /// Earlier checks of the same bytes found them good, and nothing since may have ended the life of their object.
    CheckedBefore,
    /// Outside data do not decide what is freed.
    Untainted,
}

impl TemporalProof {
    /// The rule of removal that must be on for this reason to count; those without are always good.
    pub(super) fn rule(self) -> Option<Rule> {
        match self {
            TemporalProof::Static
            | TemporalProof::Frame
            | TemporalProof::ScopeOpen
            | TemporalProof::Copy => None,
            TemporalProof::OwnBlock => Some(Rule::NonEscaping),
            TemporalProof::Passed => Some(Rule::CallerOwned),
            TemporalProof::CheckedBefore => Some(Rule::Redundant),
            TemporalProof::Untainted => Some(Rule::Untainted),
        }
    }
}

/// Why nobody could show that an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalFailure {
    /// Nobody sees which object it is. Earlier checks of this block hold no longer since `since`.
    UnknownObject {
        /// What may have ended its life last in this block.
        since: Option<ValueId>,
    },
    /// A heap block: allocation may have failed, and anything may have freed it, last in this block `since`.
    Heap {
        /// What may have ended its life last in this block.
        since: Option<ValueId>,
    },
    /// Its scope may be closed.
    ScopeClosed,
    /// It may have been given back with the stack pointer.
    StackRestored,
    /// A constructor gives it its value.
    AwaitsConstructor,
    /// This module poisons memory by hand, and others may reach the object.
    PoisonedByHand,
    /// Another module may poison it by hand, which is found where AddressSanitizer finds it.
    PoisonedElsewhere,
    /// The library function's own check asks.
    ByLibrary,
    /// The rule that shows it is switched off, or the limit of removals is reached.
    SwitchedOff,
}

/// Why the accessed object is alive at this place on every path, for a reason whose rule is on.
pub(super) fn lives(
    at: &AccessContext<'_>,
    budget: &Budget,
) -> Result<TemporalProof, TemporalFailure> {
    let temporal = reason(at)?;
    match temporal.rule() {
        Some(rule) if !budget.asks_for(rule) => Err(TemporalFailure::SwitchedOff),
        Some(_) | None => Ok(temporal),
    }
}

fn reason(at: &AccessContext<'_>) -> Result<TemporalProof, TemporalFailure> {
    let since = at.redundant.ended_by();
    if let Some(pointees) = at.pointees {
        // The callers say it of what they pass; whatever else it may be has to live, too.
        let mut objects = pointees.objects.iter();
        return objects.try_fold(TemporalProof::Passed, |temporal, &object| {
            match reason_of(at, object) {
                Err(_) if mutant!("caller-owned/beside") => Ok(temporal),
                reason => reason.map(|_| temporal),
            }
        });
    }
    // Whichever it is, it has to live; one reason is told for all of them.
    let reasons = at.objects.iter().map(|&object| reason_of(at, object));
    let unknown = Err(TemporalFailure::UnknownObject { since });
    if mutant!("temporal/all-objects") {
        return reasons.reduce(Result::or).unwrap_or(unknown);
    }
    reasons.reduce(Result::and).unwrap_or(unknown)
}

fn reason_of(at: &AccessContext<'_>, object: Object) -> Result<TemporalProof, TemporalFailure> {
    let since = at.redundant.ended_by();
    let context = at.context;
    let temporal = match object {
        Object::Stack { alloca, .. } => stack(at, alloca)?,
        Object::Dynamic { .. } if !mutant!("temporal/dynamic") => {
            return Err(TemporalFailure::StackRestored);
        }
        Object::Dynamic { .. } => TemporalProof::Frame,
        Object::Parameter { .. } => TemporalProof::Copy,
        Object::Global { global, .. }
            if context.dynamic_globals.contains(&global) && !mutant!("temporal/constructed") =>
        {
            return Err(TemporalFailure::AwaitsConstructor);
        }
        Object::Global { .. } => TemporalProof::Static,
        Object::Heap { call, size }
            if is_private(at, object) && is_caught_where_null(at, call, size) =>
        {
            TemporalProof::OwnBlock
        }
        Object::Heap { .. } => return Err(TemporalFailure::Heap { since }),
    };
    if context.poisons_by_hand && !is_private(at, object) && !mutant!("temporal/poisoned-by-hand") {
        return Err(TemporalFailure::PoisonedByHand);
    }
    Ok(temporal)
}

/// Whether the access goes where nothing is mapped if the allocation has failed: a large block that is null would else be some other memory.
fn is_caught_where_null(at: &AccessContext<'_>, call: ValueId, size: Size) -> bool {
    let function = at.context.function;
    let argument = |number: u32| match function.op(call) {
        Some(Op::Call { arguments, .. }) => {
            let constant = function.integer(*arguments.get(number as usize)?)?;
            u64::try_from(constant).ok()
        }
        _ => None,
    };
    let bytes = match size {
        Size::Argument(n) => argument(n),
        Size::Product(a, b) => argument(a)
            .zip(argument(b))
            .and_then(|(a, b)| a.checked_mul(b)),
    };
    let end = match at.access.extent {
        Extent::Bytes(n) if at.place.base == call && at.place.is_constant() => {
            u64::try_from(at.place.offset)
                .ok()
                .and_then(|offset| offset.checked_add(n))
        }
        _ => None,
    };
    [bytes, end]
        .into_iter()
        .flatten()
        .any(|end| end <= LOWEST_MAPPED)
        || mutant!("non-escaping/not-allocated")
}

/// Objects of the fixed frame live while their scope is open.
fn stack(at: &AccessContext<'_>, alloca: ValueId) -> Result<TemporalProof, TemporalFailure> {
    let op = at.context.function.op(alloca);
    if !matches!(op, Some(Op::Alloca { fixed: true, .. })) && !mutant!("temporal/fixed") {
        return Err(TemporalFailure::StackRestored);
    }
    if !at.scopes.is_open(alloca) && !mutant!("temporal/scope-open") {
        return Err(TemporalFailure::ScopeClosed);
    }
    Ok(if at.context.analyses.scopes().is_marked(alloca) {
        TemporalProof::ScopeOpen
    } else {
        TemporalProof::Frame
    })
}

/// Whether nobody who poisons memory by hand can reach the object up to here: neither this module nor another one.
pub(super) fn is_private(at: &AccessContext<'_>, object: Object) -> bool {
    match object {
        Object::Heap { call, .. } => at.own.lives(call) || mutant!("non-escaping/lives"),
        Object::Stack { .. }
        | Object::Dynamic { .. }
        | Object::Parameter { .. }
        | Object::Global { .. } => is_private_everywhere(at.context, object),
    }
}

/// The same for every place of the function.
pub(super) fn is_private_everywhere(context: &FunctionContext<'_>, object: Object) -> bool {
    let exposed = match object {
        Object::Stack { alloca: root, .. }
        | Object::Dynamic { alloca: root, .. }
        | Object::Parameter { value: root, .. } => {
            context.analyses.captured().state(root).is_exposed()
        }
        Object::Global { global, .. } => context.globals.state(global).is_exposed(),
        Object::Heap { .. } => return false,
    };
    // Functions of a module that poisons nothing may hand the address to each other.
    !exposed
        || (!context.poisons_by_hand || mutant!("escape/poisoned-by-hand"))
            && ((context.unknown_outside)(context.id, object) || mutant!("escape/unknown-outside"))
}
