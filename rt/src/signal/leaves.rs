//! Checks that fault in place of the access that they are asked about: code of the runtime that reads shadow where there may be none, before it has put
//! anything on the stack. Who called it is to blame.

use crate::platform::Registers;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

/// How many pieces of code there may be.
pub const MOST: usize = 2;

/// Where each begins and ends.
static LEAVES: [[AtomicUsize; 2]; MOST] = [const { [const { AtomicUsize::new(0) }; 2] }; MOST];

/// Notes where they are.
pub fn note(leaves: [Range<usize>; MOST]) {
    for ([begin, end], leaf) in LEAVES.iter().zip(leaves) {
        begin.store(leaf.start, Ordering::Relaxed);
        end.store(leaf.end, Ordering::Relaxed);
    }
}

/// Whether one of them is there.
fn holds(pc: usize) -> bool {
    LEAVES.iter().any(|[begin, end]| {
        let [begin, end] = [begin, end].map(|bound| bound.load(Ordering::Relaxed));
        (begin..end).contains(&pc)
    })
}

/// Registers at a fault; those of the call, if one of these checks has faulted.
pub fn to_blame(registers: Registers) -> Registers {
    match holds(registers.pc) {
        // SAFETY: such a check has put nothing on the stack.
        true => unsafe { registers.at_call() },
        false => registers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether calls put their return address on the stack.
    const POPS: bool = !Registers::MAY_SHARE_FRAMES;

    #[test]
    fn the_caller_of_a_check_is_to_blame() {
        note([100..110, 200..230]);
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
        note([0..0, 0..0]);
    }
}
