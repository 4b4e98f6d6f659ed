//! What calls hand over beside their arguments, as parameters.

use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

/// The functions `own` and `caller` afterwards: the lines that define, call or ask.
fn handed_over(functions: &str) -> Vec<String> {
    let context = Context::new();
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
        declare i64 @ask(i64, ptr, i1)
        declare void @tell(i64, i64, ptr)
        declare void @other()
        {functions}"
    );
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    bitcode.hand_over_by_parameters("ask", "tell");
    bitcode.verify("handing over").unwrap();
    let text = bitcode.to_text();
    let said = text
        .lines()
        .filter(|line| line.contains(" call ") || line.starts_with("define"));
    said.map(|line| line.trim().to_owned()).collect()
}

const OWN: &str = "define internal i64 @own(ptr %p) {
    %word = call i64 @ask(i64 0, ptr %p, i1 true)
    ret i64 %word
}";

#[test]
fn functions_of_which_all_callers_are_known_get_parameters() {
    let seen = handed_over(&format!(
        "{OWN}
        define i64 @caller(ptr %p, i64 %word) {{
            call void @tell(i64 0, i64 %word, ptr %p)
            %one = call i64 @own(ptr %p)
            %two = call i64 @own(ptr null)
            %sum = add i64 %one, %two
            ret i64 %sum
        }}"
    ));
    assert_eq!(
        seen,
        [
            "define internal i64 @own(ptr %p, i64 %0) {",
            "define i64 @caller(ptr %p, i64 %word) {",
            "%one = call i64 @own(ptr %p, i64 %word)",
            "%two = call i64 @own(ptr null, i64 0)",
        ]
    );
}

/// What was told before another call was told to that.
#[test]
fn only_what_is_told_directly_before_a_call_is_its_argument() {
    let seen = handed_over(&format!(
        "{OWN}
        define i64 @caller(ptr %p, i64 %word) {{
            call void @tell(i64 0, i64 %word, ptr %p)
            call void @other()
            %one = call i64 @own(ptr %p)
            ret i64 %one
        }}"
    ));
    assert!(
        seen.contains(&"call void @tell(i64 0, i64 %word, ptr %p)".to_owned()),
        "{seen:?}"
    );
    assert!(
        seen.contains(&"%one = call i64 @own(ptr %p, i64 0)".to_owned()),
        "{seen:?}"
    );
}

#[test]
fn functions_that_others_may_call_ask_as_before() {
    let unchanged = |functions: &str| {
        let seen = handed_over(functions);
        assert!(
            seen.iter().any(|line| line.contains("@ask(i64 0")),
            "{functions}: {seen:?}"
        );
    };
    unchanged(&OWN.replace("internal ", ""));
    unchanged(&format!(
        "{OWN} define ptr @caller() {{ call void @tell(i64 0, i64 1, ptr null) ret ptr @own }}"
    ));
    unchanged(&format!(
        "{OWN} define i64 @caller(ptr %p) {{ %one = musttail call i64 @own(ptr %p) ret i64 %one }}"
    ));
    unchanged(
        "define internal i64 @own(ptr %p, i1 %taken) {
            %word = call i64 @ask(i64 0, ptr %p, i1 %taken)
            ret i64 %word
        }
        define i64 @caller(ptr %p) {
            call void @tell(i64 0, i64 1, ptr %p)
            %one = call i64 @own(ptr %p, i1 false)
            ret i64 %one
        }",
    );
}
