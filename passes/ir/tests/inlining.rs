//! What is inlined where checks are still to come.

use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};
use std::fmt::Write;
use std::path::Path;

const CHECKED: &str = "sanitize_address";

/// A module with a function of ten multiplications, one of ten loads, and two callers of each.
fn text(attributes: &str) -> String {
    const TIMES: &str = "  %NEXT = mul i64 %LAST, %LAST\n";
    const LOAD: &str =
        "  %pNEXT = inttoptr i64 %LAST to ptr\n  %NEXT = load volatile i64, ptr %pNEXT\n";
    let mut text = String::from("target triple = \"x86_64-unknown-linux-gnu\"\n");
    for (name, step) in [("times", TIMES), ("loads", LOAD)] {
        let steps: String = (0..10)
            .map(|n| {
                let step = step.replace("NEXT", &format!("v{}", n + 1));
                step.replace("LAST", &format!("v{n}"))
            })
            .collect();
        let _ = write!(
            text,
            "define i64 @{name}(i64 %v0) {attributes} {{\n{steps}  ret i64 %v10\n}}\n"
        );
        for n in 0..2 {
            let _ = write!(
                text,
                "define i64 @{name}_{n}(i64 %v) {attributes} {{\n  %r = call i64 @{name}(i64 %v)\n  ret i64 %r\n}}\n"
            );
        }
    }
    text
}

/// How many calls of the two are left, and the whole module.
fn calls(checks_follow: bool, attributes: &str) -> (usize, usize, String) {
    let context = Context::new();
    let bitcode =
        Bitcode::parse(&context, text(attributes).as_bytes(), Path::new("test.ll")).unwrap();
    let tuning = Pipeline {
        unroll: true,
        checks_follow,
        verify_each: true,
        reading: Reading::Free,
    };
    bitcode.run("thinlto-pre-link<O2>", tuning).unwrap();
    let text = bitcode.to_text();
    let of = |callee: &str| text.matches(&format!("call i64 @{callee}(")).count();
    (of("times"), of("loads"), text)
}

#[test]
fn accesses_weigh_more_than_arithmetic_where_checks_follow() {
    let (times, loads, text) = calls(false, CHECKED);
    assert_eq!((times, loads), (0, 0), "{text}");
    let (times, loads, text) = calls(true, CHECKED);
    assert_eq!((times, loads), (0, 2), "{text}");
    assert!(!text.contains("inline-threshold"), "{text}");
}

#[test]
fn what_gets_no_checks_is_inlined_as_ever() {
    let (times, loads, text) = calls(true, "");
    assert_eq!((times, loads), (0, 0), "{text}");
}

#[test]
fn where_code_is_to_be_small_nothing_is_inlined_that_grows() {
    let (times, loads, text) = calls(true, "sanitize_address optsize");
    assert_eq!((times, loads), (2, 2), "{text}");
}
