//! Which files were loaded and are no longer, so that stack traces from that time keep their names.
//!
//! `dlclose` notes all loaded files before it closes any: which ones go with it, the loader alone knows. A note has what
//! names an address. What lay in the file's memory is gone, so it has no unwind table.

use super::module::Module;
use crate::lock::{Lock, Locked};
use crate::platform;
use alloc::vec::Vec;
use core::ffi::CStr;

/// Notes are written one behind the other into mappings of so many bytes.
const MAPPING: usize = 64 << 10;

/// More mappings are not made: a program that opens new files for ever does not lose its memory to their names.
const MOST_MAPPINGS: usize = 16;

static NOTES: Locked<Notes> = Locked::new(Notes {
    last: None,
    free: 0,
    end: 0,
    mappings: 0,
});

/// The lock of the notes, for `fork`.
pub fn lock() -> &'static Lock {
    NOTES.lock()
}

/// All notes, the last first.
struct Notes {
    last: Option<&'static Note>,
    /// Address of the memory that is left for notes, and its end.
    free: usize,
    end: usize,
    mappings: usize,
}

/// A file that is loaded, or was.
struct Note {
    module: Module,
    before: Option<&'static Note>,
}

impl Notes {
    fn iter(&self) -> impl Iterator<Item = &'static Module> + use<> {
        let notes = core::iter::successors(self.last, |note| note.before);
        notes.map(|note| &note.module)
    }

    fn add(&mut self, module: &Module) -> Option<()> {
        // The last note of this place counts; the same file elsewhere is another.
        let mut known = self.iter().filter(|note| overlap(note, module));
        if known.next().is_some_and(|note| is_same(note, module)) {
            return Some(());
        }
        let path = self.copy(module.path.to_bytes_with_nul())?;
        let note = Note {
            module: Module {
                path: CStr::from_bytes_with_nul(path).ok()?,
                base: module.base,
                range: module.range.clone(),
                unwind_table: None,
                build_id: self.copy(module.build_id)?,
            },
            before: self.last,
        };
        let place = self.take(size_of::<Note>(), align_of::<Note>())? as *mut Note;
        // SAFETY: memory of this size and alignment that nobody else has.
        unsafe { place.write(note) };
        // SAFETY: just written; it is never changed nor unmapped.
        self.last = Some(unsafe { &*place });
        Some(())
    }

    fn copy(&mut self, bytes: &[u8]) -> Option<&'static [u8]> {
        let place = self.take(bytes.len(), 1)? as *mut u8;
        // SAFETY: as many bytes that nobody else has.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        // SAFETY: just written; they are never changed nor unmapped.
        Some(unsafe { core::slice::from_raw_parts(place, bytes.len()) })
    }

    /// Address of free memory for so many bytes; `None` where no more is to be had.
    fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        let mut start = self.free.next_multiple_of(align);
        if start + size > self.end {
            if size > MAPPING || self.mappings == MOST_MAPPINGS {
                return None;
            }
            start = platform::map(0, MAPPING).ok()?;
            self.end = start + MAPPING;
            self.mappings += 1;
        }
        self.free = start + size;
        Some(start)
    }
}

fn overlap(one: &Module, other: &Module) -> bool {
    one.range.start < other.range.end && other.range.start < one.range.end
}

fn is_same(one: &Module, other: &Module) -> bool {
    one.range == other.range && one.path == other.path && one.build_id == other.build_id
}

/// Notes the loaded files: one of them may soon be gone.
pub fn note() {
    // Ours comes before the loader's lock, so that `fork` may take it without that one.
    let mut notes = NOTES.hold();
    platform::for_each_module(&mut |module| {
        notes.add(&module);
    });
}

/// Adds to the loaded files what was loaded and is not now. Where two were at one place, the later one counts.
pub fn add_to(modules: &mut Vec<Module>) {
    NOTES.peek(|notes| {
        for note in notes.iter() {
            if !modules.iter().any(|module| overlap(module, note)) {
                modules.push(Module {
                    range: note.range.clone(),
                    ..*note
                });
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::module;

    fn module(path: &'static CStr, range: core::ops::Range<usize>) -> Module {
        Module {
            path,
            base: range.start,
            range,
            unwind_table: Some((1, 2)),
            build_id: b"id",
        }
    }

    #[test]
    fn the_last_of_two_files_at_one_place_counts_and_loaded_files_do_most() {
        let mut notes = Notes {
            last: None,
            free: 0,
            end: 0,
            mappings: 0,
        };
        let first = module(c"/first", 0x1000..0x3000);
        for note in [&first, &first, &module(c"/second", 0x2000..0x4000), &first] {
            notes.add(note).unwrap();
        }
        let paths: Vec<_> = notes.iter().map(|note| note.path).collect();
        assert_eq!(paths, [c"/first", c"/second", c"/first"]);
        let last = notes.iter().next().unwrap();
        assert!(last.unwind_table.is_none() && last.build_id == b"id");
        assert!(!core::ptr::eq(last.path, first.path));
    }

    #[test]
    fn memory_for_notes_ends() {
        let mut notes = Notes {
            last: None,
            free: 0,
            end: 0,
            mappings: 0,
        };
        let mut count = 0;
        while notes
            .add(&module(c"/some/path", count * 0x1000..(count + 1) * 0x1000))
            .is_some()
        {
            count += 1;
        }
        assert!(count > 1000 && notes.mappings == MOST_MAPPINGS);
        assert_eq!(notes.iter().count(), count);
    }

    #[test]
    fn loaded_files_are_noted_and_not_listed_twice() {
        note();
        let loaded = module::loaded();
        let mut all = module::loaded();
        add_to(&mut all);
        assert_eq!(all.len(), loaded.len());
        all.clear();
        add_to(&mut all);
        assert!(
            loaded
                .iter()
                .all(|module| all.iter().any(|note| is_same(note, module)))
        );
    }
}
