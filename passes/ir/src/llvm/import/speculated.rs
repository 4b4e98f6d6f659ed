//! Loads that LLVM has put where the program does not always read, known by their names.
//!
//! `InstCombine` calls them `NAME.val`, and a choice between two of them as well (`visitLoadInst`), `SROA` calls them
//! `NAME.sroa.speculate.load.NAME` (`speculatePHINodeLoads`, `speculateSelectInstLoads`). `LICM` calls those before a loop
//! `NAME.promoted` (`promoteLoopAccessesToScalars`). Names of C and C++ hold no dots, and the front
//! end ends none of its own for loads so. A name that is lost only means that nothing is known of the load.

use inkwell::llvm_sys::core::LLVMGetValueName2;
use inkwell::llvm_sys::prelude::*;

/// Whether the instruction has the name of a load beside a choice, or of a choice between two.
pub(super) fn is_named_so(value: LLVMValueRef) -> bool {
    tells(name(&value))
}

/// Whether it has the name of a load before a loop.
pub(super) fn is_promoted(value: LLVMValueRef) -> bool {
    uncounted(name(&value)).ends_with(b".promoted")
}

fn name(value: &LLVMValueRef) -> &[u8] {
    let mut length = 0;
    // SAFETY: the value is live, and so is its name as long as nobody changes it.
    unsafe {
        let text = LLVMGetValueName2(*value, &mut length);
        std::slice::from_raw_parts(text.cast::<u8>(), length)
    }
}

fn tells(name: &[u8]) -> bool {
    const BY_PARTS: &[u8] = b".sroa.speculate.load.";
    uncounted(name).ends_with(b".val") || name.windows(BY_PARTS.len()).any(|part| part == BY_PARTS)
}

/// The name without the number that LLVM gives those that it has given before.
fn uncounted(name: &[u8]) -> &[u8] {
    let counted = name.iter().rev().take_while(|byte| byte.is_ascii_digit());
    &name[..name.len() - counted.count()]
}

#[cfg(test)]
mod tests {
    use super::tells;

    #[test]
    fn names_of_both_passes_tell() {
        for name in [
            "own.val",
            ".val",
            "own.val17",
            "p.0.sroa.speculate.load.entry",
        ] {
            assert!(tells(name.as_bytes()), "{name}");
        }
        for name in [
            "",
            "val",
            "17",
            "coerce.val.pi",
            "own.value",
            "p.0.sroa.speculated",
        ] {
            assert!(!tells(name.as_bytes()), "{name}");
        }
    }
}
