//! Where a frame's personality routine has the unwinder go on: Exception Handling ABI for the Arm Architecture, 8.5. `_Unwind_SetIP` is a macro there,
//! which sets a virtual register.

use super::ask_stub;
use crate::interpose::Next;
use crate::unwinder::{find, goes_on_in};

/// `_UVRSC_CORE`: the registers of the processor.
const CORE: usize = 0;
/// `_UVRSD_UINT32`: a register as a number.
const WORD: usize = 0;
/// The link register.
const LR: usize = 14;
/// The program counter.
const PC: usize = 15;

/// Sets a register of a frame, to what the fifth argument points to. The second label tells what the first one leads to: a static unwinder's function of
/// that name stands in front of this one.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _Unwind_VRS_Set() {
    core::arch::naked_asm!(
        ".globl __sanecc_own_set_ip",
        "__sanecc_own_set_ip:",
        // Six registers lie on the caller's stack.
        ask_stub!("ldr r3, [sp, #24]\n bl {before}", ""),
        before = sym before_set,
    )
}

extern "C" fn before_set(
    context: usize,
    class: usize,
    register: usize,
    value: *const usize,
) -> usize {
    static SET: Next = Next::named(c"_Unwind_VRS_Set");
    // SAFETY: the caller hands a word over to be read.
    if class == CORE && register == PC && unsafe { *value } != caller_of(context) {
        goes_on_in(context);
    }
    find(&SET)
}

/// Where the frame returns to. The unwinder itself sets the program counter to that, in each frame that it looks at.
fn caller_of(context: usize) -> usize {
    type Get = extern "C" fn(usize, usize, usize, usize, &mut usize) -> u32;
    static GET: Next = Next::named(c"_Unwind_VRS_Get");
    // SAFETY: the unwinder's function.
    let get = unsafe { core::mem::transmute::<usize, Get>(find(&GET)) };
    let mut value = 0;
    get(context, CORE, LR, WORD, &mut value);
    value
}
