//! Which error a shadow byte stands for, and what it is called.

use sanecc_abi::kind::Kind;
use sanecc_abi::shadow::Poison;

/// The error that a shadow byte stands for.
pub(super) fn kind_of(code: u8) -> Kind {
    let is = |poison: Poison| code == poison as u8;
    if is(Poison::Global) {
        Kind::GlobalBufferOverflow
    } else if is(Poison::Heap) {
        Kind::HeapBufferOverflow
    } else if is(Poison::Freed) {
        Kind::HeapUseAfterFree
    } else if is(Poison::StackLeft) {
        Kind::StackBufferUnderflow
    } else if is(Poison::StackMid) || is(Poison::StackRight) {
        Kind::StackBufferOverflow
    } else if is(Poison::StackAfterScope) {
        Kind::StackUseAfterScope
    } else if is(Poison::AllocaLeft) || is(Poison::AllocaRight) {
        Kind::DynamicStackBufferOverflow
    } else if is(Poison::User) {
        Kind::UseAfterPoison
    } else {
        Kind::UnknownCrash
    }
}

/// Its name. A table of all kinds would be in flash as a whole.
pub(super) fn name_of(kind: Kind) -> &'static [u8] {
    match kind {
        Kind::GlobalBufferOverflow => b"global-buffer-overflow",
        Kind::HeapBufferOverflow => b"heap-buffer-overflow",
        Kind::HeapUseAfterFree => b"heap-use-after-free",
        Kind::StackBufferUnderflow => b"stack-buffer-underflow",
        Kind::StackBufferOverflow => b"stack-buffer-overflow",
        Kind::StackUseAfterScope => b"stack-use-after-scope",
        Kind::DynamicStackBufferOverflow => b"dynamic-stack-buffer-overflow",
        Kind::UseAfterPoison => b"use-after-poison",
        Kind::DoubleFree => b"double-free",
        Kind::BadFree => b"bad-free",
        Kind::MemcpyParamOverlap => b"memcpy-param-overlap",
        _ => b"unknown-crash",
    }
}
