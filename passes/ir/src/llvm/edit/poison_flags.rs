//! Drops poison-generating flags, and attributes and metadata that restrict the range of a value.

use super::Editor;
use crate::llvm::attribute::{self, RESULT};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Attributes of integer parameters and results: their range, and that the upper bits of the register are extended. They do not hold for a caller that
/// calls through a wrong prototype, or that has read a `bool` other than 0 or 1.
const RANGE_ATTRIBUTES: [&str; 3] = ["range", "zeroext", "signext"];

/// Metadata of a load that say which stores it may alias.
const ALIAS_METADATA: [&str; 5] = [
    "tbaa",
    "alias.scope",
    "noalias",
    "invariant.load",
    "invariant.group",
];

impl Editor<'_> {
    /// Drops all poison-generating flags of an instruction ([`PoisonFlags`](crate::PoisonFlags), and those by which an address stays in its object): where it would be
    /// poison, it yields what the machine computes. Drops the alias metadata of a load.
    pub fn drop_poison_flags(&mut self, function: FuncId, instruction: ValueId) {
        let raw = self.raw(function, instruction);
        // SAFETY: the import read the flags of this live instruction; each flag is cleared for the opcodes that have it.
        unsafe {
            match LLVMGetInstructionOpcode(raw) {
                LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc => {
                    LLVMSetNSW(raw, 0);
                    LLVMSetNUW(raw, 0);
                }
                LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr => LLVMSetExact(raw, 0),
                LLVMOr => LLVMSetIsDisjoint(raw, 0),
                LLVMZExt | LLVMUIToFP => LLVMSetNNeg(raw, 0),
                LLVMGetElementPtr => LLVMGEPSetNoWrapFlags(raw, 0),
                LLVMLoad => {
                    for name in ALIAS_METADATA {
                        self.forget(raw, name);
                    }
                }
                // The others have no such flag.
                _ => {}
            }
        }
    }

    /// Drops the ranges (`range`, `llvm.assume`) and the extension attributes of the integers that a function gets from loads, calls and parameters.
    /// Otherwise LLVM folds checks, and comparisons that proofs rest on, by them. An extension attribute stays on the side that passes the
    /// integer.
    pub fn drop_range_attributes(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        // SAFETY: the function is live, and so are all its blocks and instructions; nothing is erased meanwhile.
        unsafe {
            for number in 0..LLVMCountParams(raw) {
                if is_integer(LLVMGetParam(raw, number)) {
                    for name in RANGE_ATTRIBUTES {
                        attribute::remove_from_function(raw, number + 1, name);
                    }
                }
            }
            let mut block = LLVMGetFirstBasicBlock(raw);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    self.drop_range_attribute(instruction);
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
    }

    /// The same for one instruction.
    fn drop_range_attribute(&mut self, instruction: LLVMValueRef) {
        // SAFETY: the instruction is live; metadata is removed by its kind, and an assumption has one operand, which is a bit.
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
                        for name in RANGE_ATTRIBUTES {
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

    /// Removes the metadata of this name from an instruction.
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
