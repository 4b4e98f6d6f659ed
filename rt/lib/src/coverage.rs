//! What `-fsanitize-coverage=` has compiled code call, and `sanitizer/coverage_interface.h`. All of it is weak: a fuzzer
//! brings its own.

use crate::arch::{nothing_stub, place_stub};
use sanecc_rt::coverage::{self, counters, guards};
use sanecc_rt::{init, shadow};

#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanitizer_cov_trace_pc_guard() {
    core::arch::naked_asm!(place_stub!(), target = sym trace_pc_guard)
}

extern "C" fn trace_pc_guard(guard: *const u32, pc: usize) {
    // SAFETY: the compiled code hands in one of the words that it registered.
    guards::taken(unsafe { *guard }, pc);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(start: *mut u32, end: *mut u32) {
    shadow::set_up();
    // SAFETY: the compiled code hands in the bounds of its words before it uses any.
    unsafe { guards::number(start, (end as usize - start as usize) / size_of::<u32>()) };
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: usize, end: usize) {
    counters::add_counters(start..end);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(start: usize, end: usize) {
    counters::add_code(start..end);
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_reset() {
    guards::reset();
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_dump() {
    init::all();
    guards::dump();
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_dump_trace_pc_guard_coverage() {
    __sanitizer_cov_dump();
}

/// Writes the files for addresses that the program has noted itself; zeroes are none.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_dump_coverage(taken: *const usize, count: usize) {
    init::all();
    // SAFETY: the program hands in so many words.
    coverage::write_files(unsafe { core::slice::from_raw_parts(taken, count) });
}

// What only a fuzzer makes use of does nothing, at one place for all. With `stack-depth` code keeps the lowest stack pointer in
// a thread-local variable.
core::arch::global_asm!(
    ".pushsection .text.sanecc_coverage_unused, \"ax\", %progbits",
    ".irp name, trace_cmp, trace_cmp1, trace_cmp2, trace_cmp4, trace_cmp8, \
       trace_const_cmp1, trace_const_cmp2, trace_const_cmp4, trace_const_cmp8, \
       trace_switch, trace_div4, trace_div8, trace_gep, trace_pc_indir, \
       load1, load2, load4, load8, load16, store1, store2, store4, store8, store16, \
       trace_pc, bool_flag_init, cfs_init",
    ".globl __sanitizer_cov_\\name",
    ".type __sanitizer_cov_\\name, %function",
    "__sanitizer_cov_\\name:",
    ".endr",
    nothing_stub!(),
    ".popsection",
    ".pushsection .tbss.sancov_lowest_stack, \"awT\", %nobits",
    ".balign 8",
    ".globl __sancov_lowest_stack",
    ".type __sancov_lowest_stack, %object",
    ".size __sancov_lowest_stack, 8",
    "__sancov_lowest_stack:",
    ".zero 8",
    ".popsection",
);
