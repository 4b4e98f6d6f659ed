//! 32-bit Arm: entry stubs and checks, as Arm code. Thunks put the address of a call's record into `r12`.
//!
//! Four arguments are in registers, so a stub that adds one to as many calls its target with a copy of those on the stack. A return address is handed on without
//! the bit of Thumb code. Unwinders read `.fnstart` and what follows, not `.cfi_startproc`.

mod checks;
mod cxx;
mod fake;
mod library;
mod outside;
mod program;
mod set_ip;
mod stub;
mod syscalls;

pub(crate) use checks::leaves;
pub(crate) use cxx::*;
pub(crate) use fake::*;
pub(crate) use library::*;
pub(crate) use outside::*;
pub(crate) use program::*;
pub(crate) use stub::*;
pub(crate) use syscalls::*;

/// What the unwind tables of Rust's own arithmetic name, through which nothing unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() -> usize {
    /// `_URC_FAILURE`
    const FAILURE: usize = 9;
    FAILURE
}
