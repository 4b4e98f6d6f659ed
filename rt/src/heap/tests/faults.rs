//! What becomes of the heap when the system refuses memory, and when code without checks writes where it should not.

use super::*;
use crate::platform::refusal;

/// Chunks of every kind, each at a place of its own in the allocator.
fn some_of_everything() -> Vec<(usize, usize)> {
    let mut chunks = Vec::new();
    for (size, align) in [
        (24, 16),
        (5000, 16),
        (40_000, 16),
        (70, 4096),
        (300_000, 16),
        (2 << 20, 1 << 16),
    ] {
        for _ in 0..40_000_usize.div_ceil(size + 1000) {
            if let Some(address) = allocate(request(size, align, true), HERE) {
                chunks.push((address, size));
            }
        }
    }
    chunks
}

#[test]
fn every_refused_mapping_is_null_and_nothing_worse() {
    let _alone = WAITS.write();
    let mut failed = 0;
    for mappings in 0..12 {
        // A thread of its own: its caches are empty.
        let (got, all) = std::thread::spawn(move || {
            crate::shadow::set_up();
            refusal::after(mappings);
            let some = some_of_everything();
            refusal::after(usize::MAX);
            let all = some_of_everything();
            for (address, size) in some.iter().chain(&all) {
                assert_eq!(first_poisoned(*address, *size), None);
                assert_eq!(first_poisoned(*address, size + 1), Some(address + size));
                bytes(*address, *size).fill(0xee);
                assert_eq!(release(*address), Ok(()));
            }
            (some.len(), all.len())
        })
        .join()
        .unwrap();
        failed += usize::from(got < all);
    }
    assert!(failed > 0, "nothing was refused");
}

#[test]
fn a_header_that_anything_wrote_over_is_noticed() {
    let _ended_by_none = WAITS.read();
    for offset in 0..8 {
        for value in [0x00, 0x41, 0xff] {
            let address = new(40);
            let place = &mut bytes(address - HEADER + offset, 1)[0];
            if core::mem::replace(place, value) != value {
                let result = release(address);
                assert!(
                    matches!(result, Err(FreeError::Corrupted | FreeError::FreedBefore)),
                    "byte {offset} = {value:#x}: {result:?}"
                );
                assert_eq!(size_of_chunk(address), None);
            }
        }
    }
    // Where it was allocated and freed is for reports alone: any value will do.
    let address = new(40);
    bytes(address - 8, 8).fill(0xff);
    assert!(nearest(address).is_some_and(|found| depot::get(found.traces.0).is_none()));
    assert_eq!(release(address), Ok(()));
}

#[test]
fn a_pointer_in_a_freed_chunk_is_no_link() {
    let _alone = WAITS.write();
    // Many of one class, so that the class's own list gets most of them.
    let chunks: Vec<_> = (0..2000).map(|_| new(2100)).collect();
    let (kept, freed) = chunks.split_at(1000);
    freed.iter().for_each(|address| release(*address).unwrap());
    quarantine::end_all_waits(|slot| small::put(slot.class(), &[slot]));
    for (kept, freed) in kept.iter().zip(freed) {
        for place in 0..4 {
            bytes(freed + size_of::<usize>() * place, size_of::<usize>())
                .copy_from_slice(&(kept - HEADER).to_ne_bytes());
        }
    }
    let again: Vec<_> = (0..2000).map(|_| new(2100)).collect();
    assert!(again.iter().all(|address| !kept.contains(address)));
    kept.iter()
        .chain(&again)
        .for_each(|address| release(*address).unwrap());
}

#[test]
fn writes_after_free_do_not_reach_the_free_lists() {
    let _alone = WAITS.write();
    quarantine::end_all_waits(|_| {});
    let mut stale = Vec::new();
    for round in 0..6 {
        let chunks: Vec<_> = (0..3000).map(|_| new(1500)).collect();
        let mut sorted = chunks.clone();
        sorted.sort_unstable();
        assert!(
            sorted.windows(2).all(|pair| pair[1] - pair[0] >= 1500),
            "round {round}"
        );
        for address in &chunks {
            bytes(*address, 1500).fill(round);
        }
        for address in &chunks {
            assert!(bytes(*address, 1500).iter().all(|byte| *byte == round));
            release(*address).unwrap();
        }
        stale.extend(chunks);
        // Unchecked code goes on writing, also to chunks that were recycled long ago.
        for address in &stale {
            bytes(*address, 1500).fill(0x55);
        }
    }
}

#[test]
fn a_state_that_anything_wrote_over_is_no_double_free() {
    let _ended_by_none = WAITS.read();
    for size in [40, 5000] {
        let address = new(size);
        // Freed in place of allocated: two bits of the sixth byte.
        let place = address - HEADER + 5;
        bytes(place, 1)[0] ^= 0x30;
        assert_eq!(release(address), Err(FreeError::Corrupted));
        bytes(place, 1)[0] ^= 0x30;
        assert_eq!(release(address), Ok(()));
        assert_eq!(release(address), Err(FreeError::FreedBefore));
    }
}

/// Run by the next test in a process of its own, in which nothing else has set the runtime up.
#[test]
#[ignore = "ends its process with a report"]
fn two_threads_free_a_chunk_before_the_start() {
    let address = new(40);
    release(address).unwrap();
    // SAFETY: the chunk's header. The other thread wrote it last.
    unsafe { Header::of(address) }.set_freed_at(stack::remember(Caller { pc: 1, frame: 0 }));
    cache::with(|cache| cache.empty());
}

#[test]
fn frees_at_the_same_moment_are_reported_before_the_start() {
    if !crate::platform::CAN_START_ITSELF {
        return;
    }
    let name = "heap::tests::faults::two_threads_free_a_chunk_before_the_start";
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name, "--ignored", "--nocapture"]);
    let output = child.output().unwrap();
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains("double-free"), "{report}");
    assert_eq!(output.status.code(), Some(1), "{report}");
}
