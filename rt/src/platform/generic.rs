//! What processors without code of their own for it have.

#[cfg(not(target_arch = "arm"))]
mod address_space;
mod bytes;
mod jump;
mod strings;

#[cfg(not(target_arch = "arm"))]
pub use address_space::{address_end, first_segment};
pub use jump::saved_stack_pointers;
pub use strings::{
    BLOCK, FEW, copy_blocks, first_end, first_end_but_for_case, first_end_of_few,
    first_end_of_few_but_for_case, near_end,
};
