//! What an audit asserts: the parts of checks that the plan has left out.
//!
//! An assertion is the check itself, in full, whose site says that it had been removed, by which rule and why. So its report is that of
//! the check, with place and object, and the proof beside.

use super::sites;
use crate::plan::words::{Words, proof_id};
use crate::{Decision, HoistedBy, Rule};
use sanecc_abi::site::flags;
use sanecc_analysis::{Object, object_of};
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{Access, AccessId, Extent, Function, Module};

/// A part of a check that was left out.
pub(super) struct Removed {
    /// Compare the offset with the bounds of this object.
    pub(super) bounds: Option<Object>,
    /// Ask the shadow.
    pub(super) shadow: bool,
    rule: Rule,
    /// The proof, in words.
    claim: String,
}

/// What was left out of the check of an access.
pub(super) fn removed(
    module: &Module,
    function: &Function,
    access: &Access,
    decision: &Decision,
) -> Vec<Removed> {
    let words = Words { module, function };
    let masked = matches!(access.extent, Extent::Masked { .. });
    let base = function.resolve(access.pointer).base;
    let object = object_of(module, function, base).filter(|_| !masked);
    match decision {
        // It claims nothing of the bytes.
        Decision::Removed(proof) if proof.spatial.rule == Rule::Untainted => Vec::new(),
        // Behind a guard that has failed, the whole check stands in front and speaks first.
        Decision::Removed(proof) => vec![Removed {
            bounds: object,
            shadow: true,
            rule: proof.spatial.rule,
            claim: words.proof(proof),
        }],
        // Likewise where the check before the loop fails.
        Decision::Hoisted(hoisted) => vec![Removed {
            bounds: object,
            shadow: true,
            rule: hoisted.by.rule(),
            claim: match hoisted.by {
                HoistedBy::Range(range) => {
                    format!("range check {range} of the function, before the loop, passed")
                }
                HoistedBy::CachedBound(one) => format!(
                    "it ends below cached bound {} of the function, computed before the loop",
                    one.limit
                ),
            },
        }],
        // The runtime asks for it.
        Decision::Checked(_) if access.by_library => Vec::new(),
        Decision::Checked(check) => {
            let bounds = check.spatial.as_ref().ok().map(|within| Removed {
                bounds: object,
                shadow: false,
                rule: within.rule,
                claim: words.within(within),
            });
            let shadow = check.temporal.as_ref().ok().filter(|_| !check.shadow);
            let shadow = shadow.map(|temporal| Removed {
                bounds: None,
                shadow: true,
                rule: Rule::BoundsOnly,
                claim: words.temporal(*temporal),
            });
            bounds.into_iter().chain(shadow).collect()
        }
    }
}

/// What was left out of the check of an access about which that of another one asks.
pub(super) fn coalesced(first: AccessId) -> Removed {
    Removed {
        bounds: None,
        shadow: true,
        rule: Rule::Coalesce,
        claim: format!(
            "{first:?} checks all its bytes before, with its own; nothing between them can end a life"
        ),
    }
}

/// A record of [`sanecc_abi::site::Audited`].
pub(super) fn site(
    editor: &mut Editor<'_>,
    module: &Module,
    function: &Function,
    id: AccessId,
    removed: &Removed,
) -> Val {
    let access = &function.accesses[id];
    // Nothing goes on after an unsound removal.
    let mut fields = sites::of_access(editor, function, access, flags::REMOVED).to_vec();
    let texts = [
        proof_id(module, function, id),
        removed.rule.name().to_owned(),
        removed.claim.clone(),
    ];
    for text in &texts {
        fields.push(Field::Relative(Some(editor.string(text))));
    }
    editor.record("", &fields)
}
