//! The traces that a thread took last. One is found again without hashing and without following the stack
//! link by link: what was read then is compared with what stands there now, all places at once, since a chain
//! of equal links is the same chain.

use super::Caller;
use super::depot::Id;
use super::walk::{self, Link};
use crate::platform::{self, Pair};
use core::ops::Range;

/// Most links of a trace that is kept here: what the default depth reads.
pub const LINKS: usize = 7;
/// As many of them are compared first. In the threads of many programs there are no more.
const NEAR: usize = 3;
const TRACES: usize = 128;

#[derive(Clone, Copy)]
struct Entry {
    pc: usize,
    frame: usize,
    /// The stack pointer must be below this for the walk to begin, or not to begin, as it did.
    sp_below: usize,
    id: Id,
    /// Whether there are more links than the near ones.
    goes_far: bool,
    near: Links<NEAR>,
    far: Links<{ LINKS - NEAR }>,
}

/// Some links of a chain.
#[derive(Clone, Copy)]
struct Links<const N: usize> {
    /// Where they were read; those that there were not stand for the last one once more.
    places: [usize; N],
    read: [Pair; N],
}

impl<const N: usize> Links<N> {
    fn none() -> Self {
        Links {
            places: [&raw const NO_LINK as usize; N],
            read: [NO_LINK; N],
        }
    }

    /// Whether they are what stands at their places now.
    ///
    /// # Safety
    /// The places can be read.
    #[inline(always)]
    unsafe fn are_there(&self) -> bool {
        // SAFETY: as the caller promises.
        unsafe { platform::pairs_are(&self.places, &self.read) }
    }

    fn set(&mut self, index: usize, place: usize, read: Link) {
        (self.places[index], self.read[index]) = (place, Pair(read));
    }
}

/// Traces, each in the one place that its innermost frame allows. All zero is an empty memo.
pub struct Memo {
    entries: [Entry; TRACES],
}

/// In place of a link where there is none.
static NO_LINK: Pair = Pair([0; 2]);

impl Memo {
    #[inline(always)]
    fn index(caller: Caller) -> usize {
        let hash = (caller.pc ^ (caller.frame << 5)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash >> (usize::BITS - TRACES.ilog2())
    }

    /// The id of the trace from `caller` on, if it was here lately. `sp` is the stack pointer or above.
    #[inline(always)]
    pub fn find(&self, caller: Caller, sp: usize) -> Option<Id> {
        let entry = &self.entries[Self::index(caller)];
        if entry.pc != caller.pc || entry.frame != caller.frame || sp >= entry.sp_below {
            return None;
        }
        // SAFETY: these places were read when the entry was made. They lie in the thread's own stack, which stays
        // mapped, or stand for no place.
        let is_same =
            unsafe { entry.near.are_there() && (!entry.goes_far || entry.far.are_there()) };
        is_same.then_some(entry.id)
    }

    /// Keeps a trace that was just taken by reading `read`, from the caller's frame outwards on the thread's own
    /// `stack`, with the stack pointer in it. `stack` is `None` where no link may be read, however it looks.
    pub fn keep(&mut self, caller: Caller, stack: Option<&Range<usize>>, read: &[Link], id: Id) {
        let sp_below = if !read.is_empty() {
            caller.frame
        } else if stack.is_some_and(|stack| walk::can_follow(caller.frame, stack.start, stack)) {
            // Next time it may lead somewhere.
            return;
        } else {
            usize::MAX
        };
        if read.len() > LINKS || id == Id(0) {
            return;
        }
        let mut entry = Entry {
            pc: caller.pc,
            frame: caller.frame,
            sp_below,
            id,
            goes_far: read.len() > NEAR,
            near: Links::none(),
            far: Links::none(),
        };
        let mut at = (caller.frame, 0);
        for index in 0..if read.is_empty() { 0 } else { LINKS } {
            let (place, which) = at;
            if !place.is_multiple_of(align_of::<Pair>()) {
                // Only hand-written frames lie like that.
                return;
            }
            match index.checked_sub(NEAR) {
                None => entry.near.set(index, place, read[which]),
                Some(index) => entry.far.set(index, place, read[which]),
            }
            if which + 1 < read.len() {
                at = (read[which][0], which + 1);
            }
        }
        self.entries[Self::index(caller)] = entry;
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
        assert_eq!(memo.find(caller, sp), None);
        let mut room = walk::Room {
            frames: [MaybeUninit::uninit(); crate::stack::MAX_DEPTH],
            links: [MaybeUninit::uninit(); walk::MOST_LINKS],
        };
        let taken = walk::frames(caller, Some(stack.clone()), 8, 0, &mut room);
        assert_eq!((taken.frames.len(), taken.links.len()), (5, 4));
        memo.keep(caller, Some(&stack), taken.links, Id(7));
        assert_eq!(memo.find(caller, sp), Some(Id(7)));
        for (link, word) in (0..4).flat_map(|link| [(link, 0), (link, 1)]) {
            chain[link][word] += 16;
            core::hint::black_box(&mut *chain);
            assert_eq!(memo.find(caller, sp), None, "link {link}");
            *chain = intact;
        }
        assert_eq!(memo.find(caller, sp), Some(Id(7)));
        // Below the stack pointer nothing may be read.
        assert_eq!(memo.find(caller, caller.frame), None);
        let other = Caller {
            pc: 0x1235,
            ..caller
        };
        assert_eq!(memo.find(other, sp), None);
    }
}
