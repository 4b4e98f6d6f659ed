//! Where a frame's personality routine has the unwinder go on: Exception Handling ABI for the Arm Architecture, 8.5. `_Unwind_SetIP` is a macro there,
//! which sets a virtual register.

use super::ask_stub;
use crate::interpose::Next;
use crate::unwinder::{find, goes_on};
use sanecc_rt::{shadow, thread};

/// `_UVRSC_CORE`: the registers of the processor.
const CORE: usize = 0;
/// `_UVRSD_UINT32`: a register as a number.
const WORD: usize = 0;
/// The two registers in which landing pads get the exception and what to do with it.
const OF_LANDING: core::ops::RangeInclusive<usize> = 0..=1;
/// The stack pointer. `_Unwind_GetCFA` reads behind the contexts that personality routines get.
const SP: usize = 13;
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
    if class == CORE && shadow::is_set_up() {
        let thread = thread::current();
        if OF_LANDING.contains(&register) {
            thread.lands_in(context);
        }
        // The unwinder itself sets the program counter in each frame that it looks at, to where the frame returns to. A call that never returns may have its landing pad where it would return to.
        // SAFETY: the caller hands a word over to be read.
        if register == PC
            && (thread.takes_landing_in(context) || unsafe { *value } != register_of(context, LR))
        {
            goes_on(|| register_of(context, SP));
        }
    }
    find(&SET)
}

/// What a register has in the frame that a context describes.
fn register_of(context: usize, register: usize) -> usize {
    type Get = extern "C" fn(usize, usize, usize, usize, &mut usize) -> u32;
    static GET: Next = Next::named(c"_Unwind_VRS_Get");
    // SAFETY: the unwinder's function.
    let get = unsafe { core::mem::transmute::<usize, Get>(find(&GET)) };
    let mut value = 0;
    get(context, CORE, register, WORD, &mut value);
    value
}
