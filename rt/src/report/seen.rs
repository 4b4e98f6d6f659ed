//! Which errors were reported before, for programs that go on after errors: each check once, and of errors that entry
//! points of the runtime find each kind once from the same stack.

use super::finding::Finding;
use super::kind;
use crate::hash::{self, FACTOR};
use crate::output::Out;
use crate::platform;
use crate::stack::{self, Caller, depot};
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use sanecc_abi::global::Global;
use sanecc_abi::kind::Kind;
use sanecc_abi::site::Site;

static ONCE: AtomicBool = AtomicBool::new(true);

/// Whether each error is reported once (`suppress_equal_pcs`).
pub fn set_once(once: bool) {
    ONCE.store(once, Ordering::Relaxed);
}

// So that addresses of records are even; see [`Key::of`].
const _: () = assert!(align_of::<Site>() > 1 && align_of::<Global>() > 1);

/// Names an error among those of the process; never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(usize);

impl Key {
    /// The error's check, for pointers with these, the global that is defined twice, or the error's kind and the stack of the
    /// caller.
    pub fn of(finding: &Finding<'_>, caller: Caller) -> Key {
        if let Finding::TwoDefinitions { new, .. } = finding {
            return Key(core::ptr::from_ref(*new) as usize);
        }
        match finding.site() {
            // Each pair of pointers once.
            Some(site) if let Finding::Pair { pair, .. } = finding => Key::hashed(
                Kind::InvalidPointerPair,
                core::ptr::from_ref(site) as usize,
                pair,
            ),
            // An address is no hash: it is even.
            Some(site) if site.line() != 0 => Key(core::ptr::from_ref(site) as usize),
            // Records without a place stand for many calls.
            Some(_) | None => {
                let trace = depot::get(stack::remember(caller));
                let frames = trace.map_or(&[][..], |trace| trace.frames);
                Key::hashed(kind::of(finding), caller.pc, frames)
            }
        }
    }

    fn hashed(kind: Kind, pc: usize, frames: &[usize]) -> Key {
        let step =
            |hash: u64, word: &usize| (hash.rotate_left(23) ^ *word as u64).wrapping_mul(FACTOR);
        let hash = frames.iter().fold(step(kind as u64, &pc), step);
        // The upper bits of the product depend on all of it.
        Key((hash >> (u64::BITS - usize::BITS)) as usize | 1)
    }
}

/// Whether the error was not reported before; notes that it will be.
pub fn is_new(key: Key) -> bool {
    !ONCE.load(Ordering::Relaxed)
        || match REPORTED.add(key) {
            Added::New => true,
            Added::Known => false,
            Added::Full => {
                say_full();
                false
            }
        }
}

/// Whether [`suppress`] was called for the error.
pub fn is_suppressed(key: Key) -> bool {
    SUPPRESSED.has(key)
}

/// Notes that the error is suppressed, so that it need not be asked again. Without room it is, the next time.
pub fn suppress(key: Key) {
    SUPPRESSED.add(key);
}

static SUPPRESSED: Set<ROOM> = Set::new();

/// Room for the keys of so many errors; what comes after three quarters of them is not reported.
const ROOM: usize = 1 << 12;

static REPORTED: Set<ROOM> = Set::new();

fn say_full() {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        let _ = writeln!(
            Out::report(),
            "=={}==sanecc: {} different errors were reported; from here on new ones are not.",
            platform::process_id(),
            ROOM / 4 * 3
        );
    }
}

/// What became of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    New,
    Known,
    Full,
}

/// A hash set of constant size that any thread may add to; nothing is ever taken out.
struct Set<const N: usize> {
    keys: [AtomicUsize; N],
    count: AtomicUsize,
}

impl<const N: usize> Set<N> {
    const fn new() -> Self {
        Set {
            keys: [const { AtomicUsize::new(0) }; N],
            count: AtomicUsize::new(0),
        }
    }

    fn has(&self, Key(key): Key) -> bool {
        let start = Self::start(key);
        for step in 0..N {
            match self.keys[(start + step) % N].load(Ordering::Relaxed) {
                0 => return false,
                found if found == key => return true,
                _ => {}
            }
        }
        false
    }

    fn start(key: usize) -> usize {
        hash::of(key, N.ilog2())
    }

    fn add(&self, Key(key): Key) -> Added {
        let start = Self::start(key);
        for step in 0..N {
            let place = &self.keys[(start + step) % N];
            let mut found = place.load(Ordering::Relaxed);
            if found == 0 {
                if self.count.load(Ordering::Relaxed) >= N / 4 * 3 {
                    return Added::Full;
                }
                match place.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => {
                        self.count.fetch_add(1, Ordering::Relaxed);
                        return Added::New;
                    }
                    Err(other) => found = other,
                }
            }
            if found == key {
                return Added::Known;
            }
        }
        Added::Full
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_new_once_until_the_room_is_used() {
        let set = Set::<64>::new();
        for key in 1..=48 {
            assert!(!set.has(Key(key * 24)));
            assert_eq!(set.add(Key(key * 24)), Added::New);
            assert!(set.has(Key(key * 24)));
            assert_eq!(set.add(Key(key * 24)), Added::Known);
        }
        assert_eq!(set.add(Key(7)), Added::Full);
        assert_eq!(set.add(Key(24)), Added::Known);
    }

    #[test]
    fn of_threads_that_add_the_same_keys_one_is_first() {
        let set = Set::<1024>::new();
        let new = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for key in 1..=500 {
                        let is_new = set.add(Key(key)) == Added::New;
                        new.fetch_add(is_new.into(), Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(new.into_inner(), 500);
    }

    #[test]
    fn kind_and_every_frame_count() {
        let keys = [
            Key::hashed(Kind::BadFree, 1, &[1, 2]),
            Key::hashed(Kind::DoubleFree, 1, &[1, 2]),
            Key::hashed(Kind::BadFree, 2, &[1, 2]),
            Key::hashed(Kind::BadFree, 1, &[1, 3]),
            Key::hashed(Kind::BadFree, 1, &[2, 1]),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key));
        }
    }
}
