//! What numbers functions return, from textual IR.

use sanecc_analysis::FunctionAnalyses;
use sanecc_analysis::symbolic::{Ranges, Regions, results_of_all, roots_of_access};
use sanecc_ir::Id;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

const PRELUDE: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = internal global [256 x i8] zeroinitializer
declare i64 @read(i32, ptr, i64)
declare i64 @recv(i32, ptr, i64, i32)
declare i64 @strlen(ptr)
declare i64 @strnlen(ptr, i64)
declare i32 @getc(ptr)
declare i32 @poll(ptr, i64, i32)
declare i32 @pread(i32, ptr, i64, i64)
declare i32 @snprintf(ptr, i64, ptr, ...)
"#;

/// Whether a byte is in the table at `%n`, which these instructions make.
fn fits(body: &str) -> bool {
    in_function("", body)
}

fn in_function(attributes: &str, body: &str) -> bool {
    fits_with("", attributes, body)
}

/// The same in a function with these attributes, beside others.
fn fits_with(others: &str, attributes: &str, body: &str) -> bool {
    let context = Context::new();
    let text = format!(
        "{PRELUDE}
         {others}
         define void @f(ptr %p, i64 %i) sanitize_address {attributes} {{
           {body}
           %at = getelementptr inbounds i8, ptr @table, i64 %n
           store i8 0, ptr %at
           ret void
         }}"
    );
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    let module = import(&bitcode).0;
    let mut functions = module.functions.iter();
    let function = functions.find(|(_, f)| f.name == "f").unwrap().1;
    let analyses: Vec<FunctionAnalyses<'_>> = module
        .functions
        .iter()
        .map(|(_, f)| FunctionAnalyses::of(f))
        .collect();
    let results = results_of_all(&module, |id| Some(&analyses[id.index()]));
    let analyses = FunctionAnalyses::of(function);
    let (_, access) = function.accesses.iter().last().unwrap();
    let place = function.resolve(access.pointer);
    let roots = roots_of_access(access, &place);
    let regions = Regions::of(&module, &analyses).knowing(results);
    let ranges = Ranges::of(&analyses, regions, roots).unwrap();
    let block = function.blocks.ids().last().unwrap();
    ranges.stays_within(access, &place, block).is_ok()
}

/// `%n` is `%r` where that is not negative.
const UNLESS_FAILED: &str = "
    %failed = icmp slt i64 %r, 0
    br i1 %failed, label %end, label %good
    end:
    ret void
    good:
    %n = add i64 %r, 0";

#[test]
fn so_many_as_an_argument_says() {
    let read = |size: &str| {
        fits(&format!(
            "%r = call i64 @read(i32 0, ptr %p, i64 {size}){UNLESS_FAILED}"
        ))
    };
    assert!(read("255") && !read("256") && !read("%i"));
    assert!(!fits("%n = call i64 @read(i32 0, ptr %p, i64 255)"));
    assert!(fits("%n = call i64 @strnlen(ptr %p, i64 255)"));
    assert!(!fits("%n = call i64 @strnlen(ptr %p, i64 256)"));
    let small = "%size = and i64 %i, 127";
    let twice = "%n = add i64 %size, %r";
    let call = "%r = call i64 @strnlen(ptr %p, i64 %size)";
    assert!(fits(&format!("{small}\n{call}\n{twice}")));
    assert!(!fits(&format!("%size = and i64 %i, 128\n{call}\n{twice}")));
    // What may be poison is no limit.
    assert!(!fits("%n = call i64 @strnlen(ptr %p, i64 undef)"));
    let ready = |size: i64| {
        format!(
            "%m = call i32 @poll(ptr %p, i64 {size}, i32 0)\n%r = sext i32 %m to i64{UNLESS_FAILED}"
        )
    };
    assert!(fits(&ready(255)) && !fits(&ready(256)));
}

#[test]
fn characters_and_lengths() {
    let character = "%c = call i32 @getc(ptr %p)\n%w = add i32 %c, ADD\n%n = sext i32 %w to i64";
    assert!(!fits(&character.replace("ADD", "0")));
    assert!(!fits(&character.replace("ADD", "1")));
    let checked = format!("%c = call i32 @getc(ptr %p)\n%r = sext i32 %c to i64{UNLESS_FAILED}");
    assert!(fits(&checked));
    // No string is as long as that two of them might wrap.
    let twice = "%a = call i64 @strlen(ptr %p)\n%b = call i64 @strlen(ptr %p)\n%s = add i64 %a, %b";
    let bounded = format!(
        "{twice}
         %fits = icmp ult i64 %s, 256
         br i1 %fits, label %good, label %end
         end:
         ret void
         good:
         %n = add i64 %a, 0"
    );
    assert!(fits(&bounded));
}

#[test]
fn what_is_not_promised_is_not_taken() {
    // The length of the whole packet, the length that would have been written.
    assert!(!fits(&format!(
        "%r = call i64 @recv(i32 0, ptr %p, i64 9, i32 0){UNLESS_FAILED}"
    )));
    let written = "%c = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %p, i64 9, ptr %p)";
    assert!(!fits(&format!(
        "{written}\n%r = sext i32 %c to i64{UNLESS_FAILED}"
    )));
    // Declared with another type.
    let narrow = "%c = call i32 @pread(i32 0, ptr %p, i64 9, i64 0)";
    assert!(!fits(&format!(
        "{narrow}\n%r = sext i32 %c to i64{UNLESS_FAILED}"
    )));
}

#[test]
fn names_mean_nothing_where_the_user_says_so() {
    let call = "%n = call i64 @strnlen(ptr %p, i64 255)";
    assert!(in_function("", call));
    assert!(!in_function("\"no-builtins\"", call));
    assert!(!in_function("\"no-builtin-strnlen\"", call));
    assert!(in_function("\"no-builtin-strlen\"", call));
    assert!(!fits("%n = call i64 @strnlen(ptr %p, i64 255) nobuiltin"));
}

/// The same with a function of the module, whose result is `%n`.
fn returned(callee: &str, call: &str) -> bool {
    fits_with(callee, "", &format!("%n = call i64 @g({call})"))
}

const SMALL: &str = "define internal i64 @g(i64 %a, i64 %b) noinline {
    %m = and i64 %a, 127
    %c = icmp ult i64 %m, %b
    br i1 %c, label %less, label %more
    less:
    ret i64 %m
    more:
    ret i64 200
}";

const LEAST: &str = "define internal i64 @g(i64 %a, i64 %b) noinline {
    %m = call i64 @llvm.umin.i64(i64 %a, i64 %b)
    ret i64 %m
}
declare i64 @llvm.umin.i64(i64, i64)";

#[test]
fn functions_of_the_module_return_what_all_their_ends_do() {
    assert!(returned(SMALL, "i64 %i, i64 %i"));
    assert!(!returned(&SMALL.replace("200", "256"), "i64 %i, i64 %i"));
    assert!(!returned(&SMALL.replace("200", "%a"), "i64 %i, i64 %i"));
    assert!(!returned(&SMALL.replace("127", "511"), "i64 %i, i64 %i"));
    // What may be poison bounds nothing.
    assert!(!returned(SMALL, "i64 undef, i64 %i"));
    // Another definition may be the one that runs.
    assert!(!returned(
        &SMALL.replace("internal", "weak"),
        "i64 %i, i64 %i"
    ));
    assert!(!returned("declare i64 @g(i64, i64)", "i64 %i, i64 %i"));
}

#[test]
fn results_are_bounded_by_arguments() {
    assert!(returned(LEAST, "i64 %i, i64 255") && returned(LEAST, "i64 255, i64 %i"));
    assert!(!returned(LEAST, "i64 %i, i64 256"));
    assert!(!returned(&LEAST.replace("umin", "umax"), "i64 %i, i64 255"));
    // Through a further function, and never where that calls itself.
    let outer = |body: &str| {
        let least = LEAST.replace("@g", "@h");
        format!(
            "{least}\ndefine internal i64 @g(i64 %a, i64 %b) noinline {{\n{body}\nret i64 %r\n}}"
        )
    };
    let handed = outer("%r = call i64 @h(i64 %a, i64 %b)");
    assert!(returned(&handed, "i64 %i, i64 255"));
    let recursive = outer("%r = call i64 @g(i64 %a, i64 %b)");
    assert!(!returned(&recursive, "i64 %i, i64 255"));
    let added = outer("%s = call i64 @h(i64 %a, i64 %b)\n%r = add i64 %s, 1");
    assert!(!returned(&added, "i64 %i, i64 255"));
}
