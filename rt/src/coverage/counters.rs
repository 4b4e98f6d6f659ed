//! Counters that the compiled code increments itself (`inline-8bit-counters`), and the table of what they count (`pc-table`).
//! The runtime only remembers where they are, to write them to files when the program ends.

use super::{LONGEST, keep};
use crate::lock::{Lock, Locked};
use crate::options::Options;
use crate::output::kept::Kept;
use crate::output::{Bytes, Out};
use crate::platform;
use crate::report::report_lock::ReportLock;
use core::ffi::CStr;
use core::fmt::Write;
use core::ops::Range;

/// Loaded files that are remembered.
const FILES: usize = 256;

/// Where the arrays of one kind are, in the order in which their files were loaded.
struct Arrays {
    name: &'static str,
    path: Kept<LONGEST>,
    places: Locked<([Range<usize>; FILES], usize)>,
}

impl Arrays {
    const fn new(name: &'static str) -> Arrays {
        Arrays {
            name,
            path: Kept::new(),
            places: Locked::new(([const { 0..0 }; FILES], 0)),
        }
    }

    fn add(&self, place: Range<usize>) {
        let mut places = self.places.hold();
        let (places, count) = &mut *places;
        if !place.is_empty() && *count < FILES && !places[..*count].contains(&place) {
            places[*count] = place;
            *count += 1;
        }
    }

    fn dump(&self) {
        if self.path.is_empty() {
            return;
        }
        let mut buffer = [0; LONGEST];
        let path = self.path.get(&mut buffer);
        let mut name = [0; LONGEST + 1];
        name[..path.len()].copy_from_slice(path);
        let made = CStr::from_bytes_until_nul(&name).map(platform::create_file);
        let Ok(Ok(file)) = made else {
            let mut out = Out::report();
            let _ = writeln!(
                out,
                "sanecc: coverage: cannot write {}={}",
                self.name,
                Bytes(path)
            );
            return;
        };
        let places = self.places.hold();
        for place in &places.0[..places.1] {
            // SAFETY: arrays of loaded files. Of one that was unloaded, the kernel refuses to write what is no more.
            let bytes =
                unsafe { core::slice::from_raw_parts(place.start as *const u8, place.len()) };
            platform::write(file, bytes);
        }
        platform::close(file);
    }
}

static COUNTERS: Arrays = Arrays::new("cov_8bit_counters_out");
static CODE: Arrays = Arrays::new("cov_pcs_out");

/// The locks of both, for `fork`.
pub fn locks() -> [&'static Lock; 2] {
    [COUNTERS.places.lock(), CODE.places.lock()]
}

/// Takes over the options.
pub fn set(options: &Options<'_>) {
    for (arrays, path) in [
        (&COUNTERS, options.cov_8bit_counters_out),
        (&CODE, options.cov_pcs_out),
    ] {
        keep(&arrays.path, arrays.name, path.unwrap_or_default());
    }
}

/// A file is being loaded that has counters there.
pub fn add_counters(place: Range<usize>) {
    COUNTERS.add(place);
}

/// A file is being loaded that has a table of code there.
pub fn add_code(place: Range<usize>) {
    CODE.add(place);
}

/// Writes both, where options ask for it.
pub fn dump() {
    if COUNTERS.path.is_empty() && CODE.path.is_empty() {
        return;
    }
    let _turn = ReportLock::share();
    COUNTERS.dump();
    CODE.dump();
}
