//! Start, and the redzones of globals.
//!
//! The first of these to happen starts the runtime: a reset handler's call of `__sanecc_init`, the constructor, the first frame with redzones, the first chunk, the
//! first granule that a check finds poisoned. The flag lies where the start-up code writes zeros; starting once more is harmless.

use crate::memory::{self, Flag};
use crate::report;
use crate::shadow::{self, GRANULE};
use sanecc_abi::bare::{Global, global_redzone};
use sanecc_abi::shadow::Poison;

static STARTED: Flag = Flag::new();

unsafe extern "C" {
    // The linker makes these symbols where a section has such a name; none is no section.
    static __start_sanecc_globals: [Global; 0];
    static __stop_sanecc_globals: [Global; 0];
}

core::arch::global_asm!(
    ".weak __start_sanecc_globals",
    ".weak __stop_sanecc_globals",
    ".section .init_array.00001,\"aw\",%init_array",
    ".p2align 2",
    ".word __sanecc_init",
    ".text",
);

/// Starts the runtime unless it has been.
pub fn ensure() {
    if !STARTED.is_set() {
        __sanecc_init();
    }
}

/// Whether it has started.
pub fn has_started() -> bool {
    STARTED.is_set()
}

/// Clears the shadow and poisons the redzones of globals.
#[unsafe(no_mangle)]
pub extern "C" fn __sanecc_init() {
    let (start, end) = memory::shadow();
    let here = &raw const start as usize;
    if end.wrapping_sub(start) < memory::size().div_ceil(GRANULE) {
        report::refuse(b"the shadow is smaller than the RAM that it describes: INCLUDE sanecc.ld as it stands, with the scale of -fsanecc-shadow-scale=");
    }
    if here >= start && here < end {
        report::refuse(b"the stack lies in the shadow: place the stack outside of .sanecc_shadow in the linker script");
    }
    STARTED.set();
    shadow::clear();
    let first = &raw const __start_sanecc_globals as usize;
    let last = &raw const __stop_sanecc_globals as usize;
    let mut at = first;
    while at < last {
        // SAFETY: the section is an array of these records.
        let Global { address, size } = unsafe { *(at as *const Global) };
        let (address, size) = (address as usize, size as usize);
        let end = address + size + global_redzone(size, GRANULE);
        shadow::close_after(address, size, end, Poison::Global);
        at += size_of::<Global>();
    }
}

/// The record of the global around or just before an address.
pub fn find(address: usize) -> Option<Global> {
    let mut at = &raw const __start_sanecc_globals as usize;
    let last = &raw const __stop_sanecc_globals as usize;
    while at < last {
        // SAFETY: as above.
        let global = unsafe { *(at as *const Global) };
        let size = global.size as usize;
        let padded = size + global_redzone(size, GRANULE);
        if address.wrapping_sub(global.address as usize) < padded {
            return Some(global);
        }
        at += size_of::<Global>();
    }
    None
}
