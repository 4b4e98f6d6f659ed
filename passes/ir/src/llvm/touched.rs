//! Records which stack objects the source accesses, before LLVM optimises.
//!
//! LLVM deletes a store to an object that the function no longer reads, even if its address was converted to an integer by which other code can
//! access the object.

use super::metadata;
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::collections::HashSet;

/// The kind of metadata that such an object has.
const KIND: &str = "sanecc.touched";

/// Intrinsics that touch no memory that they are handed.
const HINTS: [&[u8]; 3] = [b"llvm.lifetime.", b"llvm.dbg.", b"llvm.assume"];

/// Notes it of all objects of the module.
pub(super) fn note(module: &Module<'_>) {
    for function in module.get_functions() {
        // SAFETY: the function is one of the live module; blocks and instructions are walked as LLVM lists them.
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(function.as_value_ref());
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if LLVMGetInstructionOpcode(instruction) == LLVMAlloca && touches(instruction) {
                        metadata::mark(instruction, KIND);
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
    }
}

/// Whether the source touches the object: a live instruction of a module.
pub(super) fn is_noted(object: LLVMValueRef) -> bool {
    // SAFETY: as the caller guarantees.
    unsafe { metadata::node(object, KIND).is_some() }
}

/// Whether anything reads or writes by an address that is computed from the object's, may do so, or keeps it as an address. Locals that are only
/// read and written are followed: without optimisation each pointer variable is one.
///
/// # Safety
/// A live instruction.
unsafe fn touches(object: LLVMValueRef) -> bool {
    let mut work = vec![object];
    let mut seen = HashSet::from([object]);
    while let Some(address) = work.pop() {
        // SAFETY: uses are walked as LLVM lists them; calls have a callee.
        unsafe {
            let mut one = LLVMGetFirstUse(address);
            while !one.is_null() {
                let user = LLVMGetUser(one);
                match LLVMGetInstructionOpcode(user) {
                    LLVMPtrToInt | LLVMICmp => {}
                    LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMPHI | LLVMSelect
                    | LLVMFreeze => {
                        if seen.insert(user) {
                            work.push(user);
                        }
                    }
                    LLVMCall if is_hint(LLVMGetCalledValue(user)) => {}
                    LLVMStore if LLVMGetOperand(user, 0) == address => {
                        let Some(loads) = loads_of_local(LLVMGetOperand(user, 1)) else {
                            return true;
                        };
                        work.extend(loads.into_iter().filter(|&load| seen.insert(load)));
                    }
                    _ => return true,
                }
                one = LLVMGetNextUse(one);
            }
        }
    }
    false
}

/// The loads from a local, if whole loads and stores are all that becomes of it.
///
/// # Safety
/// A live value.
unsafe fn loads_of_local(local: LLVMValueRef) -> Option<Vec<LLVMValueRef>> {
    let mut loads = Vec::new();
    // SAFETY: as the caller guarantees; uses are walked as LLVM lists them.
    unsafe {
        if LLVMIsAAllocaInst(local).is_null() {
            return None;
        }
        let mut one = LLVMGetFirstUse(local);
        while !one.is_null() {
            let user = LLVMGetUser(one);
            match LLVMGetInstructionOpcode(user) {
                LLVMLoad => loads.push(user),
                LLVMStore if LLVMGetOperand(user, 0) != local => {}
                LLVMCall if is_hint(LLVMGetCalledValue(user)) => {}
                _ => return None,
            }
            one = LLVMGetNextUse(one);
        }
    }
    Some(loads)
}

/// # Safety
/// A live value.
unsafe fn is_hint(callee: LLVMValueRef) -> bool {
    let mut length = 0;
    // SAFETY: as the caller guarantees; the name stays as long as nobody changes it.
    let name = unsafe {
        let text = LLVMGetValueName2(callee, &mut length);
        std::slice::from_raw_parts(text.cast::<u8>(), length)
    };
    HINTS.iter().any(|hint| name.starts_with(hint))
}
