//! What depends on the processor: entry points that change no register of their caller, and special registers.

#[cfg(target_arch = "arm")]
mod thumb;
#[cfg(target_arch = "arm")]
pub use thumb::*;

#[cfg(target_arch = "riscv32")]
mod riscv;
#[cfg(target_arch = "riscv32")]
pub use riscv::*;

/// The code of an access of so many bytes, as the entry points hand it on.
pub mod code {
    /// The access writes.
    pub const WRITE: u32 = 0x80;
    /// Its size in bytes.
    pub const SIZE: u32 = 0x7f;
}
