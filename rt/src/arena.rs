//! Memory for the runtime's own data structures, above all for reports: mapped on demand, apart from the program's heap.
//!
//! What the thread that reports allocates is given back when its report is done, as a whole; what others allocate
//! stays. So the memory of a program that goes on after errors does not grow with their number. Where the system has no more memory, a
//! reserve is enough for a report without names ([`is_scarce`]).

use crate::lock::{Lock, Locked};
use crate::platform;
use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicUsize, Ordering};

/// The allocator of the runtime's own data structures. The archive makes it Rust's global allocator.
pub struct Arena;

/// Bytes that are mapped at once, at least.
const CHUNK: usize = 1 << 20;

/// The thread (by its thread-local block) whose allocations last until its report is done; 0 is none.
static REPORTER: AtomicUsize = AtomicUsize::new(0);
static LASTING: Locked<Region> = Locked::new(Region::new());
static REPORT: Locked<Region> = Locked::new(Region::new());

/// Whether the reserve is being used: what can be done without must be.
pub fn is_scarce() -> bool {
    reserve::is_taken()
}

/// From here on, what this thread allocates lasts until [`end_report`].
pub fn begin_report() {
    REPORTER.store(platform::thread_block() as usize, Ordering::Relaxed);
}

/// Gives back what the thread has allocated since [`begin_report`].
pub fn end_report() {
    REPORTER.store(0, Ordering::Relaxed);
    REPORT.hold().reset();
}

/// Whether what the calling thread allocates lasts until its report is done.
fn is_reporting() -> bool {
    REPORTER.load(Ordering::Relaxed) == platform::thread_block() as usize
}

/// Where the calling thread allocates.
fn region() -> &'static Locked<Region> {
    if is_reporting() { &REPORT } else { &LASTING }
}

/// The lock of what other threads than the reporter allocate, for whoever stops them.
pub fn lock() -> &'static Lock {
    LASTING.lock()
}

/// Chunks, of which the newest is in use.
struct Region {
    /// Start of the newest chunk; 0: there is none.
    chunk: usize,
    next: usize,
    end: usize,
}

/// What every chunk begins with.
struct Header {
    /// The chunk before this one, and where it ends; 0: there is none.
    before: (usize, usize),
}

impl Region {
    const fn new() -> Self {
        Region {
            chunk: 0,
            next: 0,
            end: 0,
        }
    }

    fn take(&mut self, layout: Layout) -> Option<usize> {
        let start = self.next.next_multiple_of(layout.align());
        let end = start.checked_add(layout.size())?;
        if self.chunk == 0 || end > self.end {
            self.grow(layout)?;
            return self.take(layout);
        }
        self.next = end;
        Some(start)
    }

    /// Maps a chunk with room for one such chunk.
    #[cold]
    fn grow(&mut self, layout: Layout) -> Option<()> {
        let needed = layout
            .size()
            .checked_add(layout.align())?
            .checked_add(size_of::<Header>())?;
        let length = needed.max(CHUNK).next_multiple_of(platform::PAGE);
        let (chunk, length) = match platform::map(0, length) {
            Ok(chunk) => (chunk, length),
            Err(_) if is_reporting() => (reserve::take(needed)?, reserve::BYTES),
            Err(_) => return None,
        };
        let before = (self.chunk, self.end);
        // SAFETY: the chunk is nobody else's and longer than its header.
        unsafe { (chunk as *mut Header).write(Header { before }) };
        *self = Region {
            chunk,
            next: chunk + size_of::<Header>(),
            end: chunk + length,
        };
        Some(())
    }

    /// Empties the first chunk and unmaps the others.
    fn reset(&mut self) {
        while self.chunk != 0 {
            // SAFETY: `grow` wrote the header, and nothing else touches it.
            let (before, end) = unsafe { &*(self.chunk as *const Header) }.before;
            if before == 0 {
                self.next = self.chunk + size_of::<Header>();
                break;
            }
            if !reserve::put_back(self.chunk) {
                platform::unmap(self.chunk, self.end - self.chunk);
            }
            (self.chunk, self.end) = (before, end);
        }
    }
}

/// A chunk for when the system has no memory or address space left: a report of what went wrong then is worth most. It takes no
/// memory before.
mod reserve {
    use core::cell::UnsafeCell;
    use core::sync::atomic::{AtomicBool, Ordering};

    /// Its length: what a report needs where no file can be read.
    pub const BYTES: usize = 1 << 18;

    #[repr(C, align(4096))]
    struct Reserve(UnsafeCell<[u8; BYTES]>);

    // SAFETY: only whoever has taken it touches its bytes.
    unsafe impl Sync for Reserve {}

    static RESERVE: Reserve = Reserve(UnsafeCell::new([0; BYTES]));
    static TAKEN: AtomicBool = AtomicBool::new(false);

    /// Its address, if it is free and has room for so many bytes.
    pub fn take(needed: usize) -> Option<usize> {
        let is_free = needed <= BYTES && !TAKEN.swap(true, Ordering::Acquire);
        is_free.then_some(RESERVE.0.get() as usize)
    }

    /// Whether somebody has it.
    pub fn is_taken() -> bool {
        TAKEN.load(Ordering::Relaxed)
    }

    /// Whether this is it; then it is free again.
    pub fn put_back(chunk: usize) -> bool {
        let is_it = chunk == RESERVE.0.get() as usize;
        if is_it {
            TAKEN.store(false, Ordering::Release);
        }
        is_it
    }
}

// SAFETY: every chunk is a part of a mapping that nobody else has, and that stays at least as long as the chunk is used:
// the lasting ones always, a report's own until it is done.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        region().hold().take(layout).unwrap_or(0) as *mut u8
    }

    unsafe fn dealloc(&self, chunk: *mut u8, layout: Layout) {
        // The newest chunk can be taken back, which is what growing vectors need most.
        let mut region = region().hold();
        if chunk as usize + layout.size() == region.next {
            region.next = chunk as usize;
        }
    }

    unsafe fn realloc(&self, chunk: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let mut region = region().hold();
        let end = chunk as usize + layout.size();
        if end == region.next && chunk as usize + size <= region.end {
            region.next = chunk as usize + size;
            return chunk;
        }
        let Some(new) = Layout::from_size_align(size, layout.align())
            .ok()
            .and_then(|layout| region.take(layout))
        else {
            return core::ptr::null_mut();
        };
        // SAFETY: both chunks have at least this many bytes and are apart.
        unsafe { (new as *mut u8).copy_from_nonoverlapping(chunk, layout.size().min(size)) };
        new as *mut u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_aligned_and_apart() {
        let mut previous_end = 0;
        for (size, align) in [(1, 1), (3, 64), (CHUNK * 3, 8), (100, 4096), (0, 1), (8, 8)] {
            let layout = Layout::from_size_align(size, align).unwrap();
            // SAFETY: a valid layout; the chunk is filled up to its size.
            let chunk = unsafe {
                let chunk = Arena.alloc(layout);
                chunk.write_bytes(7, size);
                chunk as usize
            };
            assert!(chunk != 0 && chunk.is_multiple_of(align));
            assert!(chunk >= previous_end || chunk + size <= previous_end);
            previous_end = chunk + size;
        }
    }

    #[test]
    fn a_region_that_is_reset_begins_anew_in_its_first_chunk() {
        let mut region = Region::new();
        let small = Layout::from_size_align(100, 8).unwrap();
        let large = Layout::from_size_align(CHUNK * 2, 8).unwrap();
        // Other tests may map memory where it was in the meantime.
        let mut tries = (0..20).map(|_| {
            let first = region.take(small).unwrap();
            let others = [large, small, large].map(|layout| region.take(layout).unwrap());
            region.reset();
            let is_gone = |chunk| !platform::is_mapped(chunk, CHUNK);
            let are_gone = is_gone(others[0]) && is_gone(others[2]);
            assert_eq!(region.take(small), Some(first));
            region.reset();
            are_gone
        });
        assert!(tries.any(|are_gone| are_gone));
        Region::new().reset();
    }

    #[test]
    fn a_reserve_serves_one_region_at_a_time() {
        assert!(!is_scarce());
        let mut region = Region::new();
        let first = region.take(Layout::new::<u64>()).unwrap();
        let before = (region.chunk, region.end);
        assert_eq!(reserve::take(reserve::BYTES + 1), None);
        let reserve = reserve::take(100).unwrap();
        assert!(is_scarce());
        assert_eq!(reserve::take(100), None);
        // As `grow` does where there is no more memory.
        // SAFETY: the reserve is as long, and nobody else has it.
        unsafe { (reserve as *mut Header).write(Header { before }) };
        region.chunk = reserve;
        region.next = reserve + size_of::<Header>();
        region.end = reserve + reserve::BYTES;
        assert!(region.take(Layout::new::<u64>()).unwrap() > reserve);
        region.reset();
        assert!(!is_scarce());
        assert_eq!(region.take(Layout::new::<u64>()), Some(first));
    }

    #[test]
    fn what_the_reporter_allocates_is_given_back() {
        let layout = Layout::from_size_align(64, 8).unwrap();
        let allocate = move || {
            // SAFETY: a valid layout.
            unsafe { Arena.alloc(layout) as usize }
        };
        let chunks = [(); 2].map(|()| {
            begin_report();
            let own = allocate();
            let other = std::thread::spawn(allocate).join().unwrap();
            end_report();
            (own, other)
        });
        assert_eq!(chunks[0].0, chunks[1].0);
        assert_ne!(chunks[0].1, chunks[1].1);
    }
}
