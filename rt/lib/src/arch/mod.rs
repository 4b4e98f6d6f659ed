//! What differs between processors: entry stubs, which note what Rust code would lose, and checks in assembly. All else is written against these names.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "arm")]
mod arm;
#[cfg(target_arch = "riscv64")]
mod riscv64;
#[cfg(not(target_arch = "arm"))]
mod set_ip;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "arm")]
pub(crate) use arm::*;
#[cfg(target_arch = "riscv64")]
pub(crate) use riscv64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

/// Slow paths with words on the stack above their return address: only x86-64 has them.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn slow_entries() -> core::ops::Range<usize> {
    0..0
}
