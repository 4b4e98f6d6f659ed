//! Thread-local storage: where the runtime's own block is, and the thread pointer.

use core::arch::asm;

/// Address of the calling thread's block of [`THREAD_BLOCK_SIZE`](super::super::THREAD_BLOCK_SIZE) bytes.
#[inline(always)]
pub fn thread_block() -> *mut u8 {
    let block: *mut u8;
    // SAFETY: reads the thread pointer and a link-time constant. The program counter runs ahead by two instructions.
    unsafe {
        asm!(
            "ldr {0}, 3f",
            "2: ldr {0}, [pc, {0}]",
            "mrc p15, 0, {1}, c13, c0, 3",
            "add {0}, {0}, {1}",
            "b 4f",
            "3: .long sanecc_thread(GOTTPOFF)-((2b+8)-.)",
            "4:",
            out(reg) block,
            out(reg) _,
            options(nostack, pure, readonly, preserves_flags),
        );
    }
    block
}

/// The calling thread's pointer, by which its thread-local storage is found.
#[inline(always)]
pub fn thread_pointer() -> usize {
    let pointer: usize;
    // SAFETY: reads a register.
    unsafe {
        asm!("mrc p15, 0, {}, c13, c0, 3", out(reg) pointer, options(nostack, pure, nomem, preserves_flags))
    };
    pointer
}
