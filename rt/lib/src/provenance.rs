//! What checked code tells of pointers (`-fsanecc-mode=pointer`). The names and their meaning are in `sanecc_abi::symbols`.

use sanecc_abi::library::HeldArgument;
use sanecc_abi::provenance::{Handover, InitialPointer, UNKNOWN};
use sanecc_abi::site::Part;
use sanecc_rt::library::{astray, held};
use sanecc_rt::{heap, provenance};

// `#[thread_local]` is not stable, so the symbol is declared here.
core::arch::global_asm!(
    ".pushsection .tbss.sanecc_handover, \"awT\", %nobits",
    ".balign 16",
    ".globl __sanecc_handover",
    ".type __sanecc_handover, %object",
    ".size __sanecc_handover, {size}",
    "__sanecc_handover:",
    ".zero {size}",
    ".popsection",
    size = const size_of::<Handover>(),
);

#[unsafe(no_mangle)]
extern "C" fn __sanecc_follow_provenance() {
    provenance::follow();
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_new_object(start: usize, size: usize) -> u64 {
    provenance::begin(start, size)
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_new_chunk(start: usize) -> u64 {
    let size = heap::size_of_chunk(start);
    size.map_or(UNKNOWN, |size| provenance::begin_or_keep(start, size))
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_chunk_stored(place: *const usize) {
    // SAFETY: the library has just stored a pointer there, or was allowed to; where it has failed, what was there may be anything, and has no chunk.
    let start = unsafe { place.read_unaligned() };
    let known = __sanecc_new_chunk(start);
    provenance::set(place as usize, known, start);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_initial_pointers(first: *const InitialPointer, count: usize) {
    // SAFETY: the module's records, constant and of this number.
    provenance::begin_initial(unsafe { core::slice::from_raw_parts(first, count) });
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_copy_provenance(to: usize, from: usize, size: usize) {
    provenance::copy(to, from, size);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_forget_provenance(address: usize, size: usize) {
    provenance::forget(address, size);
}

/// On x86-64 assembly stands before it, which saves registers.
#[cfg_attr(
    not(target_arch = "x86_64"),
    unsafe(export_name = "__sanecc_unchecked_called")
)]
pub(crate) extern "C" fn unchecked_called() {
    provenance::unchecked_called();
    // A callback: what its calls touch is not what the call touches that it runs in.
    astray::take_back();
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_hold_argument(array: usize, by: &'static HeldArgument) {
    held::hold(array, by);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_let_argument_go(argument: usize) {
    held::let_go(argument);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_hold_pointer(pointer: usize, provenance: u64, parts: bool) {
    astray::tell(pointer, provenance, parts);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_let_pointer_go() {
    astray::take_back();
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_part(whole: u64, start: usize, array: &'static Part) -> u64 {
    provenance::part(whole, start, array)
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_whole(part: u64) -> u64 {
    provenance::whole(part)
}
