//! The runtime's thread-local block.

/// Bytes of the block; zero when a thread starts.
pub const THREAD_BLOCK_SIZE: usize = 288;

// `#[thread_local]` is not stable, so the symbol is declared here; it is always reached by the initial-exec model, since the runtime is part of the
// executable.
core::arch::global_asm!(
    ".pushsection .tbss.sanecc_thread, \"awT\", %nobits",
    ".balign 16",
    ".globl sanecc_thread",
    ".hidden sanecc_thread",
    ".type sanecc_thread, %object",
    ".size sanecc_thread, {size}",
    "sanecc_thread:",
    ".zero {size}",
    ".popsection",
    size = const THREAD_BLOCK_SIZE,
);
