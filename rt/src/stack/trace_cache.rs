//! The traces that a thread took last. One is found again without hashing and without following the stack
//! link by link: what was read then is compared with what stands there now, many places at once, since a chain
//! of equal links is the same chain.

use super::Caller;
use super::depot::Id;
use super::walk::{self, Link};
use crate::platform::{self, Pair};
use core::ops::Range;

/// Most links of a trace that is kept here: what the default depth reads.
pub const LINKS: usize = 7;
/// The first link is compared by itself: in the threads of many programs there are no more. Then as many of the
/// others, which is all that most calls have.
const NEAR: usize = 3;
const FAR: usize = LINKS - 1 - NEAR;
const TRACES: usize = 128;

#[derive(Clone, Copy)]
struct Entry {
    /// The bits that the return address has not: none returns to where zero would stand for.
    not_pc: usize,
    frame: usize,
    id: Id,
    reach: Reach,
    /// Where the first link was read.
    place: usize,
    /// What was read there.
    first: Link,
    near: Links<NEAR>,
    far: Links<FAR>,
}

impl Entry {
    /// Whether the links are what stands at their places now.
    ///
    /// # Safety
    /// The entry is in a trace cache of the running thread.
    #[inline(always)]
    unsafe fn is_there(&self) -> bool {
        // SAFETY: these places were read when the entry was made. They lie in the thread's own stack, which stays
        // mapped even below the stack pointer, or stand for no place.
        unsafe {
            // Word by word, as the caller has just written them: a load of both would wait until they are in the cache.
            let [frame, pc] = *(self.place as *const Link);
            frame == self.first[0]
                && pc == self.first[1]
                && (self.reach == Reach::First
                    || self.near.are_there() && (self.reach == Reach::Near || self.far.are_there()))
        }
    }
}

/// How many links there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Reach {
    /// One or none.
    First,
    /// No more than the first and the near ones.
    Near,
    Far,
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

/// One of so many new traces drives an older one out. Where more of them take turns than there are places, keeping each would cost more than
/// it ever saves.
const PATIENCE: u32 = 4;

/// Traces, each in one of the two places that its innermost frame allows. All zero is an empty traces.
pub struct TraceCache {
    entries: [Entry; TRACES],
    /// Traces that would have driven another one out.
    late: u32,
}

/// In place of a link where there is none.
static NO_LINK: Pair = Pair([0; 2]);

impl TraceCache {
    #[inline(always)]
    fn index(caller: Caller) -> usize {
        let hash = (caller.pc ^ (caller.frame << 5)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash >> (usize::BITS - TRACES.ilog2())
    }

    /// The id of the trace from `caller` on, if it is in its first place.
    #[inline(always)]
    pub fn find(&self, caller: Caller) -> Option<Id> {
        self.find_at(Self::index(caller), caller)
    }

    /// The same of the other place: two that allocate and free in turn may share the first one.
    pub fn find_beside(&self, caller: Caller) -> Option<Id> {
        self.find_at(Self::index(caller) ^ 1, caller)
    }

    #[inline(always)]
    fn find_at(&self, index: usize, caller: Caller) -> Option<Id> {
        let entry = &self.entries[index];
        if entry.not_pc != !caller.pc || entry.frame != caller.frame {
            return None;
        }
        // SAFETY: it is in the traces.
        unsafe { entry.is_there() }.then_some(entry.id)
    }

    /// Keeps a trace that was just taken by reading `read`, from the caller's frame outwards on the thread's own
    /// `stack`, with the stack pointer in it. `stack` is `None` where no link may be read, however it looks.
    pub fn keep(&mut self, caller: Caller, stack: Option<&Range<usize>>, read: &[Link], id: Id) {
        let may_lead_on =
            stack.is_some_and(|stack| walk::can_follow(caller.frame, stack.start, stack));
        // What leads nowhere this time may do so the next.
        if read.is_empty() && may_lead_on || read.len() > LINKS || id == Id(0) {
            return;
        }
        let index = Self::index(caller);
        if self.entries[index].id != Id(0) {
            self.late = self.late.wrapping_add(1);
            if !self.late.is_multiple_of(PATIENCE) {
                return;
            }
        }
        let mut entry = Entry {
            not_pc: !caller.pc,
            frame: caller.frame,
            id,
            reach: match read.len() {
                0 | 1 => Reach::First,
                links if links <= 1 + NEAR => Reach::Near,
                _ => Reach::Far,
            },
            place: &raw const NO_LINK as usize,
            first: NO_LINK.0,
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
            match index {
                0 => (entry.place, entry.first) = (place, read[which]),
                1..=NEAR => entry.near.set(index - 1, place, read[which]),
                _ => entry.far.set(index - 1 - NEAR, place, read[which]),
            }
            if which + 1 < read.len() {
                at = (read[which][0], which + 1);
            }
        }
        let known = self.entries[index];
        if known.not_pc != entry.not_pc || known.frame != entry.frame {
            self.entries[index ^ 1] = known;
        }
        self.entries[index] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform;
    use core::mem::MaybeUninit;

    #[test]
    fn a_trace_is_known_until_any_of_its_links_changes() {
        for links in 1..=LINKS {
            changes_are_noticed(links);
        }
    }

    fn changes_are_noticed(links: usize) {
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        let mut chain = [[0usize; 2]; LINKS];
        let base = chain.as_ptr() as usize;
        for (link, read) in chain[..links].iter_mut().enumerate() {
            let is_last = link + 1 == links;
            let next = base + (link + 1) * size_of::<Link>();
            *read = [if is_last { 0 } else { next }, (link + 1) << 20];
        }
        let intact = chain;
        let chain = core::hint::black_box(&mut chain);
        let caller = Caller {
            pc: 0x1234,
            frame: chain.as_ptr() as usize,
        };
        // SAFETY: zero is an empty traces.
        let mut traces: TraceCache = unsafe { core::mem::zeroed() };
        assert_eq!(traces.find(caller), None);
        assert_eq!(traces.find(Caller { pc: 0, frame: 0 }), None);
        let mut buffer = walk::TraceBuffer {
            frames: [MaybeUninit::uninit(); crate::stack::MAX_DEPTH],
            links: [MaybeUninit::uninit(); walk::MOST_LINKS],
        };
        let taken = walk::frames(caller, Some(stack.clone()), 8, 0, &mut buffer);
        assert_eq!((taken.frames.len(), taken.links.len()), (links + 1, links));
        traces.keep(caller, Some(&stack), taken.links, Id(7));
        assert_eq!(traces.find(caller), Some(Id(7)));
        for (link, word) in (0..links).flat_map(|link| [(link, 0), (link, 1)]) {
            chain[link][word] += 16;
            core::hint::black_box(&mut *chain);
            assert_eq!(traces.find(caller), None, "link {link} of {links}");
            *chain = intact;
        }
        assert_eq!(traces.find(caller), Some(Id(7)));
        let other = Caller {
            pc: 0x1235,
            ..caller
        };
        assert_eq!(traces.find(other), None);
    }

    #[test]
    fn two_that_share_a_place_are_both_known() {
        // SAFETY: zero is an empty traces.
        let mut traces: TraceCache = unsafe { core::mem::zeroed() };
        let first = Caller {
            pc: 0x1000,
            frame: 0,
        };
        let index = TraceCache::index(first);
        let share = (0x1001..).map(|pc| Caller { pc, frame: 0 });
        let mut share = share.filter(|caller| TraceCache::index(*caller) == index);
        let (second, third) = (share.next().unwrap(), share.next().unwrap());
        let keep = |traces: &mut TraceCache, caller, id| {
            (0..PATIENCE).for_each(|_| traces.keep(caller, None, &[], id));
        };
        keep(&mut traces, first, Id(1));
        keep(&mut traces, second, Id(2));
        for _ in 0..2 {
            assert_eq!(traces.find_beside(first), Some(Id(1)));
            assert_eq!(traces.find(second), Some(Id(2)));
        }
        keep(&mut traces, third, Id(3));
        assert_eq!(traces.find_beside(first), None);
        assert_eq!(traces.find_beside(second), Some(Id(2)));
        assert_eq!(traces.find(third), Some(Id(3)));
        // Once more the same does not drive the other out.
        keep(&mut traces, third, Id(4));
        assert_eq!(traces.find_beside(second), Some(Id(2)));
        assert_eq!(traces.find(third), Some(Id(4)));
    }
}
