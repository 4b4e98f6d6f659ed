//! `sanitizer/common_interface_defs.h`.

use super::{buffer, bytes};
use core::ffi::{c_char, c_int};
use core::sync::atomic::{AtomicBool, Ordering};
use sanecc_rt::output::{Out, log};
use sanecc_rt::report::{profile, query};
use sanecc_rt::{platform, shadow, signal};

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_set_report_path(path: *const c_char) {
    // SAFETY: the program hands in a string.
    match unsafe { bytes(path) } {
        b"" => log::set_descriptor(2),
        path => log::set_path(path),
    }
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_set_report_fd(descriptor: usize) {
    log::set_descriptor(descriptor);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_report_path() -> *const c_char {
    match log::path() {
        none if none.is_null() => c"".as_ptr(),
        path => path,
    }
}

/// The program is about to lose the right to open files: the log is opened now, if there is to be one. What it says about coverage
/// means nothing to AddressSanitizer either.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_sandbox_on_notify(_arguments: usize) {
    log::destination();
    signal::refused::begin_early();
    platform::announce();
}

static CRASH_STATE: AtomicBool = AtomicBool::new(false);

/// 1 for the first who asks.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_acquire_crash_state() -> c_int {
    (!CRASH_STATE.swap(true, Ordering::AcqRel)).into()
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_contiguous_container_find_bad_address(
    start: usize,
    middle: usize,
    end: usize,
) -> usize {
    shadow::set_up();
    shadow::container::first_wrong(start..end, start..middle).unwrap_or(0)
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_double_ended_contiguous_container_find_bad_address(
    start: usize,
    first: usize,
    last: usize,
    end: usize,
) -> usize {
    shadow::set_up();
    shadow::container::first_wrong(start..end, first..last).unwrap_or(0)
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_verify_contiguous_container(
    start: usize,
    middle: usize,
    end: usize,
) -> c_int {
    (__sanitizer_contiguous_container_find_bad_address(start, middle, end) == 0).into()
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_verify_double_ended_contiguous_container(
    start: usize,
    first: usize,
    last: usize,
    end: usize,
) -> c_int {
    let wrong =
        __sanitizer_double_ended_contiguous_container_find_bad_address(start, first, last, end);
    (wrong == 0).into()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_symbolize_pc(
    pc: usize,
    format: *const c_char,
    out: *mut c_char,
    length: usize,
) {
    // SAFETY: the program hands in a string and a buffer of that length.
    unsafe { query::symbolize(pc, bytes(format), buffer(out, length)) };
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_symbolize_global(
    address: usize,
    format: *const c_char,
    out: *mut c_char,
    length: usize,
) {
    // SAFETY: the program hands in a string and a buffer of that length.
    unsafe { query::symbolize_global(address, bytes(format), buffer(out, length)) };
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_get_module_and_offset_for_pc(
    pc: usize,
    path: *mut c_char,
    length: usize,
    offset: *mut usize,
) -> c_int {
    // SAFETY: the program hands in a buffer of that length.
    let Some(found) = query::module_of(pc, unsafe { buffer(path, length) }) else {
        return 0;
    };
    if !offset.is_null() {
        // SAFETY: the program hands in a place for the answer.
        unsafe { *offset = found };
    }
    1
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_print_memory_profile(top_percent: usize, contexts: usize) {
    shadow::set_up();
    profile::print(&mut Out::report(), top_percent, contexts);
}
