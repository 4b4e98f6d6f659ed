//! Memory for reports: mapped on demand, never given back, apart from the program's heap.

use crate::lock::Locked;
use crate::platform;
use core::alloc::{GlobalAlloc, Layout};

/// The allocator of the runtime's own data structures. The archive makes it Rust's global allocator.
pub struct Arena;

/// Bytes that are mapped at once, at least.
const CHUNK: usize = 1 << 20;

struct Rest {
    next: usize,
    end: usize,
}

static REST: Locked<Rest> = Locked::new(Rest { next: 0, end: 0 });

impl Rest {
    fn take(&mut self, layout: Layout) -> Option<usize> {
        let start = self.next.next_multiple_of(layout.align());
        let end = start.checked_add(layout.size())?;
        if self.next == 0 || end > self.end {
            let length = layout
                .size()
                .checked_add(layout.align())?
                .max(CHUNK)
                .next_multiple_of(platform::PAGE);
            self.next = platform::map(0, length).ok()?;
            self.end = self.next + length;
            return self.take(layout);
        }
        self.next = end;
        Some(start)
    }
}

// SAFETY: every block is a fresh part of a mapping that stays.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REST.hold().take(layout).unwrap_or(0) as *mut u8
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // The newest block can be taken back, which is what growing vectors need most.
        let mut rest = REST.hold();
        if block as usize + layout.size() == rest.next {
            rest.next = block as usize;
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let mut rest = REST.hold();
        let end = block as usize + layout.size();
        if end == rest.next && block as usize + size <= rest.end {
            rest.next = block as usize + size;
            return block;
        }
        let Some(new) = Layout::from_size_align(size, layout.align())
            .ok()
            .and_then(|layout| rest.take(layout))
        else {
            return core::ptr::null_mut();
        };
        // SAFETY: both blocks have at least this many bytes and are apart.
        unsafe { (new as *mut u8).copy_from_nonoverlapping(block, layout.size().min(size)) };
        new as *mut u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_and_apart() {
        let mut previous_end = 0;
        for (size, align) in [(1, 1), (3, 64), (CHUNK * 3, 8), (100, 4096), (0, 1), (8, 8)] {
            let layout = Layout::from_size_align(size, align).unwrap();
            // SAFETY: a valid layout; the block is filled within its size.
            let block = unsafe {
                let block = Arena.alloc(layout);
                block.write_bytes(7, size);
                block as usize
            };
            assert!(block != 0 && block.is_multiple_of(align));
            assert!(block >= previous_end || block + size <= previous_end);
            previous_end = block + size;
        }
    }
}
