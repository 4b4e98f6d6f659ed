//! Which code has run, where it was compiled with `-fsanitize-coverage=`: handlers for whoever brings none, as a fuzzer does,
//! and what they have seen as files.
//!
//! Source: SanitizerCoverage in clang's documentation, and `sanitizer/coverage_interface.h`.

pub mod counters;
pub mod guards;
mod sancov;

pub use sancov::write_files;

use crate::lock::Lock;
use crate::options::Options;
use crate::output::kept::Kept;
use core::sync::atomic::{AtomicBool, Ordering};

/// Longest path of an option in bytes.
const LONGEST: usize = 480;

static IS_ON: AtomicBool = AtomicBool::new(false);
static IS_VERBOSE: AtomicBool = AtomicBool::new(false);
static FOLDER: Kept<LONGEST> = Kept::new();

/// Takes over the options.
pub fn set(options: &Options<'_>) {
    IS_ON.store(options.coverage, Ordering::Relaxed);
    IS_VERBOSE.store(options.verbosity > 0, Ordering::Relaxed);
    keep(
        &FOLDER,
        "coverage_dir",
        options.coverage_dir.unwrap_or(b"."),
    );
    counters::set(options);
}

/// The locks of what is known of loaded files, for `fork`.
pub fn locks() -> [&'static Lock; 3] {
    let [counters, code] = counters::locks();
    [guards::lock(), counters, code]
}

fn keep(place: &Kept<LONGEST>, name: &str, path: &[u8]) {
    use crate::output::{Bytes, Out};
    use core::fmt::Write;
    if !place.set(path) {
        let mut out = Out::stderr();
        let _ = writeln!(
            out,
            "sanecc: warning: {name}={} is too long and ignored; {LONGEST} bytes are the most",
            Bytes(path)
        );
    }
}

/// The program ends: writes what was asked for by options.
pub fn at_end() {
    if IS_ON.load(Ordering::Relaxed) {
        guards::dump();
    }
    counters::dump();
}
