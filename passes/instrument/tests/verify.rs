//! Nothing falls through: what a plan wants and the module has not is found.

use sanecc_instrument::{CheckPlan, Decision, PlanOptions, Unchecked, apply, verify};
use sanecc_ir::Module;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_prove::Proof;
use std::path::Path;

const TEXT: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = internal global [16 x i32] zeroinitializer
@weak = weak global [16 x i32] zeroinitializer
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @take(ptr)
define void @f(ptr %p, ptr %q, i64 %i, <4 x i1> %mask) sanitize_address {
  %x = alloca [4 x i32]
  call void @take(ptr %x)
  %second = getelementptr i8, ptr %p, i64 8
  %a = load i64, ptr %p
  %b = load i64, ptr %second
  %c = load i64, ptr %second
  %at = getelementptr i32, ptr @table, i64 %i
  store i32 0, ptr %at
  store i32 0, ptr %x
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %i, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 100, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
  %old = atomicrmw add ptr %q, i32 1 seq_cst
  %lanes = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %q, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  store i32 0, ptr @weak
  store i32 0, ptr getelementptr (i8, ptr @weak, i64 60)
  %other = load i32, ptr addrspace(256) null
  ret void
}
define void @g(ptr %p, i64 %n) sanitize_address {
  br label %turn
turn:
  %i = phi i64 [ 0, %0 ], [ %next, %turn ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %at
  %next = add i64 %i, 1
  %go = icmp slt i64 %next, %n
  br i1 %go, label %turn, label %after
after:
  ret void
}
"#;

/// Applies one plan, and looks whether the module is as another wants it.
fn looked_at(
    mut change: impl FnMut(&mut Module),
    weaken: impl FnOnce(&mut CheckPlan),
) -> Result<(), Unchecked> {
    let context = Context::new();
    let Ok(mut bitcode) = Bitcode::parse(&context, TEXT.as_bytes(), Path::new("test.ll")) else {
        panic!("the text is no module");
    };
    let (mut module, handles) = import(&bitcode);
    change(&mut module);
    let plan = CheckPlan::of(&module, &PlanOptions::default());
    let mut applied = plan.clone();
    weaken(&mut applied);
    let mut editor = Editor::new(&mut bitcode, handles);
    apply(&mut editor, &module, &applied);
    verify(&editor, &module, &plan)
}

fn of_function(plan: &mut CheckPlan) -> &mut sanecc_instrument::FunctionPlan {
    plan.functions.iter_mut().flatten().next().unwrap()
}

#[test]
fn what_is_planned_is_there() {
    assert_eq!(looked_at(|_| {}, |_| {}), Ok(()));
}

#[test]
fn each_check_that_is_not_made_is_found() {
    let proof = |plan: &mut CheckPlan| -> Proof {
        let decisions = of_function(plan).decisions.iter();
        let mut proofs = decisions.filter_map(|decision| match decision {
            Decision::Removed(proof) => Some(proof.clone()),
            Decision::Checked(_) | Decision::Hoisted(_) | Decision::Untainted => None,
        });
        proofs.next().unwrap()
    };
    let found = (0..13).map(|number| {
        let weakened = looked_at(
            |_| {},
            |plan| {
                let proof = proof(plan);
                let plan = of_function(plan);
                plan.coalesced.clear();
                plan.decisions[number] = Decision::Removed(proof);
            },
        );
        weakened.err().map(|unchecked| unchecked.what)
    });
    let shadow = Some("the shadow is not checked");
    let bounds = Some("its bounds are not compared");
    // The first two were to be asked about together; what is covered or proved needs nothing.
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            shadow, shadow, None, bounds, None, shadow, shadow, shadow, shadow, None, shadow,
            shadow, shadow
        ]
    );
    let without_bounds = looked_at(
        |_| {},
        |plan| {
            for decision in &mut of_function(plan).decisions {
                if let Decision::Checked(check) = decision {
                    check.bounds = None;
                }
            }
        },
    );
    let what = without_bounds.map_err(|unchecked| unchecked.what);
    assert_eq!(what, Err("its bounds are not compared"));
}

#[test]
fn an_access_that_nobody_has_seen_is_found() {
    let blind = looked_at(
        |module| {
            let ids: Vec<_> = module.functions.ids().collect();
            for id in ids {
                module.functions[id].accesses = Default::default();
            }
        },
        |_| {},
    );
    let unchecked = blind.unwrap_err();
    assert_eq!(unchecked.what, "the analyses do not know it");
    assert_eq!(unchecked.function, "f");
}

#[test]
fn a_loop_whose_accesses_ask_no_bit_is_found() {
    let mut hoisted = 0;
    let blind = looked_at(
        |_| {},
        |plan| {
            for plan in plan.functions.iter_mut().flatten() {
                for decision in &mut plan.decisions {
                    if let Decision::Hoisted(one) = decision {
                        hoisted += 1;
                        one.check.shadow = false;
                    }
                }
            }
        },
    );
    assert_eq!(hoisted, 1);
    let unchecked = blind.unwrap_err();
    assert_eq!(unchecked.what, "the shadow is not checked");
    assert_eq!(unchecked.function, "g");
}
