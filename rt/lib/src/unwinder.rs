//! The unwinder's functions that are entered through ours, by exceptions and ending threads of all code that does not bring its own.

use crate::arch::ask_stub;
use crate::interpose::Next;
use crate::library::outside;
use sanecc_rt::library::switches;
use sanecc_rt::no_return::{self, announced};
use sanecc_rt::{platform, shadow};

/// An exception is about to leave frames behind, perhaps thrown by code that was not compiled by sanecc. It looks at where it was called
/// from, so it is entered by a jump with the stack as the caller left it.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _Unwind_RaiseException() {
    core::arch::naked_asm!(ask_stub!(), before = sym before_exception)
}

extern "C" fn before_exception() -> usize {
    static NEXT: Next = Next::named(c"_Unwind_RaiseException");
    if shadow::is_set_up() && !is_known(own_set_ip()) {
        no_return::handle_no_return();
    }
    find(&NEXT)
}

unsafe extern "C" {
    safe static __sanecc_own_set_ip: u8;
}

fn own_set_ip() -> usize {
    &raw const __sanecc_own_set_ip as usize
}

/// A frame's personality routine has the unwinder go on in it. `stack_pointer` gives what the frame has at its call.
pub(crate) fn goes_on(stack_pointer: impl FnOnce() -> usize) {
    if shadow::is_set_up() {
        no_return::unwound_to(stack_pointer());
    }
}

/// A program in C may have loaded the C++ library where the loader does not search for others.
pub(crate) fn find(next: &Next) -> usize {
    next.find(|| {
        let library = platform::open_library(c"libgcc_s.so.1")?;
        platform::find_symbol(library, next.name())
    })
}

/// Whether whoever leaves frames will say so, from a file in which the name of [`symbols::UNWINDER_GOES_ON`](sanecc_abi::symbols) stands for this.
pub(crate) fn is_known(set_ip: usize) -> bool {
    set_ip == own_set_ip()
        && switches::is_on(switches::LIBRARIES)
        && announced::is_every_way_out(outside::redirect, own_set_ip())
}
