//! RISC-V of 32 bits.
//!
//! A check is called with the address in `a0` through the alternate link register `t0`. It may change `t0` to `t3`.

use core::arch::global_asm;

global_asm!(
    ".macro sanecc_check name, code",
    ".global \\name",
    ".type \\name, @function",
    "\\name:",
    "li t3, \\code",
    "j .Lsanecc_look",
    ".size \\name, . - \\name",
    ".endm",
    ".section .text.sanecc_checks,\"ax\",@progbits",
    "sanecc_check __sanecc_bare_load1, 0x01",
    "sanecc_check __sanecc_bare_load2, 0x02",
    "sanecc_check __sanecc_bare_load4, 0x04",
    "sanecc_check __sanecc_bare_load8, 0x08",
    "sanecc_check __sanecc_bare_store1, 0x81",
    "sanecc_check __sanecc_bare_store2, 0x82",
    "sanecc_check __sanecc_bare_store4, 0x84",
    "sanecc_check __sanecc_bare_store8, 0x88",
    ".Lsanecc_look:",
    "lui t1, %hi(__sanecc_ram_start)",
    "addi t1, t1, %lo(__sanecc_ram_start)",
    "sub t1, a0, t1",
    "lui t2, %hi(__sanecc_ram_size)",
    "addi t2, t2, %lo(__sanecc_ram_size)",
    "bgeu t1, t2, 1f",
    "srli t1, t1, {shift}",
    "lui t2, %hi(__sanecc_shadow_start)",
    "addi t2, t2, %lo(__sanecc_shadow_start)",
    "add t1, t1, t2",
    "lbu t1, 0(t1)",
    "li t2, {partial}",
    "bgeu t1, t2, 2f",
    "1: jr t0",
    "2: addi sp, sp, -64",
    "sw ra, 0(sp)",
    "sw a0, 4(sp)",
    "sw a1, 8(sp)",
    "sw a2, 12(sp)",
    "sw a3, 16(sp)",
    "sw a4, 20(sp)",
    "sw a5, 24(sp)",
    "sw a6, 28(sp)",
    "sw a7, 32(sp)",
    "sw t0, 36(sp)",
    "sw t4, 40(sp)",
    "sw t5, 44(sp)",
    "sw t6, 48(sp)",
    "mv a1, t3",
    "mv a2, t0",
    "addi a3, sp, 64",
    "call {slow}",
    ".Lsanecc_back:",
    "lw ra, 0(sp)",
    "lw a0, 4(sp)",
    "lw a1, 8(sp)",
    "lw a2, 12(sp)",
    "lw a3, 16(sp)",
    "lw a4, 20(sp)",
    "lw a5, 24(sp)",
    "lw a6, 28(sp)",
    "lw a7, 32(sp)",
    "lw t0, 36(sp)",
    "lw t4, 40(sp)",
    "lw t5, 44(sp)",
    "lw t6, 48(sp)",
    "addi sp, sp, 64",
    "jr t0",
    // a0: address, a1: length, a2: flags or site.
    ".global __sanecc_bare_range",
    ".type __sanecc_bare_range, @function",
    "__sanecc_bare_range:",
    "addi sp, sp, -64",
    "sw ra, 0(sp)",
    "sw a0, 4(sp)",
    "sw a1, 8(sp)",
    "sw a2, 12(sp)",
    "sw a3, 16(sp)",
    "sw a4, 20(sp)",
    "sw a5, 24(sp)",
    "sw a6, 28(sp)",
    "sw a7, 32(sp)",
    "sw t0, 36(sp)",
    "sw t4, 40(sp)",
    "sw t5, 44(sp)",
    "sw t6, 48(sp)",
    "mv a3, t0",
    "call {range}",
    "j .Lsanecc_back",
    ".size __sanecc_bare_range, . - __sanecc_bare_range",
    ".global __sanecc_bare_object",
    ".type __sanecc_bare_object, @function",
    "__sanecc_bare_object:",
    "mv a6, a5",
    "mv a5, a4",
    "mv a4, ra",
    "tail {outside}",
    ".size __sanecc_bare_object, . - __sanecc_bare_object",
    ".global __sanecc_bare_object_constant",
    ".type __sanecc_bare_object_constant, @function",
    "__sanecc_bare_object_constant:",
    "mv a2, ra",
    "tail {constant}",
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
            core::arch::naked_asm!("mv a3, ra", "tail {}", sym $body)
        }
    )* };
}
pub(crate) use with_return_address;

/// The word of a `jmp_buf` with the stack pointer, in newlib and picolibc.
pub const JUMP_STACK: usize = 13;

/// Number of the interrupt whose handler runs: not to be told from the program here.
pub fn interrupt() -> u32 {
    0
}

/// Runs this with interrupts masked.
pub fn uninterrupted<T>(run: impl FnOnce() -> T) -> T {
    /// The bit of `mstatus` for interrupts of machine mode.
    const ENABLED: u32 = 8;
    let status: u32;
    // SAFETY: masks interrupts; what was so before stays so.
    unsafe { core::arch::asm!("csrrci {}, mstatus, 8", out(reg) status, options(nostack)) };
    let result = run();
    if status & ENABLED != 0 {
        // SAFETY: they were not masked before.
        unsafe { core::arch::asm!("csrsi mstatus, 8", options(nostack)) };
    }
    result
}

/// The record that stands behind a call, jumped over; 0 for none.
pub fn site_behind(pc: usize) -> usize {
    let half = |at: usize| {
        // SAFETY: the code of the program, which is readable.
        let byte = |at| unsafe { u32::from(crate::memory::byte(at)) };
        byte(at) | byte(at + 1) << 8
    };
    // `c.j` over four bytes, or `jal x0` over four.
    let record = match (half(pc), half(pc + 2)) {
        (0xa019, _) => pc + 2,
        (0x006f, 0x0080) => pc + 4,
        _ => return 0,
    };
    (half(record) | half(record + 2) << 16) as usize
}

global_asm!(
    // What a program may define itself.
    ".section .text.sanecc_hooks,\"ax\",@progbits",
    ".weak __sanecc_write",
    ".type __sanecc_write, @function",
    "__sanecc_write: ret",
    ".weak __sanecc_stop",
    ".type __sanecc_stop, @function",
    "__sanecc_stop: j __sanecc_stop",
    ".text",
);
