//! Where loaded files have their unwind tables, and who follows them.

use super::Registers;

/// The caller's registers by the table between two addresses, for an address in the function and its registers.
pub type Unwinder =
    fn(table: usize, end: usize, lookup: usize, now: &Registers) -> Option<Registers>;

/// The program header of `.eh_frame_hdr`.
#[cfg(not(target_arch = "arm"))]
pub const UNWIND_SEGMENT: u32 = libc::PT_GNU_EH_FRAME;
/// What follows tables of the processor's own; `None` where they are DWARF's.
#[cfg(not(target_arch = "arm"))]
pub const UNWINDER: Option<Unwinder> = None;

/// The program header of the processor's index table.
#[cfg(target_arch = "arm")]
pub const UNWIND_SEGMENT: u32 = super::arm::UNWIND_SEGMENT;
/// What follows it.
#[cfg(target_arch = "arm")]
pub const UNWINDER: Option<Unwinder> = Some(super::arm::unwind);
