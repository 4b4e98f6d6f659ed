//! Is an access outside of the object that its pointer was derived from, or is that object gone?
//!
//! Claims: a [`Verdict`] but [`Verdict::Fine`] is an error. What could also be a pointer that unchecked code has written, where a slot still fits one that was there before, is
//! fine: that pointer belongs to an object which began where the old one was, so the code ran after the old one had ended.

use super::calls::is_code;
use super::parts::{part_of, whole};
use super::{EPOCH, former, record};
use crate::heap::large::Found;
use core::sync::atomic::Ordering;
use sanecc_abi::provenance::{
    FUNCTION, OF_PART, OF_STACK, STATIC, UNKNOWN, generation_of, start_of,
};
use sanecc_abi::site::{Object, ObjectKind, Part, Site};

/// What is to be said of an access.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// Nothing.
    Fine,
    /// It is outside of the object of so many bytes.
    Outside {
        /// First byte of the object.
        start: usize,
        /// Its bytes.
        size: usize,
    },
    /// It is outside of the array of a structure that its pointer is held to, in the object around it.
    OutsidePart {
        /// First byte of the array.
        start: usize,
        /// Its bytes.
        size: usize,
        /// What is known of it.
        array: &'static Part,
    },
    /// The object is gone.
    Gone {
        /// Where its first byte was.
        start: usize,
        /// The bytes that it had, or what lies there now has.
        size: usize,
        /// The chunk that it was, as far as that is known.
        former: Option<Found>,
    },
    /// It is of the code of a function.
    OfCode,
}

/// The object that an access should have been in.
#[derive(Clone, Copy)]
pub struct Missed {
    /// First byte.
    pub start: usize,
    /// Bytes.
    pub size: usize,
    /// What is known of it.
    pub object: &'static Object,
    /// The chunk that it was, if its memory was given out again.
    pub former: Option<Found>,
    /// Where the pointer was held to it, if it is an array of a structure.
    pub held: Option<&'static Site>,
}

impl Missed {
    /// One of which no more is known.
    pub fn unnamed(start: usize, size: usize, object: &'static Object) -> Self {
        Self {
            start,
            size,
            object,
            former: None,
            held: None,
        }
    }
}

impl Verdict {
    /// The object that an access of the byte at an address should have been in, if it is an error.
    pub fn missed(&self, address: usize) -> Option<Missed> {
        static POINTED: Object = Object::unnamed(ObjectKind::Pointed);
        static CODE: Object = Object::unnamed(ObjectKind::Code);
        static REUSED: Object = Object::unnamed(ObjectKind::Reused);
        Some(match *self {
            Verdict::Fine => return None,
            Verdict::Outside { start, size } => Missed::unnamed(start, size, &POINTED),
            Verdict::OutsidePart { start, size, array } => Missed {
                held: Some(&array.site),
                ..Missed::unnamed(start, size, &array.object)
            },
            Verdict::Gone {
                start,
                size,
                former,
            } => Missed {
                former,
                ..Missed::unnamed(start, size, &REUSED)
            },
            Verdict::OfCode => Missed::unnamed(address, 0, &CODE),
        })
    }
}

/// Judges an access of some bytes by the provenance of its pointer. Parts of objects count for accesses of elements alone.
pub fn judge(address: usize, length: usize, provenance: u64, is_element: bool) -> Verdict {
    let verdict = judge_whole(address, length, whole(provenance));
    let is_fine = matches!(verdict, Verdict::Fine);
    if !is_fine || provenance & OF_PART == 0 || !is_element || length == 0 {
        return verdict;
    }
    match part_of(provenance) {
        Some((start, size, array)) => {
            let distance = address.wrapping_sub(start);
            match length <= size && distance <= size - length {
                true => Verdict::Fine,
                false => Verdict::OutsidePart { start, size, array },
            }
        }
        None => Verdict::Fine,
    }
}

fn judge_whole(address: usize, length: usize, provenance: u64) -> Verdict {
    if provenance == UNKNOWN || length == 0 {
        return Verdict::Fine;
    }
    if provenance == FUNCTION {
        // Symbols of the linker may be declared as functions and lie in data.
        return match is_code(address) {
            true => Verdict::OfCode,
            false => Verdict::Fine,
        };
    }
    let start = start_of(provenance) as usize;
    let record = record(start);
    let alive = record.living();
    let size = record.span.load(Ordering::Relaxed) as usize;
    if alive == provenance {
        let distance = address.wrapping_sub(start);
        let fits = length <= size && distance <= size - length;
        return match fits {
            true => Verdict::Fine,
            false => Verdict::Outside { start, size },
        };
    }
    let is_static = generation_of(provenance) == STATIC;
    // Until another object begins there, the shadow says whether a local may be used that is gone.
    let is_left = provenance & OF_STACK != 0 && alive == UNKNOWN;
    // Another object has the record, which begins nearby.
    let is_shared = alive != UNKNOWN && start_of(alive) as usize != start;
    let then = record.epoch.load(Ordering::Relaxed);
    let was_unchecked_called = then != EPOCH.load(Ordering::Relaxed);
    match is_static || is_left || is_shared || was_unchecked_called {
        true => Verdict::Fine,
        false => {
            let former = former::find(provenance);
            let size = former.map_or(size, |former| former.chunk.size);
            Verdict::Gone {
                start,
                size,
                former,
            }
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::provenance::parts::part;
    use crate::provenance::{array, begin, begin_static, end, follow_once, unchecked_called};
    use std::format;

    impl PartialEq for Verdict {
        fn eq(&self, other: &Self) -> bool {
            format!("{self:?}") == format!("{other:?}")
        }
    }

    fn judge(address: usize, length: usize, provenance: u64) -> Verdict {
        super::judge(address, length, provenance, true)
    }

    fn ended(start: usize, size: usize) -> Verdict {
        let former = None;
        Verdict::Gone {
            start,
            size,
            former,
        }
    }

    #[test]
    fn pointers_into_an_array_are_judged_by_it() {
        follow_once();
        let start = 0x6101_0000_0010;
        let whole = begin(start, 64);
        let first = part(whole, start + 4, array(9));
        let later = part(whole, start + 32, array(8));
        for (held, at, size) in [(first, start + 4, 9), (later, start + 32, 8)] {
            assert_ne!(held, whole);
            assert_eq!(judge(at, size, held), Verdict::Fine);
            assert!(matches!(
                judge(at + size, 1, held),
                Verdict::OutsidePart { .. }
            ));
            assert!(matches!(
                judge(at - 1, 1, held),
                Verdict::OutsidePart { .. }
            ));
            assert_eq!(super::judge(at + size, 1, held, false), Verdict::Fine);
            let outside = Verdict::Outside { start, size: 64 };
            assert_eq!(judge(start + 64, 1, held), outside);
            assert_eq!(part(whole, at, array(size as u64)), held);
            assert_eq!(super::whole(held), whole);
            // Another one that begins there, or nearby.
            assert_eq!(part(held, at, array(2)), whole);
            assert_eq!(part(whole, at + 8, array(2)), whole);
        }
        assert_eq!(part(whole, start + 60, array(8)), whole);
        assert_eq!(part(UNKNOWN, start, array(8)), UNKNOWN);
        end(start);
        assert_eq!(judge(start + 32, 1, later), ended(start, 64));
        assert_eq!(part(whole, start + 4, array(9)), whole);
        // The next object has the place.
        let next = begin(start, 64);
        let held = part(next, start + 5, array(8));
        assert_ne!(held, next);
        assert_eq!(judge(start + 12, 1, held), Verdict::Fine);
        assert!(matches!(
            judge(start + 13, 1, held),
            Verdict::OutsidePart { .. }
        ));
        assert_eq!(judge(start + 4, 1, first), Verdict::Fine);
        end(start);
    }

    /// One test, for all share a table and a number of calls.
    #[test]
    fn accesses_are_judged_by_their_object() {
        follow_once();
        let start = 0x6100_0000_0010;
        let first = begin(start, 40);
        assert_eq!(judge(start, 40, first), Verdict::Fine);
        assert_eq!(judge(start + 39, 1, first), Verdict::Fine);
        let outside = Verdict::Outside { start, size: 40 };
        assert_eq!(judge(start + 39, 2, first), outside);
        assert_eq!(judge(start - 1, 1, first), outside);
        assert_eq!(judge(start, 41, first), outside);
        assert_eq!(judge(start + 4096, 1, first), outside);
        assert_eq!(judge(start + 4096, 0, first), Verdict::Fine);
        assert_eq!(judge(start + 4096, 1, UNKNOWN), Verdict::Fine);
        end(start);
        assert_eq!(judge(start, 1, first), ended(start, 40));
        let second = begin(start, 24);
        assert_eq!(judge(start, 24, second), Verdict::Fine);
        assert_eq!(judge(start, 1, first), ended(start, 24));
        unchecked_called();
        assert_eq!(judge(start, 1, first), Verdict::Fine);
        let outside = Verdict::Outside { start, size: 24 };
        assert_eq!(judge(start + 24, 1, second), outside);
        // An object that begins near to it has taken the record.
        begin(start - 16, 8);
        assert_eq!(judge(start + 24, 1, second), Verdict::Fine);
        end(start - 16);
        let code = judge as *const () as usize;
        assert_eq!(judge(code, 1, FUNCTION), Verdict::OfCode);
        assert_eq!(judge(code, 0, FUNCTION), Verdict::Fine);
        assert_eq!(judge(&raw const first as usize, 1, FUNCTION), Verdict::Fine);
        let variable = 0x5100_0000_0020;
        begin_static(variable, 4);
        let provenance = sanecc_abi::provenance::provenance(variable as u64, STATIC);
        assert_eq!(judge(variable, 4, provenance), Verdict::Fine);
        let outside = Verdict::Outside {
            start: variable,
            size: 4,
        };
        assert_eq!(judge(variable, 5, provenance), outside);
        end(variable);
        assert_eq!(judge(variable, 5, provenance), Verdict::Fine);
        let local = 0x7100_0000_0040;
        let gone = begin(local, 8) | OF_STACK;
        end(local);
        assert_eq!(judge(local, 8, gone), Verdict::Fine);
        begin(local, 8);
        assert_eq!(judge(local, 8, gone), ended(local, 8));
    }
}
