//! Every distinct stack trace once, under an id of four bytes. Traces are never removed; looking one up
//! that is known takes no lock.

use crate::lock::Locked;
use crate::platform;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Names a trace; 0 is "none".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Id(pub u32);

const BUCKETS: usize = 1 << 16;
/// Bytes of one piece of the depot's memory.
const CHUNK: usize = 1 << 18;
const WORDS_PER_CHUNK: usize = CHUNK / 8;
/// Pieces at most: 2 GiB of traces, then new ones are no longer kept.
const CHUNKS: usize = 1 << 13;

static HEADS: [AtomicU32; BUCKETS] = [const { AtomicU32::new(0) }; BUCKETS];
static PLACES: [AtomicUsize; CHUNKS] = [const { AtomicUsize::new(0) }; CHUNKS];
static NEXT_WORD: Locked<usize> = Locked::new(1);

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

/// The depot's lock, for `fork`.
pub fn lock() -> &'static crate::lock::Lock {
    NEXT_WORD.lock()
}

/// The id of a trace, which is added if it is new.
#[inline]
pub fn insert(thread: u32, frames: &[usize]) -> Id {
    let hash = hash(thread, frames);
    let head = &HEADS[hash as usize % BUCKETS];
    let first = head.load(Ordering::Acquire);
    find(first, 0, hash, thread, frames).unwrap_or_else(|| add(head, first, hash, thread, frames))
}

/// The trace of an id; `None` for 0.
pub fn get(id: Id) -> Option<Trace> {
    let word = id.0 as usize;
    let place = PLACES.get(word / WORDS_PER_CHUNK)?.load(Ordering::Acquire);
    if word == 0 || place == 0 {
        return None;
    }
    let entry = entry(id.0);
    Some(Trace {
        thread: entry.thread,
        frames: frames_of(entry),
    })
}

fn entry(id: u32) -> &'static Entry {
    let chunk = PLACES[id as usize / WORDS_PER_CHUNK].load(Ordering::Acquire);
    // SAFETY: ids are only made for entries that were written, and entries stay.
    unsafe { &*((chunk + id as usize % WORDS_PER_CHUNK * 8) as *const Entry) }
}

fn frames_of(entry: &'static Entry) -> &'static [usize] {
    // SAFETY: `count` frames were written behind the entry.
    unsafe {
        core::slice::from_raw_parts((entry as *const Entry).add(1).cast(), entry.count as usize)
    }
}

#[inline]
fn hash(thread: u32, frames: &[usize]) -> u32 {
    let mut hash = thread as u64;
    for frame in frames {
        hash = (hash.rotate_left(5) ^ *frame as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    (hash >> 32) as u32
}

/// Looks through a bucket from entry `id` until entry `end`.
#[inline]
fn find(mut id: u32, end: u32, hash: u32, thread: u32, frames: &[usize]) -> Option<Id> {
    while id != end {
        let entry = entry(id);
        if entry.hash == hash && entry.thread == thread && frames_of(entry) == frames {
            return Some(Id(id));
        }
        id = entry.next;
    }
    None
}

#[cold]
fn add(head: &AtomicU32, seen: u32, hash: u32, thread: u32, frames: &[usize]) -> Id {
    let mut next_word = NEXT_WORD.hold();
    let first = head.load(Ordering::Acquire);
    if let Some(id) = find(first, seen, hash, thread, frames) {
        return id;
    }
    let Some(id) = place(&mut next_word, 2 + frames.len()) else {
        return Id(0);
    };
    let chunk = PLACES[id as usize / WORDS_PER_CHUNK].load(Ordering::Relaxed);
    let entry = (chunk + id as usize % WORDS_PER_CHUNK * 8) as *mut Entry;
    // SAFETY: `place` found room for the entry and its frames, which nobody else uses.
    unsafe {
        entry.write(Entry {
            next: first,
            hash,
            thread,
            count: frames.len() as u32,
        });
        entry
            .add(1)
            .cast::<usize>()
            .copy_from_nonoverlapping(frames.as_ptr(), frames.len());
    }
    head.store(id, Ordering::Release);
    Id(id)
}

/// Takes `words` words that lie in one chunk.
fn place(next_word: &mut usize, words: usize) -> Option<u32> {
    let mut word = *next_word;
    if word % WORDS_PER_CHUNK + words > WORDS_PER_CHUNK {
        word = word.next_multiple_of(WORDS_PER_CHUNK);
    }
    let place = PLACES.get(word / WORDS_PER_CHUNK)?;
    if place.load(Ordering::Relaxed) == 0 {
        place.store(platform::map(0, CHUNK).ok()?, Ordering::Release);
    }
    *next_word = word + words;
    Some(word as u32)
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
