//! Where a frame's personality routine has the unwinder go on: Exception Handling ABI for the Arm Architecture, 8.5.4. `_Unwind_SetIP` is a macro there,
//! which sets a virtual register.

use super::ask_stub;
use crate::interpose::Next;
use crate::unwinder::{find, goes_on_in};
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_rt::platform;

/// `_UVRSC_CORE`: the registers of the processor.
const CORE: usize = 0;
/// The program counter.
const PC: usize = 15;

/// Sets a register of a frame. The second label tells what the first one leads to: a static unwinder's function of that name stands in front of this one.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _Unwind_VRS_Set() {
    core::arch::naked_asm!(
        ".globl __sanecc_own_set_ip",
        "__sanecc_own_set_ip:",
        ask_stub!("mov r3, lr\n bl {before}", ""),
        before = sym before_set,
    )
}

extern "C" fn before_set(context: usize, class: usize, register: usize, caller: usize) -> usize {
    static SET: Next = Next::named(c"_Unwind_VRS_Set");
    let set = find(&SET);
    if class == CORE && register == PC && !is_beside(set, caller) {
        goes_on_in(context);
    }
    set
}

/// Whether this code is in the file of the unwinder, which calls its own function for each frame that it looks at.
fn is_beside(set: usize, code: usize) -> bool {
    static BEGIN: AtomicUsize = AtomicUsize::new(0);
    static END: AtomicUsize = AtomicUsize::new(0);
    if END.load(Ordering::Acquire) == 0 {
        platform::for_each_file(|file| {
            if file.range.contains(&set) {
                BEGIN.store(file.range.start, Ordering::Relaxed);
                END.store(file.range.end, Ordering::Release);
            }
        });
    }
    (BEGIN.load(Ordering::Relaxed)..END.load(Ordering::Acquire)).contains(&code)
}
