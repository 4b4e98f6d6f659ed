//! Stack objects that no check of the shadow reaches have no redzones.

use sanecc_instrument::{Audit, CheckPlan, PlanOptions};
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

/// How many stack objects of `f` have redzones, if `set` is a function of the module and this is called with a local of four bytes.
fn protected(set: &str, options: &PlanOptions) -> usize {
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
        @kept = internal global ptr null
        declare void @elsewhere(ptr)
        declare i64 @strlen(ptr)
        define internal void @set(ptr %to, i64 %i) sanitize_address noinline {{
        {set}
        ret void
        }}
        define i32 @f(i64 %i) sanitize_address {{
        %x = alloca i32
        call void @set(ptr %x, i64 %i)
        %read = load i32, ptr %x
        ret i32 %read
        }}"
    );
    let context = Context::new();
    let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    bitcode.verify("the test's text").unwrap();
    let module = import(&bitcode).0;
    let plan = CheckPlan::of(&module, options);
    let plans = module.functions.iter().zip(&plan.functions);
    let mut named = plans.filter(|((_, function), _)| &*function.name == "f");
    let (_, plan) = named.next().unwrap();
    plan.as_ref().unwrap().frame.len()
}

#[test]
fn an_object_that_a_proved_access_of_a_callee_reaches_has_none() {
    let set = "store i32 1, ptr %to";
    assert_eq!(protected(set, &PlanOptions::default()), 0);
    for options in [
        PlanOptions {
            disabled: vec!["unreached".into()],
            ..PlanOptions::default()
        },
        PlanOptions {
            audit: Audit::Removed,
            ..PlanOptions::default()
        },
        PlanOptions {
            pairs: true,
            ..PlanOptions::default()
        },
    ] {
        assert_eq!(protected(set, &options), 1, "{options:?}");
    }
}

#[test]
fn what_a_check_may_reach_or_the_outside_has_keeps_them() {
    for set in [
        "%at = getelementptr i32, ptr %to, i64 %i\nstore i32 1, ptr %at",
        "call void @elsewhere(ptr %to)",
        "%length = call i64 @strlen(ptr %to)",
        "store ptr %to, ptr @kept\n%loaded = load ptr, ptr @kept\n%at = getelementptr i32, ptr %loaded, i64 %i\nstore i32 1, ptr %at",
        "%slot = alloca ptr\nstore ptr %to, ptr %slot\n%length = call i64 @strlen(ptr %slot)",
        "call void asm sideeffect \"\", \"r\"(ptr %to)",
    ] {
        assert_eq!(protected(set, &PlanOptions::default()), 1, "{set}");
    }
}
