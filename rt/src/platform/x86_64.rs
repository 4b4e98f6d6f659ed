//! x86-64: one idea a file, and the numbers that belong to none.

mod accessed;
mod bytes;
mod call;
mod frame;
mod jump;
mod memory;
mod operand;
mod registers;
mod strings;
mod switch;
mod symbols;
mod system;
mod thread_local;

pub use accessed::accessed;
pub use call::callee;
pub use frame::{Arguments, CallFrame};
pub use jump::{SAVED_STACK_POINTER, saved_stack_pointers};
pub use memory::prefetch;
pub use operand::operand;
pub use registers::{Registers, registers_here, stack_pointer};
pub use strings::{
    BLOCK, FEW, copy_blocks, first_end, first_end_but_for_case, first_end_of_few,
    first_end_of_few_but_for_case, near_end,
};
pub use switch::call_on_stack;
pub(super) use symbols::weak_symbols;
pub use system::{address_of_syscalls, clone_with_stack, raw_syscall, signal_return, trap};
pub use thread_local::{thread_block, thread_pointer};

/// The shadow of address `a` is at `(a >> 3) + SHADOW_OFFSET`.
pub const SHADOW_OFFSET: usize = sanecc_abi::shadow::OFFSET_X86_64;
/// No kernel gives a program addresses from here on.
pub const MOST_ADDRESSES: usize = 1 << 47;

/// First byte past the addresses that a program can have.
#[inline(always)]
pub const fn address_end() -> usize {
    MOST_ADDRESSES
}

/// Where the heap's first segment is looked for.
#[inline(always)]
pub const fn first_segment() -> usize {
    0x6020_0000_0000
}

/// An address of code as it stands in registers and on the stack.
#[inline(always)]
pub const fn code_address(word: usize) -> usize {
    word
}

/// Where a frame pointer leads to the one before it, in bytes; the return address follows.
pub const FRAME_LINK: isize = 0;

/// Name of this architecture for messages.
pub const ARCH: &str = "x86-64";
/// Bytes below the stack pointer that a function may use.
pub const RED_ZONE: usize = 128;
