//! Recursions that have many stacks. Functions that call themselves and allocate may have as many stacks as there are ways through the recursion, a power
//! of its depth: of a tree, one for each node. Those that begin alike are counted; once there are too many, their traces are cut short.

use super::depot::Hash;
use core::sync::atomic::{AtomicU8, Ordering};

/// Traces with a common beginning that are kept whole.
const FEW: u8 = 16;
const PLACES: usize = 1 << 12;

/// For each beginning, by its hash, how many traces were kept. Two may share a place, and then their traces are short sooner.
static COUNTS: [AtomicU8; PLACES] = [const { AtomicU8::new(0) }; PLACES];

/// Whether frames are of a recursion: a return address is there twice.
pub fn is_recursion(frames: &[usize]) -> bool {
    let mut rest = frames;
    while let Some((first, others)) = rest.split_first() {
        if others.contains(first) {
            return true;
        }
        rest = others;
    }
    false
}

/// What traces have in common that begin with the same frames.
#[derive(Clone, Copy, Debug)]
pub struct Beginning(usize);

impl Beginning {
    /// Of these frames.
    pub fn of(frames: &[usize]) -> Beginning {
        Beginning(Hash::of(0, frames).value() as usize % PLACES)
    }

    /// One more trace begins so. Higher counts could look like addresses to who looks for leaks.
    pub fn add(self) {
        let more = |count: u8| (count < FEW).then_some(count + 1);
        let _ = COUNTS[self.0].fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Whether those that were kept suffice.
    pub fn is_crowded(self) -> bool {
        COUNTS[self.0].load(Ordering::Relaxed) >= FEW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recursion_has_a_return_address_twice() {
        for (frames, expected) in [
            (&[1, 2, 3, 4][..], false),
            (&[1, 2, 3, 3], true),
            (&[1, 2, 3, 1], true),
            (&[], false),
        ] {
            assert_eq!(is_recursion(frames), expected, "{frames:?}");
        }
    }

    #[test]
    fn so_many_are_kept_whole() {
        let beginning = Beginning::of(&[7, 7]);
        for _ in 0..FEW {
            assert!(!beginning.is_crowded());
            beginning.add();
        }
        for _ in 0..300 {
            assert!(beginning.is_crowded());
            beginning.add();
        }
    }
}
