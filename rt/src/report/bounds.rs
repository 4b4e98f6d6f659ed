//! The object that an access has missed or that is gone, whatever kind it is: where it begins and ends, and what the access would be if the object
//! were an array of what it accesses.

use super::facts::Facts;
use super::finding::{Access, Finding};
use super::place::{self, What};
use crate::heap::header::State;
use alloc::string::String;
use core::fmt::Write;
use sanecc_abi::site::ObjectKind;

/// An object and the access.
pub struct Bounds {
    /// First byte.
    pub start: usize,
    /// Bytes.
    pub size: usize,
    /// What it is, for sentences.
    pub noun: &'static str,
    /// Whether it is a heap chunk.
    pub is_chunk: bool,
    /// Whether it exists.
    pub is_live: bool,
    /// What touched it or missed it.
    pub access: Access,
}

impl Bounds {
    /// Of an error that is an access, if its object is known.
    pub fn of(facts: &Facts<'_>) -> Option<Bounds> {
        let access = facts.finding.access()?;
        if let Finding::Object {
            object_start,
            object_size,
            object,
            ..
        } = &facts.finding
        {
            let is_chunk = !object.is_told_apart()
                && matches!(&facts.place, Some(place) if matches!(place.what, What::Chunk(_)));
            return Some(Bounds {
                start: *object_start,
                size: *object_size,
                noun: match object.kind() {
                    ObjectKind::Heap => "chunk",
                    ObjectKind::Dynamic | ObjectKind::Pointed | ObjectKind::Reused => "object",
                    ObjectKind::Code => return None,
                    ObjectKind::Member => "member",
                    ObjectKind::Stack | ObjectKind::Global | ObjectKind::ThreadLocal => "variable",
                },
                is_chunk,
                is_live: object.kind() != ObjectKind::Reused,
                access,
            });
        }
        let place = facts.place.as_ref()?;
        let (start, size, noun, is_live) = match &place.what {
            What::Chunk(found) => {
                let is_live = found.chunk.state == State::Allocated;
                (found.start, found.chunk.size, "chunk", is_live)
            }
            What::Global(global) => (
                global.address() as usize,
                global.size as usize,
                "variable",
                true,
            ),
            What::Frame { chunk, frame, .. } => {
                let object = place::meant(frame, place.address - chunk)?;
                let start = chunk + object.offset as usize;
                (start, object.size as usize, "variable", true)
            }
            What::Stack(_) | What::Heap | What::Memory | What::Nothing | What::Uninitialized(_) => {
                return None;
            }
        };
        Some(Bounds {
            start,
            size,
            noun,
            is_chunk: matches!(place.what, What::Chunk(_)),
            is_live,
            access,
        })
    }

    /// The byte after the last.
    pub fn end(&self) -> usize {
        self.start.saturating_add(self.size)
    }

    /// Bytes from the beginning of the access to the end of the object, where it begins in the object or right behind it.
    pub fn room(&self) -> Option<usize> {
        let begins = self.access.start >= self.start;
        begins.then(|| self.end().checked_sub(self.access.start))?
    }

    /// Index of the access and number of elements, where both the object and the distance are whole numbers of what is accessed.
    pub fn index(&self) -> Option<(isize, usize)> {
        let width = self.access.length;
        let distance = self.access.start.wrapping_sub(self.start) as isize;
        let is_element = matches!(width, 1 | 2 | 4 | 8 | 16)
            && self.size >= width
            && self.size.is_multiple_of(width)
            && distance.unsigned_abs().is_multiple_of(width);
        is_element.then(|| (distance / width as isize, self.size / width))
    }

    /// What is known in numbers; `None` where that says no more than the distance does. `function` is the library function that accesses.
    pub fn note(&self, function: Option<&str>) -> Option<String> {
        let (start, end) = (self.access.start, self.access.end());
        if start >= self.start && end <= self.end() {
            return None;
        }
        let mut note = String::new();
        let noun = self.noun;
        if let Some(function) = function {
            let room = self.room().filter(|room| *room > 0)?;
            let verb = if self.access.is_write {
                "writes"
            } else {
                "reads"
            };
            write!(
                note,
                "{function} {verb} {} bytes, the {noun} has room for {room}",
                self.access.length
            )
            .ok()?;
            return self.is_live.then_some(note);
        }
        let (index, count) = self.index()?;
        let width = self.access.length;
        if !self.is_live || width == 1 {
            return None;
        }
        let s = if count == 1 { "" } else { "s" };
        write!(
            note,
            "index {index}, if the {noun} is an array: it holds {count} element{s} of {width} bytes"
        )
        .ok()?;
        Some(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(start: usize, length: usize, size: usize) -> Bounds {
        Bounds {
            start: 1000,
            size,
            noun: "chunk",
            is_chunk: true,
            is_live: true,
            access: Access {
                is_write: false,
                start,
                length,
            },
        }
    }

    #[test]
    fn an_access_of_whole_elements_has_an_index() {
        assert_eq!(bounds(1040, 4, 40).index(), Some((10, 10)));
        assert_eq!(bounds(992, 8, 40).index(), Some((-1, 5)));
        assert_eq!(bounds(1042, 4, 40).index(), None);
        assert_eq!(bounds(1040, 4, 42).index(), None);
        assert_eq!(bounds(1000, 8, 4).index(), None);
        assert_eq!(bounds(1000, 24, 48).index(), None);
        let note = bounds(1040, 4, 40).note(None);
        assert_eq!(
            note.as_deref(),
            Some("index 10, if the chunk is an array: it holds 10 elements of 4 bytes")
        );
        // That it is 0 bytes after 40 bytes was said.
        assert_eq!(bounds(1040, 1, 40).note(None), None);
    }

    #[test]
    fn a_function_is_told_the_room_that_there_was() {
        let note = bounds(1032, 16, 40).note(Some("memcpy"));
        assert_eq!(
            note.as_deref(),
            Some("memcpy reads 16 bytes, the chunk has room for 8")
        );
        assert_eq!(bounds(1040, 16, 40).note(Some("memcpy")), None);
        assert_eq!(bounds(990, 16, 40).room(), None);
    }
}
