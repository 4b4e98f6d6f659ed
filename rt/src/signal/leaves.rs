//! Checks that fault in place of the access that they are asked about: code of the runtime that reads shadow where there may be none, before it has put
//! anything on the stack. Who called it is to blame, or the place where the program continues after a slow path.

use crate::platform::Registers;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::site::SlowCall;

/// How many pieces of code there may be.
pub const MOST: usize = 2;

/// Where each begins and ends.
static LEAVES: [[AtomicUsize; 2]; MOST] = [const { [const { AtomicUsize::new(0) }; 2] }; MOST];

/// Where the entries of slow paths stand that have got two words on the stack above their return address, to a [`SlowCall`].
static SLOW: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// Notes where they are.
pub fn note(leaves: [Range<usize>; MOST], slow: Range<usize>) {
    for ([begin, end], leaf) in LEAVES.iter().zip(leaves).chain([(&SLOW, slow)]) {
        begin.store(leaf.start, Ordering::Relaxed);
        end.store(leaf.end, Ordering::Relaxed);
    }
}

/// Whether a piece of code holds this place.
fn holds([begin, end]: &[AtomicUsize; 2], pc: usize) -> bool {
    let [begin, end] = [begin, end].map(|bound| bound.load(Ordering::Relaxed));
    (begin..end).contains(&pc)
}

/// Registers at a fault; those of the call, if one of these checks has faulted.
pub fn to_blame(registers: Registers) -> Registers {
    if LEAVES.iter().any(|leaf| holds(leaf, registers.pc)) {
        // SAFETY: such a check has put nothing on the stack.
        return unsafe { registers.at_call() };
    }
    match holds(&SLOW, registers.pc) {
        // SAFETY: an entry has put nothing on the stack, where its caller has.
        true => unsafe { behind_slow_call(registers) },
        false => registers,
    }
}

/// Registers where the program continues after a slow path.
///
/// # Safety
/// The stack pointer is that of such an entry.
unsafe fn behind_slow_call(registers: Registers) -> Registers {
    // SAFETY: as the caller says; the compiler has put the record there.
    let (place, call) = unsafe {
        let place = *(registers.sp as *const usize);
        (place, (place as *const SlowCall).read_unaligned())
    };
    Registers {
        pc: (place + SlowCall::BEHIND_JUMP).wrapping_add_signed(call.next as isize),
        sp: registers.sp + 3 * size_of::<usize>(),
        ..registers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether calls put their return address on the stack.
    const POPS: bool = !Registers::MAY_SHARE_FRAMES;

    #[test]
    fn the_caller_of_a_check_is_to_blame() {
        note([100..110, 200..230], 0..0);
        let stack = [77usize, 88];
        let at = |pc| Registers {
            pc,
            ..Registers::at_entry(&stack)
        };
        for (pc, blamed) in [
            (99, 99),
            (100, 76),
            (109, 76),
            (110, 110),
            (229, 76),
            (230, 230),
        ] {
            let registers = to_blame(at(pc));
            let is_popped = registers.sp != at(pc).sp;
            assert_eq!((registers.pc, is_popped), (blamed, POPS && blamed == 76));
        }
        note([0..0, 0..0], 0..0);
    }

    #[test]
    fn the_access_behind_a_slow_path_is_to_blame() {
        let call = SlowCall {
            jump: 0xe9,
            next: -40,
            site: 0,
            granules: 0,
            bytes: 8,
        };
        let place = &raw const call as usize;
        let stack = [place, 1, 2];
        let sp = stack.as_ptr() as usize;
        let registers = Registers {
            pc: 300,
            sp,
            ..Registers::default()
        };
        // SAFETY: the stack is that of an entry.
        let blamed = unsafe { behind_slow_call(registers) };
        assert_eq!((blamed.pc, blamed.sp), (place + 5 - 40, sp + 24));
    }
}
