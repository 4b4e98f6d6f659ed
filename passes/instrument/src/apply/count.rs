//! Counts executed accesses by decision. While LLVM optimises, counting is an opaque call like a shadow check, so the removed checks of a
//! loop are counted as often as they would have run.

use super::functions::SHADOW_CHECK_PREFIX;
use crate::{Decision, Placement, Switch};
use sanecc_abi::count::MOST;
use sanecc_abi::symbols::{COUNTS, NAME_COUNTS};
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{Access, FuncId, ValueId};
use sanecc_prove::Rule;

/// The rule of an access that keeps its whole check.
const NO_RULE: &str = "none";

/// Runs before the constructors of the program, which may be counted.
const FIRST: u32 = 1;

/// Classes: for each rule its whole removals, then for each its partial ones, then these.
const WHOLE: usize = 2 * RULES;
const LIBRARY: usize = WHOLE + 1;
const UNTAINTED: usize = LIBRARY + 1;
const CLASSES: usize = UNTAINTED + 1;
const RULES: usize = Switch::RULES;
const _: () = assert!(CLASSES <= MOST);

/// The class of whole removals by a rule.
fn class(rule: impl Into<Switch>) -> usize {
    rule.into().index()
}

fn class_of(access: &Access, decision: &Decision) -> usize {
    match decision {
        Decision::Removed(proof) => proof.rule().map_or(WHOLE, class),
        Decision::Hoisted(hoisted) => class(hoisted.by.rule()),
        Decision::Untainted => UNTAINTED,
        Decision::Checked(_) if access.by_library => LIBRARY,
        Decision::Checked(check) => {
            let spatial = check.spatial.as_ref().ok();
            let spatial = spatial.map(|spatial| class(spatial.rule));
            let part = spatial.or((!check.shadow).then(|| class(Placement::BoundsOnly)));
            part.map_or(WHOLE, |class| RULES + class)
        }
    }
}

/// Counts an access; `coalesced`: the check of another access covers it. If the bit `checked` is set, it counts as partly removed.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    id: FuncId,
    access: &Access,
    decision: &Decision,
    coalesced: bool,
    checked: Option<Val>,
) {
    let class = if coalesced {
        class(Placement::Coalesce)
    } else {
        class_of(access, decision)
    };
    let mut cursor = editor.before(id, access.instruction);
    let removed = cursor.int(class as u64);
    let class = match checked {
        Some(checked) => {
            let part = cursor.int((RULES + class) as u64);
            cursor.choose(checked, part, removed)
        }
        None => removed,
    };
    cursor.call_hidden(&function(), &[class]);
}

/// Whether a function of this name counts an access.
pub(super) fn is_counter(name: &str) -> bool {
    name == function()
}

/// Counts an access as covered by an earlier check, at the call of a counter.
pub(super) fn count_as_redundant(editor: &mut Editor<'_>, id: FuncId, counter: ValueId) {
    let class = editor.constant_int(class(Rule::Redundant) as u64);
    editor.set_argument(id, counter, 0, class);
}

/// Passes the names of the classes to the runtime.
pub(super) fn name_classes(editor: &mut Editor<'_>) {
    let mut names = [("checked", NO_RULE); CLASSES];
    for rule in Switch::rules() {
        names[class(rule)] = (rule.decision(), rule.name());
        names[RULES + class(rule)] = ("checked", rule.name());
    }
    names[LIBRARY] = ("library", NO_RULE);
    names[UNTAINTED] = ("unchecked", Switch::Untainted.name());
    let rows: Vec<[Field; 2]> = names
        .iter()
        .map(|(decision, rule)| {
            [decision, rule].map(|text| Field::Relative(Some(editor.string(text))))
        })
        .collect();
    let rows: Vec<&[Field]> = rows.iter().map(|row| row.as_slice()).collect();
    let list = editor.records("sanecc.classes", &rows);
    let count = editor.constant_int(CLASSES as u64);
    editor.run_at_start(FIRST, NAME_COUNTS, &[list, count], None);
}

fn function() -> String {
    format!("{SHADOW_CHECK_PREFIX}count")
}

/// The counter itself, as textual IR.
pub(super) fn definition() -> String {
    format!(
        "@{COUNTS} = external global [{MOST} x i64]\n\
         define linkonce_odr hidden void @{name}(i64 %class) alwaysinline nounwind {{\n  \
         %counter = getelementptr [{MOST} x i64], ptr @{COUNTS}, i64 0, i64 %class\n  \
         %before = atomicrmw add ptr %counter, i64 1 monotonic\n  \
         ret void\n}}\n",
        name = function()
    )
}
