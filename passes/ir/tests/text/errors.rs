//! What is said of a text that is wrong.

use sanecc_ir::Module;

#[track_caller]
fn error(text: &str) -> String {
    match Module::parse(text) {
        Ok(module) => panic!("it is read as {module}"),
        Err(error) => error.to_string(),
    }
}

/// The error of a body with a parameter `v0` of type `i32` and a pointer `v1`.
#[track_caller]
fn error_in(body: &str) -> String {
    error(&format!(
        "f0 define @f(v0: i32, v1: ptr) -> i32\nb0:\n{body}\n"
    ))
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let cases = [
        (
            "  v2: i32 = ad v0, 1",
            "line 3, column 13: expected an operation, such as `load` or `add`, found `ad`",
        ),
        (
            "  v2: i32 = add v0, 4294967296",
            "line 3, column 21: expected a number of 32 bits, found `4294967296`",
        ),
        (
            "  v2: i32 = add v0, v9",
            "line 3, column 21: expected a value that is defined, found `v9`",
        ),
        (
            "  v2 = store v1, 1",
            "line 3, column 18: expected a value, such as `v0`, or a constant with its type, such as `i32 1`, found `1`",
        ),
        (
            "  v2: i33x = load v1",
            "line 3, column 7: expected a type, such as `i32`, `ptr`, `double`, `<4 x i32>` or a struct that is declared, found `i33x`",
        ),
        (
            "  v2: t0 = load v1",
            "line 3, column 7: expected a type, such as `i32`, `ptr`, `double`, `<4 x i32>` or a struct that is declared, found `t0`",
        ),
        (
            "  v2 = branch v0 v1",
            "line 3, column 18: expected the end of the line, found `v1`",
        ),
        (
            "  v2 = store v1, i32",
            "line 3, column 21: expected a constant of type `i32`, found the end of the line",
        ),
        (
            "  v2 = fence strong",
            "line 3, column 14: expected `not_atomic`, `unordered`, `monotonic`, `acquire`, `release`, `acq_rel` or `seq_cst`, found `strong`",
        ),
        (
            "  v0 = unreachable",
            "line 3, column 3: expected a number that is free, found `v0`",
        ),
        ("b2:", "line 3, column 1: expected `b1`, found `b2`"),
        (
            "  v2: i32 = call f1(v0)",
            "line 3, column 18: expected a function that is declared, such as `f0`, found `f1`",
        ),
        (
            "  v2: i32 = phi b1 1",
            "line 3, column 17: expected a block of this function, such as `b0`, found `b1`",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(error_in(body), expected);
    }
}

#[test]
fn errors_outside_of_functions() {
    let cases = [
        (
            "gg",
            "line 1, column 1: expected `source`, `target`, `layout`, `scope`, `constructors`, a type `t0`, a global `g0` or a function `f0`, found `gg`",
        ),
        ("g1 @g : i32", "line 1, column 1: expected `g0`, found `g1`"),
        (
            "g0 @g : i32 = { 2: \"abc\" }",
            "line 1, column 20: expected bytes that lie in the global, found `\"abc\"`",
        ),
        (
            "f0 define @f() -> void\nf1 declare @g() -> void",
            "line 2, column 1: expected a block, such as `b0:`, found `f1`",
        ),
        (
            "source a.c",
            "line 1, column 8: expected a file in quotes, found `a`",
        ),
        (
            "f0 define @f() -> void\nb0:\n  v0 = unreachable !1:2 s0",
            "line 3, column 25: expected a scope that is declared, such as `s0`, found `s0`",
        ),
        (
            "source \"ä\" ä",
            "line 1, column 12: expected a word, number or sign, found `ä`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected);
    }
}
