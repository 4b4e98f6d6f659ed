//! Arm of 32 bits, in its hard-float variant: one idea a file, and the numbers that belong to none.
//!
//! The runtime itself is Arm code; the C library and programs may be Thumb code, whose addresses have the lowest bit set where a branch takes them.

mod access;
mod address_space;
mod call;
mod frame;
mod jump;
mod memory;
mod registers;
mod switch;
mod symbols;
mod system;
mod thread_local;
mod unwind;

pub use access::is_write;
pub use address_space::{MOST_ADDRESSES, address_end, first_segment};
pub use call::callee;
pub use frame::{Arguments, CallFrame};
pub use jump::{SAVED_STACK_POINTER, stack_pointer_saved_here};
pub use memory::prefetch;
pub use registers::{Registers, registers_here, stack_pointer};
pub use switch::call_on_stack;
pub(super) use symbols::weak_symbols;
pub use system::{address_of_syscalls, clone_with_stack, raw_syscall, signal_return, trap};
pub use thread_local::{thread_block, thread_pointer};
pub(super) use unwind::{UNWIND_SEGMENT, unwind};

/// The shadow of address `a` is at `(a >> 3) + SHADOW_OFFSET`.
pub const SHADOW_OFFSET: usize = 0x5000_0000;

/// An address of code as it stands in registers and on the stack: of Thumb code, the lowest bit is set.
#[inline(always)]
pub const fn code_address(word: usize) -> usize {
    word & !1
}

/// Where a frame pointer leads to the one before it, in bytes; the return address follows.
pub const FRAME_LINK: isize = 0;

/// Name of this architecture for messages.
pub const ARCH: &str = "Arm";
/// Where the vector of thread-local blocks stands, in bytes from the thread pointer.
pub const VECTOR_AT: isize = 0;
/// Bytes below the stack pointer that a function may use.
pub const RED_ZONE: usize = 0;
