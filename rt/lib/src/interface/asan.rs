//! `sanitizer/asan_interface.h`: what concerns reports and addresses.

use super::buffer;
use crate::stub::with_caller;
use core::ffi::{c_char, c_int};
use sanecc_abi::shadow::GRANULE_SHIFT;
use sanecc_abi::site::{Site, flags};
use sanecc_rt::output::{Out, copy};
use sanecc_rt::platform::{Registers, SHADOW_OFFSET};
use sanecc_rt::report::latest::{self, Part};
use sanecc_rt::report::{self, Finding, query};
use sanecc_rt::stack::{self, Caller};
use sanecc_rt::{heap, shadow};

#[unsafe(no_mangle)]
extern "C" fn __asan_report_present() -> c_int {
    latest::is_present().into()
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_pc() -> usize {
    latest::part(Part::Pc)
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_bp() -> usize {
    latest::part(Part::Bp)
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_sp() -> usize {
    latest::part(Part::Sp)
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_address() -> usize {
    latest::part(Part::Address)
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_access_type() -> c_int {
    latest::part(Part::IsWrite) as c_int
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_access_size() -> usize {
    latest::part(Part::Size)
}

#[unsafe(no_mangle)]
extern "C" fn __asan_get_report_description() -> *const c_char {
    latest::kind()
}

#[unsafe(no_mangle)]
extern "C" fn __asan_set_error_report_callback(callback: *const ()) {
    copy::set_callback(callback);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __asan_locate_address(
    address: usize,
    name: *mut c_char,
    name_size: usize,
    start: *mut usize,
    size: *mut usize,
) -> *const c_char {
    shadow::set_up();
    let located = query::locate(address);
    // SAFETY: the program hands in a buffer of that size.
    query::fill(unsafe { buffer(name, name_size) }, located.name);
    for (place, value) in [(start, located.start), (size, located.size)] {
        if !place.is_null() {
            // SAFETY: the program hands in places for the answers.
            unsafe { *place = value };
        }
    }
    located.kind.as_ptr()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __asan_get_alloc_stack(
    address: usize,
    frames: *mut usize,
    capacity: usize,
    thread: *mut c_int,
) -> usize {
    // SAFETY: as the program promises.
    unsafe { copy_trace(address, false, frames, capacity, thread) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __asan_get_free_stack(
    address: usize,
    frames: *mut usize,
    capacity: usize,
    thread: *mut c_int,
) -> usize {
    // SAFETY: as the program promises.
    unsafe { copy_trace(address, true, frames, capacity, thread) }
}

/// # Safety
/// `frames` has room for so many addresses, `thread` for a number.
unsafe fn copy_trace(
    address: usize,
    freed: bool,
    frames: *mut usize,
    capacity: usize,
    thread: *mut c_int,
) -> usize {
    let Some(trace) = query::trace_of(address, freed) else {
        return 0;
    };
    let mut count = 0;
    for address in query::shown(&trace).take(capacity) {
        // SAFETY: as the caller promises.
        unsafe { *frames.add(count) = address };
        count += 1;
    }
    if !thread.is_null() {
        // SAFETY: as above.
        unsafe { *thread = trace.thread as c_int };
    }
    count
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __asan_get_shadow_mapping(scale: *mut usize, offset: *mut usize) {
    for (place, value) in [(scale, GRANULE_SHIFT as usize), (offset, SHADOW_OFFSET)] {
        if !place.is_null() {
            // SAFETY: the program hands in places for the answers.
            unsafe { *place = value };
        }
    }
}

/// An access that no check stands before: all zero, so without a place.
const fn site(flags: u8) -> Site {
    // SAFETY: all fields are numbers, for which zero is "unknown".
    let mut site: Site = unsafe { core::mem::zeroed() };
    site.flags = flags;
    site
}

pub(super) static READ: Site = site(0);
pub(super) static WRITE: Site = site(flags::WRITE);

#[unsafe(no_mangle)]
extern "C" fn __asan_report_error(
    pc: usize,
    bp: usize,
    sp: usize,
    address: usize,
    is_write: c_int,
    length: usize,
) {
    shadow::set_up();
    let registers = Registers {
        pc,
        frame: bp,
        sp,
        ..Registers::default()
    };
    let finding = Finding::Access {
        poisoned: shadow::first_poisoned(address, length.max(1)).unwrap_or(address),
        start: address,
        length,
        site: if is_write != 0 { &WRITE } else { &READ },
    };
    report::from_registers(finding, &registers);
}

#[unsafe(no_mangle)]
extern "C" fn __asan_print_accumulated_stats() {
    shadow::set_up();
    heap::usage::print_sums(&mut Out::report());
}

with_caller! {
    __asan_update_allocation_context 1 => update_allocation_context;
}

extern "C" fn update_allocation_context(address: usize, pc: usize, frame: usize) -> c_int {
    let trace = stack::remember(Caller { pc, frame });
    heap::set_allocated_at(address, trace).into()
}
