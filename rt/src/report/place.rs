//! What lies at an address: heap chunk, stack object, global, or nothing that is known.

use crate::heap::{self, large::Found};
use crate::{fake, globals, platform, provenance, shadow, thread};
use core::fmt;
use core::ops::Range;
use sanecc_abi::frame::{Frame, FrameObject, Header, MAGIC, redzone_after};
use sanecc_abi::global::Global;
use sanecc_abi::shadow::{GRANULE, Poison};

/// What is known of an address.
pub struct AddressDescription {
    /// The address.
    pub address: usize,
    /// What lies there.
    pub what: What,
}

/// What lies at an address, or nearest to it.
pub enum What {
    /// A chunk of the heap.
    Chunk(Found),
    /// A global that has redzones.
    Global(&'static Global),
    /// The frame of a function that protects some of its objects.
    Frame {
        /// Number of the thread.
        thread: u32,
        /// Where the frame's chunk begins.
        chunk: usize,
        /// The frame.
        frame: &'static Frame,
    },
    /// The stack of a thread (its number), in no such frame.
    Stack(u32),
    /// The heap's memory, in no chunk.
    Heap,
    /// Memory of which nothing is known.
    Memory,
    /// Nothing is mapped there.
    Nothing,
    /// The address was made from a pointer that was never written, with this number.
    Uninitialized(u32),
}

impl AddressDescription {
    /// Looks an address up.
    pub fn of(address: usize) -> AddressDescription {
        AddressDescription {
            address,
            what: what_is_at(address),
        }
    }

    /// Whether an object is known there or nearby.
    pub fn is_object(&self) -> bool {
        matches!(
            self.what,
            What::Chunk(_) | What::Global(_) | What::Frame { .. }
        )
    }

    /// The heap chunk that both addresses lie in or nearest to.
    pub fn common_chunk(&self, other: &AddressDescription) -> Option<&Found> {
        match (&self.what, &other.what) {
            (What::Chunk(found), What::Chunk(other)) if found.is(other) => Some(found),
            _ => None,
        }
    }
}

fn what_is_at(address: usize) -> What {
    if let Some(id) = provenance::uninitialized(address) {
        return What::Uninitialized(id);
    }
    if let Some(found) = heap::nearest(address).or_else(|| heap::beside(address)) {
        return What::Chunk(found);
    }
    if let Some(global) = globals::nearest(address) {
        return What::Global(global);
    }
    let thread = thread::current();
    let slot = fake::slot_at(address);
    let number = slot
        .as_ref()
        .map_or_else(|| thread.number(), |slot| slot.thread);
    if let Some((chunk, frame)) = frame_around(address) {
        return What::Frame {
            thread: number,
            chunk,
            frame,
        };
    }
    let is_own = slot.is_some() || thread.stack().is_some_and(|stack| stack.contains(&address));
    match platform::mapping_of(address) {
        _ if is_own => What::Stack(number),
        Some(_) if heap::segment::contains(address) => What::Heap,
        Some(_) => What::Memory,
        None => What::Nothing,
    }
}

/// Where an address lies, seen from an object.
pub struct Distance {
    /// The address.
    pub address: usize,
    /// First byte of the object.
    pub start: usize,
    /// Bytes of the object.
    pub size: usize,
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Distance {
            address,
            start,
            size,
        } = *self;
        if address < start {
            write!(f, "{} bytes before", start - address)
        } else if address >= start + size {
            write!(f, "{} bytes after", address - start - size)
        } else {
            write!(f, "{} bytes inside of", address - start)
        }
    }
}

/// The global that has redzones and begins at an address.
pub fn global_at(start: usize) -> Option<&'static Global> {
    globals::nearest(start).filter(|global| global.address() as usize == start)
}

/// Whether the address lies in the frame of a function that protects some of its objects.
pub fn is_in_frame(address: usize) -> bool {
    frame_around(address).is_some()
}

/// The protected objects of a frame.
pub fn objects(frame: &Frame) -> &[FrameObject] {
    // SAFETY: the objects follow the frame's description, as many as it says.
    unsafe {
        core::slice::from_raw_parts(
            (frame as *const Frame).add(1).cast(),
            frame.objects as usize,
        )
    }
}

/// The object that an access at `offset` from the frame's chunk most likely meant.
pub fn meant(frame: &Frame, offset: usize) -> Option<&FrameObject> {
    objects(frame)
        .iter()
        .min_by_key(|object| distance(object, offset))
}

/// What an access at `offset` up to `end` does to the object that it meant.
pub fn verb(object: Range<usize>, offset: usize, end: usize) -> &'static str {
    match offset {
        offset if offset >= object.end => "overflows",
        offset if offset < object.start && end > object.start => "partially underflows",
        offset if offset < object.start => "underflows",
        _ if end > object.end => "partially overflows",
        _ => "is inside of",
    }
}

/// Where an object lies in its frame's chunk, in bytes from its start.
pub fn extent(object: &FrameObject) -> Range<usize> {
    object.offset as usize..(object.offset + object.size) as usize
}

fn distance(object: &FrameObject, offset: usize) -> usize {
    let Range { start, end } = extent(object);
    if offset < start {
        start - offset
    } else {
        offset.saturating_sub(end)
    }
}

/// The frame chunk that holds an address, and where it begins: its left redzone is the next one below.
fn frame_around(address: usize) -> Option<(usize, &'static Frame)> {
    if let Some(slot) = fake::overflown(address).or_else(|| fake::slot_at(address)) {
        // SAFETY: a slot begins with a header, all zero before first use; descriptions are constants.
        let header = unsafe { &*(slot.start as *const Header) };
        // SAFETY: as above.
        return (header.magic == MAGIC).then(|| (slot.start, unsafe { &*header.frame }));
    }
    const FARTHEST: usize = 1 << 20;
    let is_left =
        |at: usize| shadow::map::is_readable(at) && shadow::get(at) == Poison::StackLeft as u8;
    let mut at = address & !(GRANULE - 1);
    let lowest = at.saturating_sub(FARTHEST);
    while at > lowest && !is_left(at) {
        at -= GRANULE;
    }
    while at > lowest && is_left(at) {
        // The header's place is known by its magic number, in case two redzones touch.
        if platform::read_word(at) == Some(MAGIC as usize)
            && at.is_multiple_of(sanecc_abi::frame::ALIGN)
        {
            break;
        }
        at -= GRANULE;
    }
    if !is_left(at) {
        return None;
    }
    // SAFETY: the redzone holds a header, as its magic number says; descriptions are constants.
    let frame = unsafe { &*(*(at as *const Header)).frame };
    let last = objects(frame)
        .iter()
        .map(|object| (object.offset + object.size) as usize + redzone_after(object.size as usize))
        .max();
    (address - at < last.unwrap_or(0)).then_some((at, frame))
}
