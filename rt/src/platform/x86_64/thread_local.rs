//! Thread-local storage: where the runtime's own block is, and the thread pointer.

use core::arch::asm;

/// Address of the calling thread's block of [`THREAD_BLOCK_SIZE`](super::super::THREAD_BLOCK_SIZE) bytes.
#[inline(always)]
pub fn thread_block() -> *mut u8 {
    let block: *mut u8;
    // SAFETY: reads the thread pointer and a link-time constant.
    unsafe {
        asm!(
            "mov {0}, qword ptr fs:[0]",
            "add {0}, qword ptr [rip + sanecc_thread@GOTTPOFF]",
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
    // SAFETY: the first word of the thread's block is its own address.
    unsafe { asm!("mov {}, qword ptr fs:[0]", out(reg) pointer, options(nostack, pure, readonly)) };
    pointer
}
