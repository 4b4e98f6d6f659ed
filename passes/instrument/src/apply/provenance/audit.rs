//! The assertions that an audit makes of comparisons that the plan has removed: each is the whole comparison, whose report names the proof.

use super::super::{Edited, audit, members};
use crate::{Decision, Placement, Switch};
use audit::Removed;
use sanecc_abi::site::flags;
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{Access, AccessId};

/// The record of an assertion of what is left out of the comparison of an access. None where nothing is claimed.
pub(super) fn left_out(
    editor: &mut Editor<'_>,
    Edited {
        id,
        module,
        function,
    }: Edited<'_>,
    (access_id, access): (AccessId, &Access),
    decision: &Decision,
) -> Option<Val> {
    let removed = match decision {
        Decision::Untainted => return None,
        Decision::Checked(_) => Removed {
            bounds: None,
            shadow: false,
            rule: Switch::Placement(Placement::BoundsOnly).name(),
            claim: "the function sees the object, and the access is compared with its bounds"
                .to_owned(),
        },
        Decision::Removed(_) | Decision::Hoisted(_) => {
            audit::removed(module, function, access, decision).pop()?
        }
    };
    let more = match editor.has_mark(id, access.instruction, members::ELEMENT) {
        true => flags::ELEMENT,
        false => 0,
    };
    Some(audit::site(
        editor, module, function, access_id, &removed, more,
    ))
}
