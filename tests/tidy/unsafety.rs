//! `unsafe` stands in two places and says why it is sound.

use crate::assert_none;
use crate::source::{code, code_lines, has_word};

#[test]
fn unsafe_lives_in_two_places_and_says_why_it_is_safe() {
    let mut violations = Vec::new();
    for file in code() {
        let allowed = file.is_below("rt") || file.is_below("passes/ir/src/llvm");
        let lines: Vec<_> = file.text.lines().collect();
        for (number, code) in code_lines(&file.text) {
            if !has_word(&code, "unsafe") {
                continue;
            }
            if !allowed {
                violations.push(file.at(number, "`unsafe` outside rt and passes/ir/src/llvm"));
            } else if opens_unsafe(&code) && !is_justified(&lines, number) {
                violations.push(file.at(number, "`unsafe` without a SAFETY: comment above it"));
            }
        }
    }
    assert_none("unsafe is confined and explained", &violations);
}

/// A block or an implementation: what the compiler believes because we say so. Declarations only pass the duty on.
fn opens_unsafe(code: &str) -> bool {
    let squeezed = code.split_whitespace().collect::<Vec<_>>().join(" ");
    squeezed.contains("unsafe {") || squeezed.contains("unsafe impl")
}

/// Whether a SAFETY comment stands on the line or above the statement that the line belongs to. One comment may serve a
/// run of lines, but not across an empty line.
fn is_justified(lines: &[&str], number: usize) -> bool {
    lines[..=number]
        .iter()
        .rev()
        .take(20)
        .take_while(|line| !line.trim().is_empty())
        .any(|line| line.contains("SAFETY:"))
}

/// The rules themselves, on lines that they must and must not catch.
mod rules {
    use super::{is_justified, opens_unsafe};

    #[test]
    fn blocks_and_implementations_need_a_reason_above_them() {
        assert!(opens_unsafe("let x = unsafe  { *p };"));
        assert!(!opens_unsafe("pub unsafe fn f() {"));
        assert!(!opens_unsafe("#[unsafe(no_mangle)]"));
        assert!(is_justified(
            &["// SAFETY: p is valid", "let x =", "    unsafe { *p };"],
            2
        ));
        assert!(!is_justified(
            &["// SAFETY: p is valid", "", "let x = unsafe { *p };"],
            2
        ));
    }
}
