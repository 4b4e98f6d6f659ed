//! What the stubs hand to entry points: a record for each function of the table, filled in when the first slot is led there.

use crate::platform;
use core::cell::UnsafeCell;
use core::ffi::CStr;
use core::mem::offset_of;
use sanecc_abi::library::{Call, Callee, ENTRY_PREFIX, Row, TABLES, number_of};
use sanecc_abi::rel::Rel;
use sanecc_abi::site::Site;

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

/// The number of the record through which a row's real function is called.
///
/// # Safety
/// One thread at a time.
pub unsafe fn record_of(row: &'static Row, real: usize) -> Option<usize> {
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
    use sanecc_abi::library::find;

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
