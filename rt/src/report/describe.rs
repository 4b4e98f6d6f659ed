//! What lies at an address: heap block, stack object, global, or nothing that is known.

use super::out::{Out, Text};
use super::trace::Tracer;
use crate::heap::{self, header::State, large::Found};
use crate::stack::depot;
use crate::{fake, globals, platform, shadow, thread};
use core::fmt::{self, Write};
use sanecc_abi::frame::{Frame, FrameObject, Header, MAGIC, redzone_after};
use sanecc_abi::shadow::{GRANULE, Poison};

/// Prints what is known of `address`. `access_end` is where the access that began there or before ends.
pub fn print(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, access_end: usize) {
    if let Some(found) = heap::nearest(address) {
        print_block(out, tracer, address, &found);
    } else if let Some(global) = globals::nearest(address) {
        let (start, size) = (global.address as usize, global.size as usize);
        let _ = write!(
            out,
            "{address:#x} is {} global variable",
            Distance {
                address,
                start,
                size
            }
        );
        print_global_name(out, global);
    } else if thread::current()
        .stack()
        .is_some_and(|stack| stack.contains(&address))
        || fake::slot_at(address).is_some()
        || frame_around(address).is_some()
    {
        print_stack(out, address, access_end);
    } else {
        let _ = match platform::mapping_of(address) {
            Some(_) if heap::segment::contains(address) => {
                writeln!(out, "{address:#x} is in the heap, in no block.")
            }
            Some(_) => writeln!(
                out,
                "{address:#x} is in memory that the runtime knows nothing of (not heap, stack or global)."
            ),
            None => writeln!(
                out,
                "{address:#x} is a wild pointer: nothing is mapped there."
            ),
        };
    }
}

fn print_global_name(out: &mut Out, global: &sanecc_abi::global::Global) {
    let start = global.address as usize;
    if let Some(name) = global.name.get() {
        let _ = write!(out, " '{}'", Text(name));
    }
    if let Some(file) = global.file.get() {
        let _ = write!(out, " defined in {}", Text(file));
        if global.line != 0 {
            let _ = write!(out, ":{}", global.line);
        }
    }
    let _ = writeln!(out, " ({start:#x}) of size {}", global.size);
}

/// Prints a block's size and who allocated and freed it.
pub fn print_block(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, found: &Found) {
    let (start, size) = (found.start, found.block.size);
    let region = Distance {
        address,
        start,
        size,
    };
    let _ = writeln!(
        out,
        "{address:#x} is {region} {size}-byte region [{start:#x},{:#x})",
        start + size
    );
    let (allocated, freed) = found.traces;
    if found.block.state != State::Allocated {
        print_trace(out, tracer, "freed", freed);
        print_trace(out, tracer, "previously allocated", allocated);
    } else {
        print_trace(out, tracer, "allocated", allocated);
    }
}

fn print_trace(out: &mut Out, tracer: &mut Tracer<'_>, what: &str, id: depot::Id) {
    let Some(trace) = depot::get(id) else { return };
    let _ = writeln!(out, "{what} by thread T{} here:", trace.thread);
    tracer.print(out, trace.frames, false, None);
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

/// Whether the address lies in the frame of a function that protects some of its objects.
pub fn is_in_frame(address: usize) -> bool {
    frame_around(address).is_some()
}

fn print_stack(out: &mut Out, address: usize, access_end: usize) {
    let slot = fake::slot_at(address);
    let number = slot.map_or_else(|| thread::current().number(), |slot| slot.thread);
    let Some((block, frame)) = frame_around(address) else {
        let _ = writeln!(
            out,
            "{address:#x} is in the stack of thread T{number}, in no frame with checked objects."
        );
        return;
    };
    let offset = address - block;
    let _ = write!(
        out,
        "{address:#x} is in the stack of thread T{number}, at offset {offset} in the frame of"
    );
    if let Some(function) = frame.function.get() {
        let _ = write!(out, " {}", Text(function));
    }
    if let Some(file) = frame.file.get() {
        let _ = write!(out, " {}", Text(file));
        if frame.line != 0 {
            let _ = write!(out, ":{}", frame.line);
        }
    }
    let _ = writeln!(out, "\n  This frame has {} object(s):", frame.objects);
    let end = access_end.max(address + 1) - block;
    let meant = objects(frame)
        .iter()
        .min_by_key(|object| distance(object, offset))
        .map(|object| object.offset);
    for object in objects(frame) {
        print_object(out, object, offset, end, meant == Some(object.offset));
    }
}

fn print_object(out: &mut Out, object: &FrameObject, offset: usize, end: usize, meant: bool) {
    let (start, object_end) = (
        object.offset as usize,
        (object.offset + object.size) as usize,
    );
    let _ = write!(out, "    [{start}, {object_end})");
    if let Some(name) = object.name.get() {
        let _ = write!(out, " '{}'", Text(name));
    }
    if object.line != 0 {
        let _ = write!(out, " (line {})", object.line);
    }
    if meant {
        let verb = match offset {
            offset if offset >= object_end => "overflows",
            offset if offset < start && end > start => "partially underflows",
            offset if offset < start => "underflows",
            _ => "is inside of",
        };
        let _ = write!(
            out,
            " <== the access at offset {offset} {verb} this variable"
        );
    }
    let _ = writeln!(out);
}

fn distance(object: &FrameObject, offset: usize) -> usize {
    let (start, end) = (
        object.offset as usize,
        (object.offset + object.size) as usize,
    );
    if offset < start {
        start - offset
    } else {
        offset.saturating_sub(end)
    }
}

fn objects(frame: &Frame) -> &[FrameObject] {
    // SAFETY: the objects follow the frame's description, as many as it says.
    unsafe {
        core::slice::from_raw_parts(
            (frame as *const Frame).add(1).cast(),
            frame.objects as usize,
        )
    }
}

/// The frame block that holds an address, and where it begins: its left redzone is the next one below.
fn frame_around(address: usize) -> Option<(usize, &'static Frame)> {
    if let Some(slot) = fake::slot_at(address) {
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
