//! Calls as the entry stub of library functions finds them: argument registers, what the function returned, and a
//! walk through arguments of which only a format tells the types.
//!
//! Source: System V ABI, AMD64 supplement, 3.2.3 (passing) and 3.5.7 (variable argument lists).

/// General registers that carry arguments.
const GENERAL: usize = 6;
/// Vector registers that carry arguments.
const VECTORS: usize = 8;

/// What the entry stub saves. Begins as the register save area of a variadic function does.
#[repr(C, align(16))]
#[derive(Clone, Copy, Debug, Default)]
pub struct CallFrame {
    /// rdi, rsi, rdx, rcx, r8, r9
    pub general: [usize; GENERAL],
    /// xmm0 to xmm7
    pub vectors: [[u64; 2]; VECTORS],
    /// rax: its low byte is the number of vectors where the function is variadic.
    pub rax: usize,
    /// Address of the call's record.
    pub record: usize,
    /// Where further arguments begin: the caller's stack pointer.
    pub stack: usize,
    /// Return address into the caller.
    pub pc: usize,
    /// Address of what the function does, once it is looked up.
    pub effects: usize,
    /// rax after the call.
    pub result: usize,
    /// What is noted before the call for the check after it.
    pub notes: [usize; 4],
}

impl CallFrame {
    /// General registers that carry arguments.
    pub const GENERAL: usize = GENERAL;
    /// How many of them a further `double` takes.
    pub const OF_DOUBLE: usize = 0;

    /// The entry stub's frame pointer.
    pub fn of_entry(&self) -> usize {
        self.stack - 2 * size_of::<usize>()
    }

    /// An argument by its number among those that are no floating-point numbers.
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

    /// The arguments behind the first `named` ones, all of which are in general registers.
    pub fn further(&self, named: u8) -> Arguments {
        Arguments {
            general: u32::from(named) * 8,
            vectors: GENERAL as u32 * 8,
            stack: self.stack,
            registers: &raw const *self as usize,
        }
    }
}

/// A walk through variable arguments. Laid out as `va_list`, so a copy of one is a walk.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    general: u32,
    vectors: u32,
    stack: usize,
    registers: usize,
}

impl Arguments {
    /// Goes through a `va_list`, and leaves it as it is.
    ///
    /// # Safety
    /// A `va_list` is there.
    pub unsafe fn of_list(list: usize) -> Arguments {
        // SAFETY: as the caller promises.
        unsafe { *(list as *const Arguments) }
    }

    /// As three words, to be kept in a [`CallFrame`].
    pub fn to_words(self) -> [usize; 3] {
        let offsets = self.general as usize | (self.vectors as usize) << 32;
        [offsets, self.stack, self.registers]
    }

    /// What [`Arguments::to_words`] gave.
    pub fn from_words([offsets, stack, registers]: [usize; 3]) -> Arguments {
        Arguments {
            general: offsets as u32,
            vectors: (offsets >> 32) as u32,
            stack,
            registers,
        }
    }

    /// The next integer or pointer; of a narrower type, the upper bits are not defined.
    ///
    /// # Safety
    /// The call has such an argument here.
    pub unsafe fn general(&mut self) -> usize {
        let place = if (self.general as usize) < GENERAL * 8 {
            let place = self.registers + self.general as usize;
            self.general += 8;
            place
        } else {
            self.take_from_stack(8)
        };
        // SAFETY: the save area or the caller's stack.
        unsafe { *(place as *const usize) }
    }

    /// Goes over a `double`.
    pub fn skip_double(&mut self) {
        if (self.vectors as usize) < GENERAL * 8 + VECTORS * 16 {
            self.vectors += 16;
        } else {
            self.take_from_stack(8);
        }
    }

    /// Goes over a `long double`, which is always in memory, on a multiple of 16.
    pub fn skip_long_double(&mut self) {
        self.stack = self.stack.next_multiple_of(16);
        self.take_from_stack(16);
    }

    /// First byte of the stack that was not gone over.
    pub fn end(&self) -> usize {
        self.stack
    }

    fn take_from_stack(&mut self, size: usize) -> usize {
        let place = self.stack;
        self.stack += size;
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with numbers in its registers and on its stack.
    fn frame(stack: &[usize]) -> CallFrame {
        CallFrame {
            general: [0, 1, 2, 3, 4, 5],
            stack: stack.as_ptr() as usize,
            ..CallFrame::default()
        }
    }

    #[test]
    fn integers_come_from_registers_and_then_from_the_stack() {
        let stack = [6, 7, 8];
        let frame = frame(&stack);
        let mut arguments = frame.further(2);
        // SAFETY: four registers and three words.
        let all: Vec<_> = (0..7).map(|_| unsafe { arguments.general() }).collect();
        assert_eq!(all, [2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(arguments.end(), stack.as_ptr_range().end as usize);
        // SAFETY: the second word of the stack.
        assert_eq!(unsafe { frame.argument(7) }, 7);
    }

    #[test]
    fn floating_numbers_have_registers_of_their_own() {
        let stack = [6, 7];
        let frame = frame(&stack);
        let mut arguments = frame.further(5);
        for _ in 0..8 {
            arguments.skip_double();
        }
        // SAFETY: the last register.
        assert_eq!(unsafe { arguments.general() }, 5);
        arguments.skip_double();
        // SAFETY: the second word.
        assert_eq!(unsafe { arguments.general() }, 7);
    }

    #[test]
    fn long_doubles_are_aligned() {
        #[repr(align(16))]
        struct Stack([usize; 6]);
        let stack = Stack([6, 0, 0, 0, 7, 0]);
        let frame = frame(&stack.0);
        let mut arguments = frame.further(6);
        // SAFETY: the first word; then a long double at the third and fourth.
        unsafe {
            assert_eq!(arguments.general(), 6);
            arguments.skip_long_double();
            let words = arguments.to_words();
            assert_eq!(Arguments::from_words(words).general(), 7);
            let copy = arguments;
            assert_eq!(Arguments::of_list(&raw const copy as usize).general(), 7);
        }
    }
}
