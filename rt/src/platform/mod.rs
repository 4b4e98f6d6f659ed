//! What differs between targets: where the shadow lies, how the system is called, what a stack frame
//! looks like. Everything else in the runtime is written against these names.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "arm")]
mod arm;
mod compare;
#[cfg(not(target_arch = "x86_64"))]
mod generic;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_arch = "riscv64")]
mod riscv64;
mod symbols;
#[cfg(test)]
mod tests;
mod thread_block;
mod unwind_tables;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::*;
#[cfg(target_arch = "arm")]
pub use arm::*;
#[cfg(not(target_arch = "x86_64"))]
pub use generic::*;
#[cfg(target_os = "linux")]
pub use linux::*;
#[cfg(target_arch = "riscv64")]
pub use riscv64::*;
pub use symbols::*;
pub use thread_block::THREAD_BLOCK_SIZE;
pub use unwind_tables::{UNWIND_SEGMENT, UNWINDER};
#[cfg(target_arch = "x86_64")]
pub use x86_64::*;

/// Whether a program of this target can start programs of it: an emulator that runs one process cannot.
#[cfg(test)]
pub const CAN_START_ITSELF: bool = cfg!(target_arch = "x86_64");

/// Bytes of a page of memory.
pub const PAGE: usize = 4096;
