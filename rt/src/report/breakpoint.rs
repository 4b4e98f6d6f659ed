//! Where a debugger stops at each report: `__sanecc_on_report` does nothing but to be called once the text is out, before the program ends or goes
//! on. The stack leads to the error.

use core::hint::black_box;

/// Called for each error and each list of leaks.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __sanecc_on_report() {
    black_box(());
}
