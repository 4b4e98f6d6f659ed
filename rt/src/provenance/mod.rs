//! What is known of pointers: which object each was derived from (`-fsanecc-mode=pointer`). The places and their meaning are in [`sanecc_abi::provenance`].
//!
//! Nothing is mapped and nothing is written before a module asks for it ([`follow`]).

pub mod calls;
pub mod former;
mod judge;
mod parts;
mod poisoned;
mod slots;
mod uninitialized;
pub mod variadic;

use crate::heap::poison;
use crate::output::Out;
use crate::platform;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sanecc_abi::provenance::{
    ADDRESS, ADDRESS_BITS, DISTANCE, EPOCHS, EPOCHS_SIZE, FIRST_DYNAMIC, FUNCTION,
    GENERATION_SHIFT, GENERATIONS, LOSSES, LOSSES_SIZE, PARTS, PARTS_SIZE, RECORDS, RECORDS_SIZE,
    SHADOW_DECIDES, SLOTS, SLOTS_SIZE, STATIC, UNKNOWN, WHOLES, WHOLES_SIZE, ended, epoch_at,
    generation_of, living, loss_at, provenance, record_at, slot_at, start_of,
};
use sanecc_abi::site::Site;
#[cfg(test)]
use sanecc_abi::site::{Object, ObjectKind, Part};

pub use judge::{Missed, Verdict, judge};
pub use parts::{part, part_of, whole};
pub use poisoned::{let_shadow_decide, let_shadow_decide_of};
pub use slots::{begin_initial, copy, forget, forget_data, set};
pub use uninitialized::{meant, uninitialized};

/// Bytes that the caches of processors take from memory at once.
const LINE: usize = 64;

static FOLLOWED: AtomicBool = AtomicBool::new(false);
/// How many objects have begun, about: threads may overtake each other.
static BEGUN: AtomicU64 = AtomicU64::new(0);
/// Calls of code that may have written pointers without their slots. Checked code reads it.
#[unsafe(export_name = "__sanecc_epoch")]
static EPOCH: AtomicU64 = AtomicU64::new(0);

/// Whether any module follows the provenance of pointers.
#[inline(always)]
pub fn is_followed() -> bool {
    FOLLOWED.load(Ordering::Relaxed)
}

/// Makes the tables where a module of the program will ask for them. Safe before the C library has started.
pub fn follow_early() {
    if !platform::provenance_is_followed().is_null() {
        follow();
    }
}

/// A module follows it. Ends the program where there is no room.
pub fn follow() {
    if is_followed() {
        return;
    }
    let areas = [
        (SLOTS, SLOTS_SIZE),
        (RECORDS, RECORDS_SIZE),
        (EPOCHS, EPOCHS_SIZE),
        (LOSSES, LOSSES_SIZE),
        (WHOLES, WHOLES_SIZE),
        (PARTS, PARTS_SIZE),
    ];
    for (start, size) in areas {
        let (start, size) = (start as usize, size as usize);
        match platform::map_exactly(start, size, true) {
            Ok(()) => {
                platform::set_dumped(start, size, false);
                // It is touched as sparsely as pointers and objects lie in memory.
                platform::set_huge_pages(start, size, false);
            }
            Err(error) => refuse(start, size, error),
        }
    }
    let unknown = record(UNKNOWN as usize);
    unknown
        .alive
        .store(UNKNOWN | SHADOW_DECIDES, Ordering::Relaxed);
    unknown.span.store(u64::MAX, Ordering::Relaxed);
    record(start_of(FUNCTION) as usize)
        .alive
        .store(FUNCTION, Ordering::Relaxed);
    FOLLOWED.store(true, Ordering::Release);
}

/// The same in tests, of which several may begin at once.
#[cfg(test)]
pub(crate) fn follow_once() {
    static FOLLOWS: std::sync::Once = std::sync::Once::new();
    FOLLOWS.call_once(follow);
}

/// The record of an array of so many bytes, for tests.
#[cfg(test)]
fn array(size: u64) -> &'static Part {
    std::boxed::Box::leak(std::boxed::Box::new(Part {
        object: Object {
            size,
            ..Object::unnamed(ObjectKind::Member)
        },
        site: Site::NOWHERE,
    }))
}

fn refuse(start: usize, size: usize, error: i32) -> ! {
    let mut out = Out::stderr();
    let end = start + size;
    let _ = match error {
        libc::EEXIST => writeln!(
            out,
            "sanecc: error: something is mapped in {start:#x}-{end:#x}, where -fsanecc-mode=pointer needs its tables.\n\
             sanecc: note: run the program without wrappers that map memory at fixed places and with a limited stack (ulimit -s), or compile it \
             with -fsanecc-mode=shadow."
        ),
        _ => writeln!(
            out,
            "sanecc: error: {} TiB of address space for the tables of -fsanecc-mode=pointer cannot be reserved (error {error}).\n\
             sanecc: note: raise the limit of address space (ulimit -v unlimited) or compile the program with -fsanecc-mode=shadow.",
            size as u64 >> 40
        ),
    };
    out.flush();
    platform::exit(1)
}

/// The words of a record.
struct Words {
    alive: &'static AtomicU64,
    span: &'static AtomicU64,
    epoch: &'static AtomicU64,
}

/// The record of an object that begins at an address; only while provenance is followed.
#[inline]
fn record(address: usize) -> Words {
    let place = record_at(address as u64) as usize;
    let epoch = epoch_at(address as u64) as usize;
    // SAFETY: all words lie in the tables, which are mapped as soon as anybody follows provenance.
    unsafe {
        Words {
            alive: &*(place as *const AtomicU64),
            span: &*((place + 8) as *const AtomicU64),
            epoch: &*(epoch as *const AtomicU64),
        }
    }
}

impl Words {
    /// The provenance of pointers into the object that lives and has the record, [`UNKNOWN`] if there is none.
    #[inline]
    fn living(&self) -> u64 {
        living(self.alive.load(Ordering::Acquire))
    }

    /// Notes that the object begins or ends now. In programs that call no unchecked code, nothing is ever written.
    #[inline]
    fn note_epoch(&self) {
        let now = EPOCH.load(Ordering::Relaxed);
        if now != 0 {
            self.epoch.store(now, Ordering::Relaxed);
        }
    }
}

/// An object may begin at an address soon. Its record and the slots of its first pointers, touched long ago or never, should be here by then.
#[inline]
pub fn expect(start: usize) {
    if is_followed() {
        let slots = slot_at(start as u64) as usize;
        for place in [record_at(start as u64) as usize, slots, slots + LINE] {
            platform::prefetch(place);
        }
    }
}

/// A new object begins; the provenance of pointers into it. Unknown for what cannot have a record.
#[inline]
pub fn begin(start: usize, size: usize) -> u64 {
    let (address, bytes) = (start as u64, size as u64);
    let is_placed = address != 0 && address & !ADDRESS == 0 && address.is_multiple_of(16);
    if !is_placed || bytes > ADDRESS || !poison::is_wanted() {
        return UNKNOWN;
    }
    let number = BEGUN.load(Ordering::Relaxed);
    BEGUN.store(number.wrapping_add(1), Ordering::Relaxed);
    let generation = FIRST_DYNAMIC + number % (GENERATIONS - FIRST_DYNAMIC);
    write(start, size, provenance(address, generation))
}

/// The same of a chunk that may have a record already.
pub fn begin_or_keep(start: usize, size: usize) -> u64 {
    let found = record(start);
    let alive = found.living();
    let is_same = found.span.load(Ordering::Relaxed) == size as u64;
    match is_same && alive != UNKNOWN && start_of(alive) == start as u64 {
        true => alive,
        false => begin(start, size),
    }
}

/// A global variable is there, as long as its module.
pub fn begin_static(start: usize, size: usize) {
    if is_followed() {
        write(start, size, provenance(start as u64, STATIC));
    }
}

/// The provenance of pointers into a global variable, unknown if none with a record begins there.
fn static_provenance(start: usize) -> u64 {
    let known = provenance(start as u64, STATIC);
    match record(start).living() == known {
        true => known,
        false => UNKNOWN,
    }
}

fn write(start: usize, size: usize, provenance: u64) -> u64 {
    let record = record(start);
    // An object whose end nobody has told.
    let other = record.living();
    if other != UNKNOWN {
        let size = record.span.load(Ordering::Relaxed) as usize;
        parts::ask_object(start_of(other) as usize, size);
    }
    record.alive.store(UNKNOWN, Ordering::Relaxed);
    record.span.store(size as u64, Ordering::Relaxed);
    record.note_epoch();
    record.alive.store(provenance, Ordering::Release);
    provenance
}

/// The object that begins at this address, if one does, ends.
#[inline]
pub fn end(start: usize) {
    let record = record(start);
    let alive = record.living();
    if alive != UNKNOWN && start_of(alive) == start as u64 {
        record.alive.store(ended(alive), Ordering::Relaxed);
        parts::ask_object(start, record.span.load(Ordering::Relaxed) as usize);
        record.note_epoch();
    }
}

/// All objects that begin among some bytes end: nobody else has told so.
pub fn end_within(start: usize, size: usize) {
    if is_followed() {
        let begins = (start..start + size).step_by(DISTANCE as usize);
        begins.for_each(|start| record(start).alive.store(UNKNOWN, Ordering::Relaxed));
    }
}

/// In a note of a loss: no search has reached the object since then.
const UNREACHED: u64 = 1 << ADDRESS_BITS;

/// The note of where a pointer to the object was lost last that begins here, and what it says. None where nothing is noted of it.
fn loss(start: usize) -> Option<(&'static AtomicU64, u64)> {
    if !is_followed() {
        return None;
    }
    let alive = record(start).living();
    let place = loss_at(start as u64) as usize;
    // SAFETY: the word lies in the table, which is mapped.
    let note = unsafe { &*(place as *const AtomicU64) };
    let loss = note.load(Ordering::Relaxed);
    let is_own =
        start_of(alive) == start as u64 && loss >> GENERATION_SHIFT == generation_of(alive);
    (is_own && loss & ADDRESS != 0).then_some((note, loss))
}

/// Where checked code has overwritten or left a pointer to the object last that begins here, if it ever has.
pub fn lost_at(start: usize) -> Option<&'static Site> {
    let (_, loss) = loss(start)?;
    // SAFETY: checked code has noted one of its records; the program has not ended, and its modules are there.
    Some(unsafe { &*((loss & ADDRESS) as *const Site) })
}

/// A search has not reached the object that begins here: whether an earlier one had not either, since a pointer to it was lost.
pub fn was_unreached(start: usize) -> bool {
    let Some((note, loss)) = loss(start) else {
        return false;
    };
    note.store(loss | UNREACHED, Ordering::Relaxed);
    loss & UNREACHED != 0
}

/// Code was called that may have written pointers without their slots.
pub fn unchecked_called() {
    let epoch = EPOCH.load(Ordering::Relaxed);
    EPOCH.store(epoch.saturating_add(1), Ordering::Relaxed);
}
