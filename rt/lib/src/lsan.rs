//! LeakSanitizer's interface, `sanitizer/lsan_interface.h`.

use core::ffi::c_int;
use core::fmt::Write;
use sanecc_rt::output::Out;
use sanecc_rt::{init, leak, platform, report};

#[unsafe(no_mangle)]
extern "C" fn __lsan_disable() {
    init::all();
    leak::disable();
}

#[unsafe(no_mangle)]
extern "C" fn __lsan_enable() {
    leak::enable();
}

#[unsafe(no_mangle)]
extern "C" fn __lsan_ignore_object(address: usize) {
    leak::ignore(address);
}

#[unsafe(no_mangle)]
extern "C" fn __lsan_register_root_region(start: usize, size: usize) {
    leak::regions::register(start, size);
}

#[unsafe(no_mangle)]
extern "C" fn __lsan_unregister_root_region(start: usize, size: usize) {
    if !leak::regions::unregister(start, size) {
        let mut out = Out::report();
        let _ = writeln!(
            out,
            "=={}==sanecc: __lsan_unregister_root_region(): region at {start:#x} of size {size} has not been registered",
            platform::process_id()
        );
        out.flush();
        report::termination::end();
    }
}

#[unsafe(no_mangle)]
extern "C" fn __lsan_do_leak_check() {
    init::all();
    leak::check(leak::here());
}

#[unsafe(no_mangle)]
extern "C" fn __lsan_do_recoverable_leak_check() -> c_int {
    init::all();
    leak::check_recoverably(leak::here()).into()
}
