//! The registers that stack traces begin with, and how they are read.

use super::code_address;
use core::arch::asm;

/// The registers that unwinding needs, as the entry stubs of the runtime save them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers {
    /// r4 to r10
    pub saved: [usize; 7],
    /// r11, the frame pointer
    pub frame: usize,
    /// r14, the return address of functions that call none
    pub link: usize,
    /// Stack pointer of the caller.
    pub sp: usize,
    /// Return address into the caller (or the faulting instruction, for signals), without the bit of Thumb code.
    pub pc: usize,
}

impl Registers {
    /// Number of the first register of `saved`.
    const FIRST: u16 = 4;

    /// What they hold.
    pub fn words(&self) -> [usize; 11] {
        let mut words = [0; 11];
        words[..7].copy_from_slice(&self.saved);
        words[7..].copy_from_slice(&[self.frame, self.link, self.sp, self.pc]);
        words
    }

    /// Registers at the call of the function that these are of.
    ///
    /// # Safety
    /// The function has changed none of them.
    pub unsafe fn at_call(self) -> Self {
        Self {
            // Within the call, as the place of a fault.
            pc: code_address(self.link).wrapping_sub(1),
            ..self
        }
    }

    /// Registers of a function that is entered: the return address is the first of these words.
    #[cfg(test)]
    pub fn at_entry(stack: &[usize]) -> Self {
        Self {
            link: stack[0],
            sp: stack.as_ptr() as usize,
            ..Self::default()
        }
    }

    /// Of a caller, before the rules of an unwind table are applied: its stack pointer is known.
    pub fn begin_caller(&mut self, sp: usize) {
        self.sp = sp;
        self.pc = 0;
    }

    /// The same afterwards: the frame of a signal says where it goes on, all others by the return address.
    pub fn end_caller(&mut self) {
        if self.pc == 0 {
            self.pc = code_address(self.link);
        }
    }

    /// The caller's after a jump to where no code is, by a call.
    pub fn after_wild_call(&self) -> Option<Self> {
        Some(Self {
            pc: code_address(self.link),
            ..*self
        })
    }

    /// Whether frames that follow each other may end at one address: a function need not use the stack.
    pub const MAY_SHARE_FRAMES: bool = true;

    /// The slot of a register by its number, which is also that in DWARF.
    pub fn slot(&mut self, number: u16) -> Option<&mut usize> {
        Some(match number {
            Self::FIRST..11 => &mut self.saved[usize::from(number - Self::FIRST)],
            11 => &mut self.frame,
            13 => &mut self.sp,
            14 => &mut self.link,
            15 => &mut self.pc,
            _ => return None,
        })
    }
}

/// A value near the current stack pointer.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp: usize;
    // SAFETY: only reads a register.
    unsafe { asm!("mov {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}

/// Registers at the place of the call.
#[inline(always)]
pub fn registers_here() -> Registers {
    let mut registers = Registers::default();
    // SAFETY: stores registers into a local.
    unsafe {
        asm!(
            "stm {0}, {{r4-r11}}",
            "str lr, [{0}, #32]",
            "str sp, [{0}, #36]",
            "mov {1}, pc",
            "str {1}, [{0}, #40]",
            in(reg) &raw mut registers,
            out(reg) _,
            options(nostack, preserves_flags),
        );
    }
    registers
}
