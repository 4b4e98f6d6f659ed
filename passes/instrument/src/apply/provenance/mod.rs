//! Follows the provenance of pointers, and holds accesses to the object that their pointer was derived from (`-fsanecc-mode=pointer`).
//!
//! Claims: the shadow is checked as without it; beside that, an access whose check stays is compared with the object of its pointer, if anybody knows it. A removed check has a
//! proof that holds of this object, too. Provenance is that of the [source](source::Source) of a pointer: values of the function have it as numbers beside them, memory in a
//! table, and calls hand it over. Unknown falls back to the shadow alone.
//!
//! Source: Chen et al. (Movec), ISSTA 2019, section 3; Nagarakatte et al. (SoftBound), PLDI 2009, for values, tables and calls.

mod audit;
mod calls;
mod checks;
mod comparisons;
mod held;
mod initial;
mod joined;
mod library;
mod losses;
mod memory;
mod parts;
mod source;
mod stack;
mod text;
mod values;
mod wanted;
mod wording;

use super::Edited;
use super::frame::Frames;
use crate::{CheckPlan, Decision, FunctionPlan};
use held::Held;
use memory::Aligned;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_abi::symbols::{FOLLOW_PROVENANCE, PROVENANCE_IS_FOLLOWED};
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{Access, AccessId, Extent, FuncId, GlobalId, Id, Module, ValueId};
use wanted::Wanted;

pub use calls::hand_over;
pub(in crate::apply) use checks::ProvenanceChecks;
pub(in crate::apply) use comparisons::conditional_definition;
pub(in crate::apply) use joined::definitions as joined_definitions;
pub use joined::{are_joined, join_checks};
pub(in crate::apply) use source::is_of_library;
pub(in crate::apply) use stack::{begin_on_stack, end_on_stack, ends, tells_ends};
pub(in crate::apply) use text::{definitions, is_beside};
pub(in crate::apply) use wording::said;

/// The constructor that asks for the tables runs before those that register globals, and the one of initial pointers after them: those of one priority run in their order.
const FIRST: u32 = 1;

/// A module whose pointers are followed.
pub(super) struct Followed<'a> {
    module: &'a Module,
    plan: &'a CheckPlan,
    /// Variables with a record.
    globals: FxHashSet<GlobalId>,
    /// Pointers into arrays of structures.
    held: FxHashMap<(FuncId, ValueId), Held>,
    /// Accesses without a check that are compared all the same ([`parts`]).
    compared: FxHashSet<(FuncId, AccessId)>,
}

/// What is inserted in a module.
pub(super) struct Provenance<'a> {
    followed: Followed<'a>,
    wanted: Wanted,
}

impl<'a> Provenance<'a> {
    /// Finds out what is wanted, and lets the module ask for the tables at its start.
    pub(super) fn of(editor: &mut Editor<'_>, module: &'a Module, plan: &'a CheckPlan) -> Self {
        let globals = plan.globals.iter().copied().filter(|id| {
            let global = &module.globals[*id];
            !global.may_be_replaced() && global.section.is_none()
        });
        let mut followed = Followed {
            module,
            plan,
            globals: globals.collect(),
            held: held::find(editor, module, plan),
            compared: FxHashSet::default(),
        };
        followed.compared = parts::compared(editor, &followed);
        let wanted = Wanted::of(&followed);
        editor.define_mark(PROVENANCE_IS_FOLLOWED);
        editor.run_at_start(FIRST, FOLLOW_PROVENANCE, &[], None);
        Self { followed, wanted }
    }

    /// Lets the runtime follow the pointers that variables hold from the start; after they are padded.
    pub(super) fn finish(&self, editor: &mut Editor<'_>) {
        initial::make_slots(editor, &self.followed, FIRST);
    }

    /// Edits a function whose stack objects have their places, before checks are inserted. Gives what its checks need.
    pub(super) fn insert(
        &self,
        editor: &mut Editor<'_>,
        edited: Edited<'_>,
        plan: &FunctionPlan,
        frames: &Frames<'_>,
    ) -> ProvenanceChecks {
        let mut beside = Inserter {
            all: self,
            edited,
            values: FxHashMap::default(),
            renewed: FxHashMap::default(),
            known: FxHashMap::default(),
            begun_at_set_up: FxHashSet::default(),
            soles: FxHashMap::default(),
            aligned: Aligned::of(edited.function),
        };
        beside.take_scopes(&frames.begun);
        beside.take_parameters(editor);
        beside.forget_copies(editor);
        let mut checks = beside.collect_checks(editor, plan);
        for (_, block) in edited.function.blocks.iter() {
            for &instruction in &block.instructions {
                if let Some(op) = edited.function.op(instruction) {
                    beside.follow(editor, instruction, op);
                }
            }
        }
        if self.followed.plan.losses {
            beside.leave_chunks(editor);
        }
        checks.on_stack = beside.drop_unused(editor, frames, |of| checks.asserts(of));
        checks
    }
}

impl Followed<'_> {
    /// Whether an access is compared with the object of its pointer.
    fn compares(
        &self,
        (id, plan): (FuncId, &FunctionPlan),
        number: AccessId,
        access: &Access,
    ) -> bool {
        let decision = &plan.decisions[number.index()];
        let is_checked = matches!(decision, Decision::Checked(_) | Decision::Hoisted(_));
        is_comparable(access) && is_checked && !lives(decision)
            || self.compared.contains(&(id, number))
    }

    /// Whether that is done, or asserted under an audit.
    fn looks_at(&self, of: (FuncId, &FunctionPlan), number: AccessId, access: &Access) -> bool {
        self.compares(of, number, access) || self.plan.audit && is_comparable(access)
    }
}

/// Whether the object that the access is compared with is the pointer's and lives, so that its bounds are all there is to ask.
fn lives(decision: &Decision) -> bool {
    let check = decision.check().or(decision.hoisted().map(|h| &h.check));
    check.is_some_and(|check| check.bounds.is_some() && !check.shadow)
}

fn is_comparable(access: &Access) -> bool {
    !access.by_library && !matches!(access.extent, Extent::Masked { .. })
}

/// Inserts in one function.
struct Inserter<'a> {
    all: &'a Provenance<'a>,
    edited: Edited<'a>,
    /// Provenance of pointers that have one of their own.
    values: FxHashMap<ValueId, Val>,
    /// Stack objects that begin anew at several marks, and whether anybody has asked for one.
    renewed: FxHashMap<ValueId, bool>,
    /// Stack objects that begin where their frame is set up.
    begun_at_set_up: FxHashSet<ValueId>,
    /// Whether anything may be known of a pointer.
    known: FxHashMap<ValueId, bool>,
    /// Instructions that access whole words alone, and none in part.
    aligned: Aligned,
    /// Values that all provenance of a pointer comes from, where that is one alone.
    soles: FxHashMap<ValueId, Option<ValueId>>,
}
