//! What calls hand over beside their arguments and results, passed with these.

use sanecc_ir::llvm::{Bitcode, Context, HandoverCalls};
use std::path::Path;

/// The functions `own` and `caller` afterwards: the lines that define, call or ask.
fn handed_over(functions: &str) -> Vec<String> {
    let context = Context::new();
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
        declare i64 @ask(i64, ptr, i1)
        declare void @tell(i64, i64, ptr)
        declare i64 @result(ptr, ptr)
        declare void @returned(ptr, i64, ptr)
        declare i32 @personality(...)
        declare void @other()
        {functions}"
    );
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    bitcode.hand_over(HandoverCalls {
        asked: "ask",
        told: "tell",
        result: "result",
        returned: "returned",
    });
    bitcode.verify("handing over").unwrap();
    let text = bitcode.to_text();
    let said = text
        .lines()
        .filter(|line| !line.starts_with("declare") && line.contains(['@', '{']));
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

const GIVES: &str = "define internal nonnull ptr @gives(ptr returned %p, i64 %word, i1 %known) {
    br i1 %known, label %told, label %untold
    told:
    call void @returned(ptr @gives, i64 %word, ptr %p)
    ret ptr %p
    untold:
    ret ptr %p
}";

#[test]
fn what_is_said_of_a_result_is_returned_with_it() {
    let seen = handed_over(&format!(
        "{GIVES}
        define i64 @caller(ptr %p, i64 %word) {{
            %one = call nonnull ptr @gives(ptr returned %p, i64 %word, i1 true)
            %of = call i64 @result(ptr @gives, ptr %one)
            store i64 1, ptr %one
            ret i64 %of
        }}"
    ));
    assert_eq!(
        seen,
        [
            "define internal { ptr, i64 } @gives(ptr %p, i64 %word, i1 %known) {",
            "%1 = insertvalue { ptr, i64 } poison, ptr %p, 0",
            "%2 = insertvalue { ptr, i64 } %1, i64 %word, 1",
            "ret { ptr, i64 } %2",
            "%3 = insertvalue { ptr, i64 } poison, ptr %p, 0",
            "%4 = insertvalue { ptr, i64 } %3, i64 0, 1",
            "ret { ptr, i64 } %4",
            "define i64 @caller(ptr %p, i64 %word) {",
            "%1 = call { ptr, i64 } @gives(ptr %p, i64 %word, i1 true)",
            "%one = extractvalue { ptr, i64 } %1, 0",
            "%2 = extractvalue { ptr, i64 } %1, 1",
        ]
    );
}

/// Behind an invocation the pair comes apart where the call goes on, if nothing else goes there.
#[test]
fn invocations_return_pairs_where_there_is_room() {
    let caller = |next: &str| {
        format!(
            "{GIVES}
            define i64 @caller(ptr %p, i1 %bit) personality ptr @personality {{
                br i1 %bit, label %try, label %other
                try:
                %one = invoke ptr @gives(ptr %p, i64 1, i1 true) to label %next unwind label %thrown
                other:
                br label %{next}
                next:
                %of = call i64 @result(ptr @gives, ptr null)
                br label %end
                end:
                ret i64 0
                thrown:
                %pad = landingpad {{ ptr, i32 }} cleanup
                resume {{ ptr, i32 }} %pad
            }}"
        )
    };
    let is_pair = |text: &str| {
        let seen = handed_over(text);
        seen.iter().any(|line| line.contains("invoke { ptr, i64 }"))
    };
    assert!(is_pair(&caller("end")));
    assert!(!is_pair(&caller("next")));
}

#[test]
fn functions_that_others_may_call_say_it_as_before() {
    let seen = handed_over(&GIVES.replace("internal ", ""));
    assert!(
        seen.contains(&"call void @returned(ptr @gives, i64 %word, ptr %p)".to_owned()),
        "{seen:?}"
    );
}
