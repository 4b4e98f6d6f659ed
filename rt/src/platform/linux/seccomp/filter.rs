//! What a filter of system calls answers (`seccomp`): the classic packet filter, whose packet is the call. The kernel lets loops and
//! jumps backwards in no filter, so each ends.

use core::ffi::c_int;

/// An instruction, as the kernel takes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    code: u16,
    if_true: u8,
    if_false: u8,
    operand: u32,
}

/// What a filter is asked about.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Number of the system call.
    pub number: c_int,
    /// The processor's number for filters.
    pub architecture: u32,
    /// Where the program is.
    pub pc: u64,
    /// The call's arguments.
    pub arguments: [u64; 6],
}

const WORDS: usize = size_of::<Question>() / 4;

impl Question {
    /// As words of a packet.
    fn words(&self) -> [u32; WORDS] {
        let mut words = [0; WORDS];
        words[0] = self.number as u32;
        words[1] = self.architecture;
        let rest = core::iter::once(self.pc).chain(self.arguments);
        for (pair, value) in words[2..].chunks_exact_mut(2).zip(rest) {
            pair[0] = value as u32;
            pair[1] = (value >> 32) as u32;
        }
        words
    }
}

/// Parts of a code: the class, and in each class what is done and with what.
mod part {
    pub const CLASS: u16 = 0x07;
    pub const LOAD: u16 = 0;
    pub const LOAD_INDEX: u16 = 1;
    pub const STORE: u16 = 2;
    pub const STORE_INDEX: u16 = 3;
    pub const COMPUTE: u16 = 4;
    pub const JUMP: u16 = 5;
    pub const RETURN: u16 = 6;

    pub const MODE: u16 = 0xe0;
    pub const IMMEDIATE: u16 = 0x00;
    pub const PACKET: u16 = 0x20;
    pub const MEMORY: u16 = 0x60;
    pub const LENGTH: u16 = 0x80;

    pub const OPERATION: u16 = 0xf0;
    /// The other operand is the index register.
    pub const INDEX: u16 = 0x08;
    /// A return of the accumulator.
    pub const ACCUMULATOR: u16 = 0x10;
    /// A move between the registers, to the accumulator.
    pub const TO_ACCUMULATOR: u16 = 0x80;
}

/// What the filter answers; `None` where the kernel would not have taken it.
pub fn answer(filter: &[Instruction], question: &Question) -> Option<u32> {
    let packet = question.words();
    let (mut accumulator, mut index) = (0u32, 0u32);
    let mut memory = [0u32; 16];
    let mut next = 0;
    loop {
        let Instruction {
            code,
            if_true,
            if_false,
            operand,
        } = *filter.get(next)?;
        next += 1;
        let other = match code & part::INDEX {
            0 => operand,
            _ => index,
        };
        match code & part::CLASS {
            part::LOAD | part::LOAD_INDEX => {
                let value = match code & part::MODE {
                    part::IMMEDIATE => operand,
                    part::PACKET if operand.is_multiple_of(4) => {
                        *packet.get(operand as usize / 4)?
                    }
                    part::MEMORY => *memory.get(operand as usize)?,
                    part::LENGTH => size_of::<Question>() as u32,
                    _ => return None,
                };
                match code & part::CLASS {
                    part::LOAD => accumulator = value,
                    _ => index = value,
                }
            }
            part::STORE => *memory.get_mut(operand as usize)? = accumulator,
            part::STORE_INDEX => *memory.get_mut(operand as usize)? = index,
            part::COMPUTE => accumulator = compute(code & part::OPERATION, accumulator, other)?,
            part::JUMP => {
                let holds = match code & part::OPERATION {
                    0x00 => {
                        next = next.checked_add(operand as usize)?;
                        continue;
                    }
                    0x10 => accumulator == other,
                    0x20 => accumulator > other,
                    0x30 => accumulator >= other,
                    0x40 => accumulator & other != 0,
                    _ => return None,
                };
                next += usize::from(if holds { if_true } else { if_false });
            }
            part::RETURN => {
                return Some(match code & part::ACCUMULATOR {
                    0 => operand,
                    _ => accumulator,
                });
            }
            // What is left of three bits: moves between the registers.
            _ => match code & part::TO_ACCUMULATOR {
                0 => index = accumulator,
                _ => accumulator = index,
            },
        }
    }
}

fn compute(operation: u16, a: u32, b: u32) -> Option<u32> {
    Some(match operation {
        0x00 => a.wrapping_add(b),
        0x10 => a.wrapping_sub(b),
        0x20 => a.wrapping_mul(b),
        // The kernel answers 0, and ends the call, where the divisor is 0.
        0x30 => a.checked_div(b)?,
        0x40 => a | b,
        0x50 => a & b,
        0x60 => a.wrapping_shl(b),
        0x70 => a.wrapping_shr(b),
        0x80 => a.wrapping_neg(),
        0xa0 => a ^ b,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOW: u32 = 0x7fff_0000;
    const KILL: u32 = 0x8000_0000;

    fn statement(code: u16, operand: u32) -> Instruction {
        jump(code, operand, 0, 0)
    }

    fn jump(code: u16, operand: u32, if_true: u8, if_false: u8) -> Instruction {
        Instruction {
            code,
            if_true,
            if_false,
            operand,
        }
    }

    fn question(number: c_int, first: u64) -> Question {
        Question {
            number,
            architecture: 0xc000_003e,
            pc: 0x1234_5678_9abc,
            arguments: [first, 1, 2, 3, 4, 0x5_0000_0006],
        }
    }

    #[test]
    fn a_list_of_numbers_is_looked_through() {
        let filter = [
            statement(0x20, 0),
            jump(0x15, 1, 2, 0),
            jump(0x15, 60, 1, 0),
            statement(0x06, KILL),
            statement(0x06, ALLOW),
        ];
        let answers = [1, 60, 61].map(|number| answer(&filter, &question(number, 0)));
        assert_eq!(answers, [Some(ALLOW), Some(ALLOW), Some(KILL)]);
    }

    #[test]
    fn arguments_are_compared_half_by_half() {
        // The upper half of the last argument is 5, and the lower half with some arithmetic 6.
        let filter = [
            statement(0x20, 60),
            jump(0x15, 5, 0, 8),
            statement(0x20, 56),
            statement(0x07, 0), // tax
            statement(0x04, 10),
            statement(0x1c, 0), // sub x
            jump(0x15, 10, 0, 3),
            statement(0x87, 0), // txa
            jump(0x45, 2, 0, 1),
            statement(0x16, 0),
            statement(0x06, KILL),
        ];
        assert_eq!(answer(&filter, &question(0, 0)), Some(6));
        let mut other = question(0, 0);
        other.arguments[5] = 0x6_0000_0006;
        assert_eq!(answer(&filter, &other), Some(KILL));
    }

    #[test]
    fn memory_length_and_long_jumps_work() {
        let filter = [
            statement(0x80, 0), // the packet's length
            statement(0x02, 15),
            statement(0x01, 7), // index = 7
            statement(0x05, 1),
            statement(0x06, KILL),
            statement(0x60, 15),
            statement(0x0c, 0), // add x
            statement(0x03, 3),
            statement(0x16, 0),
        ];
        assert_eq!(answer(&filter, &question(0, 0)), Some(71));
    }

    #[test]
    fn what_the_kernel_takes_for_no_filter_has_no_answer() {
        let nothing: [&[Instruction]; 6] = [
            &[],
            &[statement(0x20, 0)],
            &[statement(0x20, 64), statement(0x06, ALLOW)],
            &[statement(0x20, 2), statement(0x06, ALLOW)],
            &[statement(0x60, 16), statement(0x06, ALLOW)],
            &[statement(0x05, u32::MAX), statement(0x06, ALLOW)],
        ];
        for filter in nothing {
            assert_eq!(answer(filter, &question(0, 0)), None, "{filter:?}");
        }
    }

    /// The kernel itself says what a filter means.
    #[test]
    fn the_kernel_answers_the_same() {
        // Of getpriority, error 7 if (first argument * 3 + 1) & 0xf0 >> 4 is 2; all else goes.
        let filter = [
            statement(0x20, 0),
            jump(0x15, libc::SYS_getpriority as u32, 0, 7),
            statement(0x20, 16),
            statement(0x24, 3),
            statement(0x04, 1),
            statement(0x54, 0xf0),
            statement(0x74, 4),
            jump(0x15, 2, 0, 1),
            statement(0x06, 0x0005_0007),
            statement(0x06, ALLOW),
        ];
        let expected = [0, 10, 11, 15, 16, 100].map(|first| {
            answer(&filter, &question(libc::SYS_getpriority as c_int, first)).unwrap() != ALLOW
        });
        assert_eq!(expected, [false, false, true, true, false, true]);
        let found = std::thread::spawn(move || {
            let program = (filter.len() as u16, [0u16; 3], filter.as_ptr());
            #[repr(C)]
            struct Program(u16, *const Instruction);
            let program = Program(program.0, program.2);
            // SAFETY: numbers, and a filter that lets this thread do all else.
            unsafe {
                libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                if libc::prctl(libc::PR_SET_SECCOMP, 2, &raw const program) != 0 {
                    // Emulators have no filters.
                    return None;
                }
                let refused = [0, 10, 11, 15, 16, 100].map(|first| {
                    let result = libc::syscall(libc::SYS_getpriority, first, 0, 0, 0, 0, 0);
                    result == -1 && *libc::__errno_location() == 7
                });
                Some(refused)
            }
        });
        let found = found.join().unwrap();
        assert_eq!(found.unwrap_or(expected), expected);
    }
}
