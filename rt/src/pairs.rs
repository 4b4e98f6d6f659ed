//! Whether two pointers that are ordered or subtracted point into one object, as C demands
//! (`-fsanitize=pointer-compare,pointer-subtract` with `detect_invalid_pointer_pairs`).
//!
//! As for AddressSanitizer, pointers that are near to each other point into one object if no byte between them is poisoned;
//! others, if one heap chunk, protected stack object or global holds both. Of two pointers into memory that nothing
//! is known of, nothing is said.

use crate::platform::address_end;
use crate::report::{self, Finding};
use crate::{fake, globals, heap, platform, shadow, thread};
use core::sync::atomic::{AtomicU8, Ordering};
use sanecc_abi::shadow::{GRANULE, Poison};
use sanecc_abi::site::Site;

/// 0: pairs are not looked at. 1: they are, unless one is null. 2: all are.
static WANTED: AtomicU8 = AtomicU8::new(0);

/// Takes over `detect_invalid_pointer_pairs`.
pub fn set(wanted: usize) {
    WANTED.store(wanted.min(2) as u8, Ordering::Relaxed);
}

/// Reports two pointers that do not point into one object, if that is wanted.
pub fn check(pair: [usize; 2], site: &Site, registers: &platform::Registers) {
    let is_wanted = match WANTED.load(Ordering::Relaxed) {
        0 => false,
        1 => !pair.contains(&0),
        _ => true,
    };
    if is_wanted && is_invalid(pair) {
        report::from_registers(Finding::Pair { pair, site }, registers);
    }
}

/// Bytes up to which all that lies between is looked at.
const NEAR: usize = 2048;

/// Whether the pointers certainly do not point into one object.
fn is_invalid([a, b]: [usize; 2]) -> bool {
    shadow::set_up();
    let (left, right) = (a.min(b), a.max(b));
    if left == right || left >= address_end() {
        return false;
    }
    if right - left <= NEAR {
        return shadow::map::is_readable(left)
            && shadow::first_poisoned(left, right - left).is_some();
    }
    match (Object::at(left), Object::up_to(right)) {
        (None, None) => false,
        (one, other) => one != other,
    }
}

/// An object, by where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Object {
    Stack(usize),
    Chunk(usize),
    Global(usize),
    /// A redzone, which is no object's.
    Nowhere,
}

impl Object {
    /// The object that an address points into, or whose redzone.
    fn at(address: usize) -> Option<Object> {
        let on_stack = stack_object(address).map(Object::Stack);
        on_stack.or_else(|| Object::chunk(address)).or_else(|| {
            globals::nearest(address).map(|global| Object::Global(global.address() as usize))
        })
    }

    /// The object that holds the byte before an address.
    fn up_to(end: usize) -> Option<Object> {
        let on_stack = stack_object(end - 1).map(Object::Stack);
        on_stack.or_else(|| Object::chunk(end)).or_else(|| {
            let global = globals::nearest(end - 1)?;
            let start = global.address() as usize;
            Some(match end <= start + global.size as usize {
                true => Object::Global(start),
                false => Object::Nowhere,
            })
        })
    }

    /// The chunk that an address points into, or behind whose last byte.
    fn chunk(address: usize) -> Option<Object> {
        let found = heap::nearest(address)?;
        let is_inside = (found.start..=found.start + found.chunk.size).contains(&address);
        is_inside.then_some(Object::Chunk(found.start))
    }
}

/// Where what the next redzone below an address leaves of the stack begins; `None` if the address is neither on this
/// thread's stack nor on a fake one.
fn stack_object(address: usize) -> Option<usize> {
    let stack = thread::current().stack();
    let lowest = match stack.filter(|stack| stack.contains(&address)) {
        Some(stack) => stack.start,
        None => fake::slot_at(address)?.start,
    };
    let mut granule = address & !(GRANULE - 1);
    while granule >= lowest && !is_redzone(granule) {
        granule -= GRANULE;
    }
    Some(granule + GRANULE)
}

fn is_redzone(address: usize) -> bool {
    let redzones = [
        Poison::StackLeft,
        Poison::StackMid,
        Poison::StackRight,
        Poison::AllocaLeft,
        Poison::AllocaRight,
    ];
    shadow::map::is_readable(address)
        && redzones
            .iter()
            .any(|code| shadow::get(address) == *code as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{Family, Request};
    use crate::stack::Caller;

    fn chunk(size: usize) -> usize {
        let request = Request {
            size,
            align: 16,
            family: Family::Malloc,
            zeroed: false,
            moved_in: 0,
        };
        heap::allocate(request, Caller { pc: 1, frame: 0 }).unwrap()
    }

    #[test]
    fn one_chunk_may_be_large_and_two_never_count_as_one() {
        for size in [24, 5000, 1 << 20] {
            shadow::set_up();
            let (one, other) = (chunk(size), chunk(size));
            assert!(!is_invalid([one, one + size]), "{size}");
            assert!(!is_invalid([one + size, one + 1]), "{size}");
            assert!(is_invalid([one, other]), "{size}");
            assert!(is_invalid([one, one + size + 1]), "{size}");
            assert!(is_invalid([other + size, one + size]), "{size}");
            assert!(is_invalid([0, one]) && !is_invalid([0, usize::MAX]));
        }
    }

    #[test]
    fn stack_objects_are_told_apart_by_their_redzones() {
        shadow::set_up();
        #[repr(align(32))]
        struct Stack([u8; 16384]);
        let stack = Stack([0; 16384]);
        let start = stack.0.as_ptr() as usize;
        for (offset, code) in [
            (0, Poison::StackLeft),
            (6016, Poison::StackMid),
            (12288, Poison::StackRight),
        ] {
            shadow::poison(start + offset, 32, code);
        }
        let (one, other) = (start + 32, start + 6048);
        assert!(!is_invalid([one, other - 32]));
        assert!(!is_invalid([other, start + 12288]));
        assert!(is_invalid([one, other]) && is_invalid([one, start + 12288]));
        assert!(is_invalid([other - 32, other]), "a redzone lies between");
        shadow::clear(start, 16384);
        core::hint::black_box(&stack);
    }
}
