//! Answers to what programs ask of addresses through the sanitizers' interface.

use super::asan::callee;
use super::frame_format;
use super::frames::{Appended, Tracer};
use super::module;
use super::place::{self, AddressDescription, What};
use super::report_lock::ReportLock;
use crate::heap;
use crate::output::bytes_of;
use crate::stack::depot;
use crate::{globals, platform};
use alloc::vec::Vec;
use core::ffi::CStr;
use core::fmt::Write;

/// What lies at an address: the kind of memory, an object's name, where it begins and how long it is.
pub struct Located {
    /// As AddressSanitizer names it.
    pub kind: &'static CStr,
    /// Empty where there is none.
    pub name: &'static [u8],
    /// First byte of the object; 0 where there is none.
    pub start: usize,
    /// Bytes of the object.
    pub size: usize,
}

impl Located {
    fn unknown(kind: &'static CStr) -> Located {
        Located {
            kind,
            name: b"",
            start: 0,
            size: 0,
        }
    }
}

/// `__asan_locate_address`.
pub fn locate(address: usize) -> Located {
    if let Some(meant) = crate::shadow::map::address_of_shadow(address) {
        // Nobody asks for the shadow of the shadow, which AddressSanitizer leaves unmapped.
        if crate::shadow::map::address_of_shadow(meant).is_some() {
            return Located::unknown(c"shadow gap");
        }
        let is_low = address < platform::SHADOW_OFFSET + (platform::SHADOW_OFFSET >> 3);
        return Located::unknown(if is_low {
            c"low shadow"
        } else {
            c"high shadow"
        });
    }
    match AddressDescription::of(address).what {
        What::Chunk(found) => Located {
            kind: c"heap",
            name: b"",
            start: found.start,
            size: found.chunk.size,
        },
        What::Global(global) => Located {
            kind: c"global",
            name: global.name.get().map_or(b"", bytes_of),
            start: global.address() as usize,
            size: global.size as usize,
        },
        What::Frame { chunk, frame, .. } => {
            let Some(object) = place::meant(frame, address - chunk) else {
                return Located::unknown(c"stack");
            };
            Located {
                kind: c"stack",
                name: object.name.get().map_or(b"", bytes_of),
                start: chunk + object.offset as usize,
                size: object.size as usize,
            }
        }
        What::Stack(_) => Located::unknown(c"stack"),
        What::Heap | What::Memory | What::Nothing | What::Uninitialized(_) => {
            Located::unknown(c"heap-invalid")
        }
    }
}

/// The addresses of a trace as reports of AddressSanitizer show them: of the function that was called, and of the calls.
pub fn shown(trace: &depot::Trace) -> impl Iterator<Item = usize> {
    let called = trace.frames.first().map(|first| callee::address(*first));
    called
        .into_iter()
        .chain(trace.frames.iter().map(|pc| pc - 1))
}

/// Where the chunk at an address was allocated, or freed.
pub fn trace_of(address: usize, freed: bool) -> Option<depot::Trace> {
    let found = heap::nearest(address)?;
    depot::get(if freed {
        found.traces.1
    } else {
        found.traces.0
    })
}

/// The first byte of the allocated chunk that holds an address.
pub fn chunk_start(address: usize) -> Option<usize> {
    let found = heap::nearest(address)?;
    let is_inside = (found.start..found.start + found.chunk.size.max(1)).contains(&address);
    let is_live = found.chunk.state == heap::header::State::Allocated;
    (is_inside && is_live).then_some(found.start)
}

/// Writes the frames at a return address in the given form, each with a NUL after it, and a further NUL; what does not fit
/// is cut off.
pub fn symbolize(pc: usize, format: &[u8], buffer: &mut [u8]) {
    let _turn = ReportLock::share();
    let modules = module::all();
    let mut text = Vec::new();
    Tracer::new(&modules, true).frames(&[pc], false, None, &mut |frame| {
        let _ = frame_format::write(&mut Appended(&mut text), format, frame);
        text.push(0);
    });
    fill(buffer, &text);
}

/// Writes what is known of a global: `%g` its name, `%s` file, `%l` line.
pub fn symbolize_global(address: usize, format: &[u8], buffer: &mut [u8]) {
    let _turn = ReportLock::share();
    let known = globals::nearest(address).filter(|global| {
        let start = global.address() as usize;
        (start..start + global.size as usize).contains(&address)
    });
    let mut text = Vec::new();
    let mut letters = format.iter();
    while let (Some(letter), Some(global)) = (letters.next(), known) {
        match letter {
            b'%' => match letters.next() {
                Some(b'g') => text.extend(global.name.get().map_or(&b""[..], bytes_of)),
                Some(b's') => text.extend(global.file.get().map_or(&b""[..], bytes_of)),
                Some(b'l') => drop(write!(Appended(&mut text), "{}", global.line)),
                Some(other) => text.push(*other),
                None => {}
            },
            plain => text.push(*plain),
        }
    }
    fill(buffer, &text);
}

/// The path of the module that holds an address, cut off where `buffer` ends, and the distance from the module's start.
pub fn module_of(address: usize, buffer: &mut [u8]) -> Option<usize> {
    let _turn = ReportLock::share();
    let modules = module::all();
    let module = &modules[module::at(&modules, address)?];
    let mut name = [0; 512];
    fill(buffer, module.name(&mut name));
    Some(address - module.base)
}

/// Copies text, with zeroes after it up to the second NUL; the last byte is NUL in any case.
pub fn fill(buffer: &mut [u8], text: &[u8]) {
    let Some(most) = buffer.len().checked_sub(1) else {
        return;
    };
    let length = text.len().min(most);
    buffer[..length].copy_from_slice(&text[..length]);
    let rest = &mut buffer[length..];
    let ends = rest.len().min(2);
    rest[..ends].fill(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut_off() {
        for (length, expected) in [
            (0, &b""[..]),
            (1, b"\0"),
            (3, b"ab\0"),
            (4, b"abc\0"),
            (6, b"abc\0\0#"),
        ] {
            let mut buffer = [b'#'; 6];
            fill(&mut buffer[..length], b"abc");
            assert_eq!(&buffer[..length], expected);
        }
    }
}
