//! Which chunks can be reached: a word that is an address inside of a chunk, wherever it stands, keeps the chunk, and the
//! chunk's words keep others.

use super::pages::Pages;
use super::snapshot::{Snapshot, Tag};
use crate::heap::walk::Live;
use crate::shadow;
use core::ops::Range;

const WORD: usize = size_of::<usize>();

/// A search through memory for addresses of chunks.
pub struct Marking<'a> {
    /// The heap, whose tags are the result.
    pub heap: &'a mut Snapshot,
    bounds: Range<usize>,
    /// Region in which the last chunk was found.
    last: usize,
    /// Chunks whose words have not been looked at: region, start, size.
    pending: Pages<(usize, usize, usize)>,
    step: usize,
    use_poisoned: bool,
    /// Whether memory sufficed so far.
    pub is_complete: bool,
}

impl<'a> Marking<'a> {
    /// A search that counts words at every address if `use_unaligned`, and also those that the program may not read
    /// any more if `use_poisoned`.
    pub fn new(heap: &'a mut Snapshot, use_unaligned: bool, use_poisoned: bool) -> Self {
        Marking {
            bounds: heap.bounds(),
            heap,
            last: 0,
            pending: Pages::new(),
            step: if use_unaligned { 1 } else { WORD },
            use_poisoned,
            is_complete: true,
        }
    }

    /// Tags what the words of a range lead to, through any number of chunks. Parts that cannot be read are left out.
    pub fn visit(&mut self, range: Range<usize>, tag: Tag) {
        self.look_through(range, false, tag);
        self.flood(tag);
    }

    /// Tags what words that are not in memory lead to.
    pub fn visit_words(&mut self, words: &[usize], tag: Tag) {
        for word in words {
            self.meet(*word, None, tag);
        }
        self.flood(tag);
    }

    /// Tags a chunk and what it leads to.
    pub fn visit_chunk(&mut self, place: usize, region: usize, chunk: Live, tag: Tag) {
        self.heap.set_tag(place, tag);
        self.enter(region, chunk);
        self.flood(tag);
    }

    /// Tags the lost chunks to which other lost chunks point.
    pub fn tell_indirect(&mut self) {
        for region in 0..self.heap.regions() {
            for index in 0..self.heap.slots(region) {
                let (place, slot) = self.heap.nth(region, index);
                if !matches!(self.heap.tag(place), Tag::Lost | Tag::Indirect) {
                    continue;
                }
                let Some(chunk) = self.heap.live(region, slot) else {
                    continue;
                };
                // A pointer of a chunk to itself does not make it part of another.
                let own = self.heap.tag(place);
                self.heap.set_tag(place, Tag::Reachable);
                let is_open = self.heap.is_open(region);
                self.look_through(
                    chunk.start..chunk.start + chunk.size,
                    is_open,
                    Tag::Indirect,
                );
                self.heap.set_tag(place, own);
                self.pending.truncate(0);
            }
        }
    }

    fn flood(&mut self, tag: Tag) {
        while let Some((region, start, size)) = self.pending.pop() {
            let is_open = self.heap.is_open(region);
            self.look_through(start..start + size, is_open, tag);
        }
    }

    fn enter(&mut self, region: usize, chunk: Live) {
        if chunk.size >= WORD {
            self.is_complete &= self
                .pending
                .push((region, chunk.start, chunk.size))
                .is_some();
        }
    }

    fn look_through(&mut self, range: Range<usize>, is_open: bool, tag: Tag) {
        if is_open {
            return self.look_at_words(range, tag);
        }
        let mut start = range.start;
        while start < range.end {
            // One part at a time: looking at it changes what is known.
            let mut part = None;
            self.heap.readable.parts(start..range.end, |found| {
                part.get_or_insert(found);
            });
            let Some(part) = part else { return };
            start = part.end;
            self.look_at_words(part, tag);
        }
    }

    fn look_at_words(&mut self, range: Range<usize>, tag: Tag) {
        let mut at = match self.step {
            WORD => range.start.next_multiple_of(WORD),
            _ => range.start,
        };
        while at + WORD <= range.end {
            // SAFETY: readable memory; whatever stands there is a number.
            let word = unsafe { (at as *const usize).read_unaligned() };
            if self.bounds.contains(&word) {
                self.meet(word, Some(at), tag);
            }
            at += self.step;
        }
    }

    /// A word that may be an address of a chunk, and where it stands.
    #[inline]
    fn meet(&mut self, word: usize, at: Option<usize>, tag: Tag) {
        if !self.bounds.contains(&word) {
            return;
        }
        if !self.heap.is_in(self.last, word) {
            match self.heap.region_of(word) {
                Some(region) => self.last = region,
                None => return,
            }
        }
        let (place, slot) = self.heap.slot_of(self.last, word);
        if self.heap.tag(place) != Tag::Lost {
            return;
        }
        let Some(chunk) = self.heap.live(self.last, slot) else {
            return;
        };
        if !leads_into(word, chunk) || !self.use_poisoned && at.is_some_and(is_poisoned) {
            return;
        }
        self.heap.set_tag(place, tag);
        self.enter(self.last, chunk);
    }
}

/// Whether an address is one of a chunk's: of a byte of it, or its end where it is an array of no elements, of
/// which C++ keeps the number alone.
fn leads_into(word: usize, chunk: Live) -> bool {
    let end = chunk.start + chunk.size.max(1);
    let is_empty_array = || {
        // SAFETY: the chunk has that many bytes, and its region is readable as its header was.
        word == end && chunk.size == WORD && unsafe { *(chunk.start as *const usize) } == 0
    };
    (chunk.start..end).contains(&word) || is_empty_array()
}

/// Whether a word stands where the program may not look: out of its scope, or given back.
fn is_poisoned(at: usize) -> bool {
    shadow::map::is_readable(at) && shadow::first_poisoned(at, WORD).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::still::while_still;
    use crate::heap::{self, Family, Request};
    use crate::stack::Caller;

    fn new(size: usize) -> *mut usize {
        crate::shadow::set_up();
        let request = Request {
            size,
            align: heap::ALIGN,
            family: Family::Malloc,
            zeroed: true,
            moved_in: 0,
        };
        heap::allocate(request, Caller { pc: 7, frame: 0 }).unwrap() as *mut usize
    }

    /// What a search from `roots` finds out about some chunks.
    fn tags(roots: &[usize], unaligned: bool, chunks: &[*mut usize]) -> Vec<Tag> {
        let mut heap = Snapshot::take().unwrap();
        let mut search = Marking::new(&mut heap, unaligned, false);
        let start = roots.as_ptr() as usize;
        search.visit(start..start + size_of_val(roots), Tag::Reachable);
        search.tell_indirect();
        assert!(search.is_complete);
        let tag = |chunk: &*mut usize| {
            let region = heap.region_of(*chunk as usize).unwrap();
            heap.tag(heap.slot_of(region, *chunk as usize).0)
        };
        chunks.iter().map(tag).collect()
    }

    #[test]
    fn chunks_lead_to_chunks_from_any_place_to_any_place_inside() {
        while_still(|| {
            let [a, b, large, lost, beyond, own] = [64, 0, 3 << 20, 40, 8, 16].map(new);
            // SAFETY: inside of the chunks.
            unsafe {
                *a.add(7) = b as usize;
                *a.add(3) = large as usize + (2 << 20);
                *large.add(100_000) = a as usize + 1;
                *lost.add(1) = beyond as usize;
                *own = own as usize;
            }
            let roots = [1, a as usize + 63, a as usize + 64, lost as usize + 40];
            let expected = [
                Tag::Reachable,
                Tag::Reachable,
                Tag::Reachable,
                Tag::Lost,
                Tag::Indirect,
                Tag::Lost,
            ];
            assert_eq!(
                tags(&roots, false, &[a, b, large, lost, beyond, own]),
                expected
            );
        });
    }

    #[test]
    fn a_chain_of_any_length_is_followed() {
        while_still(|| {
            let chunks: Vec<_> = (0..100_000).map(|_| new(16)).collect();
            for pair in chunks.windows(2) {
                // SAFETY: the chunk's first word.
                unsafe { *pair[0] = pair[1] as usize };
            }
            let found = tags(&[chunks[0] as usize], false, &chunks);
            assert!(found.iter().all(|tag| *tag == Tag::Reachable));
        });
    }

    #[test]
    fn words_at_odd_places_count_if_asked_for() {
        while_still(|| {
            let chunk = new(24);
            let mut roots = [0usize; 2];
            // SAFETY: inside of the array.
            unsafe {
                roots
                    .as_mut_ptr()
                    .byte_add(3)
                    .write_unaligned(chunk as usize)
            };
            assert_eq!(tags(&roots, false, &[chunk]), [Tag::Lost]);
            assert_eq!(tags(&roots, true, &[chunk]), [Tag::Reachable]);
        });
    }

    #[test]
    fn pointers_that_may_not_be_read_do_not_count() {
        while_still(|| {
            let [holder, held] = [32, 32].map(new);
            // SAFETY: inside of the chunk.
            unsafe { *holder.add(1) = held as usize };
            shadow::user::user_poison(holder as usize + 8, 8, sanecc_abi::shadow::Poison::User);
            assert_eq!(
                tags(&[holder as usize], false, &[holder, held]),
                [Tag::Reachable, Tag::Lost]
            );
        });
    }
}
