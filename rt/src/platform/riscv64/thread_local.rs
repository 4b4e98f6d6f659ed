//! Thread-local storage: where the runtime's own block is, and the thread pointer.

use core::arch::asm;

/// Address of the calling thread's block of [`THREAD_BLOCK_SIZE`](super::super::THREAD_BLOCK_SIZE) bytes.
#[inline(always)]
pub fn thread_block() -> *mut u8 {
    let block: *mut u8;
    // SAFETY: reads the thread pointer and a link-time constant.
    unsafe {
        asm!(
            "la.tls.ie {0}, sanecc_thread",
            "add {0}, {0}, tp",
            out(reg) block,
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
    unsafe { asm!("mv {}, tp", out(reg) pointer, options(nostack, pure, nomem)) };
    pointer
}
