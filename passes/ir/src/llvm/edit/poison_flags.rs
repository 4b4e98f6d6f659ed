//! What instructions promise of their operands and results, taken back.

use super::Editor;
use crate::llvm::attribute::{self, RESULT};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// What is said of an integer that is handed over: where it lies, and that whoever hands it over has filled the register. A caller that takes the
/// function for another one has not, nor one that has read a truth value that is neither 0 nor 1.
const OF_INTEGERS: [&str; 3] = ["range", "zeroext", "signext"];

/// What metadata say of the stores that a load may meet.
const OF_TYPES: [&str; 5] = [
    "tbaa",
    "alias.scope",
    "noalias",
    "invariant.load",
    "invariant.group",
];

impl Editor<'_> {
    /// Takes back all that an instruction promises ([`PoisonFlags`](crate::PoisonFlags)): where it would have been poison, it is what the
    /// machine computes. Of a load, that its type says which stores it may meet.
    pub fn withdraw_promises(&mut self, function: FuncId, instruction: ValueId) {
        let raw = self.raw(function, instruction);
        // SAFETY: the mirror read promises of this live instruction; each is taken back of the opcodes that have the flag.
        unsafe {
            match LLVMGetInstructionOpcode(raw) {
                LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc => {
                    LLVMSetNSW(raw, 0);
                    LLVMSetNUW(raw, 0);
                }
                LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr => LLVMSetExact(raw, 0),
                LLVMOr => LLVMSetIsDisjoint(raw, 0),
                LLVMZExt | LLVMUIToFP => LLVMSetNNeg(raw, 0),
                LLVMLoad => {
                    for name in OF_TYPES {
                        self.forget(raw, name);
                    }
                }
                // The others have no such flag.
                _ => {}
            }
        }
    }

    /// Takes back what is promised of the integers that a function gets from outside of its operations, loads, calls and parameters: where
    /// they lie (`range`, `llvm.assume`), and what the bits of a register are beyond their type. LLVM would take checks and the comparisons
    /// that proofs rest on for decided by it. What an extension attribute says to whoever hands the integer over stays.
    pub fn withdraw_ranges(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        // SAFETY: the function is live, and so are all its blocks and instructions; nothing is erased on the way.
        unsafe {
            for number in 0..LLVMCountParams(raw) {
                if is_integer(LLVMGetParam(raw, number)) {
                    for name in OF_INTEGERS {
                        attribute::remove_from_function(raw, number + 1, name);
                    }
                }
            }
            let mut block = LLVMGetFirstBasicBlock(raw);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    self.withdraw_range(instruction);
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
    }

    /// The same for one instruction.
    fn withdraw_range(&mut self, instruction: LLVMValueRef) {
        // SAFETY: the instruction is live; metadata is taken from it by its kind, and an assumption has one operand, which is a bit.
        unsafe {
            match LLVMGetInstructionOpcode(instruction) {
                LLVMLoad => self.forget(instruction, "range"),
                LLVMCall | LLVMInvoke => {
                    let callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
                    if !callee.is_null() && LLVMGetIntrinsicID(callee) == assumption() {
                        if LLVMIsConstant(LLVMGetOperand(instruction, 0)) == 0 {
                            LLVMSetOperand(instruction, 0, self.int(1, 1));
                        }
                    } else if is_integer(instruction) {
                        self.forget(instruction, "range");
                        let outside = !callee.is_null() && LLVMIsDeclaration(callee) != 0;
                        for name in OF_INTEGERS {
                            attribute::remove_from_call(instruction, RESULT, name);
                            if outside || name == "range" && !callee.is_null() {
                                attribute::remove_from_function(callee, RESULT, name);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes the metadata of this name from an instruction.
    pub(super) fn forget(&self, instruction: LLVMValueRef, name: &str) {
        // SAFETY: the name is looked up by pointer and length; the instruction is live, and need not have such metadata.
        unsafe {
            let length = name.len() as u32;
            let kind = LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), length);
            LLVMSetMetadata(instruction, kind, std::ptr::null_mut());
        }
    }
}

pub(super) fn is_integer(value: LLVMValueRef) -> bool {
    // SAFETY: callers pass live values.
    let kind = unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) };
    kind == LLVMTypeKind::LLVMIntegerTypeKind
}

/// The number of `llvm.assume`.
fn assumption() -> u32 {
    const NAME: &str = "llvm.assume";
    // SAFETY: pointer and length describe a live string.
    unsafe { LLVMLookupIntrinsicID(NAME.as_ptr().cast(), NAME.len()) }
}
