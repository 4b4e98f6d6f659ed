//! Checks of accesses near each other, as one.

use sanecc_ir::llvm::edit::{Editor, Step};
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

/// The calls in a function of these instructions afterwards.
fn joined(instructions: &str) -> Vec<String> {
    let context = Context::new();
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
        declare void @check4(ptr, i64, ptr)
        declare void @check8(ptr, i64, ptr)
        declare void @beside(ptr)
        declare void @other()
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @function(ptr %p, ptr %q, i64 %word, i64 %second, i64 %n, ptr %site) {{
            {instructions}
            ret void
        }}"
    );
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    Editor::by_name(&mut bitcode).join_neighbours(["alive", "within"], |name| match name {
        "check4" => Some(Step::Checks(4)),
        "check8" => Some(Step::Checks(8)),
        "beside" => Some(Step::GoesOn),
        _ => None,
    });
    bitcode.verify("joining neighbours").unwrap();
    let text = bitcode.to_text();
    let calls = text.lines().filter(|line| line.contains("call "));
    calls.map(|line| line.trim().to_owned()).collect()
}

fn is_joined(instructions: &str) -> bool {
    joined(instructions)
        .iter()
        .any(|call| call.contains("@within"))
}

const FIRST: &str = "%a = getelementptr i8, ptr %p, i64 8
    call void @check4(ptr %a, i64 %word, ptr %site)";
const SECOND: &str = "%b = getelementptr i8, ptr %p, i64 24
    call void @check8(ptr %b, i64 %word, ptr null)";

#[test]
fn checks_of_one_base_first_ask_for_all_bytes() {
    let seen = joined(&format!("{FIRST} {SECOND}"));
    assert_eq!(
        seen,
        [
            "%1 = call i1 @alive(i64 %word)",
            "%4 = call i1 @within(ptr %a, i64 24, i64 %word)",
            "call void @check4(ptr %a, i64 %word, ptr %site)",
            "call void @check8(ptr %7, i64 %word, ptr null)",
        ]
    );
    // The lowest one need not be the first.
    let seen = joined(&format!(
        "{SECOND} {FIRST} call void @check4(ptr %p, i64 %word, ptr null)"
    ));
    assert!(seen[1].contains("i64 32, i64 %word)"), "{seen:?}");
    assert_eq!(seen.len(), 5);
}

#[test]
fn several_groups_of_a_block_are_joined() {
    let others = ["call void @check4(ptr %q, i64 %second, ptr null)"; 2].join("\n");
    let seen = joined(&format!("{FIRST} {others} {SECOND}"));
    let asked = seen.iter().filter(|call| call.contains("@within"));
    assert_eq!((seen.len(), asked.count()), (8, 2), "{seen:?}");
}

#[test]
fn what_may_change_the_answer_or_leave_stands_between_no_joined_checks() {
    let between = |instructions: &str| is_joined(&format!("{FIRST} {instructions} {SECOND}"));
    assert!(between("call void @beside(ptr %p)"));
    assert!(between("store i64 %n, ptr %q"));
    assert!(between("%d = udiv i64 %n, 3"));
    assert!(between(
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)"
    ));
    assert!(!between("call void @other()"));
    assert!(!between("%v = load volatile i64, ptr %q"));
    assert!(!between("fence acquire"));
    assert!(!between("%v = load atomic i64, ptr %q acquire, align 8"));
    assert!(!between("%d = udiv i64 %n, %word"));
    assert!(!between("call void asm sideeffect \"\", \"\"()"));
    assert!(!between("br label %next\nnext:"));
}

#[test]
fn checks_of_other_objects_or_far_away_are_asked_alone() {
    let second = |instructions: &str| is_joined(&format!("{FIRST} {instructions}"));
    assert!(!second("call void @check4(ptr %q, i64 %word, ptr null)"));
    assert!(!second("call void @check4(ptr %p, i64 %second, ptr null)"));
    assert!(!second(
        "%b = getelementptr i8, ptr %p, i64 %n
        call void @check4(ptr %b, i64 %word, ptr null)"
    ));
    assert!(!second(
        "%b = getelementptr i8, ptr %p, i64 1000000
        call void @check4(ptr %b, i64 %word, ptr null)"
    ));
}
