//! The checks themselves, as textual IR: small functions that LLVM inlines at each use.
//!
//! A fixed-size check loads the shadow of every granule that the access may touch and tests all bytes at once for
//! [`NOT_WHOLLY_ADDRESSABLE`]. Only if that fails, the runtime decides exactly, in a call that preserves all registers, so that cold calls do not
//! spoil the hot code: [`assembly`]. If the program may continue after a report, as it may after every memory intrinsic, a call cannot preserve registers: then
//! an access of a single granule is decided inline, and an ordinary call decides about every other.
//! With outlined checks, the runtime is called at once, and nothing is inline.

mod assembly;
mod bounds;
mod expand;
mod names;
mod parts;
mod ranges;
mod shadow;

use super::count;
use crate::{CheckPlan, Coalesced, Decision};
use sanecc_abi::symbols::{
    CHECK_EACH, CHECK_OVERLAP, CHECK_RANGE, OUTLINED_ACCESS, OUTLINED_COALESCED, OUTLINED_GRANULE,
    REPORT, REPORT_OBJECT,
};
use sanecc_ir::{Extent, Id, Module};
use shadow::{write_check, write_coalesced};
use std::collections::{BTreeMap, BTreeSet};

pub use expand::{leave_out_frame_pointers, locate_checks};
pub(super) use names::*;
pub use parts::ShadowChecks;
pub(super) use parts::{Part, is_shadow_check};

/// Offset comparisons and branches on results from before loops, as textual IR. LLVM should see them before it optimises: it proves some of them
/// itself.
pub fn bounds_checks(module: &Module, plan: &CheckPlan) -> String {
    let after = AfterReport::of(plan);
    let mut text = declarations();
    text.push_str(&bounds::bounds("", after));
    text.push_str(&bounds::bounds(BULK, AfterReport::GOES_ON));
    text.push_str(&bounds::overlap());
    text.push_str(&bounds::guarded_range());
    for shape in shapes(module, plan, |decision| decision.hoisted().is_some()) {
        text.push_str(&bounds::guarded_shape(shape));
    }
    text
}

/// The shapes of the accesses with such decisions.
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

/// The shadow checks of a plan, as textual IR. While LLVM optimises they are opaque calls that touch no memory of the program (see
/// [`SHADOW_CHECK_PREFIX`]); their bodies come afterwards.
pub fn shadow_checks(module: &Module, plan: &CheckPlan) -> String {
    let shapes = shapes(module, plan, |decision| {
        decision.checks_shadow() || plan.audit
    });
    let after = AfterReport::of(plan);
    let mut text = declarations();
    for shape in shapes {
        write_check(&mut text, shape, plan.outlined, after);
    }
    let plans = plan.functions.iter().flatten();
    let coalesced_checks: BTreeMap<String, &Coalesced> = plans
        .flat_map(|plan| plan.coalesced.iter().map(|one| (coalesced(one), one)))
        .collect();
    for (name, coalesced) in coalesced_checks {
        write_coalesced(&mut text, &name, coalesced, plan.outlined);
    }
    text.push_str(&ranges::lane());
    text.push_str(&ranges::range_addressable());
    text.push_str(&ranges::addressable_length());
    if plan.count {
        text.push_str(&count::definition());
    }
    text
}

/// How control continues after a report.
#[derive(Clone, Copy)]
struct AfterReport {
    /// Attribute of the report call.
    attribute: &'static str,
    /// The instruction after it.
    next: &'static str,
    /// Whether the report ends the program.
    ends: bool,
}

impl AfterReport {
    const GOES_ON: Self = AfterReport {
        attribute: "",
        next: "br label %ok",
        ends: false,
    };

    fn of(plan: &CheckPlan) -> Self {
        if plan.recover {
            Self::GOES_ON
        } else {
            AfterReport {
                attribute: "noreturn ",
                next: "unreachable",
                ends: true,
            }
        }
    }
}

/// The functions that checks call, and the weights of their branches. Calls of them are not merged: one for several checks would be at no line, and outside
/// of the functions that were inlined.
fn declarations() -> String {
    format!(
        "declare void @{REPORT}(ptr nocapture, ptr nocapture) nounwind nomerge cold\n\
         declare void @{REPORT_OBJECT}(ptr nocapture, i64, ptr nocapture, i64, ptr nocapture, ptr nocapture) nounwind nomerge cold\n\
         declare preserve_allcc void @{OUTLINED_GRANULE}(ptr nocapture, ptr nocapture) nounwind nomerge nonlazybind\n\
         declare preserve_allcc void @{OUTLINED_ACCESS}(ptr nocapture, ptr nocapture) nounwind nomerge nonlazybind\n\
         declare preserve_allcc void @{OUTLINED_COALESCED}(ptr nocapture, ptr nocapture) nounwind nomerge nonlazybind\n\
         declare void @{CHECK_EACH}(ptr nocapture, ptr nocapture) nounwind nomerge cold\n\
         declare void @{CHECK_RANGE}(ptr nocapture, i64, ptr nocapture) nounwind nomerge\n\
         declare void @{CHECK_OVERLAP}(ptr nocapture, ptr nocapture, i64, ptr nocapture) nounwind nomerge cold\n\
         !0 = !{{!\"branch_weights\", i32 1, i32 1048575}}\n\
         !1 = !{{!\"branch_weights\", i32 1048575, i32 1}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionPlan, Member};
    use sanecc_ir::AccessId;
    use sanecc_ir::llvm::{Bitcode, Context};
    use std::path::Path;

    /// All shapes that an access can have.
    fn all_shapes() -> impl Iterator<Item = Shape> {
        let aligns = (1..=LARGEST).flat_map(|bytes| [1, 2, 4, 8].map(|align| (bytes, align)));
        aligns.flat_map(|(bytes, align)| [false, true].map(|bulk| Shape { bytes, align, bulk }))
    }

    /// A plan for one function with one coalesced check of each size and alignment.
    fn plan_with_coalesced(recover: bool, outlined: bool) -> CheckPlan {
        let member = Member {
            access: AccessId::from_index(0),
            offset: 0,
            bytes: 1,
        };
        let one = |shape: Shape| Coalesced {
            members: vec![member],
            start: 0,
            bytes: shape.bytes,
            align: shape.align,
            goes_on: recover || shape.bulk,
        };
        CheckPlan {
            functions: vec![Some(FunctionPlan {
                coalesced: all_shapes().map(one).collect(),
                ..FunctionPlan::default()
            })],
            recover,
            outlined,
            count: true,
            ..CheckPlan::default()
        }
    }

    /// Parses this text and verifies it.
    fn verify(text: &str) {
        let context = Context::new();
        let target = "target triple = \"x86_64-unknown-linux-gnu\"\n";
        let text = format!("{target}{text}");
        let module = Bitcode::parse(&context, text.as_bytes(), Path::new("checks.ll"));
        let module = module.unwrap_or_else(|error| panic!("{error}"));
        module
            .verify("parsing")
            .unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn every_check_function_is_well_formed() {
        for (recover, outlined) in [(false, false), (false, true), (true, false), (true, true)] {
            let plan = plan_with_coalesced(recover, outlined);
            let after = AfterReport::of(&plan);
            let mut bounds = bounds_checks(&Module::default(), &plan);
            let mut shadow = shadow_checks(&Module::default(), &plan);
            for shape in all_shapes() {
                bounds.push_str(&bounds::guarded_shape(shape));
                write_check(&mut shadow, shape, outlined, after);
            }
            verify(&bounds);
            verify(&shadow);
        }
    }

    #[test]
    fn only_reports_that_end_the_program_are_marked_so() {
        let text = |recover| {
            let plan = CheckPlan {
                recover,
                ..CheckPlan::default()
            };
            bounds_checks(&Module::default(), &plan)
        };
        // Memory intrinsics continue in any case.
        let ending = text(false);
        assert_eq!(ending.matches("unreachable").count(), 2);
        assert_eq!(ending.matches("call void @__sanecc_report").count(), 4);
        let recovering = text(true);
        assert!(!recovering.contains("unreachable") && !recovering.contains("noreturn"));
    }
}
