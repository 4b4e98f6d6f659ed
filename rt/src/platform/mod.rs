//! What differs between targets: where the shadow lies, how the system is called, what a stack frame
//! looks like. Everything else in the runtime is written against these names.

#[cfg(target_os = "linux")]
mod linux;
mod symbols;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_os = "linux")]
pub use linux::*;
pub use symbols::*;
#[cfg(target_arch = "x86_64")]
pub use x86_64::*;

/// Bytes of a page of memory.
pub const PAGE: usize = 4096;
