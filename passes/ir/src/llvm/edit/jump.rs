//! The code of a thunk on each architecture: the record's address in a register that no argument is passed in, then a jump.
//!
//! The jump goes through the global offset table: the loader's lazy binding, or a stub of the linker, would not keep the register.

use super::Editor;
use inkwell::llvm_sys::core::LLVMGetTarget;
use sanecc_abi::target::Architecture;

impl Editor<'_> {
    /// The assembly that jumps to `target`; its operand is the record.
    pub(super) fn jump_code(&self, target: &str) -> String {
        match self.target.architecture {
            Architecture::X86_64 => {
                format!("leaq ${{0:c}}(%rip), %r10\n\tjmpq *{target}@GOTPCREL(%rip)")
            }
            // The first word marks a place that indirect branches may lead to, where the processor asks for it.
            Architecture::AArch64 => format!(
                "hint #34\n\tadrp x16, ${{0:c}}\n\tadd x16, x16, :lo12:${{0:c}}\n\t\
                 adrp x17, :got:{target}\n\tldr x17, [x17, :got_lo12:{target}]\n\tbr x17"
            ),
            Architecture::RiscV64 | Architecture::RiscV32 => format!(
                ".option push\n\t.option pic\n\tlla t1, ${{0:c}}\n\tla t2, {target}\n\t.option pop\n\tjr t2"
            ),
            // One register is free, so the target takes a detour over the stack. The program counter runs ahead by two instructions.
            Architecture::Arm | Architecture::Thumb => {
                let ahead = self.words_ahead();
                format!(
                    "push {{r0, r12}}\n\tldr r0, 3f\n1:\tadd r0, pc\n\tldr r0, [r0]\n\tstr r0, [sp, #4]\n\t\
                     ldr r12, 4f\n2:\tadd r12, pc\n\tpop {{r0, pc}}\n\t.p2align 2\n\
                     3:\t.long {target}(GOT_PREL)-((1b+{ahead})-.)\n4:\t.long ${{0:c}}-(2b+{ahead})"
                )
            }
        }
    }

    /// How many bytes the program counter reads ahead: in Thumb code, fewer.
    fn words_ahead(&self) -> u32 {
        // SAFETY: the module is live, and its triple a string that ends.
        let triple = unsafe { std::ffi::CStr::from_ptr(LLVMGetTarget(self.module)) };
        match triple.to_bytes().starts_with(b"thumb") {
            true => 4,
            false => 8,
        }
    }
}
