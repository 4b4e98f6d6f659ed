//! Memory that changes hands: between classes, between large chunks, and back to the system.

use super::*;
use crate::heap::still::while_still;
use crate::platform;

/// The byte at a place of a chunk: another one at each page's.
fn byte(seed: usize, offset: usize) -> u8 {
    (offset / 7 + offset / 4096 * 31 + seed) as u8
}

/// Places that are looked at, the last one among them.
fn steps(size: usize) -> impl Iterator<Item = usize> {
    (0..size).step_by(61).chain([size - 1])
}

fn grown(old: usize, old_size: usize, size: usize) -> usize {
    let both = old_size.min(size);
    let request = Request {
        moved_in: heap::movable(old, both),
        ..request(size, ALIGN, false)
    };
    let new = allocate(request, HERE).unwrap();
    move_contents(old, new, both);
    new
}

#[test]
fn every_byte_comes_along_whatever_a_chunk_is_made_of() {
    let mut random = 7u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (random >> 33) as usize % below
    };
    let mut chunks: Vec<(usize, usize, usize)> = Vec::new();
    for seed in 0..150 {
        let size = 140_000 + next(2_500_000);
        let (address, size, seed) = if chunks.len() > 4 {
            let (old, old_size, seed) = chunks.swap_remove(next(4));
            let both = old_size.min(size);
            let new = grown(old, old_size, size);
            assert!(
                (0..both)
                    .step_by(61)
                    .all(|at| bytes(new, size)[at] == byte(seed, at)),
                "{seed}"
            );
            release(old).unwrap();
            (new, size, seed)
        } else {
            let zeroed = seed % 2 == 0;
            let new = allocate(request(size, ALIGN, zeroed), HERE).unwrap();
            assert!(
                !zeroed || bytes(new, size).iter().all(|byte| *byte == 0),
                "{seed}"
            );
            (new, size, seed)
        };
        assert_eq!(first_poisoned(address, size + 1), Some(address + size));
        steps(size).for_each(|at| bytes(address, size)[at] = byte(seed, at));
        chunks.push((address, size, seed));
        if next(3) == 0 {
            let (gone, _, _) = chunks.swap_remove(next(chunks.len()));
            release(gone).unwrap();
        }
    }
    for (address, size, seed) in chunks {
        assert!(steps(size).all(|at| bytes(address, size)[at] == byte(seed, at)));
        release(address).unwrap();
    }
}

#[test]
fn a_segment_without_chunks_serves_another_class() {
    while_still(|| {
        let count = (8 << 20) / 3000;
        let chunks: Vec<_> = (0..count).map(|_| new(3000)).collect();
        chunks
            .iter()
            .for_each(|chunk| bytes(*chunk, 3000).fill(0x77));
        let before = segment::mapped_bytes();
        chunks.iter().for_each(|chunk| release(*chunk).unwrap());
        quarantine::end_all_waits(|slot| small::put(slot.class(), &[slot]));
        let others: Vec<_> = (0..(5 << 20) / 700)
            .map(|_| allocate(request(700, ALIGN, true), HERE).unwrap())
            .collect();
        assert!(segment::mapped_bytes() <= before + segment::SEGMENT);
        for other in &others {
            assert!(bytes(*other, 700).iter().all(|byte| *byte == 0));
            assert_eq!(first_poisoned(*other, 701), Some(other + 700));
            assert_eq!(size_of_chunk(*other), Some(700));
        }
        // What the slots of the other class held is no chunk.
        for stale in &chunks {
            if !others.contains(stale) {
                assert!(size_of_chunk(*stale).is_none());
                assert!(release(*stale).is_err());
            }
        }
        others.iter().for_each(|other| release(*other).unwrap());
    });
}

#[test]
fn what_nobody_wants_goes_back_and_cannot_be_used() {
    while_still(|| {
        let chunks: Vec<_> = (0..4000).map(|_| new(2000)).collect();
        chunks.iter().for_each(|chunk| bytes(*chunk, 2000).fill(1));
        chunks.iter().for_each(|chunk| release(*chunk).unwrap());
        purge();
        let (kept, sealed) = idle::kept_bytes();
        assert!(kept == 0 && sealed >= 5 << 20, "{kept} {sealed}");
        let gone = chunks[2000];
        assert_eq!(platform::read_word(gone), None);
        assert_eq!(release(gone), Err(FreeError::NotAChunk));
        let again: Vec<_> = (0..4000).map(|_| new(2000)).collect();
        again.iter().for_each(|chunk| {
            assert_eq!(first_poisoned(*chunk, 2001), Some(chunk + 2000));
            release(*chunk).unwrap();
        });
    });
}

#[test]
fn pages_of_freed_large_chunks_are_kept_below_the_peak_alone() {
    const LARGE: usize = 12 << 20;
    while_still(|| {
        purge();
        large::forget_peak();
        idle::set_interval(-1);
        // That there is a second one is worth having kept the first.
        for _ in 0..2 {
            let chunk = new(LARGE);
            bytes(chunk, LARGE).fill(1);
            release(chunk).unwrap();
        }
        let usage = large::usage();
        assert!(usage.freed >= LARGE, "{usage:?}");
        // The next one needs no new pages.
        let chunk = new(LARGE);
        let usage = large::usage();
        assert!(usage.in_use >= LARGE, "{usage:?}");
        release(chunk).unwrap();
        // What is in use by now is more than what was, with the large chunk, before.
        let small: Vec<_> = (0..4 * LARGE / 3000).map(|_| new(3000)).collect();
        let kept = large::usage().freed;
        assert!(kept < LARGE / 2, "{kept}");
        small.iter().for_each(|chunk| release(*chunk).unwrap());
    });
}
