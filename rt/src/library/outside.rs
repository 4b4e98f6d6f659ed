//! Library functions that code without checks calls: in libraries that another compiler has made, as AddressSanitizer's
//! interceptors see them.
//!
//! Where such a file imports a function of the table from the C library, the slot through which it goes there is led to a stub, which goes
//! the way of checked calls with a record that names no place. Checked code has ways of its own; it comes by here for what is in no row alone,
//! because objects of other compilers in the same file use the same slots.

use crate::lock::Lock;
use crate::platform::{self, LoadedFile};
use core::cell::UnsafeCell;
use core::ffi::CStr;
use core::mem::offset_of;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use sanecc_abi::library::{Call, Callee, ENTRY_PREFIX, Row, TABLES, find, number_of};
use sanecc_abi::rel::Rel;
use sanecc_abi::site::Site;
use sanecc_abi::symbols::VERSION_SYMBOL;

/// Functions in the table.
pub const COUNT: usize = {
    let mut count = 0;
    let mut table = 0;
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
};

/// Longest name of a function, with its NUL.
const LONGEST: usize = 56;

/// What a stub gives its entry point, and where that is.
#[repr(C, align(128))]
pub struct Record {
    call: Call,
    entry: usize,
    callee: Callee,
    name: [u8; LONGEST],
}

/// Bytes of a [`Record`].
pub const RECORD_SIZE: usize = size_of::<Record>();
/// Where the address of the entry point stands in a [`Record`].
pub const ENTRY: usize = offset_of!(Record, entry);

/// The records of all rows, in the order of [`TABLES`].
#[repr(transparent)]
pub struct Records(UnsafeCell<[Record; COUNT]>);

// SAFETY: a record is written once, under a lock, before anything leads to it.
unsafe impl Sync for Records {}

/// The records.
pub static RECORDS: Records = Records(UnsafeCell::new(
    [const {
        Record {
            call: Call {
                callee: Rel::NONE,
                site: Site::NOWHERE,
            },
            entry: 0,
            callee: Callee {
                real: core::ptr::null(),
                name: Rel::NONE,
                row: 0,
            },
            name: [0; LONGEST],
        }
    }; COUNT],
));

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
    let row = find(name.to_str().ok()?).filter(|_| rows);
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

/// Whether the table has a function of this name.
pub fn has_stub(name: &CStr) -> bool {
    name.to_str().is_ok_and(|name| find(name).is_some())
}

/// The stub of a function that `dlsym` has found, if it is one of the C library in the table.
pub fn stub_of(name: &CStr, found: usize, stubs: &Stubs) -> Option<usize> {
    let row = find(name.to_str().ok()?)?;
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

/// The number of the record through which a row's real function is called.
///
/// # Safety
/// One thread at a time.
unsafe fn record_of(row: &'static Row, real: usize) -> Option<usize> {
    let index = index_of(row)?;
    // SAFETY: as the caller promises.
    let record = unsafe { &mut (*RECORDS.0.get())[index] };
    if record.entry == 0 {
        fill(record, row, real)?;
    }
    // Of two versions of a function, the first one counts.
    (record.callee.real as usize == real).then_some(index)
}

fn fill(record: &mut Record, row: &'static Row, real: usize) -> Option<()> {
    let entry = entry_point(row)?;
    let name = row.name.as_bytes();
    record.name.get_mut(..name.len())?.copy_from_slice(name);
    record.callee.real = real as *const ();
    record.callee.row = number_of(row)?;
    record.callee.name.lead_to(record.name.as_ptr().cast());
    record.call.callee.lead_to(&raw const record.callee);
    record.entry = entry;
    Some(())
}

/// The address of a row's entry point, which programs export.
fn entry_point(row: &Row) -> Option<usize> {
    let mut symbol = [0; LONGEST + ENTRY_PREFIX.len()];
    let (prefix, name) = (ENTRY_PREFIX.as_bytes(), row.entry().as_bytes());
    let end = prefix.len() + name.len();
    symbol[..prefix.len()].copy_from_slice(prefix);
    symbol.get_mut(prefix.len()..end)?.copy_from_slice(name);
    platform::find_symbol(0, CStr::from_bytes_until_nul(&symbol).ok()?)
}

fn index_of(row: &'static Row) -> Option<usize> {
    let mut before = 0;
    for table in TABLES {
        if table.as_ptr_range().contains(&&raw const *row) {
            return Some(before + table.iter().position(|other| core::ptr::eq(other, row))?);
        }
        before += table.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_number_and_a_name_that_fits() {
        for (number, row) in TABLES.iter().copied().flatten().enumerate() {
            assert_eq!(index_of(row), Some(number));
            assert!(row.name.len() < LONGEST && row.entry().len() < LONGEST);
        }
    }

    #[test]
    fn a_record_leads_to_the_function_and_its_name() {
        let row = find("strcpy").expect("in the table");
        let mut record = Record {
            call: Call {
                callee: Rel::NONE,
                site: Site::NOWHERE,
            },
            entry: 0,
            callee: Callee {
                real: core::ptr::null(),
                name: Rel::NONE,
                row: 0,
            },
            name: [0; LONGEST],
        };
        // No program of ours runs here, so there is no entry point.
        assert_eq!(fill(&mut record, row, 16), None);
        record.callee.name.lead_to(record.name.as_ptr().cast());
        assert_eq!(record.callee.name.get(), Some(record.name.as_ptr().cast()));
    }
}
