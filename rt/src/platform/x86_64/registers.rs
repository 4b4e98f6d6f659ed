//! The registers that stack traces begin with, and how they are read.

use core::arch::asm;

/// The registers that unwinding needs, as the entry stubs of the runtime save them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers {
    /// rbx
    pub rbx: usize,
    /// rbp, the frame pointer
    pub frame: usize,
    /// r12
    pub r12: usize,
    /// r13
    pub r13: usize,
    /// r14
    pub r14: usize,
    /// r15
    pub r15: usize,
    /// Stack pointer of the caller, after the return address was popped.
    pub sp: usize,
    /// Return address into the caller (or the faulting instruction, for signals).
    pub pc: usize,
}

impl Registers {
    /// What they hold.
    pub fn words(&self) -> [usize; 8] {
        let Registers {
            rbx,
            frame,
            r12,
            r13,
            r14,
            r15,
            sp,
            pc,
        } = *self;
        [rbx, frame, r12, r13, r14, r15, sp, pc]
    }

    /// Registers at the call of the function that these are of.
    ///
    /// # Safety
    /// The function has changed none of them, and has put nothing on the stack.
    pub unsafe fn at_call(self) -> Self {
        // SAFETY: as the caller says.
        let back = unsafe { *(self.sp as *const usize) };
        Self {
            // Within the call, as the place of a fault.
            pc: back - 1,
            sp: self.sp + size_of::<usize>(),
            ..self
        }
    }

    /// Registers of a function that is entered: the return address on top of the stack.
    #[cfg(test)]
    pub fn at_entry(stack: &[usize]) -> Self {
        Self {
            sp: stack.as_ptr() as usize,
            ..Self::default()
        }
    }

    /// Of a caller, before the rules of an unwind table are applied: its stack pointer is known.
    pub fn begin_caller(&mut self, sp: usize) {
        self.sp = sp;
        self.pc = 0;
    }

    /// The same afterwards: the return address has a rule of its own.
    pub fn end_caller(&mut self) {}

    /// The caller's after a jump to where no code is, by a call: the return address lies on top of the stack.
    pub fn after_wild_call(&self) -> Option<Self> {
        Some(Self {
            pc: crate::platform::read_word(self.sp)?,
            sp: self.sp + size_of::<usize>(),
            ..*self
        })
    }

    /// Whether frames that follow each other may end at one address: a call itself uses the stack.
    pub const MAY_SHARE_FRAMES: bool = false;

    /// The slot of a register by its DWARF number.
    pub fn slot(&mut self, dwarf: u16) -> Option<&mut usize> {
        Some(match dwarf {
            3 => &mut self.rbx,
            6 => &mut self.frame,
            7 => &mut self.sp,
            12 => &mut self.r12,
            13 => &mut self.r13,
            14 => &mut self.r14,
            15 => &mut self.r15,
            16 => &mut self.pc,
            _ => return None,
        })
    }
}

/// A value near the current stack pointer.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp: usize;
    // SAFETY: only reads a register.
    unsafe { asm!("mov {}, rsp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}

/// Registers at the place of the call.
#[inline(always)]
pub fn registers_here() -> Registers {
    let mut registers = Registers::default();
    // SAFETY: stores registers into a local.
    unsafe {
        asm!(
            "mov [{0}], rbx", "mov [{0} + 8], rbp", "mov [{0} + 16], r12", "mov [{0} + 24], r13",
            "mov [{0} + 32], r14", "mov [{0} + 40], r15", "mov [{0} + 48], rsp",
            "lea {1}, [rip]", "mov [{0} + 56], {1}",
            in(reg) &raw mut registers,
            out(reg) _,
            options(nostack, preserves_flags),
        );
    }
    registers
}
