//! The checks themselves, as textual IR: small functions that LLVM's inliner expands at each use.
//!
//! A fixed-size check loads the shadow of every granule that the access may touch and tests all bytes at once for
//! [`NOT_WHOLLY_ADDRESSABLE`]. Only when that fails, the runtime decides exactly, in a call that changes no registers, so that cold calls do not
//! spoil the hot code. Where the program may go on after a report, as it may after every copy of a structure, no such call could promise that: there
//! an access within one granule is decided inline, and a call that may change registers decides about every other.
//! Where code is to be small, the runtime is called at once, and nothing is inline.

mod bounds;
mod expand;
mod names;
mod ranges;
mod shadow;

use super::count;
use crate::{CheckPlan, Coalesced, Decision};
use bounds::write_guarded;
use sanecc_abi::symbols::{
    CHECK_EACH, CHECK_OVERLAP, CHECK_RANGE, OUTLINED_ACCESS, OUTLINED_COALESCED, OUTLINED_GRANULE,
    REPORT, REPORT_OBJECT, SLOW_ACCESS, SLOW_COALESCED, SLOW_GRANULE,
};
use sanecc_ir::{Extent, Id, Module};
use shadow::{write_coalesced, write_fixed, write_outlined};
use std::collections::{BTreeMap, BTreeSet};

pub use expand::{leave_out_frame_pointers, locate_checks};
pub(super) use names::*;

/// Offset comparisons, as textual IR. They are plain arithmetic, so LLVM should see them before it optimises: it
/// proves some of them itself. Branches on what was found before a loop are for LLVM to see, too.
pub fn bounds_checks(module: &Module, plan: &CheckPlan) -> String {
    let ending = Ending::of(plan);
    let mut text = declarations();
    text.push_str(&bounds::bounds("", ending));
    text.push_str(&bounds::bounds(BLOCK, Ending::GOES_ON));
    text.push_str(&bounds::overlap());
    text.push_str(&bounds::guarded_range());
    for shape in shapes(module, plan, |decision| decision.hoisted().is_some()) {
        write_guarded(&mut text, shape);
    }
    text
}

/// The shapes of the accesses that are decided so.
fn shapes(
    module: &Module,
    plan: &CheckPlan,
    wanted: impl Fn(&Decision) -> bool,
) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::new();
    for (id, function) in module.functions.iter() {
        let Some(plan) = plan.function(id) else {
            continue;
        };
        for (access_id, access) in function.accesses.iter() {
            if let Extent::Bytes(bytes) = access.extent
                && wanted(&plan.decisions[access_id.index()])
            {
                shapes.extend(Shape::of(access, bytes));
            }
        }
    }
    shapes
}

/// Shadow checks that a plan uses, as textual IR. While LLVM optimises they are opaque calls that touch no memory of
/// the program (see [`SHADOW_CHECK_PREFIX`]); their bodies come afterwards.
pub fn shadow_checks(module: &Module, plan: &CheckPlan) -> String {
    let shapes = shapes(module, plan, |decision| {
        decision.asks_shadow() || plan.audit
    });
    let ending = Ending::of(plan);
    let mut text = declarations();
    for shape in shapes {
        match plan.outlined {
            true => write_outlined(&mut text, shape, ending),
            false => write_fixed(&mut text, shape, ending),
        }
    }
    let plans = plan.functions.iter().flatten();
    let together: BTreeMap<String, &Coalesced> = plans
        .flat_map(|plan| plan.coalesced.iter().map(|one| (coalesced(one), one)))
        .collect();
    for (name, coalesced) in together {
        write_coalesced(&mut text, &name, coalesced, plan.outlined);
    }
    text.push_str(&ranges::lane());
    text.push_str(&ranges::range_good());
    text.push_str(&ranges::limit());
    if plan.count {
        text.push_str(&count::definition());
    }
    text
}

/// What follows a report: nothing, unless the program may go on.
#[derive(Clone, Copy)]
struct Ending {
    /// Attribute of the calls of the reporting function.
    attribute: &'static str,
    /// The instruction after a call of it.
    next: &'static str,
    /// Whether it ends the program.
    ends: bool,
}

impl Ending {
    const GOES_ON: Self = Ending {
        attribute: "",
        next: "br label %ok",
        ends: false,
    };

    fn of(plan: &CheckPlan) -> Self {
        if plan.recover {
            Self::GOES_ON
        } else {
            Ending {
                attribute: "noreturn ",
                next: "unreachable",
                ends: true,
            }
        }
    }
}

/// What the checks call, and the weights of their branches.
fn declarations() -> String {
    format!(
        "declare void @{REPORT}(ptr nocapture, ptr nocapture) nounwind cold\n\
         declare void @{REPORT_OBJECT}(ptr nocapture, i64, ptr nocapture, i64, ptr nocapture, ptr nocapture) nounwind cold\n\
         declare preserve_allcc void @{SLOW_ACCESS}(ptr nocapture, ptr nocapture) nounwind nonlazybind cold\n\
         declare preserve_allcc void @{OUTLINED_GRANULE}(ptr nocapture, ptr nocapture) nounwind nonlazybind\n\
         declare preserve_allcc void @{OUTLINED_ACCESS}(ptr nocapture, ptr nocapture) nounwind nonlazybind\n\
         declare preserve_allcc void @{OUTLINED_COALESCED}(ptr nocapture, ptr nocapture) nounwind nonlazybind\n\
         declare preserve_allcc void @{SLOW_GRANULE}(ptr nocapture, ptr nocapture) nounwind nonlazybind cold\n\
         declare preserve_allcc void @{SLOW_COALESCED}(ptr nocapture, ptr nocapture) nounwind nonlazybind cold\n\
         declare void @{CHECK_EACH}(ptr nocapture, ptr nocapture) nounwind cold\n\
         declare void @{CHECK_RANGE}(ptr nocapture, i64, ptr nocapture) nounwind\n\
         declare void @{CHECK_OVERLAP}(ptr nocapture, ptr nocapture, i64, ptr nocapture) nounwind cold\n\
         !0 = !{{!\"branch_weights\", i32 1, i32 1048575}}\n\
         !1 = !{{!\"branch_weights\", i32 1048575, i32 1}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reports_that_end_the_program_are_marked_so() {
        let text = |recover| {
            let plan = CheckPlan {
                recover,
                ..CheckPlan::default()
            };
            bounds_checks(&Module::default(), &plan)
        };
        // Whole-block operations go on in any case.
        let ending = text(false);
        assert_eq!(ending.matches("unreachable").count(), 2);
        assert_eq!(ending.matches("call void @__sanecc_report").count(), 4);
        let recovering = text(true);
        assert!(!recovering.contains("unreachable") && !recovering.contains("noreturn"));
    }
}
