//! The part of ASan's interface that programs call when `__has_feature(address_sanitizer)` is true.

use crate::stub::save_registers;
use core::ffi::{c_char, c_int};
use sanecc_rt::platform::Registers;
use sanecc_rt::{entry, heap, init, report, shadow};

#[unsafe(no_mangle)]
extern "C" fn __asan_poison_memory_region(address: usize, size: usize) {
    entry::user_poison(address, size);
}

#[unsafe(no_mangle)]
extern "C" fn __asan_unpoison_memory_region(address: usize, size: usize) {
    entry::user_unpoison(address, size);
}

#[unsafe(no_mangle)]
extern "C" fn __asan_address_is_poisoned(address: usize) -> c_int {
    shadow::user::is_poisoned(address).into()
}

#[unsafe(no_mangle)]
extern "C" fn __asan_region_is_poisoned(address: usize, size: usize) -> usize {
    entry::poisoned_in(address, size)
}

#[unsafe(no_mangle)]
extern "C" fn __asan_handle_no_return() {
    entry::handle_no_return();
}

#[unsafe(no_mangle)]
extern "C" fn __asan_describe_address(address: usize) {
    init::memory();
    report::print_description(address);
}

#[unsafe(no_mangle)]
extern "C" fn __asan_set_death_callback(callback: *const ()) {
    report::ending::set_death_callback(callback);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_set_death_callback(callback: *const ()) {
    report::ending::set_death_callback(callback);
}

#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanitizer_print_stack_trace() {
    core::arch::naked_asm!(save_registers!(), "mov rdi, rsp", "call {target}", "add rsp, 72", "ret", target = sym print_stack)
}

extern "C" fn print_stack(registers: &Registers) {
    report::print_stack(registers);
}

// Programs may define a function of their own under this name, by which the runtime calls it, too.
core::arch::global_asm!(
    ".weak __sanitizer_report_error_summary",
    ".type __sanitizer_report_error_summary, @function",
    "__sanitizer_report_error_summary: jmp {target}",
    target = sym print_summary,
);

extern "C" fn print_summary(summary: *const c_char) {
    report::print_line(summary);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_ownership(address: usize) -> c_int {
    heap::size_of_block(address).is_some().into()
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_allocated_size(address: usize) -> usize {
    heap::size_of_block(address).unwrap_or(0)
}

/// The elements of a vector in `[start, end)` end at `now`, no longer at `before`.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_annotate_contiguous_container(
    start: usize,
    _end: usize,
    before: usize,
    now: usize,
) {
    entry::container_changed(start..before, start..now);
}

/// As that, for elements that begin anywhere, too.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_annotate_double_ended_contiguous_container(
    _start: usize,
    _end: usize,
    start_before: usize,
    end_before: usize,
    start_now: usize,
    end_now: usize,
) {
    entry::container_changed(start_before..end_before, start_now..end_now);
}
