//! Library functions that code without checks calls: in libraries that another compiler has made, as AddressSanitizer's
//! interceptors see them.
//!
//! Where such a file imports a function of the table from the C library, the slot through which it goes there is led to a stub, which goes
//! the way of checked calls with a record that names no place. Checked code has ways of its own; it comes by here for what is in no row alone,
//! because objects of other compilers in the same file use the same slots.

mod records;

pub use records::{COUNT, ENTRY, RECORD_SIZE, RECORDS};

use crate::lock::Lock;
use crate::platform::{self, LoadedFile};
use core::ffi::CStr;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use records::record_of;
use sanecc_abi::library::{Row, find};
use sanecc_abi::symbols::VERSION_SYMBOL;

/// Files whose calls stay as they are: the C library's own, and what a report needs.
const LEFT_ALONE: [&str; 10] = [
    "libasan.",
    "libc.",
    "libdl.",
    "libgcc_s.",
    "libm.",
    "libpthread.",
    "libresolv.",
    "librt.",
    "libsanecc_rt.",
    "libutil.",
];

/// Where calls go instead.
pub struct Stubs {
    /// The first of the stubs of all rows.
    pub first: usize,
    /// Bytes from one to the next.
    pub distance: usize,
    /// Functions that are in no row.
    pub others: &'static [Other],
}

/// A function that is in no row, but entered through ours.
pub struct Other {
    /// Its name.
    pub name: &'static CStr,
    /// What is called instead.
    pub stub: extern "C" fn(),
    /// The C library's; 0 while nothing leads to the stub.
    pub real: AtomicUsize,
}

/// Held while slots are led elsewhere. Never waited for: who holds it may be waiting for the loader.
static BUSY: Lock = Lock::new();
/// How many files had been loaded when slots were led elsewhere.
static LOADS: AtomicU64 = AtomicU64::new(0);

/// Leads the slots of all files without checks to the stubs, and of the others those of functions that are in no row, if any file was
/// loaded since. `own` is memory of the file that this runtime is in.
pub fn redirect(stubs: &Stubs, own: usize) {
    if !BUSY.try_acquire() {
        return;
    }
    let (mut library, mut loads) = (0..0, 0);
    platform::for_each_file(|file| {
        loads = file.loads;
        if base_name(file).starts_with("libc.") {
            library = file.range.clone();
        }
    });
    if LOADS.swap(loads, Ordering::Relaxed) != loads {
        platform::for_each_file(|file| {
            let name = base_name(file);
            let mut left_alone = LEFT_ALONE.iter().chain(&platform::LOADER_FILES);
            if !left_alone.any(|prefix| name.starts_with(prefix)) {
                let rows = !file.range.contains(&own) && has_no_checks(file);
                redirect_file(file, stubs, &library, rows);
            }
        });
    }
    BUSY.release();
}

/// Whether that was done when so many files had been loaded, and is not being done.
pub fn has_led(loads: u64) -> bool {
    let is_idle = BUSY.try_acquire();
    if is_idle {
        BUSY.release();
    }
    is_idle && LOADS.load(Ordering::Relaxed) == loads
}

fn redirect_file(file: &LoadedFile<'_>, stubs: &Stubs, library: &Range<usize>, rows: bool) {
    let mut slots = file.slots();
    file.for_each_import(|name, place| {
        if let Some(place) = place
            && let Some(target) = target_of(name, place, stubs, library, rows)
        {
            slots.write(place, target);
        }
    });
}

/// Where a slot is to lead, if it leads to a function of the C library that is entered through ours; with `rows` also those of the table.
fn target_of(
    name: &CStr,
    place: usize,
    stubs: &Stubs,
    library: &Range<usize>,
    rows: bool,
) -> Option<usize> {
    let row = row_of(name).filter(|_| rows);
    let other = stubs.others.iter().find(|other| other.name == name);
    if row.is_none() && other.is_none() {
        return None;
    }
    // SAFETY: a slot of a loaded file.
    let now = unsafe { *(place as *const usize) };
    // Not bound yet, or to another function than the C library's.
    let real = match library.contains(&now) {
        true => now,
        false => platform::find_symbol(0, name).filter(|found| library.contains(found))?,
    };
    match (row, other) {
        // SAFETY: whoever calls holds the lock.
        (Some(row), _) => Some(stubs.first + unsafe { record_of(row, real)? } * stubs.distance),
        (None, Some(other)) => {
            other.real.store(real, Ordering::Relaxed);
            Some(other.stub as usize)
        }
        (None, None) => None,
    }
}

/// The row of a function, if it holds on this processor.
fn row_of(name: &CStr) -> Option<&'static Row> {
    let row = find(name.to_str().ok()?)?;
    // There a `long double` travels in general registers, which rows do not count.
    let counts = !cfg!(target_arch = "riscv64") || !row.prototype.parameters.contains('x');
    counts.then_some(row)
}

/// Whether the table has a function of this name.
pub fn has_stub(name: &CStr) -> bool {
    row_of(name).is_some()
}

/// The stub of a function that `dlsym` has found, if it is one of the C library in the table.
pub fn stub_of(name: &CStr, found: usize, stubs: &Stubs) -> Option<usize> {
    let row = row_of(name)?;
    let mut is_real = false;
    platform::for_each_file(|file| {
        is_real |= base_name(file).starts_with("libc.") && file.range.contains(&found);
    });
    if !is_real || !BUSY.try_acquire() {
        return None;
    }
    // SAFETY: the lock is held.
    let index = unsafe { record_of(row, found) };
    BUSY.release();
    Some(stubs.first + index? * stubs.distance)
}

/// The name of a file without folders; empty for the program itself.
pub fn base_name<'a>(file: &LoadedFile<'a>) -> &'a str {
    let path = file.name.to_str().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default()
}

fn has_no_checks(file: &LoadedFile<'_>) -> bool {
    let mut found = false;
    file.for_each_import(|name, _| found |= name.to_bytes() == VERSION_SYMBOL.as_bytes());
    !found
}
