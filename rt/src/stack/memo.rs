//! The traces that a thread took last. One is found again without hashing and without following the stack
//! link by link: what was read then is compared with what stands there now, all places at once, since a chain
//! of equal links is the same chain.

use super::Caller;
use super::depot::Id;
use super::walk::{self, Link};
use core::ops::Range;

/// Most links of a trace that is kept here: what the default depth reads.
pub const LINKS: usize = 7;
const TRACES: usize = 128;

#[derive(Clone, Copy)]
struct Entry {
    pc: usize,
    frame: usize,
    id: Id,
    links: u32,
    read: [Link; LINKS],
}

/// Traces, each in the one place that its innermost frame allows. All zero is an empty memo.
pub struct Memo {
    entries: [Entry; TRACES],
}

impl Memo {
    fn index(caller: Caller) -> usize {
        let hash = (caller.pc ^ (caller.frame << 5)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash >> (usize::BITS - TRACES.ilog2())
    }

    /// The id of the trace from `caller` on, if it was here lately. `sp` is the stack pointer or above, and in
    /// `stack`, the thread's own.
    #[inline]
    pub fn find(&self, caller: Caller, sp: usize, stack: &Range<usize>) -> Option<Id> {
        let entry = &self.entries[Self::index(caller)];
        let is_key = entry.pc == caller.pc && entry.frame == caller.frame;
        let can_start = walk::can_follow(caller.frame, sp, stack);
        if !is_key || can_start != (entry.links != 0) {
            return None;
        }
        let mut at = entry.frame;
        let mut differences = 0;
        for expected in &entry.read[..(entry.links as usize).min(LINKS)] {
            // SAFETY: this place was read when the entry was made: it lies in the thread's stack above the
            // frame where the walk starts, which lies above the stack pointer now as well.
            let [next, pc] = unsafe { *(at as *const Link) };
            differences |= (next ^ expected[0]) | (pc ^ expected[1]);
            at = expected[0];
        }
        (differences == 0).then_some(entry.id)
    }

    /// Keeps a trace that was just taken by reading `read`, from the caller's frame outwards.
    pub fn keep(&mut self, caller: Caller, read: &[Link], id: Id) {
        if read.len() > LINKS || id == Id(0) {
            return;
        }
        let entry = &mut self.entries[Self::index(caller)];
        entry.read[..read.len()].copy_from_slice(read);
        entry.links = read.len() as u32;
        (entry.pc, entry.frame, entry.id) = (caller.pc, caller.frame, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform;
    use core::mem::MaybeUninit;

    #[test]
    fn a_trace_is_known_until_any_of_its_links_changes() {
        let sp = platform::stack_pointer();
        let stack = platform::mapping_of(sp).unwrap();
        let mut chain = [[0usize; 2]; 4];
        let base = chain.as_ptr() as usize;
        let intact = [
            [base + 16, 0x10_0000],
            [base + 32, 0x20_0000],
            [base + 48, 0x30_0000],
            [0, 0x40_0000],
        ];
        chain = intact;
        let chain = core::hint::black_box(&mut chain);
        let caller = Caller {
            pc: 0x1234,
            frame: chain.as_ptr() as usize,
        };
        // SAFETY: zero is an empty memo.
        let mut memo: Memo = unsafe { core::mem::zeroed() };
        assert_eq!(memo.find(caller, sp, &stack), None);
        let mut room = walk::Room {
            frames: [MaybeUninit::uninit(); crate::stack::MAX_DEPTH],
            links: [MaybeUninit::uninit(); crate::stack::MAX_DEPTH],
        };
        let taken = walk::frames(caller, Some(stack.clone()), 8, &mut room);
        assert_eq!((taken.frames.len(), taken.links.len()), (5, 4));
        memo.keep(caller, taken.links, Id(7));
        assert_eq!(memo.find(caller, sp, &stack), Some(Id(7)));
        for (link, word) in (0..4).flat_map(|link| [(link, 0), (link, 1)]) {
            chain[link][word] += 16;
            core::hint::black_box(&mut *chain);
            assert_eq!(memo.find(caller, sp, &stack), None, "link {link}");
            *chain = intact;
        }
        assert_eq!(memo.find(caller, sp, &stack), Some(Id(7)));
        // Below the stack pointer nothing may be read.
        assert_eq!(memo.find(caller, caller.frame, &stack), None);
        let other = Caller {
            pc: 0x1235,
            ..caller
        };
        assert_eq!(memo.find(other, sp, &stack), None);
    }
}
