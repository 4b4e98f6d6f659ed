//! Pairs of pointers that are proved to point into one living object get no check.

use sanecc_abi::symbols::CHECK_PAIR;
use sanecc_instrument::{Audit, PairChecks, PlanOptions, check_pairs};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_ir::{Callee, Op};
use std::path::Path;

const BODY: &str = "
    %x = alloca [16 x i8]
    %end = getelementptr i8, ptr %x, i64 16
    %k = and i64 %i, 15
    %some = getelementptr i8, ptr %x, i64 %k
    %any = getelementptr i8, ptr %x, i64 %i
    %proved = icmp ult ptr %some, %end
    %outside = icmp ult ptr %any, %end
    %foreign = icmp ult ptr %p, %end";

/// How many pairs of a function with this body are checked.
fn checked(body: &str, options: &PlanOptions) -> usize {
    let text = format!(
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
        target triple = \"x86_64-unknown-linux-gnu\"
        declare void @llvm.lifetime.start.p0(i64, ptr)
        declare void @llvm.lifetime.end.p0(i64, ptr)
        define void @f(ptr %p, i64 %i) sanitize_address {{
        {body}
        ret void
        }}"
    );
    let context = Context::new();
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    bitcode.verify("the test's text").unwrap();
    let (module, handles) = import(&bitcode);
    let wanted = PairChecks {
        order: true,
        difference: true,
    };
    let mut editor = Editor::new(&mut bitcode, handles);
    check_pairs(&mut editor, &module, wanted, options);
    drop(editor);
    bitcode.verify("the checked text").unwrap();
    let module = import(&bitcode).0;
    let calls = module.functions.iter().flat_map(|(_, function)| {
        let values = function.values.ids();
        values.filter_map(|value| match function.op(value) {
            Some(Op::Call {
                callee: Callee::Direct(callee),
                ..
            }) => Some(*callee),
            _ => None,
        })
    });
    calls
        .filter(|callee| *module.functions[*callee].name == *CHECK_PAIR)
        .count()
}

#[test]
fn only_what_is_not_proved_is_checked() {
    assert_eq!(checked(BODY, &PlanOptions::default()), 2);
}

#[test]
fn nothing_is_left_out_where_removals_are_off_asserted_or_counted() {
    for options in [
        PlanOptions {
            elide: sanecc_prove::Elide::None,
            ..PlanOptions::default()
        },
        PlanOptions {
            audit: Audit::Removed,
            ..PlanOptions::default()
        },
        PlanOptions {
            removal_limit: Some(100),
            ..PlanOptions::default()
        },
    ] {
        assert_eq!(checked(BODY, &options), 3, "{options:?}");
    }
}

#[test]
fn pointers_into_a_dead_object_are_checked() {
    let body = "
        %x = alloca [16 x i8]
        %end = getelementptr i8, ptr %x, i64 16
        call void @llvm.lifetime.start.p0(i64 16, ptr %x)
        %living = icmp ult ptr %x, %end
        call void @llvm.lifetime.end.p0(i64 16, ptr %x)
        %dead = icmp ult ptr %x, %end";
    assert_eq!(checked(body, &PlanOptions::default()), 1);
}
