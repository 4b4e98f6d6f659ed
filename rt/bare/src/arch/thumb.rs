//! Cortex-M, in instructions that all of them have.
//!
//! A check is called with the address in `r0`. It may change `r12`, `lr` and the flags. The fast path looks one granule up, because these accesses are aligned
//! to their size; what it finds there besides 0 the slow path judges in Rust.

use core::arch::{asm, global_asm};

global_asm!(
    ".macro sanecc_check name, code",
    ".section .text.sanecc_checks,\"ax\",%progbits",
    ".p2align 1",
    ".global \\name",
    ".type \\name, %function",
    ".thumb_func",
    "\\name:",
    "push {{r1, r2}}",
    "movs r1, #\\code",
    "mov r12, r1",
    "b .Lsanecc_look",
    ".size \\name, . - \\name",
    ".endm",
    // Any one section, so that the short branches reach.
    "sanecc_check __sanecc_bare_load1, 0x01",
    "sanecc_check __sanecc_bare_load2, 0x02",
    "sanecc_check __sanecc_bare_load4, 0x04",
    "sanecc_check __sanecc_bare_load8, 0x08",
    "sanecc_check __sanecc_bare_store1, 0x81",
    "sanecc_check __sanecc_bare_store2, 0x82",
    "sanecc_check __sanecc_bare_store4, 0x84",
    "sanecc_check __sanecc_bare_store8, 0x88",
    ".Lsanecc_look:",
    "ldr r1, .Lsanecc_ram",
    "subs r1, r0, r1",
    "ldr r2, .Lsanecc_size",
    "cmp r1, r2",
    "bhs 1f",
    "lsrs r1, r1, #{shift}",
    "ldr r2, .Lsanecc_shadow",
    "ldrb r1, [r2, r1]",
    "cmp r1, #{partial}",
    "bhs 2f",
    "1: pop {{r1, r2}}",
    "bx lr",
    "2: pop {{r1, r2}}",
    "push {{r0, r1, r2, r3, r4, lr}}",
    "mov r1, r12",
    "mov r2, lr",
    "mov r3, sp",
    "bl {slow}",
    "pop {{r0, r1, r2, r3, r4, pc}}",
    ".p2align 2",
    ".Lsanecc_ram: .word __sanecc_ram_start",
    ".Lsanecc_size: .word __sanecc_ram_size",
    ".Lsanecc_shadow: .word __sanecc_shadow_start",
    // r0: address, r1: length, r2: flags or site.
    ".global __sanecc_bare_range",
    ".type __sanecc_bare_range, %function",
    ".thumb_func",
    "__sanecc_bare_range:",
    "push {{r0, r1, r2, r3, r4, lr}}",
    "mov r3, r12",
    "push {{r3, r4}}",
    "mov r3, lr",
    "bl {range}",
    "pop {{r3, r4}}",
    "mov r12, r3",
    "pop {{r0, r1, r2, r3, r4, pc}}",
    ".size __sanecc_bare_range, . - __sanecc_bare_range",
    // Two of its six arguments are on the stack; the return address joins them.
    ".global __sanecc_bare_object",
    ".type __sanecc_bare_object, %function",
    ".thumb_func",
    "__sanecc_bare_object:",
    "push {{lr}}",
    "bl {outside}",
    ".size __sanecc_bare_object, . - __sanecc_bare_object",
    ".global __sanecc_bare_object_constant",
    ".type __sanecc_bare_object_constant, %function",
    ".thumb_func",
    "__sanecc_bare_object_constant:",
    "mov r2, lr",
    "bl {constant}",
    ".size __sanecc_bare_object_constant, . - __sanecc_bare_object_constant",
    ".text",
    shift = const crate::shadow::GRANULE.ilog2(),
    partial = const sanecc_abi::shadow::PARTIAL,
    slow = sym crate::checks::slow,
    range = sym crate::checks::range,
    outside = sym crate::checks::outside,
    constant = sym crate::checks::outside_constant,
);

/// Defines an exported function of at most three arguments whose body gets the return address as the fourth.
macro_rules! with_return_address {
    ($($name:ident => $body:path;)*) => { $(
        #[unsafe(naked)]
        #[unsafe(no_mangle)]
        extern "C" fn $name() {
            core::arch::naked_asm!("mov r3, lr", "push {{r4, lr}}", "bl {}", "pop {{r4, pc}}", sym $body)
        }
    )* };
}
pub(crate) use with_return_address;

/// The word of a `jmp_buf` with the stack pointer, in newlib and picolibc.
pub const JUMP_STACK: usize = 8;

/// Number of the interrupt whose handler runs; 0 for none.
pub fn interrupt() -> u32 {
    let number: u32;
    // SAFETY: reads a register that every mode may read.
    unsafe { asm!("mrs {}, ipsr", out(reg) number, options(nomem, nostack, preserves_flags)) };
    number & 0x1ff
}

/// Runs this with interrupts masked.
pub fn uninterrupted<T>(run: impl FnOnce() -> T) -> T {
    let masked: u32;
    // SAFETY: masks interrupts; what was so before stays so.
    unsafe {
        asm!("mrs {}, primask", "cpsid i", out(reg) masked, options(nostack, preserves_flags))
    };
    let result = run();
    if masked & 1 == 0 {
        // SAFETY: they were not masked before.
        unsafe { asm!("cpsie i", options(nostack, preserves_flags)) };
    }
    result
}

/// The record that stands behind a call, jumped over; 0 for none.
pub fn site_behind(pc: usize) -> usize {
    /// `b.n` over four bytes.
    const OVER: u32 = 0xe001;
    let at = pc & !1;
    // SAFETY: the code of the program, which is readable.
    unsafe {
        let half =
            |at| u32::from(crate::memory::byte(at)) | u32::from(crate::memory::byte(at + 1)) << 8;
        match half(at) {
            OVER => (half(at + 2) | half(at + 4) << 16) as usize,
            _ => 0,
        }
    }
}

global_asm!(
    // What a program may define itself.
    ".section .text.sanecc_hooks,\"ax\",%progbits",
    ".p2align 1",
    ".weak __sanecc_write",
    ".type __sanecc_write, %function",
    ".thumb_func",
    "__sanecc_write: bx lr",
    ".weak __sanecc_stop",
    ".type __sanecc_stop, %function",
    ".thumb_func",
    "__sanecc_stop: b __sanecc_stop",
    ".text",
);
