//! The assertions of an audit: the parts of checks that the plan has removed.
//!
//! An assertion is the whole check. Its site says which rule removed it, and why. So its report is that of the check, with place and object, and
//! the proof.

use super::functions::Part;
use super::sites;
use crate::{Decision, HoistedBy, Placement, Switch};
use sanecc_abi::site::flags;
use sanecc_analysis::{Object, object_of};
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{Access, AccessId, Extent, FuncId, Function, Module, ValueDef, ValueId};
use sanecc_prove::{Rule, Words, proof_id};

/// The name of its record, for whoever looks for assertions among checks.
const ASSERTION: &str = "sanecc.assertion";

/// A removed part of a check.
#[derive(Clone, Debug)]
pub struct Removed {
    /// Compare the offset with the bounds of this object.
    pub bounds: Option<Object>,
    /// Check the shadow.
    pub shadow: bool,
    /// The name of the rule that removed it.
    pub rule: &'static str,
    /// The proof, in words.
    pub claim: String,
}

/// The removed parts of the check of an access.
pub fn removed(
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
        // It claims nothing.
        Decision::Untainted => Vec::new(),
        // If the guard fails, the whole check comes before the assertion and reports first.
        Decision::Removed(proof) => vec![Removed {
            bounds: object,
            shadow: true,
            rule: proof.rule().map_or("", Rule::name),
            claim: words.proof(proof),
        }],
        // The same holds if the check before the loop fails.
        Decision::Hoisted(hoisted) => vec![Removed {
            bounds: object,
            shadow: true,
            rule: Switch::Placement(hoisted.by.rule()).name(),
            claim: match hoisted.by {
                HoistedBy::Range(range) => {
                    format!("range check {range} of the function, before the loop, passed")
                }
                HoistedBy::CachedBound(one) => format!(
                    "it ends below cached bound {} of the function, computed before the loop",
                    one.cached_bound
                ),
            },
        }],
        // The runtime checks it.
        Decision::Checked(_) if access.by_library => Vec::new(),
        Decision::Checked(check) => {
            let bounds = check.spatial.as_ref().ok().map(|spatial| Removed {
                bounds: object,
                shadow: false,
                rule: spatial.rule.name(),
                claim: words.spatial(spatial),
            });
            let shadow = check.temporal.as_ref().ok().filter(|_| !check.shadow);
            let shadow = shadow.map(|temporal| Removed {
                bounds: None,
                shadow: true,
                rule: Switch::Placement(Placement::BoundsOnly).name(),
                claim: words.temporal(*temporal).to_owned(),
            });
            bounds.into_iter().chain(shadow).collect()
        }
    }
}

/// The removed check of an access that the check of `first` covers.
pub(super) fn coalesced(first: AccessId) -> Removed {
    Removed {
        bounds: None,
        shadow: true,
        rule: Switch::Placement(Placement::Coalesce).name(),
        claim: format!(
            "{first:?} checks all its bytes before, with its own; no instruction between them can end a lifetime"
        ),
    }
}

/// A record of [`sanecc_abi::site::Audited`], with more flags.
pub(super) fn site(
    editor: &mut Editor<'_>,
    module: &Module,
    function: &Function,
    id: AccessId,
    removed: &Removed,
    more: u8,
) -> Val {
    let access = &function.accesses[id];
    // The program does not continue after an unsound removal.
    let mut fields = sites::of_access(editor, function, access, more | flags::REMOVED).to_vec();
    let texts = [
        proof_id(module, function, id),
        removed.rule.to_owned(),
        removed.claim.clone(),
    ];
    for text in &texts {
        fields.push(Field::Relative(Some(editor.string(text))));
    }
    editor.record(ASSERTION, &fields)
}

/// Whether this value is the record of an assertion.
pub(super) fn is_assertion(module: &Module, function: &Function, site: ValueId) -> bool {
    match function.values[site].def {
        ValueDef::Global(global) => module.globals[global].name.starts_with(ASSERTION),
        _ => false,
    }
}

/// Asserts before the call of a check, which is to be removed, that earlier calls cover this part of it.
pub(super) fn assert_part(
    editor: &mut Editor<'_>,
    module: &Module,
    (id, call, pointer): (FuncId, ValueId, ValueId),
    part: &Part,
) {
    let function = &module.functions[id];
    let location = sites::location(function, call);
    let size = u16::try_from(part.bytes).unwrap_or(0);
    let mut fields = sites::fields(editor, &function.name, location, flags::REMOVED, size).to_vec();
    let texts = [
        format!("{}:{}:{call:?}", module.source, function.name),
        Rule::Redundant.name().to_owned(),
        "other checks of its bytes come before it, after inlining".to_owned(),
    ];
    for text in &texts {
        fields.push(Field::Relative(Some(editor.string(text))));
    }
    let site = editor.record(ASSERTION, &fields);
    let pointer = editor.value(id, pointer);
    let mut cursor = editor.before(id, call);
    let offset = cursor.int(part.offset as u64);
    let pointer = cursor.displaced(pointer, offset);
    cursor.call_hidden_unmerged(&part.check, &[pointer, site]);
}
