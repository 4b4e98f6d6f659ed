//! Loops of functions that may grow become two, where others are left as they are.

use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// Two functions with a loop of eight branches on one bit that does not change in it.
fn text() -> String {
    let mut text =
        String::from("target triple = \"x86_64-unknown-linux-gnu\"\ndeclare void @check(ptr)\n");
    for name in ["grows", "stays"] {
        let _ = write!(
            text,
            "define void @{name}(ptr %p, i64 %count, i1 %bit) {{\n\
             entry:\n br label %next0\n\
             next0:\n %i = phi i64 [ 0, %entry ], [ %more, %next8 ]\n %q0 = getelementptr i64, ptr %p, i64 %i\n"
        );
        for n in 0..8 {
            let next = n + 1;
            let _ = write!(
                text,
                " br i1 %bit, label %check{n}, label %good{n}\n\
                 check{n}:\n call void @check(ptr %q{n})\n br label %good{n}\n\
                 good{n}:\n %v{n} = load i64, ptr %q{n}\n %x{n} = xor i64 %v{n}, %count\n\
                 store i64 %x{n}, ptr %q{n}\n %q{next} = getelementptr i64, ptr %q{n}, i64 %count\n br label %next{next}\n\
                 next{next}:\n"
            );
        }
        text.push_str(
            " %more = add i64 %i, 1\n %on = icmp ult i64 %more, %count\n br i1 %on, label %next0, label %end\n\
             end:\n ret void\n}\n",
        );
    }
    text
}

#[test]
fn a_loop_with_eight_checks_becomes_two_where_code_may_grow() {
    let context = Context::new();
    let bitcode = Bitcode::parse(&context, text().as_bytes(), Path::new("test.ll")).unwrap();
    let growing = HashSet::from(["grows".to_owned()]);
    let unswitch = "function(loop-mssa(simple-loop-unswitch<nontrivial>),simplifycfg)";
    let tuning = Pipeline {
        unroll: false,
        checks_follow: false,
        verify_each: true,
        reading: Reading::Free,
    };
    bitcode.run_growing(unswitch, tuning, &growing).unwrap();
    let text = bitcode.to_text();
    let branches = |name: &str| {
        let start = text.find(&format!("@{name}(ptr")).unwrap();
        let body = &text[start..];
        let body = &body[..body.find("\n}").unwrap()];
        body.matches("br i1 %bit").count()
    };
    // One before both loops.
    assert!(branches("grows") <= 1, "{text}");
    assert_eq!(branches("stays"), 8);
}
