//! Reports: a line for people, a record for `sane decode`, and the end of the program.
//!
//! The record stays in memory, too, so that a dump of it can be decoded where the device has no output. A second error while one is reported, in an interrupt
//! handler or in a hook, is counted and passed over.

use crate::arch;
use crate::frames;
use crate::globals;
use crate::heap;
use crate::memory::{self, Flag};
use crate::shadow::{self, GRANULE};
use crate::text;
use sanecc_abi::bare::{Record, SHADOW_SHOWN};
use sanecc_abi::kind::Kind;
use sanecc_abi::shadow::{PARTIAL, Poison};
use sanecc_abi::site::Site;

/// What the program ends with after a report.
pub const STATUS: i32 = 1;
/// What it ends with if the memory map makes no sense.
const REFUSED: i32 = 2;

/// An access with an error.
#[derive(Clone, Copy)]
pub struct Access {
    /// Its first byte.
    pub address: usize,
    /// Bytes.
    pub size: usize,
    /// Whether it writes.
    pub writes: bool,
    /// Where its check returns to.
    pub pc: usize,
    /// The stack pointer there, or somewhat below.
    pub sp: usize,
    /// The address of its [`Site`]; 0 without.
    pub site: usize,
}

unsafe extern "C" {
    fn __sanecc_stop(status: i32) -> !;
}

static REPORTING: Flag = Flag::new();
static MORE: Flag = Flag::new();

/// The latest report. In memory that start-up code does not touch, if the linker script has the fragment.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".sanecc_report")]
static mut __sanecc_report: Record = Record::NONE;

/// Ends the program.
pub fn stop(status: i32) -> ! {
    // SAFETY: the hook does not return; should it all the same, there is nothing to return to.
    unsafe { __sanecc_stop(status) }
}

/// Ends the program because the memory map makes no sense.
pub fn refuse(why: &[u8]) -> ! {
    text::write(b"sanecc: error: ");
    text::write(why);
    text::write(b"\n");
    stop(REFUSED)
}

/// Reports an access whose byte `bad` is poisoned.
pub fn poisoned(access: Access, bad: usize) {
    let mut code = shadow::of(bad);
    if (PARTIAL..0x80).contains(&code) {
        // What follows says why, unless the redzone ends with the granule.
        code = shadow::of(bad.wrapping_add(GRANULE));
        if code < 0x80 {
            code = around(bad) as u8;
        }
    }
    let mut found = Found {
        kind: kind_of(code),
        bad,
        ..Found::NOTHING
    };
    if frames::is_of_stack(code) {
        if let Some((names, index, start, size)) = frames::find(bad) {
            (found.names, found.index, found.object, found.size) = (names, index, start, size);
            if found.kind == Kind::StackBufferOverflow && bad < start {
                found.kind = Kind::StackBufferUnderflow;
            }
        }
    } else if code == Poison::Global as u8 {
        if let Some(global) = globals::find(bad) {
            (found.object, found.size) = (global.address as usize, global.size as usize);
        }
    } else if let Some(chunk) = heap::find(bad) {
        found.object = chunk.start;
        found.size = chunk.size as usize;
        (found.allocated, found.freed) = (chunk.allocated, chunk.freed);
    }
    tell(access, found);
}

/// Whose redzone an address lies in, by the objects themselves.
fn around(bad: usize) -> Poison {
    if heap::find(bad).is_some() {
        return Poison::Heap;
    }
    match globals::find(bad) {
        Some(global) if bad - global.address as usize >= global.size as usize => Poison::Global,
        // Stacks of tasks and pools are globals, too.
        _ if frames::find(bad).is_some() => Poison::StackRight,
        _ => Poison::User,
    }
}

/// Reports an access outside of an object that the compiler sees.
pub fn outside(access: Access, (start, size, name): (usize, usize, u32)) -> ! {
    let kind = if !memory::contains(start) {
        Kind::GlobalBufferOverflow
    } else if heap::find(start).is_some_and(|chunk| chunk.start == start) {
        Kind::HeapBufferOverflow
    } else if globals::find(start).is_some_and(|global| global.address as usize == start) {
        Kind::GlobalBufferOverflow
    } else {
        Kind::StackBufferOverflow
    };
    let bad = match access.address < start {
        true => access.address,
        false => access.address.max(start + size),
    };
    let below = access.address < start && kind == Kind::StackBufferOverflow;
    tell(
        access,
        Found {
            kind: if below {
                Kind::StackBufferUnderflow
            } else {
                kind
            },
            bad,
            object: start,
            size,
            names: name,
            ..Found::NOTHING
        },
    );
    stop(STATUS)
}

/// Reports what is known by its kind alone.
pub fn of_kind(kind: Kind, access: Access) {
    tell(
        access,
        Found {
            kind,
            bad: access.address,
            ..Found::NOTHING
        },
    );
}

/// The same about a chunk of the heap.
#[cfg(feature = "heap")]
pub fn of_chunk(kind: Kind, access: Access, chunk: heap::Chunk) {
    tell(
        access,
        Found {
            kind,
            bad: access.address,
            object: chunk.start,
            size: chunk.size as usize,
            allocated: chunk.allocated,
            freed: chunk.freed,
            ..Found::NOTHING
        },
    );
}

/// What is found out of an error.
struct Found {
    kind: Kind,
    bad: usize,
    object: usize,
    size: usize,
    names: u32,
    index: u32,
    allocated: u32,
    freed: u32,
}

impl Found {
    const NOTHING: Self = Self {
        kind: Kind::UnknownCrash,
        bad: 0,
        object: 0,
        size: 0,
        names: 0,
        index: 0,
        allocated: 0,
        freed: 0,
    };
}

/// The error that a shadow byte stands for.
fn kind_of(code: u8) -> Kind {
    let is = |poison: Poison| code == poison as u8;
    if is(Poison::Global) {
        Kind::GlobalBufferOverflow
    } else if is(Poison::Heap) {
        Kind::HeapBufferOverflow
    } else if is(Poison::Freed) {
        Kind::HeapUseAfterFree
    } else if is(Poison::StackLeft) {
        Kind::StackBufferUnderflow
    } else if is(Poison::StackMid) || is(Poison::StackRight) {
        Kind::StackBufferOverflow
    } else if is(Poison::StackAfterScope) {
        Kind::StackUseAfterScope
    } else if is(Poison::AllocaLeft) || is(Poison::AllocaRight) {
        Kind::DynamicStackBufferOverflow
    } else if is(Poison::User) {
        Kind::UseAfterPoison
    } else {
        Kind::UnknownCrash
    }
}

/// Its name. A table of all kinds would be in flash as a whole.
fn name_of(kind: Kind) -> &'static [u8] {
    match kind {
        Kind::GlobalBufferOverflow => b"global-buffer-overflow",
        Kind::HeapBufferOverflow => b"heap-buffer-overflow",
        Kind::HeapUseAfterFree => b"heap-use-after-free",
        Kind::StackBufferUnderflow => b"stack-buffer-underflow",
        Kind::StackBufferOverflow => b"stack-buffer-overflow",
        Kind::StackUseAfterScope => b"stack-use-after-scope",
        Kind::DynamicStackBufferOverflow => b"dynamic-stack-buffer-overflow",
        Kind::UseAfterPoison => b"use-after-poison",
        Kind::DoubleFree => b"double-free",
        Kind::BadFree => b"bad-free",
        Kind::MemcpyParamOverlap => b"memcpy-param-overlap",
        _ => b"unknown-crash",
    }
}

/// Fills the record, prints it and ends the program; returns only within another report.
fn tell(access: Access, found: Found) {
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
