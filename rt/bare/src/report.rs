//! Reports: a line for people, a record for `sane decode`, and the end of the program.
//!
//! The record stays in memory, too, so that a dump of it can be decoded where the device has no output. A second error while one is reported, in an interrupt
//! handler or in a hook, is counted and passed over.

mod kinds;
mod record;

use crate::frames;
use crate::globals;
use crate::heap;
use crate::memory;
use crate::shadow::{self, GRANULE};
use crate::text;
use kinds::kind_of;
use record::tell;
use sanecc_abi::kind::Kind;
use sanecc_abi::shadow::{PARTIAL, Poison};

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
    /// The address of its [`Site`](sanecc_abi::site::Site); 0 without.
    pub site: usize,
}

unsafe extern "C" {
    fn __sanecc_stop(status: i32) -> !;
}

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
    let mut code = code_at(bad);
    if (PARTIAL..0x80).contains(&code) {
        code = around(bad) as u8;
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

/// The shadow byte that says why an address may not be touched: behind the last bytes of an object it is the next one, unless the redzone ends with the granule.
fn code_at(bad: usize) -> u8 {
    let code = shadow::of(bad);
    match (PARTIAL..0x80).contains(&code) {
        true => match shadow::of(bad.wrapping_add(GRANULE)) {
            next @ 0x80.. => next,
            _ => code,
        },
        false => code,
    }
}

/// Whose redzone an address lies in, by the objects themselves.
fn around(bad: usize) -> Poison {
    if let Some(chunk) = heap::find(bad) {
        return match bad.wrapping_sub(chunk.start) < chunk.size as usize {
            true => Poison::User,
            false => Poison::Heap,
        };
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
    let bad = match access.address < start {
        true => access.address,
        false => access.address.max(start + size),
    };
    let kind = if !memory::contains(start) {
        Kind::GlobalBufferOverflow
    } else if heap::find(start).is_some_and(|chunk| chunk.start == start) {
        Kind::HeapBufferOverflow
    } else if globals::find(start).is_some_and(|global| global.address as usize == start) {
        Kind::GlobalBufferOverflow
    } else if kind_of(code_at(start + size)) == Kind::DynamicStackBufferOverflow {
        Kind::DynamicStackBufferOverflow
    } else {
        Kind::StackBufferOverflow
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
