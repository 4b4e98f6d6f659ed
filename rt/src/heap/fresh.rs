//! Fills fresh memory, so that a program that reads it before it has written it does the same each time, and what it does is seen.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Bytes that are filled at most.
static MOST: AtomicUsize = AtomicUsize::new(0);
/// The byte, eight times.
static WORD: AtomicU64 = AtomicU64::new(0);

/// Bytes that are written at once: chunks begin at multiples of it.
const BYTES: usize = super::ALIGN;
/// What is written at once.
type Unit = [u64; BYTES / 8];

/// Has the first `most` bytes of each new chunk filled from now on.
pub fn set(most: usize, byte: u8) {
    WORD.store(u64::from_ne_bytes([byte; 8]), Ordering::Relaxed);
    MOST.store(most, Ordering::Relaxed);
}

/// Fills a new chunk from one of its bytes on: what comes before has contents. What comes behind stays as it is, because errors that are reported
/// and passed over may read it.
///
/// # Safety
/// The chunk of `size` bytes at `address` belongs to the caller.
#[inline(always)]
pub unsafe fn fill(address: usize, from: usize, size: usize) {
    let most = MOST.load(Ordering::Relaxed);
    let end = size.min(most);
    if from >= end {
        return;
    }
    let word = WORD.load(Ordering::Relaxed);
    let units = end / BYTES * BYTES;
    // SAFETY: as the caller says.
    unsafe {
        if from != 0 {
            return ((address + from) as *mut u8).write_bytes(word as u8, end - from);
        }
        let unit: Unit = [word; BYTES / 8];
        let (mut at, whole) = (address as *mut Unit, (address + units) as *mut Unit);
        while at < whole {
            at.write(unit);
            at = at.add(1);
        }
        let mut byte = whole.cast::<u8>();
        let end = (address + end) as *mut u8;
        if (end as usize) - (byte as usize) >= 8 {
            byte.cast::<u64>().write(word);
            byte = byte.add(8);
        }
        while byte < end {
            // Volatile, so that it is no call of `memset` for less than a word.
            byte.write_volatile(word as u8);
            byte = byte.add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_fresh_is_filled() {
        #[repr(align(16))]
        struct Chunk([u64; 8]);
        let mut chunk = Chunk([0; 8]);
        let address = chunk.0.as_mut_ptr() as usize;
        set(40, 0xBE);
        // SAFETY: the array is the test's own.
        unsafe { fill(address, 0, 29) };
        let filled = u64::from_ne_bytes([0xBE; 8]);
        assert_eq!(chunk.0[..3], [filled; 3]);
        let last = [0xBE, 0xBE, 0xBE, 0xBE, 0xBE, 0, 0, 0];
        assert_eq!(
            chunk.0[3].to_ne_bytes(),
            last,
            "29 bytes end in the fourth word"
        );
        assert_eq!(chunk.0[4..], [0; 4]);
        // SAFETY: as above.
        unsafe { fill(address, 35, 64) };
        assert_eq!(
            chunk.0[4].to_ne_bytes(),
            [0, 0, 0, 0xBE, 0xBE, 0xBE, 0xBE, 0xBE]
        );
        assert_eq!(chunk.0[5..], [0, 0, 0], "beyond the bound");
        set(0, 0);
    }
}
