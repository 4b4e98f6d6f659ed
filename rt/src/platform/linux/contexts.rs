//! What the C library keeps in a `ucontext_t`.

use core::ops::Range;

/// The stack that a context was given, whether or not it runs on it.
///
/// # Safety
/// `context` is the address of a `ucontext_t`; it need not be filled in.
pub unsafe fn context_stack(context: usize) -> Range<usize> {
    let context = context as *const libc::ucontext_t;
    // SAFETY: as the caller promises; any bytes are valid.
    let (low, size) = unsafe {
        let stack = &raw const (*context).uc_stack;
        ((*stack).ss_sp as usize, (*stack).ss_size)
    };
    low..low.saturating_add(size)
}
