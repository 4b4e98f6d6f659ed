//! Thread-local storage: where the runtime's own block is, and the thread pointer.

use core::arch::asm;

/// Address of the calling thread's block of [`THREAD_BLOCK_SIZE`](super::super::THREAD_BLOCK_SIZE) bytes.
#[inline(always)]
pub fn thread_block() -> *mut u8 {
    let block: *mut u8;
    // SAFETY: reads the thread pointer and a link-time constant.
    unsafe {
        asm!(
            "adrp {0}, :gottprel:sanecc_thread",
            "ldr {0}, [{0}, :gottprel_lo12:sanecc_thread]",
            "mrs {1}, tpidr_el0",
            "add {0}, {0}, {1}",
            out(reg) block,
            out(reg) _,
            options(nostack, pure, readonly),
        );
    }
    block
}

/// The calling thread's pointer, by which its thread-local storage is found.
#[inline(always)]
pub fn thread_pointer() -> usize {
    let pointer: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mrs {}, tpidr_el0", out(reg) pointer, options(nostack, pure, nomem)) };
    pointer
}
