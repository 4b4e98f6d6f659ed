//! The part of ASan's interface that programs call when `__has_feature(address_sanitizer)` is true.

use crate::arch::{jump_stub, registers_stub};
use crate::stub::with_caller;
use core::ffi::{c_char, c_int};
use sanecc_rt::platform::{self, Registers};
use sanecc_rt::report::Finding;
use sanecc_rt::stack::Caller;
use sanecc_rt::{entry, heap, no_return, report, shadow};

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
    no_return::handle_no_return();
}

#[unsafe(no_mangle)]
extern "C" fn __asan_describe_address(address: usize) {
    shadow::set_up();
    report::print_description(address);
}

#[unsafe(no_mangle)]
extern "C" fn __asan_set_death_callback(callback: *const ()) {
    report::termination::set_death_callback(callback);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_set_death_callback(callback: *const ()) {
    report::termination::set_death_callback(callback);
}

#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanitizer_print_stack_trace() {
    core::arch::naked_asm!(registers_stub!(0), target = sym print_stack)
}

extern "C" fn print_stack(registers: &Registers) {
    report::print_stack(registers);
}

// Programs may define a function of their own under this name, by which the runtime calls it, too.
core::arch::global_asm!(
    ".weak __sanitizer_report_error_summary",
    ".type __sanitizer_report_error_summary, %function",
    "__sanitizer_report_error_summary:",
    jump_stub!(),
    target = sym print_summary,
);

extern "C" fn print_summary(summary: *const c_char) {
    report::print_line(summary);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_get_ownership(address: usize) -> c_int {
    heap::size_of_chunk(address).is_some().into()
}

with_caller! {
    __sanitizer_get_allocated_size 1 => allocated_size;
    __sanitizer_annotate_contiguous_container 4 => annotate_vector;
}

extern "C" fn allocated_size(address: usize, pc: usize, frame: usize) -> usize {
    entry::allocated_size(address, Caller { pc, frame })
}

/// The elements of a vector in `[start, end)` end at `now`, no longer at `before`.
extern "C" fn annotate_vector(
    start: usize,
    end: usize,
    before: usize,
    now: usize,
    pc: usize,
    frame: usize,
) {
    let storage = start..=end;
    if start <= end && storage.contains(&before) && storage.contains(&now) {
        return entry::container_changed(start, start..before, start..now);
    }
    let finding = Finding::BadContainer {
        function: c"__sanitizer_annotate_contiguous_container",
        told: &[
            ("beg", start),
            ("end", end),
            ("old_mid", before),
            ("new_mid", now),
        ],
    };
    report::from_caller(finding, Caller { pc, frame });
}

/// As that, for elements that begin anywhere, too.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_annotate_double_ended_contiguous_container(
    start: usize,
    end: usize,
    start_before: usize,
    end_before: usize,
    start_now: usize,
    end_now: usize,
) {
    let fits = |first, last| start <= first && first <= last && last <= end;
    if fits(start_before, end_before) && fits(start_now, end_now) {
        return entry::container_changed(start, start_before..end_before, start_now..end_now);
    }
    let finding = Finding::BadContainer {
        function: c"__sanitizer_annotate_double_ended_contiguous_container",
        told: &[
            ("storage_beg", start),
            ("storage_end", end),
            ("old_container_beg", start_before),
            ("old_container_end", end_before),
            ("new_container_beg", start_now),
            ("new_container_end", end_now),
        ],
    };
    report::from_registers(finding, &platform::registers_here());
}
