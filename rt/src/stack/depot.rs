//! Every distinct stack trace once, under an id of four bytes. Traces are never removed; looking one up
//! that is known takes no lock.

use crate::lock::Locked;
use crate::{platform, shadow};
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

/// Names a trace; 0 is "none".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Id(pub u32);

const BUCKETS: usize = 1 << 16;
/// Address space for traces; less where less can be had, never less than the second. A full depot keeps
/// no new traces.
const ROOM: core::ops::RangeInclusive<usize> = 1 << 20..=1 << 30;

static HEADS: [AtomicU32; BUCKETS] = [const { AtomicU32::new(0) }; BUCKETS];
/// Where entries lie; an id is the distance from here in words.
static BASE: AtomicUsize = AtomicUsize::new(0);
static UNUSED: Locked<UnusedWords> = Locked::new(UnusedWords { next: 1, end: 0 });
/// Whether core files get the depot: mostly address space that holds nothing, which some write out and send away all the same.
static IN_CORE_FILES: AtomicBool = AtomicBool::new(false);

/// Words that are not used yet.
struct UnusedWords {
    next: usize,
    end: usize,
}

/// A trace in the depot; its frames follow it.
#[repr(C)]
struct Entry {
    next: u32,
    hash: u32,
    thread: u32,
    count: u32,
}

/// A trace that was kept.
#[derive(Clone, Copy, Debug)]
pub struct Trace {
    /// Number of the thread.
    pub thread: u32,
    /// Return addresses, innermost first.
    pub frames: &'static [usize],
}

/// Memory of the depot that holds numbers only, any two of which may look like an address.
pub fn numbers() -> core::ops::Range<usize> {
    let start = &raw const HEADS as usize;
    start..start + size_of_val(&HEADS)
}

/// The depot's lock, for `fork`.
pub fn lock() -> &'static crate::lock::Lock {
    UNUSED.lock()
}

/// The id of a trace, which is added if it is new.
#[inline]
pub fn insert(thread: u32, frames: &[usize]) -> Id {
    let hash = hash(thread, frames);
    let head = &HEADS[hash as usize % BUCKETS];
    let first = head.load(Ordering::Acquire);
    find(first, 0, hash, thread, frames).unwrap_or_else(|| add(head, first, hash, thread, frames))
}

/// Bytes of all traces.
pub fn bytes() -> usize {
    UNUSED.hold().next * 8
}

/// The trace of an id; `None` for 0.
pub fn get(id: Id) -> Option<Trace> {
    let known = UNUSED.peek(|unused| (id.0 as usize) < unused.next);
    if id.0 == 0 || !known {
        return None;
    }
    let entry = entry(id.0);
    Some(Trace {
        thread: entry.thread,
        frames: frames_of(entry),
    })
}

#[inline(always)]
fn entry(id: u32) -> &'static Entry {
    // SAFETY: ids are only made for entries that were written, and entries stay.
    unsafe { &*((BASE.load(Ordering::Relaxed) + id as usize * 8) as *const Entry) }
}

fn frames_of(entry: &'static Entry) -> &'static [usize] {
    // SAFETY: `count` frames were written behind the entry.
    unsafe {
        core::slice::from_raw_parts((entry as *const Entry).add(1).cast(), entry.count as usize)
    }
}

/// The hash of a trace, which a walk computes as it goes.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Hash {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

    /// Of a trace of the thread, still without frames.
    #[inline(always)]
    pub fn of_thread(thread: u32) -> Self {
        Hash(thread as u64)
    }

    /// Takes the next frame in. That takes no longer than to follow a frame pointer.
    #[inline(always)]
    pub fn add(&mut self, frame: usize) {
        // A product tells low bits from high ones but not the other way round: let them change places.
        self.0 = (self.0 ^ frame as u64)
            .wrapping_mul(Self::FACTOR)
            .rotate_left(32);
    }

    /// Of these frames.
    pub fn of(thread: u32, frames: &[usize]) -> Self {
        let mut hash = Hash::of_thread(thread);
        frames.iter().for_each(|frame| hash.add(*frame));
        hash
    }

    /// Another one for the same frames, behind which more have followed.
    #[inline(always)]
    pub fn of_recursion(self) -> Self {
        Hash(!self.0)
    }

    /// All of it.
    #[inline(always)]
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The part of a hash that is kept in the depot.
fn hash(thread: u32, frames: &[usize]) -> u32 {
    Hash::of(thread, frames).value() as u32
}

/// The id of a trace that is kept, if it is.
pub fn find_kept(thread: u32, frames: &[usize]) -> Option<Id> {
    let hash = hash(thread, frames);
    let first = HEADS[hash as usize % BUCKETS].load(Ordering::Acquire);
    find(first, 0, hash, thread, frames)
}

/// Looks through a bucket from entry `id` until entry `end`.
#[inline]
fn find(mut id: u32, end: u32, hash: u32, thread: u32, frames: &[usize]) -> Option<Id> {
    while id != end {
        let entry = entry(id);
        if entry.hash == hash && entry.thread == thread && are_equal(frames_of(entry), frames) {
            return Some(Id(id));
        }
        id = entry.next;
    }
    None
}

/// A few words; a call of `memcmp` would cost more.
#[inline]
fn are_equal(kept: &[usize], frames: &[usize]) -> bool {
    kept.len() == frames.len() && kept.iter().zip(frames).all(|(kept, frame)| kept == frame)
}

#[cold]
fn add(head: &AtomicU32, seen: u32, hash: u32, thread: u32, frames: &[usize]) -> Id {
    let mut unused = UNUSED.hold();
    let first = head.load(Ordering::Acquire);
    if let Some(id) = find(first, seen, hash, thread, frames) {
        return id;
    }
    let Some(id) = unused.take(size_of::<Entry>() / 8 + frames.len()) else {
        return Id(0);
    };
    let place = (BASE.load(Ordering::Relaxed) + id as usize * 8) as *mut Entry;
    // SAFETY: `take` found room for the entry and its frames, which nobody else uses.
    unsafe {
        place.write(Entry {
            next: first,
            hash,
            thread,
            count: frames.len() as u32,
        });
        place
            .add(1)
            .cast::<usize>()
            .copy_from_nonoverlapping(frames.as_ptr(), frames.len());
    }
    head.store(id, Ordering::Release);
    Id(id)
}

/// Lets core files contain the depot.
pub fn keep_in_core_files() {
    IN_CORE_FILES.store(true, Ordering::Relaxed);
    let unused = UNUSED.hold();
    if unused.end != 0 {
        platform::set_dumped(BASE.load(Ordering::Relaxed), unused.end * 8, true);
    }
}

/// Gives address space back that the limit of a process would not have let it take.
pub fn bound(limit: usize) {
    let mut unused = UNUSED.hold();
    let used = (unused.next * 8).next_multiple_of(platform::PAGE);
    let length = mapping_bytes(limit).max(used);
    let base = BASE.load(Ordering::Relaxed);
    if length < unused.end * 8 && platform::unmap(base + length, unused.end * 8 - length) {
        unused.end = length / 8;
    }
}

/// Bytes for traces where a process may have so many.
fn mapping_bytes(limit: usize) -> usize {
    (limit / 64).clamp(*ROOM.start(), *ROOM.end()) & !(platform::PAGE - 1)
}

impl UnusedWords {
    fn take(&mut self, words: usize) -> Option<u32> {
        if self.end == 0 {
            self.map()?;
        }
        let word = self.next;
        self.next = (word + words <= self.end).then_some(word + words)?;
        Some(word as u32)
    }

    fn map(&mut self) -> Option<()> {
        // With little address space, take little of it.
        // Without a limit of the process, what is mapped may count as used (no overcommit).
        let unlimited = if shadow::map::is_lazy() {
            usize::try_from(4u64 << 30).unwrap_or(usize::MAX)
        } else {
            usize::MAX
        };
        let limit = platform::address_space_limit().unwrap_or(unlimited);
        let mut length = mapping_bytes(limit);
        let base = loop {
            match platform::map(0, length) {
                Ok(base) => break base,
                Err(_) if length / 2 >= *ROOM.start() => {
                    length = (length / 2) & !(platform::PAGE - 1)
                }
                Err(_) => {
                    // Chunks do without traces from now on.
                    self.end = self.next;
                    return None;
                }
            }
        };
        if !IN_CORE_FILES.load(Ordering::Relaxed) {
            platform::set_dumped(base, length, false);
        }
        BASE.store(base, Ordering::Release);
        self.end = length / 8;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_traces_share_an_id_across_threads() {
        let traces: Vec<Vec<usize>> = (0..3000)
            .map(|n| (0..1 + n % 40).map(|k| n * 1000 + k + 1).collect())
            .collect();
        let insert_all = || {
            traces
                .iter()
                .map(|frames| insert(900, frames))
                .collect::<Vec<_>>()
        };
        let ids = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(insert_all)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect::<Vec<_>>()
        });
        assert!(ids.windows(2).all(|pair| pair[0] == pair[1]));
        for (id, frames) in ids[0].iter().zip(&traces) {
            let trace = get(*id).unwrap();
            assert_eq!((trace.thread, trace.frames), (900, frames.as_slice()));
        }
        assert_ne!(insert(901, &traces[0]), ids[0][0]);
    }

    #[test]
    fn no_trace() {
        assert!(get(Id(0)).is_none());
        assert!(get(Id(u32::MAX)).is_none());
    }
}
