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

/// Whether anything reads or writes by an address that is computed from the object's, may do so, or keeps it as an address, unless it is also
/// compared: then it may be kept for that. Locals that are only read and written are followed, because without optimisation each pointer variable is
/// one, and so are parameters of functions of the module.
///
/// # Safety
/// A live instruction.
unsafe fn touches(object: LLVMValueRef) -> bool {
    let mut work = vec![object];
    let mut seen = HashSet::from([object]);
    let (mut kept, mut compared) = (false, false);
    while let Some(address) = work.pop() {
        // SAFETY: uses are walked as LLVM lists them; calls have a callee.
        unsafe {
            let mut one = LLVMGetFirstUse(address);
            while !one.is_null() {
                let user = LLVMGetUser(one);
                match LLVMGetInstructionOpcode(user) {
                    LLVMPtrToInt => {}
                    LLVMICmp => compared = true,
                    LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMPHI | LLVMSelect
                    | LLVMFreeze => {
                        if seen.insert(user) {
                            work.push(user);
                        }
                    }
                    LLVMCall if is_hint(LLVMGetCalledValue(user)) => {}
                    LLVMStore if LLVMGetOperand(user, 0) == address => {
                        match loads_of_local(LLVMGetOperand(user, 1)) {
                            Some(loads) => {
                                work.extend(loads.into_iter().filter(|&load| seen.insert(load)));
                            }
                            None => kept = true,
                        }
                    }
                    LLVMCall => {
                        let Some(parameters) = parameters(user, address) else {
                            return true;
                        };
                        work.extend(parameters.into_iter().filter(|&one| seen.insert(one)));
                    }
                    _ => return true,
                }
                one = LLVMGetNextUse(one);
            }
        }
    }
    kept && !compared
}

/// The parameters of a function of the module that a call hands an address to.
///
/// # Safety
/// A live call, and a live value that it uses.
unsafe fn parameters(call: LLVMValueRef, address: LLVMValueRef) -> Option<Vec<LLVMValueRef>> {
    // SAFETY: as the caller guarantees; only parameters that the callee has are asked for.
    unsafe {
        let callee = LLVMGetCalledValue(call);
        if LLVMIsAFunction(callee).is_null() || LLVMIsDeclaration(callee) != 0 {
            return None;
        }
        let handed = (0..LLVMGetNumArgOperands(call))
            .filter(|&number| LLVMGetOperand(call, number) == address);
        let parameters = handed
            .map(|number| (number < LLVMCountParams(callee)).then(|| LLVMGetParam(callee, number)));
        let parameters: Vec<_> = parameters.collect::<Option<_>>()?;
        // Bundles hand it on, too.
        (!parameters.is_empty()).then_some(parameters)
    }
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
