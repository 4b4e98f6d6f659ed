//! The checks themselves, as textual IR: small functions that LLVM inlines at each use.
//!
//! A fixed-size check loads the shadow of every granule that the access may touch and tests all bytes at once for
//! [`NOT_WHOLLY_ADDRESSABLE`]. Only if that fails, the runtime decides exactly, in a call that preserves all registers, so that cold calls do not
//! spoil the hot code: [`assembly`]. If the program may continue after a report, as it may after every memory intrinsic, a call cannot preserve registers: then
//! an access of a single granule is decided inline, and an ordinary call decides about every other.
//! With outlined checks, the runtime is called at once, and nothing is inline. Where a target has no such statement or no such calls, checks are branches to an ordinary
//! call in a cold block.

mod assembly;
mod bare;
mod bounds;
mod expand;
mod names;
mod parts;
mod ranges;
mod shadow;
mod space;

use super::{calls, count, members, provenance};
use crate::{CheckPlan, Coalesced, Decision};
use sanecc_abi::symbols::{
    CHECK_EACH, CHECK_OVERLAP, CHECK_RANGE, OUTLINED_ACCESS, OUTLINED_COALESCED, OUTLINED_GRANULE,
    REPORT, REPORT_OBJECT,
};
use sanecc_abi::target::{Checks, Target};
use sanecc_ir::{Extent, Id, Module};
use shadow::{write_check, write_coalesced};
use space::Space;
use std::collections::{BTreeMap, BTreeSet};

pub use expand::{leave_out_frame_pointers, locate_checks, with_range_checks};
pub(super) use names::*;
pub use parts::ShadowChecks;
pub(super) use parts::{Part, is_shadow_check};

/// Offset comparisons and branches on results from before loops, as textual IR. LLVM should see them before it optimises: it proves some of them
/// itself.
pub fn bounds_checks(module: &Module, plan: &CheckPlan) -> String {
    if let Some(form) = plan.bare {
        return bare::bounds(form);
    }
    let after = AfterReport::of(plan);
    let space = Space::of(plan.target);
    let mut text = declarations(plan.target);
    text.push_str(&bounds::bounds("", after, &space));
    text.push_str(&bounds::bounds(BULK, AfterReport::GOES_ON, &space));
    text.push_str(&bounds::overlap(&space));
    text.push_str(&bounds::guarded_range());
    for shape in shapes(module, plan, |decision| decision.hoisted().is_some()) {
        text.push_str(&bounds::guarded_shape(shape));
    }
    if plan.provenance {
        text.push_str(&provenance::conditional_definition());
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
        let Some(plan_here) = plan.function(id) else {
            continue;
        };
        for (access_id, access) in function.accesses.iter() {
            if let Extent::Bytes(bytes) = access.extent
                && wanted(&plan_here.decisions[access_id.index()])
            {
                let shape = Shape::of(access, bytes);
                shapes.extend(shape.map(|shape| shape.in_plan(access, plan)));
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
    if let Some(form) = plan.bare {
        return bare::checks(form, shapes);
    }
    let form = Form::of(plan);
    let mut text = declarations(plan.target);
    text.push_str(&form.space.declarations);
    for shape in shapes {
        write_check(&mut text, shape, &form);
    }
    let plans = plan.functions.iter().flatten();
    let coalesced_checks: BTreeMap<String, &Coalesced> = plans
        .flat_map(|plan| plan.coalesced.iter().map(|one| (coalesced(one), one)))
        .collect();
    for (name, coalesced) in coalesced_checks {
        write_coalesced(&mut text, &name, coalesced, &form);
    }
    text.push_str(&ranges::lane(&form.space));
    text.push_str(&ranges::range_addressable(&form.space));
    text.push_str(&ranges::addressable_length(&form.space));
    if plan.count {
        text.push_str(&count::definition());
    }
    if plan.provenance {
        text.push_str(&provenance::definitions(plan.target.architecture));
        text.push_str(&calls::definitions());
        text.push_str(&members::definitions());
    }
    if provenance::are_joined(plan) {
        text.push_str(&provenance::joined_definitions());
    }
    text
}

/// What shapes the code of shadow checks.
struct Form {
    code: Checks,
    /// Calls of the runtime can keep all registers.
    keeps_registers: bool,
    after: AfterReport,
    space: Space,
}

impl Form {
    fn of(plan: &CheckPlan) -> Self {
        Form {
            code: match plan.outlined {
                true => Checks::Outlined,
                false => plan.target.checks,
            },
            keeps_registers: plan.target.keeps_registers(),
            after: AfterReport::of(plan),
            space: Space::of(plan.target),
        }
    }

    /// The convention of calls that keep all registers, where there are any.
    fn convention(&self) -> &'static str {
        convention(self.keeps_registers)
    }
}

fn convention(keeps_registers: bool) -> &'static str {
    match keeps_registers {
        true => "preserve_allcc ",
        false => "",
    }
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
fn declarations(target: &Target) -> String {
    let keeping = convention(target.keeps_registers());
    let word = format!("i{}", target.pointer_bits);
    format!(
        "declare void @{REPORT}(ptr nocapture, ptr nocapture) nounwind nomerge cold\n\
         declare void @{REPORT_OBJECT}(ptr nocapture, {word}, ptr nocapture, {word}, ptr nocapture, ptr nocapture) nounwind nomerge cold\n\
         declare {keeping}void @{OUTLINED_GRANULE}(ptr nocapture, ptr nocapture) nounwind nomerge nonlazybind\n\
         declare {keeping}void @{OUTLINED_ACCESS}(ptr nocapture, ptr nocapture) nounwind nomerge nonlazybind\n\
         declare {keeping}void @{OUTLINED_COALESCED}(ptr nocapture, ptr nocapture) nounwind nomerge nonlazybind\n\
         declare void @{CHECK_EACH}(ptr nocapture, ptr nocapture) nounwind nomerge cold\n\
         declare void @{CHECK_RANGE}(ptr nocapture, {word}, ptr nocapture) nounwind nomerge\n\
         declare void @{CHECK_OVERLAP}(ptr nocapture, ptr nocapture, {word}, ptr nocapture) nounwind nomerge cold\n\
         !0 = !{{!\"branch_weights\", i32 1, i32 1048575}}\n\
         !1 = !{{!\"branch_weights\", i32 1048575, i32 1}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionPlan, Member};
    use sanecc_abi::target::ALL;
    use sanecc_ir::AccessId;
    use sanecc_ir::llvm::{Bitcode, Context};
    use std::path::Path;

    /// All shapes that an access can have.
    fn all_shapes() -> impl Iterator<Item = Shape> {
        let aligns = (1..=LARGEST).flat_map(|bytes| [1, 2, 4, 8].map(|align| (bytes, align)));
        aligns.flat_map(|(bytes, align)| {
            [false, true].map(|bulk| Shape {
                bytes,
                align,
                bulk,
                writes: false,
            })
        })
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
    fn verify(target: &Target, text: &str) {
        let context = Context::new();
        let text = format!("target triple = \"{}\"\n{text}", target.llvm);
        let module = Bitcode::parse(&context, text.as_bytes(), Path::new("checks.ll"));
        let module = module.unwrap_or_else(|error| panic!("{error}"));
        module
            .verify("parsing")
            .unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn every_check_function_is_well_formed() {
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        let all = ALL.iter().flat_map(|target| ways.map(|way| (target, way)));
        for (target, (recover, outlined)) in all {
            let plan = CheckPlan {
                target,
                ..plan_with_coalesced(recover, outlined)
            };
            let form = Form::of(&plan);
            let mut bounds = bounds_checks(&Module::default(), &plan);
            let mut shadow = shadow_checks(&Module::default(), &plan);
            for shape in all_shapes() {
                bounds.push_str(&bounds::guarded_shape(shape));
                write_check(&mut shadow, shape, &form);
            }
            verify(target, &bounds);
            verify(target, &shadow);
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
