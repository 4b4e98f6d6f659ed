//! Preprocessing and standard input.

use crate::twin::Twin;

#[test]
fn row_13_macros_of_nothing() {
    Twin::new().same(&["-x", "c", "-E", "-dM", "-"]).succeeds();
}

#[test]
fn row_14_include_search_block() {
    let pair = Twin::new().same(&["-xc", "-E", "-v", "-"]).succeeds();
    assert!(pair.stderr().contains("#include <...> search starts here:"));
}

#[test]
fn row_15_macro_from_stdin() {
    let pair = Twin::new()
        .stdin("__clang_major__")
        .same(&["-E", "-P", "-x", "c", "-"])
        .succeeds();
    assert_eq!(pair.stdout().trim(), "19");
}

#[test]
fn row_16_header_preprocessed() {
    Twin::new()
        .same(&["-E", "-P", "-c", "h.h"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_17_header_macros() {
    Twin::new().same(&["-E", "h.h", "-dM"]).succeeds();
}

#[test]
fn row_18_preprocess_to_null() {
    Twin::new()
        .same(&["-Werror", "-E", "-x", "c", "/dev/null", "-o", "/dev/null"])
        .succeeds();
    null_is_a_device();
}

fn null_is_a_device() {
    use std::os::unix::fs::FileTypeExt;
    assert!(
        std::fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
}

#[test]
fn row_19_compile_null() {
    Twin::new()
        .same(&["-Werror", "-c", "-x", "c", "/dev/null", "-o", "t.o"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-Werror", "-c", "-x", "c", "/dev/null", "-o", "/dev/null"])
        .succeeds();
    null_is_a_device();
}

#[test]
fn row_20_assembler_from_stdin() {
    Twin::new()
        .stdin("nop\n")
        .same(&["-c", "-x", "assembler-with-cpp", "-o", "t.o", "-"])
        .succeeds();
}

#[test]
fn row_21_program_from_stdin() {
    let twin = Twin::new().stdin("int main(){}");
    twin.same(&["-x", "c", "-", "-o", "p"])
        .same_stderr()
        .succeeds();
    assert!(twin.program("p").status.success());
}

#[test]
fn row_22_syntax_only() {
    Twin::new()
        .same(&["-fsyntax-only", "a.c"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_23_assembler_preprocessed() {
    assert!(
        Twin::new()
            .same(&["-E", "s.S"])
            .succeeds()
            .stdout()
            .contains(".globl s")
    );
}

#[test]
fn preprocessing_sees_the_same_features_as_compiling() {
    let twin = Twin::new().stdin("__has_feature(address_sanitizer)\n");
    let output = twin.only_ours(&["-E", "-P", "-x", "c", "-"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "1");
}
