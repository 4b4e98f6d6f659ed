//! Keeps integer divisions whose results nobody uses.
//!
//! The processor refuses to divide by zero, which is an error of the program. Once variables are values, LLVM and code generation leave out a division
//! that nothing depends on. Claims: each division of a checked function that may trap, and on which only unused values depend, is followed by a volatile
//! store of its result. All others are left alone: they cost nothing more.

use super::attribute::{self, FUNCTION};
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::collections::HashSet;

/// Keeps them in all functions that get checks.
pub(super) fn keep(module: &Module<'_>) {
    for function in module.get_functions() {
        let function = function.as_value_ref();
        if attribute::of_function(function, FUNCTION, "sanitize_address").is_none() {
            continue;
        }
        // SAFETY: a function of the live module; divisions are collected before anything is inserted.
        unsafe {
            let mut divisions = Vec::new();
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if may_trap(instruction) && is_unused(instruction) {
                        divisions.push(instruction);
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
            for division in divisions {
                store_result(function, division);
            }
        }
    }
}

/// Whether it is a division that the processor may refuse. By a constant other than 0 and -1 it never does.
///
/// # Safety
/// A live instruction.
unsafe fn may_trap(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says; a division has two operands.
    unsafe {
        let divides = matches!(
            LLVMGetInstructionOpcode(instruction),
            LLVMSDiv | LLVMUDiv | LLVMSRem | LLVMURem
        );
        if !divides || LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)).is_null() {
            return divides;
        }
        matches!(
            LLVMConstIntGetSExtValue(LLVMGetOperand(instruction, 1)),
            0 | -1
        )
    }
}

/// Whether nothing but unused arithmetic depends on a value.
///
/// # Safety
/// A live instruction.
unsafe fn is_unused(value: LLVMValueRef) -> bool {
    let mut work = vec![value];
    let mut seen = HashSet::from([value]);
    while let Some(value) = work.pop() {
        // SAFETY: uses are walked as LLVM lists them.
        unsafe {
            let mut one = LLVMGetFirstUse(value);
            while !one.is_null() {
                let user = LLVMGetUser(one);
                match LLVMGetInstructionOpcode(user) {
                    LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor | LLVMShl
                    | LLVMLShr | LLVMAShr | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMICmp
                    | LLVMSelect | LLVMPHI | LLVMFreeze => {
                        if seen.insert(user) {
                            work.push(user);
                        }
                    }
                    _ => return false,
                }
                one = LLVMGetNextUse(one);
            }
        }
    }
    true
}

/// # Safety
/// A live function, and a division in it, which ends no block.
unsafe fn store_result(function: LLVMValueRef, division: LLVMValueRef) {
    // SAFETY: as the caller says.
    unsafe {
        let ty = LLVMTypeOf(division);
        let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(ty));
        let entry = LLVMGetEntryBasicBlock(function);
        LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
        let slot = LLVMBuildAlloca(builder, ty, c"sanecc.divided".as_ptr());
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(division));
        let store = LLVMBuildStore(builder, division, slot);
        LLVMSetVolatile(store, 1);
        LLVMInstructionSetDebugLoc(store, LLVMInstructionGetDebugLoc(division));
        LLVMDisposeBuilder(builder);
    }
}
