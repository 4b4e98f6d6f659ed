//! Whether AddressSanitizer's runtime is in the same program: a library that gcc has checked brings it, or it is preloaded.
//!
//! Both runtimes need the same part of the address space for their shadow. The other one starts later, finds it taken, and ends the program with a message
//! that names no cause. Ours comes first and does.

use crate::library::outside::base_name;
use crate::output::Out;
use crate::platform::{self, LoadedFile};
use core::fmt::Write;

/// How the files of AddressSanitizer's shared runtimes begin: gcc's, and clang's.
const FILES: [&str; 2] = ["libasan.", "libclang_rt.asan"];
/// What every object checked by AddressSanitizer refers to.
const VERSION: &[u8] = b"__asan_version_mismatch_check_";

/// Says which file brings another runtime.
pub fn tell() {
    platform::for_each_file(|file| {
        let name = base_name(file);
        if FILES.iter().any(|start| name.starts_with(start)) {
            tell_of(name);
        }
    });
}

#[cold]
fn tell_of(runtime: &str) {
    let mut out = Out::stderr();
    let _ = write!(
        out,
        "sanecc: error: {runtime}, the runtime of AddressSanitizer, is in this program beside sanecc's, and only one of them can be; "
    );
    let mut cause = false;
    platform::for_each_file(|file| {
        if !cause && is_checked_by_other(file) {
            cause = true;
            let _ = write!(
                out,
                "{} needs it: compile that with sanecc, too",
                base_name(file)
            );
        }
    });
    if !cause {
        let _ = write!(out, "do not preload it, and link without -lasan");
    }
    let _ = writeln!(out);
    out.flush();
}

fn is_checked_by_other(file: &LoadedFile<'_>) -> bool {
    let mut found = false;
    file.for_each_import(|name, _| found |= name.to_bytes().starts_with(VERSION));
    found
}
