//! Thread-local storage: the runtime's own block, and the thread pointer.

use core::arch::{asm, global_asm};

// The runtime's thread-local block. `#[thread_local]` is not stable, so the symbol is declared here; it is
// always reached by the initial-exec model, since the runtime is part of the executable.
global_asm!(
    ".pushsection .tbss.sanecc_thread, \"awT\", @nobits",
    ".balign 16",
    ".globl sanecc_thread",
    ".hidden sanecc_thread",
    ".type sanecc_thread, @object",
    ".size sanecc_thread, {size}",
    "sanecc_thread:",
    ".zero {size}",
    ".popsection",
    size = const THREAD_BLOCK_SIZE,
);

/// Bytes of the thread-local block; zero when a thread starts.
pub const THREAD_BLOCK_SIZE: usize = 128;

/// Address of the calling thread's block of [`THREAD_BLOCK_SIZE`] bytes.
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
