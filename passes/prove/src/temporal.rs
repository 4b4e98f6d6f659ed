//! Why is the object of an access alive?
//!
//! Claims: where [`lives`] yields a [`TemporalProof`], the object is alive at this place in every execution that reaches it, and this module has not poisoned it
//! manually. Unknown objects and escaped heap allocations may be dead.
//!
//! A further reason is a variant of [`TemporalProof`] and a case in `reason`, with a file of its own if it needs an analysis. If it can be switched off or bisected by itself,
//! it is a removal rule and [`TemporalProof::rule`] names it.

mod kills;
mod loop_kills;

use crate::environment::PromiseSet;
use crate::{AccessContext, Promise, Rule};
pub use kills::Kills;
pub use loop_kills::LoopKills;
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::LOWEST_MAPPED;
use sanecc_ir::{Extent, Op, Size, ValueId, mutant};

/// Why an object is alive at an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalProof {
    /// A global variable: lives as long as the program or the thread.
    Static,
    /// A stack object without scope marks: lives as long as the call.
    Frame,
    /// A stack object whose scope is open on every path.
    ScopeOpen,
    /// The callee's copy of an argument: lives as long as the call.
    Copy,
    /// A heap allocation of this function that no path has freed and whose address has not escaped.
    NonEscaping,
    /// Stack objects and global variables of the callers, all of whose calls are known: outlive the call.
    CallerOwned,
}

impl TemporalProof {
    /// The removal rule that must be on for this reason; `None` for those that are always on.
    pub fn rule(self) -> Option<Rule> {
        match self {
            TemporalProof::Static
            | TemporalProof::Frame
            | TemporalProof::ScopeOpen
            | TemporalProof::Copy => None,
            TemporalProof::NonEscaping => Some(Rule::NonEscaping),
            TemporalProof::CallerOwned => Some(Rule::CallerOwned),
        }
    }

    /// The promises of the environment that it uses.
    pub(crate) fn rests_on(self) -> PromiseSet {
        match self {
            TemporalProof::Static => PromiseSet::default(),
            // A frame that does not fit would lie in other objects.
            TemporalProof::Frame | TemporalProof::ScopeOpen | TemporalProof::Copy => {
                PromiseSet::of(&[Promise::StackGuard])
            }
            TemporalProof::CallerOwned => PromiseSet::of(&[Promise::StackGuard]),
            TemporalProof::NonEscaping => {
                PromiseSet::of(&[Promise::NullFaults, Promise::FailedAllocationIsNull])
            }
        }
    }
}

/// That the object of an access is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alive {
    /// Why. If there are several objects, one reason stands for all of them.
    pub reason: TemporalProof,
    /// What the reasons of all objects rest on.
    pub(crate) promises: PromiseSet,
}

impl Alive {
    pub(crate) fn by(reason: TemporalProof) -> Self {
        Self {
            reason,
            promises: reason.rests_on(),
        }
    }

    /// Both objects are alive; the second reason stands for both.
    fn and(self, other: Self) -> Self {
        Self {
            promises: self.promises.and(other.promises),
            ..other
        }
    }
}

/// Why there is no temporal proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalFailure {
    /// The object is unknown. Earlier checks of this block are void after `since`.
    UnknownObject {
        /// The last kill in this basic block.
        since: Option<ValueId>,
    },
    /// A heap allocation: may have failed, or may have been freed by `since`.
    Heap {
        /// The last kill in this basic block.
        since: Option<ValueId>,
    },
    /// Its scope may have ended.
    ScopeClosed,
    /// Restoring the stack pointer may have freed it.
    StackRestored,
    /// A constructor initialises it.
    AwaitsConstructor,
    /// This module poisons memory manually, and others may reach the object.
    PoisonedByHand,
    /// The rule that proves it is off.
    SwitchedOff,
    /// The proof needs a promise that the environment does not give.
    Environment(Promise),
}

/// The reason why the accessed object is alive, if its rule is on.
pub(crate) fn lives(at: &AccessContext<'_>) -> Result<Alive, TemporalFailure> {
    let alive = reason(at)?;
    let options = at.context.options();
    match alive.reason.rule() {
        Some(rule) if !options.rules.enables(rule) => Err(TemporalFailure::SwitchedOff),
        Some(_) | None => match at.context.environment().lacks(alive.promises) {
            Some(promise) => Err(TemporalFailure::Environment(promise)),
            None => Ok(alive),
        },
    }
}

fn reason(at: &AccessContext<'_>) -> Result<Alive, TemporalFailure> {
    let since = at.redundant.ended_by();
    if let Some(pointees) = at.pointees {
        // Callers own some of the objects; the others must be alive, too.
        let mut objects = pointees.objects.iter();
        let owned = Alive::by(TemporalProof::CallerOwned);
        return objects.try_fold(owned, |alive, &object| match reason_of(at, object) {
            Err(_) if mutant!("caller-owned/other-pointees") => Ok(alive),
            reason => reason.map(|reason| Alive::by(reason).and(alive)),
        });
    }
    // All of the objects must be alive; one reason stands for all of them.
    let objects = at.objects().iter();
    let reasons = objects.map(|&object| reason_of(at, object).map(Alive::by));
    let unknown = Err(TemporalFailure::UnknownObject { since });
    if mutant!("temporal/all-objects") {
        return reasons.reduce(Result::or).unwrap_or(unknown);
    }
    let both = |one: Result<Alive, _>, other: Result<Alive, _>| Ok(one?.and(other?));
    reasons.reduce(both).unwrap_or(unknown)
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
            if context.whole.dynamic_globals.contains(&global)
                && !mutant!("temporal/constructed") =>
        {
            return Err(TemporalFailure::AwaitsConstructor);
        }
        Object::Global { .. } => TemporalProof::Static,
        Object::Heap { call, size }
            if at.is_private(object) && is_caught_where_null(at, call, size) =>
        {
            TemporalProof::NonEscaping
        }
        Object::Heap { .. } | Object::Argument { .. } => {
            return Err(TemporalFailure::Heap { since });
        }
    };
    if context.whole.poisons_by_hand
        && !at.is_private(object)
        && !mutant!("temporal/poisoned-by-hand")
    {
        return Err(TemporalFailure::PoisonedByHand);
    }
    Ok(temporal)
}

/// Whether a failed allocation makes the access fault: it then lies in the unmapped first page. An access far behind null could hit other memory.
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
        || mutant!("non-escaping/null")
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
