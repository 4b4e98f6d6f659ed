//! What the constructors and destructors of instrumented modules call: each module tells of its globals and of what it counts.

use crate::stub::with_caller;
use sanecc_abi::count::Class;
use sanecc_abi::global::Global;
use sanecc_rt::globals::definitions::Conflict;
use sanecc_rt::report::{self, Finding};
use sanecc_rt::stack::Caller;
use sanecc_rt::{counts, globals, init, shadow};

#[unsafe(no_mangle)]
extern "C" fn __sanecc_init() {
    init::all();
}

with_caller! {
    __sanecc_register_globals 2 => register_globals;
}

unsafe extern "C" fn register_globals(first: *const Global, count: usize, pc: usize, frame: usize) {
    shadow::set_up();
    let caller = Caller { pc, frame };
    // SAFETY: the module's own records.
    let conflicts = unsafe { globals::register(first, count, caller) };
    for Conflict {
        new,
        old,
        old_trace,
    } in conflicts
    {
        let finding = Finding::TwoDefinitions {
            new,
            old,
            old_trace,
        };
        report::from_caller(finding, caller);
    }
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_before_dynamic_init(first: *const Global) {
    globals::order::begin(first);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_after_dynamic_init() {
    globals::order::end();
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanecc_unregister_globals(first: *const Global, count: usize) {
    // SAFETY: the module's own records, which are still mapped.
    unsafe { globals::unregister(first, count) };
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanecc_name_counts(first: *const Class, count: usize) {
    // SAFETY: the module's own records.
    counts::name(unsafe { core::slice::from_raw_parts(first, count) });
}
