//! Whether the kernel's pages are those that the runtime is made for: on some processors there are kernels with larger ones, on which it could give back
//! and close no part of what it maps.

use crate::output::Out;
use crate::platform::{self, PAGE};
use core::fmt::Write;

/// Ends the process where pages are larger.
pub fn refuse_larger() {
    let size = platform::page_size();
    if size > PAGE {
        refuse(size);
    }
}

#[cold]
fn refuse(size: usize) -> ! {
    let mut out = Out::stderr();
    let _ = writeln!(
        out,
        "sanecc: error: this system has pages of {} KiB, and the checks of {} are made for pages of {} KiB. Run the program on a kernel with \
         such pages, or compile it without checks (SANECC_OFF=1).",
        size >> 10,
        platform::ARCH,
        PAGE >> 10,
    );
    out.flush();
    platform::exit(1)
}
