//! Several threads at once against a model of who has which bytes: every operation goes the way that programs go, short
//! where that can be.

use super::*;
use crate::heap::{fast, quarantine};
use crate::stack::Caller;
use std::collections::BTreeMap;
use std::sync::Mutex;

const THREADS: usize = 3;

#[derive(Clone, Copy, Debug)]
enum HeapCall {
    Malloc {
        size: usize,
    },
    Calloc {
        size: usize,
    },
    Aligned {
        size: usize,
        log: u32,
    },
    Realloc {
        which: usize,
        size: usize,
    },
    Free {
        which: usize,
    },
    /// Leaves a chunk to whichever thread comes by, and takes what lay there.
    Exchange {
        which: usize,
        place: usize,
    },
}

fn step() -> impl Strategy<Value = HeapCall> {
    let size = || prop_oneof![12 => 0..460usize, 3 => 0..20_000usize, 1 => 100_000..600_000usize];
    let any = any::<usize>;
    prop_oneof![
        4 => size().prop_map(|size| HeapCall::Malloc { size }),
        1 => size().prop_map(|size| HeapCall::Calloc { size }),
        1 => (size(), 5..14u32).prop_map(|(size, log)| HeapCall::Aligned { size, log }),
        1 => (any(), size()).prop_map(|(which, size)| HeapCall::Realloc { which, size }),
        3 => any().prop_map(|which| HeapCall::Free { which }),
        1 => (any(), 0..8usize).prop_map(|(which, place)| HeapCall::Exchange { which, place }),
    ]
}

/// A chunk as the model knows it; every byte of it is `fill`.
#[derive(Clone, Copy)]
struct Owned {
    address: usize,
    size: usize,
    fill: u8,
}

/// What all threads have in use: sizes by start.
static IN_USE: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());
static LEFT: Mutex<[Option<Owned>; 8]> = Mutex::new([None; 8]);

/// The redzone of one chunk may be the header of the next, the bytes of none may be another's.
fn claim(chunk: Owned) {
    let mut in_use = IN_USE.lock().unwrap();
    let end = chunk.address + chunk.size.max(1);
    let before = in_use.range(..end).next_back();
    assert!(before.is_none_or(|(start, size)| start + size.max(&1) <= chunk.address));
    in_use.insert(chunk.address, chunk.size);
}

fn exactly_addressable(chunk: Owned) {
    let Owned { address, size, .. } = chunk;
    assert_eq!(first_poisoned(address, size), None);
    assert_eq!(first_poisoned(address, size + 1), Some(address + size));
    assert!((1..=16).all(|before| is_poisoned(address - before)));
    assert!((0..16).all(|past| is_poisoned(address + size + past)));
    assert_eq!(size_of_chunk(address), Some(size));
}

fn holds(address: usize, size: usize, fill: u8) -> bool {
    bytes(address, size).iter().all(|byte| *byte == fill)
}

struct Worker {
    chunks: Vec<Owned>,
    steps: usize,
    number: usize,
}

impl Worker {
    /// Few places, so that their traces are known.
    fn caller(&self) -> Caller {
        Caller {
            pc: 0x1000 + self.steps % 5,
            frame: 0,
        }
    }

    fn allocate(&mut self, size: usize, align: usize, zeroed: bool) -> Owned {
        let short = match align {
            ALIGN => fast::allocate(size, Family::Malloc, self.caller()),
            _ => None,
        };
        let address = match short {
            Some((address, is_zero)) => {
                if zeroed && !is_zero {
                    bytes(address, size).fill(0);
                }
                address
            }
            None => heap::allocate(request(size, align, zeroed), self.caller()).unwrap(),
        };
        assert!(address.is_multiple_of(align));
        assert!(!zeroed || holds(address, size, 0));
        let fill = (self.number * 64 + self.steps % 64) as u8;
        let chunk = Owned {
            address,
            size,
            fill,
        };
        claim(chunk);
        exactly_addressable(chunk);
        bytes(address, size).fill(fill);
        chunk
    }

    fn free(&mut self, chunk: Owned) {
        exactly_addressable(chunk);
        assert!(
            holds(chunk.address, chunk.size, chunk.fill),
            "someone else wrote"
        );
        IN_USE.lock().unwrap().remove(&chunk.address);
        if !fast::free(chunk.address, Some(Family::Malloc), self.caller()) {
            let freed = heap::free(chunk.address, Some(Family::Malloc), self.caller());
            assert_eq!(freed, Ok(()));
        }
    }

    fn take(&mut self, which: usize) -> Option<Owned> {
        let count = self.chunks.len();
        (count != 0).then(|| self.chunks.swap_remove(which % count))
    }

    fn run(&mut self, step: HeapCall) {
        self.steps += 1;
        let new = match step {
            HeapCall::Malloc { size } => Some(self.allocate(size, ALIGN, false)),
            HeapCall::Calloc { size } => Some(self.allocate(size, ALIGN, true)),
            HeapCall::Aligned { size, log } => Some(self.allocate(size, 1 << log, false)),
            HeapCall::Realloc { which, size } => self.take(which).map(|old| {
                let mut new = self.allocate(size, ALIGN, false);
                let both = old.size.min(size);
                heap::move_contents(old.address, new.address, both);
                assert!(holds(new.address, both, old.fill));
                // Moved pages leave the old chunk empty.
                bytes(old.address, old.size).fill(old.fill);
                self.free(old);
                bytes(new.address, size).fill(old.fill);
                new.fill = old.fill;
                new
            }),
            HeapCall::Free { which } => {
                if let Some(chunk) = self.take(which) {
                    self.free(chunk);
                }
                None
            }
            HeapCall::Exchange { which, place } => {
                let own = self.take(which);
                core::mem::replace(&mut LEFT.lock().unwrap()[place], own)
            }
        };
        self.chunks.extend(new);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn threads_share_the_heap(all in prop::collection::vec(prop::collection::vec(step(), 1..250), THREADS..=THREADS)) {
        let _ended_by_none = WAITS.read();
        fast::allow(usize::MAX);
        std::thread::scope(|scope| {
            for (number, steps) in all.into_iter().enumerate() {
                scope.spawn(move || {
                    let mut worker = Worker { chunks: Vec::new(), steps: 0, number };
                    steps.into_iter().for_each(|step| worker.run(step));
                    for chunk in core::mem::take(&mut worker.chunks) {
                        worker.free(chunk);
                    }
                });
            }
        });
        let mut last = Worker { chunks: Vec::new(), steps: 0, number: THREADS };
        let left = core::mem::take(&mut *LEFT.lock().unwrap());
        left.into_iter().flatten().for_each(|chunk| last.free(chunk));
        prop_assert!(IN_USE.lock().unwrap().is_empty());
        prop_assert!(quarantine::waiting_bytes() <= quarantine::DEFAULT_BYTES);
    }
}
