//! No selection of passes yields an unchecked module.

use super::*;

const STORE: &str = r#"target triple = "x86_64-unknown-linux-gnu"
define void @f(ptr %p) sanitize_address {
  store i32 1, ptr %p
  ret void
}
"#;

/// What the pipeline makes of a module, as text.
fn instrumented(module: &str, options: &Options) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let bitcode = folder.path().join("in.bc");
    let output = folder.path().join("out.bc");
    std::fs::write(&bitcode, module).expect("a file");
    let job = Job {
        bitcode: &bitcode,
        output: &output,
        options,
        access_remarks: None,
        embed_remarks: false,
        logged_remarks: None,
        statistics: None,
        object: None,
        carries: None,
    };
    run(&job).expect("an instrumented module");
    let context = Context::new();
    let made = Bitcode::read(&context, &output).expect("bitcode");
    made.to_text()
}

/// Whether a call goes to the runtime.
fn checks(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| {
        line.contains("call ") && (line.contains("@__sanecc_") || line.contains("*__sanecc_slow"))
    })
}

#[test]
fn accesses_are_checked_whatever_is_left_out() {
    let all: Vec<String> = optional().map(str::to_owned).collect();
    for disable in [vec![], all.clone()]
        .into_iter()
        .chain(all.into_iter().map(|one| vec![one]))
    {
        for (strict, opt) in [
            (false, OptLevel::O2),
            (true, OptLevel::O2),
            (true, OptLevel::O0),
        ] {
            let plan = PlanOptions {
                elide: opt.elide(),
                disabled: disable.clone(),
                ..PlanOptions::default()
            };
            let options = Options {
                plan,
                opt,
                strict,
                verify_each: true,
                ..Options::default()
            };
            let text = instrumented(STORE, &options);
            assert!(checks(&text), "{disable:?}: {text}");
        }
    }
    let unmarked = STORE.replace("sanitize_address", "");
    let options = Options {
        opt: OptLevel::O2,
        ..Options::default()
    };
    let text = instrumented(&unmarked, &options);
    assert!(!checks(&text), "{text}");
}

#[test]
fn transitions_stand_in_the_order_of_the_stages_and_are_never_left_out() {
    let required = passes::names().into_iter().filter(|pass| !pass.optional);
    let required: Vec<&str> = required.map(|pass| pass.name).collect();
    assert_eq!(
        required,
        [
            "profile",
            "import",
            "plan",
            "instrument",
            "expand-bounds",
            "expand-shadow",
            "expand-library-calls",
            "lower-counters"
        ]
    );
}

#[test]
fn strict_checks_that_late_inlining_brings_together_are_one() {
    const TWICE: &str = r#"
target triple = "x86_64-unknown-linux-gnu"
define internal i32 @get(ptr %p) sanitize_address {
  %n = load i32, ptr %p
  ret i32 %n
}
define i32 @twice(ptr %p) sanitize_address {
  %a = call i32 @get(ptr %p)
  BETWEEN
  %b = call i32 @get(ptr %p)
  %sum = add i32 %a, %b
  ret i32 %sum
}
declare void @other()
"#;
    let slow_paths = |between: &str, disabled: &[&str]| {
        let plan = PlanOptions {
            elide: OptLevel::O2.elide(),
            disabled: [&["inline"], disabled]
                .concat()
                .iter()
                .map(|&one| one.to_owned())
                .collect(),
            ..PlanOptions::default()
        };
        let options = Options {
            plan,
            opt: OptLevel::O2,
            strict: true,
            verify_each: true,
            ..Options::default()
        };
        let text = instrumented(&TWICE.replace("BETWEEN", between), &options);
        let calls = text.lines().filter(|line| line.contains("call "));
        calls.filter(|line| line.contains("__sanecc_slow")).count()
    };
    assert_eq!(slow_paths("", &[]), 1);
    for disabled in ["redundant-calls", "redundant"] {
        assert_eq!(slow_paths("", &[disabled]), 2, "{disabled}");
    }
    assert_eq!(slow_paths("call void @other()", &[]), 2);
}
