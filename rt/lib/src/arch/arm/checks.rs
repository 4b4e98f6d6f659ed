//! 32-bit Arm: the checks that instrumented code calls, as far as no error is found. The names and their meaning are in `sanecc_abi::symbols`.

use crate::arch::{registers_stub, registers_tail};
use crate::checks::{check_range, exact_access, exact_coalesced};
use core::ops::Range;
use sanecc_abi::shadow::{NOT_WHOLLY_ADDRESSABLE, PARTIAL};
use sanecc_rt::platform::SHADOW_OFFSET;
use sanecc_rt::signal::leaves;

#[unsafe(naked)]
extern "C" fn access() {
    core::arch::naked_asm!(registers_stub!(2), target = sym exact_access)
}

#[unsafe(naked)]
extern "C" fn coalesced() {
    core::arch::naked_asm!(registers_stub!(2), target = sym exact_coalesced)
}

/// Checks for code that has not looked by itself. Most granules are wholly addressable; where there is no shadow at all, it shows here ([`leaves`]).
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_outlined_granule() {
    core::arch::naked_asm!(
        ".fnstart
         lsr r12, r0, #3
         add r12, r12, #{offset}
         ldrb r12, [r12]
         tst r12, #{not_wholly_addressable}
         bxeq lr
         b {access}
         .globl __sanecc_outlined_access
         .type __sanecc_outlined_access, %function
         __sanecc_outlined_access:
         lsr r12, r0, #3
         add r12, r12, #{offset}
         ldrb r12, [r12]
         b {access}
         .globl __sanecc_outlined_coalesced
         .type __sanecc_outlined_coalesced, %function
         __sanecc_outlined_coalesced:
         lsr r12, r0, #3
         add r12, r12, #{offset}
         ldrb r12, [r12]
         b {coalesced}
         .fnend
         .globl __sanecc_ask_end
         __sanecc_ask_end:",
        offset = const SHADOW_OFFSET,
        not_wholly_addressable = const NOT_WHOLLY_ADDRESSABLE,
        access = sym access,
        coalesced = sym coalesced,
    )
}

/// The range lies in one folded run in all but a few cases; only otherwise are registers saved and Rust called.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_range() {
    core::arch::naked_asm!(
        ".fnstart
         cmp r1, #0
         bxeq lr
         // A range that wraps around would look short.
         sub r12, r1, #1
         adds r12, r12, r0
         bcs 3f
         lsr r12, r12, #3
         sub r12, r12, r0, lsr #3
         lsr r3, r0, #3
         add r3, r3, #{offset}
         ldrb r3, [r3]
         cmp r3, #{partial}
         bhs 3f
         // Granules after the first, and what the first one promises.
         lsrs r12, r12, r3
         bxeq lr
         3:
         .globl __sanecc_check_range_slowly
         __sanecc_check_range_slowly:",
        registers_tail!(3),
        ".fnend",
        offset = const SHADOW_OFFSET,
        partial = const PARTIAL,
        target = sym check_range,
    )
}

unsafe extern "C" {
    static __sanecc_ask_end: u8;
    static __sanecc_check_range_slowly: u8;
}

/// Where checks may find no shadow, and have put nothing on the stack.
pub(crate) fn leaves() -> [Range<usize>; leaves::MOST] {
    let range = |from: extern "C" fn(), to: *const u8| from as usize..to as usize;
    [
        range(__sanecc_outlined_granule, &raw const __sanecc_ask_end),
        range(__sanecc_check_range, &raw const __sanecc_check_range_slowly),
    ]
}
