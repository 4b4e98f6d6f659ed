//! The record of a report: filled, printed for people and for `sane decode`.

use super::kinds::name_of;
use super::{Access, Found, STATUS, stop};
use crate::arch;
use crate::memory::{self, Flag};
use crate::shadow::{self, GRANULE};
use crate::text;
use sanecc_abi::bare::{Record, SHADOW_SHOWN};
use sanecc_abi::kind::Kind;
use sanecc_abi::site::Site;

static REPORTING: Flag = Flag::new();
static MORE: Flag = Flag::new();

/// The latest report. In memory that start-up code does not touch, if the linker script has the fragment.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".sanecc_report")]
static mut __sanecc_report: Record = Record::NONE;

/// Fills the record, prints it and ends the program; returns only within another report. No handler runs meanwhile, nor a task that it would switch to: they
/// would go on with what is wrong, and could end the program before it is told.
pub(super) fn tell(access: Access, found: Found) {
    arch::uninterrupted(|| tell_alone(access, found));
}

fn tell_alone(access: Access, found: Found) {
    if REPORTING.is_set() {
        MORE.set();
        return;
    }
    REPORTING.set();
    let record = &raw mut __sanecc_report;
    // SAFETY: one report is made at a time, and nothing else touches the record.
    unsafe {
        for at in 0..size_of::<Record>() {
            // Not as a whole: that would be a call of the C library.
            memory::set_byte(record as usize + at, 0);
        }
        let record = &mut *record;
        record.magic = Record::MAGIC;
        record.size = size_of::<Record>() as u16;
        record.kind = found.kind as u8;
        record.flags = u8::from(access.writes);
        record.granule = GRANULE as u16;
        record.interrupt = arch::interrupt() as u16;
        record.address = access.address as u32;
        record.bytes = access.size as u32;
        record.bad = found.bad as u32;
        record.pc = access.pc as u32;
        record.sp = access.sp as u32;
        record.object = found.object as u32;
        record.object_size = found.size as u32;
        record.names = found.names;
        record.index = found.index;
        record.allocated = found.allocated;
        record.freed = found.freed;
        let first = (found.bad / GRANULE).wrapping_sub(SHADOW_SHOWN / 2) * GRANULE;
        let mut at = first;
        for byte in &mut record.shadow {
            *byte = shadow::of(at);
            at = at.wrapping_add(GRANULE);
        }
        let mut at = access.sp & !3;
        for word in &mut record.stack {
            if memory::contains(at) {
                *word = memory::word(at);
            }
            at += 4;
        }
        record.check = record.checksum();
        line(record, found.kind, access.site);
        text::write(b"sanecc-record ");
        for byte in record.bytes() {
            text::byte_hex(*byte);
        }
        text::write(b"\n");
    }
    if MORE.is_set() {
        text::write(b"sanecc: another error came while this one was reported\n");
    }
    stop(STATUS)
}

/// The line for people.
fn line(record: &Record, kind: Kind, site: usize) {
    text::write(b"sanecc: ");
    text::write(name_of(kind));
    text::write(if record.flags & 1 != 0 {
        b": write of "
    } else {
        b": read of "
    });
    text::decimal(record.bytes as usize);
    text::write(b" bytes at ");
    text::hex(record.address as usize);
    text::write(b", pc ");
    text::hex(record.pc as usize);
    if record.object != 0 {
        text::write(b", object of ");
        text::decimal(record.object_size as usize);
        text::write(b" bytes at ");
        text::hex(record.object as usize);
    }
    if record.interrupt != 0 {
        text::write(b", in interrupt ");
        text::decimal(usize::from(record.interrupt));
    }
    text::write(b"\n");
    if site != 0 {
        // SAFETY: the compiler made the record.
        let site = unsafe { &*(site as *const Site) };
        if let Some(file) = site.file() {
            text::write(b"    at ");
            // SAFETY: its texts end with a NUL.
            unsafe { text::string(file.cast()) };
            text::write(b":");
            text::decimal(site.line() as usize);
            if let Some(function) = site.function() {
                text::write(b" in ");
                // SAFETY: as above.
                unsafe { text::string(function.cast()) };
            }
            text::write(b"\n");
        }
    }
}
