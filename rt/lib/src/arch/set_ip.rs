//! Where a frame's personality routine has the unwinder go on: Itanium C++ ABI, Exception Handling, 1.5.

use super::jump_stub;
use crate::interpose::Next;
use crate::unwinder::{find, goes_on};

/// A frame's personality routine has the unwinder go on in it. The second label tells what the first one leads to: a static unwinder's
/// function of that name stands in front of this one.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _Unwind_SetIP() {
    core::arch::naked_asm!(
        ".globl __sanecc_own_set_ip",
        "__sanecc_own_set_ip:",
        jump_stub!(),
        target = sym set_ip,
    )
}

extern "C" fn set_ip(context: usize, ip: usize) {
    type Set = extern "C" fn(usize, usize);
    static SET: Next = Next::named(c"_Unwind_SetIP");
    goes_on(|| stack_pointer(context));
    // SAFETY: the unwinder's function.
    let set = unsafe { core::mem::transmute::<usize, Set>(find(&SET)) };
    set(context, ip);
}

/// In all unwinders, the canonical frame address of a context is where its frame's stack pointer is at the call.
fn stack_pointer(context: usize) -> usize {
    type Get = extern "C" fn(usize) -> usize;
    static GET: Next = Next::named(c"_Unwind_GetCFA");
    // SAFETY: the unwinder's function.
    let get = unsafe { core::mem::transmute::<usize, Get>(find(&GET)) };
    get(context)
}
