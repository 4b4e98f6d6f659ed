//! Why does an object live where it is accessed?
//!
//! Claims: where [`lives`] yields a [`Life`], the object is alive at this place in every execution that reaches it, and this module
//! has not poisoned it by hand. An object that nobody sees may be dead; so may a heap block.
//!
//! A further reason is a variant of [`Life`], with a file of its own below if it takes an analysis, and a case in `reason`; one that
//! deserves to be switched off or bisected by itself has a row in the table of removals and names it in [`Life::rule`].

use super::Question;
use super::budget::{Budget, Rule};
use super::decide::At;
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::LOWEST_MAPPED;
use sanecc_ir::{Extent, Op, Size, ValueId, mutated};

/// Why an object certainly lives at an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
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

impl Life {
    /// The rule of removal that must be on for this reason to count; those without are always good.
    pub(super) fn rule(self) -> Option<Rule> {
        match self {
            Life::Static | Life::Frame | Life::ScopeOpen | Life::Copy => None,
            Life::OwnBlock => Some(Rule::OwnBlock),
            Life::Passed => Some(Rule::Passed),
            Life::CheckedBefore => Some(Rule::Covered),
            Life::Untainted => Some(Rule::Untainted),
        }
    }
}

/// Why nobody could show that an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayBeDead {
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
pub(super) fn lives(at: &At<'_>, budget: &Budget) -> Result<Life, MayBeDead> {
    let life = reason(at)?;
    match life.rule() {
        Some(rule) if !budget.asks_for(rule) => Err(MayBeDead::SwitchedOff),
        Some(_) | None => Ok(life),
    }
}

fn reason(at: &At<'_>) -> Result<Life, MayBeDead> {
    let since = at.covered.ended_by();
    if let Some(behind) = at.behind {
        // The callers say it of what they pass; whatever else it may be has to live, too.
        let mut objects = behind.objects.iter();
        return objects.try_fold(Life::Passed, |life, &object| match reason_of(at, object) {
            Err(_) if mutated("caller-owned/beside") => Ok(life),
            reason => reason.map(|_| life),
        });
    }
    // Whichever it is, it has to live; one reason is told for all of them.
    let reasons = at.objects.iter().map(|&object| reason_of(at, object));
    let unknown = Err(MayBeDead::UnknownObject { since });
    if mutated("temporal/all-objects") {
        return reasons.reduce(Result::or).unwrap_or(unknown);
    }
    reasons.reduce(Result::and).unwrap_or(unknown)
}

fn reason_of(at: &At<'_>, object: Object) -> Result<Life, MayBeDead> {
    let since = at.covered.ended_by();
    let question = at.question;
    let life = match object {
        Object::Stack { alloca, .. } => stack(at, alloca)?,
        Object::Dynamic { .. } if !mutated("temporal/dynamic") => {
            return Err(MayBeDead::StackRestored);
        }
        Object::Dynamic { .. } => Life::Frame,
        Object::Parameter { .. } => Life::Copy,
        Object::Global { global, .. }
            if question.dynamic_globals.contains(&global) && !mutated("temporal/constructed") =>
        {
            return Err(MayBeDead::AwaitsConstructor);
        }
        Object::Global { .. } => Life::Static,
        Object::Heap { call, size }
            if is_private(at, object) && is_caught_where_null(at, call, size) =>
        {
            Life::OwnBlock
        }
        Object::Heap { .. } => return Err(MayBeDead::Heap { since }),
    };
    if question.poisons_by_hand && !is_private(at, object) && !mutated("temporal/poisoned-by-hand")
    {
        return Err(MayBeDead::PoisonedByHand);
    }
    Ok(life)
}

/// Whether the access goes where nothing is mapped if the allocation has failed: a large block that is null would else be some other memory.
fn is_caught_where_null(at: &At<'_>, call: ValueId, size: Size) -> bool {
    let function = at.question.function;
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
        || mutated("non-escaping/not-allocated")
}

/// Objects of the fixed frame live while their scope is open.
fn stack(at: &At<'_>, alloca: ValueId) -> Result<Life, MayBeDead> {
    let op = at.question.function.op(alloca);
    if !matches!(op, Some(Op::Alloca { fixed: true, .. })) && !mutated("temporal/fixed") {
        return Err(MayBeDead::StackRestored);
    }
    if !at.scopes.is_open(alloca) && !mutated("temporal/scope-open") {
        return Err(MayBeDead::ScopeClosed);
    }
    Ok(if at.question.facts.scopes.is_marked(alloca) {
        Life::ScopeOpen
    } else {
        Life::Frame
    })
}

/// Whether nobody who poisons memory by hand can reach the object up to here: neither this module nor another one.
pub(super) fn is_private(at: &At<'_>, object: Object) -> bool {
    match object {
        Object::Heap { call, .. } => at.own.lives(call) || mutated("non-escaping/lives"),
        Object::Stack { .. }
        | Object::Dynamic { .. }
        | Object::Parameter { .. }
        | Object::Global { .. } => is_private_everywhere(at.question, object),
    }
}

/// The same for every place of the function.
pub(super) fn is_private_everywhere(question: &Question<'_>, object: Object) -> bool {
    let exposed = match object {
        Object::Stack { alloca: root, .. }
        | Object::Dynamic { alloca: root, .. }
        | Object::Parameter { value: root, .. } => question.facts.captured.is_exposed(root),
        Object::Global { global, .. } => question.exposed_globals.contains(&global),
        Object::Heap { .. } => return false,
    };
    // Functions of a module that poisons nothing may hand the address to each other.
    !exposed
        || (!question.poisons_by_hand || mutated("escape/poisoned-by-hand"))
            && ((question.unknown_outside)(question.id, object)
                || mutated("escape/unknown-outside"))
}
