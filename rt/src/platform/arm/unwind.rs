//! The registers of a caller, by the tables that this processor has in the place of `.eh_frame`, and through the frames of signal handlers.
//!
//! Claim: a table is followed as it is written. Gives up where it says that nothing can be unwound, and on registers that no entry stub keeps.
//!
//! Source: Exception Handling ABI for the Arm Architecture, 6 (index table), 7 (compact model), 10.3 (instructions).

use super::Registers;
use crate::platform::{read_word, registers_in};

/// The program header of the index table (`PT_ARM_EXIDX`).
pub const UNWIND_SEGMENT: u32 = 0x7000_0001;

/// How many bytes an entry of the index table has.
const ENTRY: usize = 8;
/// Of an entry: the function cannot be unwound.
const CANNOT: usize = 1;
/// Of a word: what follows is no distance.
const INLINE: usize = 1 << 31;

/// The caller's registers by the index table from `table` to `end`; `lookup` is an address in the function.
pub fn unwind(table: usize, end: usize, lookup: usize, now: &Registers) -> Option<Registers> {
    if let Some(interrupted) = interrupted(now) {
        return Some(interrupted);
    }
    let entry = entry_of(table, end, lookup)?;
    let content = read_word(entry + 4)?;
    match content {
        CANNOT => None,
        _ if content & INLINE != 0 => run(now, content, 3, entry + ENTRY, 0),
        _ => {
            let data = led_to(entry + 4, content);
            let first = read_word(data)?;
            if first & INLINE == 0 {
                // A personality routine of a language comes before.
                let next = read_word(data + 4)?;
                return run(now, next, 3, data + 8, next >> 24);
            }
            match first >> 24 & 0xf {
                0 => run(now, first, 3, data + 4, 0),
                1 | 2 => run(now, first, 2, data + 4, first >> 16 & 0xff),
                _ => None,
            }
        }
    }
}

/// The last entry whose function begins at or below an address.
fn entry_of(table: usize, end: usize, lookup: usize) -> Option<usize> {
    let begins = |index: usize| {
        let entry = table + index * ENTRY;
        Some(led_to(entry, read_word(entry)?))
    };
    let (mut low, mut high) = (0, end.checked_sub(table)? / ENTRY);
    while low < high {
        let middle = low + (high - low) / 2;
        match begins(middle)? <= lookup {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    Some(table + low.checked_sub(1)? * ENTRY)
}

/// Where a word at an address leads, as a distance of 31 bits.
fn led_to(address: usize, word: usize) -> usize {
    address.wrapping_add_signed((word << 1) as isize >> 1)
}

/// The instructions: the last bytes of a word, highest first, and so many words more.
struct Instructions {
    word: usize,
    left: u32,
    next: usize,
    words: usize,
}

impl Instructions {
    /// The next byte; that of the end where none is left.
    fn byte(&mut self) -> Option<u8> {
        const FINISH: u8 = 0xb0;
        if self.left == 0 {
            if self.words == 0 {
                return Some(FINISH);
            }
            self.word = read_word(self.next)?;
            self.next += 4;
            self.words -= 1;
            self.left = 4;
        }
        self.left -= 1;
        Some((self.word >> (self.left * 8)) as u8)
    }

    fn uleb128(&mut self) -> Option<usize> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
    }
}

/// Carries out instructions.
fn run(now: &Registers, word: usize, left: u32, next: usize, words: usize) -> Option<Registers> {
    let mut instructions = Instructions {
        word,
        left,
        next,
        words,
    };
    let mut known = *now;
    let mut caller = *now;
    caller.begin_caller(now.sp);
    // The numbers of registers that are popped, as bits.
    let pop = |caller: &mut Registers, mask: usize| {
        for number in (0..16).filter(|number| mask >> number & 1 != 0) {
            let value = read_word(caller.sp)?;
            caller.sp += 4;
            // What a function may change is not kept.
            if let Some(slot) = caller.slot(number).filter(|_| number != 13) {
                *slot = value;
            }
        }
        Some(())
    };
    // Of 8 bytes each.
    let doubles = |count: u8| (usize::from(count) + 1) * 8;
    loop {
        let byte = instructions.byte()?;
        let low = byte & 0xf;
        match byte {
            0x00..0x40 => caller.sp += (usize::from(byte) << 2) + 4,
            0x40..0x80 => caller.sp = caller.sp.wrapping_sub((usize::from(byte & 0x3f) << 2) + 4),
            0x80..0x90 => {
                let mask = usize::from(low) << 8 | usize::from(instructions.byte()?);
                if mask == 0 {
                    return None;
                }
                pop(&mut caller, mask << 4)?;
            }
            0x90..0xa0 => caller.sp = *known.slot(low.into()).filter(|_| low != 13 && low != 15)?,
            0xa0..0xb0 => {
                let saved = (1 << (4 + (byte & 7) + 1)) - (1 << 4);
                let link = usize::from(byte & 8 != 0) << 14;
                pop(&mut caller, saved | link)?;
            }
            0xb0 => break,
            0xb1 => {
                let mask = instructions.byte()?;
                if mask == 0 || mask > 0xf {
                    return None;
                }
                pop(&mut caller, mask.into())?;
            }
            0xb2 => caller.sp += 0x204 + (instructions.uleb128()? << 2),
            0xb3 => caller.sp += doubles(instructions.byte()? & 0xf) + 4,
            // A code that authenticates the return address.
            0xb4 => caller.sp += 4,
            0xb8..0xc0 => caller.sp += doubles(byte & 7) + 4,
            0xc8 | 0xc9 => caller.sp += doubles(instructions.byte()? & 0xf),
            0xd0..0xd8 => caller.sp += doubles(byte & 7),
            _ => return None,
        }
        // Later instructions may name a register that an earlier one has restored.
        (known.saved, known.frame) = (caller.saved, caller.frame);
    }
    caller.pc = super::code_address(caller.pc);
    caller.end_caller();
    (caller.pc != 0).then_some(caller)
}

/// What a signal has interrupted, if its handler is about to return: the C library and the kernel have the same two instructions for that, in either code.
fn interrupted(now: &Registers) -> Option<Registers> {
    /// `mov r7, 173` and `svc 0`, the latter in the upper half in Thumb code.
    const ARM: [usize; 2] = [0xe3a0_70ad, 0xef00_0000];
    const THUMB: usize = 0xdf00_27ad;
    let low = read_word(now.pc & !3)?;
    let code = match now.pc & 2 {
        0 => low,
        _ => low >> 16 | read_word((now.pc & !3) + 4)? << 16,
    };
    let is_return = code == THUMB || code == ARM[0] && read_word(now.pc + 4)? == ARM[1];
    let context = now.sp + size_of::<libc::siginfo_t>();
    let is_there = || {
        let end = context + size_of::<libc::ucontext_t>() - 4;
        read_word(context).is_some() && read_word(end & !3).is_some()
    };
    // SAFETY: such a frame holds what the handler was told, and it can be read.
    (is_return && is_there()).then(|| unsafe { registers_in(&*(context as *const _)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unwound(code: [u8; 3], now: &Registers) -> Option<Registers> {
        let [a, b, c] = code.map(usize::from);
        run(now, a << 16 | b << 8 | c, 3, 0, 0)
    }

    #[test]
    fn registers_are_popped_as_the_table_says() {
        let stack = core::hint::black_box([11usize, 12, 0x1001, 0x2000]);
        let now = Registers {
            frame: stack.as_ptr() as usize,
            link: 0x3001,
            sp: 8,
            ..Registers::default()
        };
        let end = stack.as_ptr() as usize;
        // vsp = r11; pop {r4, lr}
        let caller = unwound([0x9b, 0xa8, 0xb0], &now).unwrap();
        assert_eq!((caller.saved[0], caller.pc, caller.sp), (11, 12, end + 8));
        // vsp = r11; pop {r10, r11, lr}
        let caller = unwound([0x9b, 0x84, 0xc0], &now).unwrap();
        assert_eq!((caller.saved[6], caller.frame), (11, 12));
        assert_eq!((caller.pc, caller.sp), (0x1000, end + 12));
        // Nothing.
        let caller = unwound([0xb0, 0xb0, 0xb0], &now).unwrap();
        assert_eq!((caller.pc, caller.sp), (0x3000, 8));
        // vsp += 8; vsp -= 4; 9 doubles
        let caller = unwound([0x01, 0x40, 0xd7], &now).unwrap();
        assert_eq!(caller.sp, 8 + 8 - 4 + 64);
        assert!(unwound([0x80, 0x00, 0xb0], &now).is_none());
        assert!(unwound([0xc6, 0x00, 0xb0], &now).is_none());
    }
}
