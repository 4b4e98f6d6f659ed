//! The registers that stack traces begin with, and how they are read.

use core::arch::asm;

/// The registers that unwinding needs, as the entry stubs of the runtime save them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers {
    /// s1 to s11
    pub saved: [usize; 11],
    /// s0, the frame pointer
    pub frame: usize,
    /// ra, the return address of functions that call none
    pub link: usize,
    /// Stack pointer of the caller.
    pub sp: usize,
    /// Return address into the caller (or the faulting instruction, for signals).
    pub pc: usize,
}

impl Registers {
    /// What they hold.
    pub fn words(&self) -> [usize; 15] {
        let mut words = [0; 15];
        words[..11].copy_from_slice(&self.saved);
        words[11..].copy_from_slice(&[self.frame, self.link, self.sp, self.pc]);
        words
    }

    /// Registers at the call of the function that these are of.
    ///
    /// # Safety
    /// The function has changed none of them.
    pub unsafe fn at_call(self) -> Self {
        Self {
            // Within the call, as the place of a fault.
            pc: self.link.wrapping_sub(1),
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
            self.pc = self.link;
        }
    }

    /// The caller's after a jump to where no code is, by a call.
    pub fn after_wild_call(&self) -> Option<Self> {
        Some(Self {
            pc: self.link,
            ..*self
        })
    }

    /// Whether frames that follow each other may end at one address: a function need not use the stack.
    pub const MAY_SHARE_FRAMES: bool = true;

    /// The slot of a register by its DWARF number; 64 is where the kernel's own tables have the place of an interruption.
    pub fn slot(&mut self, dwarf: u16) -> Option<&mut usize> {
        Some(match dwarf {
            1 => &mut self.link,
            2 => &mut self.sp,
            8 => &mut self.frame,
            9 => &mut self.saved[0],
            18..28 => &mut self.saved[usize::from(dwarf) - 17],
            64 => &mut self.pc,
            _ => return None,
        })
    }
}

/// A value near the current stack pointer.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp: usize;
    // SAFETY: only reads a register.
    unsafe { asm!("mv {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}

/// Registers at the place of the call.
#[inline(always)]
pub fn registers_here() -> Registers {
    let mut registers = Registers::default();
    // SAFETY: stores registers into a local.
    unsafe {
        asm!(
            "sd s1, 0({0})", "sd s2, 8({0})", "sd s3, 16({0})", "sd s4, 24({0})", "sd s5, 32({0})",
            "sd s6, 40({0})", "sd s7, 48({0})", "sd s8, 56({0})", "sd s9, 64({0})",
            "sd s10, 72({0})", "sd s11, 80({0})", "sd s0, 88({0})", "sd ra, 96({0})",
            "sd sp, 104({0})", "auipc {1}, 0", "sd {1}, 112({0})",
            in(reg) &raw mut registers,
            out(reg) _,
            options(nostack, preserves_flags),
        );
    }
    registers
}
