//! AArch64: the checks that instrumented code calls, as far as no error is found. The names and their meaning are in `sanecc_abi::symbols`.

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
        ".cfi_startproc
         lsr x16, x0, 3
         mov x17, {offset}
         ldrb w16, [x16, x17]
         tst w16, {not_wholly_addressable}
         b.eq 2f
         b {access}
         2:
         ret
         .globl __sanecc_outlined_access
         __sanecc_outlined_access:
         lsr x16, x0, 3
         mov x17, {offset}
         ldrb w16, [x16, x17]
         b {access}
         .globl __sanecc_outlined_coalesced
         __sanecc_outlined_coalesced:
         lsr x16, x0, 3
         mov x17, {offset}
         ldrb w16, [x16, x17]
         b {coalesced}
         .cfi_endproc
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
        ".cfi_startproc
         cbz x1, 2f
         // A range that wraps around would look short.
         sub x16, x1, 1
         adds x16, x16, x0
         b.cs 3f
         lsr x16, x16, 3
         lsr x17, x0, 3
         sub x16, x16, x17
         mov x9, {offset}
         ldrb w17, [x17, x9]
         cmp w17, {partial}
         b.hs 3f
         // Granules after the first, and what the first one promises.
         lsr x16, x16, x17
         cbnz x16, 3f
         2:
         ret
         3:
         .globl __sanecc_check_range_slowly
         __sanecc_check_range_slowly:",
        registers_tail!(3),
        ".cfi_endproc",
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
