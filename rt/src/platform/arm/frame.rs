//! Calls as the entry stub of library functions finds them: argument registers, what the function returned, and a
//! walk through arguments of which only a format tells the types.
//!
//! Source: Procedure Call Standard for the Arm Architecture, 6.4 and 7.2 (passing): further arguments of a variadic function are in general registers,
//! also numbers with a fraction, and then on the stack; those of 64 bits begin at an even word. A `va_list` is the address of the next one.

/// General registers that carry arguments.
const GENERAL: usize = 4;
/// Registers for numbers with a fraction that carry arguments.
const FRACTIONS: usize = 8;
const WORD: usize = size_of::<usize>();

/// What the entry stub saves.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, Default)]
pub struct CallFrame {
    /// d0 to d7
    pub fractions: [u64; FRACTIONS],
    /// r0 to r3; arguments on the stack follow them in a walk.
    pub general: [usize; GENERAL],
    /// Address of the call's record.
    pub record: usize,
    /// Where further arguments begin: the caller's stack pointer.
    pub stack: usize,
    /// Return address into the caller.
    pub pc: usize,
    /// Address of what the function does, once it is looked up.
    pub effects: usize,
    /// r0 after the call.
    pub result: usize,
    /// r1 after the call: the upper half of a result of 64 bits.
    pub result_above: usize,
    /// What is noted before the call for the check after it.
    pub notes: [usize; 4],
}

impl CallFrame {
    /// General registers that carry arguments.
    pub const GENERAL: usize = GENERAL;
    /// How many of them a further `double` takes.
    pub const OF_DOUBLE: usize = 2;

    /// The entry stub's frame pointer.
    pub fn of_entry(&self) -> usize {
        self.stack - 2 * WORD
    }

    /// An argument by its number among words that carry no floating-point numbers.
    ///
    /// # Safety
    /// The call has such an argument, and none before it is a floating-point number in memory.
    pub unsafe fn argument(&self, number: u8) -> usize {
        let number = usize::from(number);
        match self.general.get(number) {
            Some(value) => *value,
            // SAFETY: the caller's stack, as the caller promises.
            None => unsafe { *(self.stack as *const usize).add(number - GENERAL) },
        }
    }

    /// The arguments behind the first `named` ones, each of which is in a word.
    pub fn further(&self, named: u8) -> Arguments {
        let named = usize::from(named);
        match named.checked_sub(GENERAL) {
            Some(on_stack) => Arguments {
                next: self.stack + on_stack * WORD,
                registers_end: 0,
                stack: 0,
            },
            None => Arguments {
                next: self.general.as_ptr() as usize + named * WORD,
                registers_end: self.general.as_ptr_range().end as usize,
                stack: self.stack,
            },
        }
    }
}

/// A walk through variable arguments.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    next: usize,
    /// Where those in registers end, and the others go on at `stack`; 0 where all lie together.
    registers_end: usize,
    stack: usize,
}

impl Arguments {
    /// Goes through a `va_list`, and leaves it as it is.
    ///
    /// # Safety
    /// A `va_list` is there.
    pub unsafe fn of_list(list: usize) -> Arguments {
        Arguments {
            next: list,
            registers_end: 0,
            stack: 0,
        }
    }

    /// As three words, to be kept in a [`CallFrame`].
    pub fn to_words(self) -> [usize; 3] {
        [self.next, self.registers_end, self.stack]
    }

    /// What [`Arguments::to_words`] gave.
    pub fn from_words([next, registers_end, stack]: [usize; 3]) -> Arguments {
        Arguments {
            next,
            registers_end,
            stack,
        }
    }

    /// The next integer of a word, or pointer; of a narrower type, the upper bits are not defined.
    ///
    /// # Safety
    /// The call has such an argument here.
    pub unsafe fn general(&mut self) -> usize {
        let place = self.take();
        // SAFETY: the save area or the caller's stack.
        unsafe { *(place as *const usize) }
    }

    /// Goes over a `double`, or an integer of as many bits.
    pub fn skip_double(&mut self) {
        self.enter_stack();
        // Registers end at an even word, and the stack is aligned.
        if !self.next.is_multiple_of(2 * WORD) {
            self.take();
        }
        self.take();
        self.take();
    }

    /// Goes over a `long double`, which is a `double`.
    pub fn skip_long_double(&mut self) {
        self.skip_double();
    }

    /// First byte of the stack that was not gone over.
    pub fn end(&self) -> usize {
        match self.registers_end {
            0 => self.next,
            _ => self.stack,
        }
    }

    /// Behind the last register, the stack follows.
    fn enter_stack(&mut self) {
        if self.registers_end != 0 && self.next == self.registers_end {
            (self.next, self.registers_end) = (self.stack, 0);
        }
    }

    fn take(&mut self) -> usize {
        self.enter_stack();
        let place = self.next;
        self.next += WORD;
        place
    }
}

const _: () = assert!(core::mem::offset_of!(CallFrame, general).is_multiple_of(8));

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(align(8))]
    struct Stack([usize; 6]);

    /// A frame with numbers in its registers and on its stack.
    fn frame(stack: &Stack) -> CallFrame {
        CallFrame {
            general: [0, 1, 2, 3],
            stack: stack.0.as_ptr() as usize,
            ..CallFrame::default()
        }
    }

    #[test]
    fn integers_come_from_registers_and_then_from_the_stack() {
        let stack = Stack([4, 5, 6, 7, 8, 9]);
        let frame = frame(&stack);
        let mut arguments = frame.further(2);
        assert_eq!(arguments.end(), stack.0.as_ptr() as usize);
        // SAFETY: two registers and six words.
        let all: Vec<_> = (0..8).map(|_| unsafe { arguments.general() }).collect();
        assert_eq!(all, [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(arguments.end(), stack.0.as_ptr_range().end as usize);
        // SAFETY: the second word of the stack.
        assert_eq!(unsafe { frame.argument(5) }, 5);
        let mut behind_five = frame.further(5);
        // SAFETY: as above.
        assert_eq!(unsafe { behind_five.general() }, 5);
        assert_eq!(behind_five.end(), &raw const stack.0[2] as usize);
    }

    #[test]
    fn what_is_wide_begins_at_an_even_word() {
        let stack = Stack([4, 5, 6, 7, 8, 9]);
        let frame = frame(&stack);
        let mut arguments = frame.further(1);
        // SAFETY: registers and words.
        unsafe {
            arguments.skip_double();
            assert_eq!(arguments.general(), 4);
            arguments.skip_double();
            let words = arguments.to_words();
            assert_eq!(Arguments::from_words(words).general(), 8);
        }
        let mut behind_one = frame.further(3);
        behind_one.skip_double();
        assert_eq!(behind_one.end(), &raw const stack.0[2] as usize);
        let list = &raw const stack.0[1] as usize;
        // SAFETY: the array.
        let mut arguments = unsafe { Arguments::of_list(list) };
        arguments.skip_long_double();
        // SAFETY: as above.
        assert_eq!(unsafe { arguments.general() }, 8);
    }
}
