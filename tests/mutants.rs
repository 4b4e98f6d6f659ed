//! Conditions of rules of removal can be dropped in the compiler of `cargo xtask mutants`, and nowhere else.

use std::fs;

#[test]
fn no_condition_can_be_dropped_in_the_compiler_that_is_used() {
    let compiler = fs::read(env!("CARGO_BIN_EXE_sanecc")).unwrap();
    let names = |word: &[u8]| {
        let mut parts = compiler.split(|byte| *byte == word[0]);
        parts.any(|part| part.starts_with(&word[1..]))
    };
    assert!(names(b"SANECC_LOG"), "its variables can be seen");
    assert!(!names(b"SANECC_MUTANT"));
}
