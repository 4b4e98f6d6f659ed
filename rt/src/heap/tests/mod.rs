//! The allocator against a model of what is allocated. The heap is the process's one, shared by all tests.

mod faults;
mod free_list;
mod growth;
mod model;

use super::{self as heap, *};
use crate::shadow::{first_poisoned, user::is_poisoned};
use proptest::prelude::*;

const HERE: Caller = Caller {
    pc: 0x1234,
    frame: 0,
};

/// Held for writing by tests that end the wait of all freed chunks, also of other tests'.
pub static WAITS: std::sync::RwLock<()> = std::sync::RwLock::new(());

fn request(size: usize, align: usize, zeroed: bool) -> Request {
    crate::shadow::set_up();
    Request {
        size,
        align,
        family: Family::Malloc,
        zeroed,
        moved_in: 0,
    }
}

fn new(size: usize) -> usize {
    allocate(request(size, ALIGN, false), HERE).unwrap()
}

fn release(address: usize) -> Result<(), FreeError> {
    free(address, Some(Family::Malloc), HERE)
}

fn bytes<'a>(address: usize, size: usize) -> &'a mut [u8] {
    // SAFETY: a chunk of this size, used by one test.
    unsafe { core::slice::from_raw_parts_mut(address as *mut u8, size) }
}

#[derive(Clone, Copy, Debug)]
enum HeapCall {
    Allocate {
        size: usize,
        align: usize,
        zeroed: bool,
    },
    Free {
        index: usize,
    },
}

fn step() -> impl Strategy<Value = HeapCall> {
    let size = prop_oneof![8 => 0..600usize, 3 => 0..70_000usize, 1 => 100_000..3_000_000usize];
    let align = prop_oneof![8 => Just(16usize), 2 => (5..14u32).prop_map(|log| 1 << log)];
    prop_oneof![
        3 => (size, align, any::<bool>()).prop_map(|(size, align, zeroed)| HeapCall::Allocate { size, align, zeroed }),
        2 => any::<usize>().prop_map(|index| HeapCall::Free { index }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn chunks_are_apart_and_exactly_addressable(steps in prop::collection::vec(step(), 1..120)) {
        let _ended_by_none = WAITS.read();
        let mut live: Vec<(usize, usize, u8)> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                HeapCall::Allocate { size, align, zeroed } => {
                    let address = allocate(request(size, align, zeroed), HERE).unwrap();
                    prop_assert_eq!(address % align, 0);
                    prop_assert_eq!(first_poisoned(address, size), None);
                    prop_assert_eq!(first_poisoned(address, size + 1), Some(address + size));
                    prop_assert!(is_poisoned(address - 1) && is_poisoned(address - 16));
                    prop_assert!((0..16).all(|past| is_poisoned(address + size + past)));
                    prop_assert_eq!(size_of_chunk(address), Some(size));
                    if zeroed {
                        prop_assert!(bytes(address, size).iter().all(|byte| *byte == 0));
                    }
                    bytes(address, size).fill(number as u8);
                    live.push((address, size, number as u8));
                }
                HeapCall::Free { .. } if live.is_empty() => {}
                HeapCall::Free { index } => {
                    let (address, size, fill) = live.swap_remove(index % live.len());
                    prop_assert!(bytes(address, size).iter().all(|byte| *byte == fill), "someone else wrote");
                    prop_assert_eq!(release(address), Ok(()));
                    // A large chunk may be unmapped at once when it alone exceeds the quarantine.
                    if size > 0 && size < 100_000 {
                        prop_assert_eq!(first_poisoned(address, size), Some(address));
                        prop_assert_eq!(release(address), Err(FreeError::FreedBefore));
                    }
                }
            }
        }
        for (address, size, fill) in live {
            prop_assert!(bytes(address, size).iter().all(|byte| *byte == fill));
            prop_assert_eq!(release(address), Ok(()));
        }
    }

    #[test]
    fn only_starts_of_chunks_can_be_freed(size in 1..200_000usize, inside in any::<usize>()) {
        let address = new(size);
        let inner = address + 1 + inside % size;
        prop_assert_eq!(release(inner), Err(FreeError::NotAChunk));
        prop_assert_eq!(release(address - 1), Err(FreeError::NotAChunk));
        prop_assert_eq!(release(address), Ok(()));
    }
}

#[test]
fn pointers_from_elsewhere_cannot_be_freed() {
    crate::shadow::set_up();
    let local = 0u64;
    let boxed = std::boxed::Box::new(0u64);
    for address in [
        &raw const local as usize,
        &raw const *boxed as usize,
        1,
        4096,
        usize::MAX,
        usize::MAX & !15,
    ] {
        assert_eq!(release(address), Err(FreeError::NotAChunk));
        assert_eq!(size_of_chunk(address), None);
    }
}

#[test]
fn absurd_sizes_fail() {
    let half = usize::MAX / 2 + 1;
    let addresses = crate::platform::address_end();
    // A quarter of all addresses can be had where there are few.
    let much = addresses / if usize::BITS == 64 { 4 } else { 1 };
    for size in [usize::MAX, usize::MAX - 15, half, addresses, much] {
        assert_eq!(allocate(request(size, ALIGN, false), HERE), None);
    }
    assert_eq!(allocate(request(8, half / 2, false), HERE), None);
}

#[test]
fn families_must_match() {
    let address = allocate(
        Request {
            family: Family::NewArray,
            ..request(10, ALIGN, false)
        },
        HERE,
    )
    .unwrap();
    let wrong = free(address, Some(Family::New), HERE);
    assert_eq!(wrong, Err(FreeError::OtherFamily(Family::NewArray)));
    assert_eq!(free(address, Some(Family::NewArray), HERE), Ok(()));
}

#[test]
fn an_overwritten_header_is_noticed() {
    let address = new(40);
    bytes(address - HEADER, 4).fill(b'A');
    assert_eq!(release(address), Err(FreeError::Corrupted));
}

#[test]
fn redzones_belong_to_the_nearer_chunk() {
    let _ended_by_none = WAITS.read();
    let (first, second) = {
        let mut chunks: Vec<usize> = (0..200).map(|_| new(33)).collect();
        chunks.sort();
        let adjacent = chunks
            .windows(2)
            .find(|pair| pair[1] - pair[0] < 100)
            .unwrap();
        (adjacent[0], adjacent[1])
    };
    assert_eq!(nearest(first + 33).unwrap().start, first);
    assert_eq!(nearest(second - 1).unwrap().start, second);
    release(first).unwrap();
    // A chunk in use counts before a freed one.
    assert_eq!(nearest(first + 40).unwrap().start, first);
    assert_eq!(nearest(second - 14).unwrap().start, second);
    let found = nearest(first + 3).unwrap();
    assert_eq!(
        (found.chunk.state, found.chunk.size),
        (State::Quarantined, 33)
    );
    assert!(depot::get(found.traces.0).is_some() && depot::get(found.traces.1).is_some());
}

#[test]
fn four_threads_exchange_chunks() {
    let (sender, receiver) = std::sync::mpsc::channel::<(usize, usize, u8)>();
    let receiver = std::sync::Mutex::new(receiver);
    std::thread::scope(|scope| {
        for thread in 0..4u8 {
            let sender = sender.clone();
            let receiver = &receiver;
            scope.spawn(move || {
                for round in 0..5_000usize {
                    let size = round * 37 % 900;
                    let address = new(size);
                    bytes(address, size).fill(thread);
                    sender.send((address, size, thread)).unwrap();
                    let (address, size, fill) = receiver.lock().unwrap().recv().unwrap();
                    assert!(bytes(address, size).iter().all(|byte| *byte == fill));
                    release(address).unwrap();
                }
            });
        }
    });
}

#[test]
fn a_large_chunk_moves_with_its_contents() {
    for (old_size, new_size) in [
        (300_000, 2_000_001),
        (3_000_001, 1_000_003),
        (5 << 20, 5 << 20),
    ] {
        let (old, both) = (new(old_size), old_size.min(new_size));
        for (index, byte) in bytes(old, old_size).iter_mut().enumerate() {
            *byte = (index / 7) as u8;
        }
        let moved = new(new_size);
        move_contents(old, moved, both);
        let mut contents = bytes(moved, both).iter().enumerate();
        assert!(contents.all(|(index, byte)| *byte == (index / 7) as u8));
        assert_eq!(release(old), Ok(()));
        assert_eq!(first_poisoned(moved, new_size + 1), Some(moved + new_size));
        assert_eq!(first_poisoned(old, old_size), Some(old));
        assert_eq!(release(moved), Ok(()));
    }
}

#[test]
fn large_memory_is_zero_when_it_has_to_be_whatever_was_there_before() {
    for round in 0..40 {
        let size = (1 << 20) + round % 3 * 500_000;
        let address = allocate(request(size, ALIGN, true), HERE).unwrap();
        assert!(
            bytes(address, size).iter().all(|byte| *byte == 0),
            "round {round}"
        );
        bytes(address, size).fill(0xff);
        release(address).unwrap();
    }
}

/// What reports ask of an address that is nobody's: every bucket is looked through, and most are empty.
#[test]
fn a_local_lies_in_no_large_chunk() {
    crate::shadow::set_up();
    let local = 0u64;
    assert!(large::around(&raw const local as usize).is_none());
    assert!(large::around(8).is_none());
    let chunk = new(1 << 20);
    assert!(large::around(&raw const local as usize).is_none());
    assert_eq!(
        large::around(chunk + 70_000).map(|found| found.start),
        Some(chunk)
    );
    assert!(large::mapped_bytes() >= 1 << 20);
    assert_eq!(release(chunk), Ok(()));
}
