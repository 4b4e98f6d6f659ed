//! Redzones behind the runtime's own variables. It is linked in front of the program, whose first variable would otherwise lie
//! right behind them: a write in front of that variable would change the runtime's mind.

use crate::shadow;
use core::sync::atomic::AtomicU8;
use sanecc_abi::shadow::Poison;

/// As wide as the widest alignment that is usual, so that the program's variables begin where it ends.
const SIZE: usize = 64;

#[repr(align(64))]
struct Redzone([AtomicU8; SIZE]);

// `rt/lib/sections.ld` puts these last.
#[unsafe(link_section = ".data.~redzone")]
static BEHIND_DATA: Redzone = Redzone([const { AtomicU8::new(0) }; SIZE]);
#[unsafe(link_section = ".bss.~redzone")]
static BEHIND_ZEROES: Redzone = Redzone([const { AtomicU8::new(0) }; SIZE]);

/// Poisons both.
pub fn poison() {
    for redzone in [&BEHIND_DATA, &BEHIND_ZEROES] {
        shadow::poison(redzone.0.as_ptr() as usize, SIZE, Poison::Global);
    }
}
