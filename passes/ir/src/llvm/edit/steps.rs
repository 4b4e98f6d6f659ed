//! The calls and memory accesses of an edited function, in order, read from LLVM again.
//!
//! The last verification of the inserted checks uses them. It does not read the analysis IR, so it finds accesses that the import has missed.

use super::{Editor, Val};
use crate::llvm::import::name_of;
use crate::llvm::import::processor_accesses::touches_memory;
use crate::{FuncId, Id};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// One instruction.
pub struct EditedInstruction {
    /// Itself.
    pub instruction: Val,
    /// The function that it calls by name.
    pub callee: Option<String>,
    /// What that is given; of other instructions, the address.
    pub arguments: Vec<Val>,
    /// Loads or stores bytes of ordinary memory itself, also by an intrinsic of the processor, or copies or fills a block that is not known to be empty.
    pub touches: bool,
    /// Does so in a way that only the processor knows: by an intrinsic of it, or as vectors of variable length.
    pub is_foreign: bool,
}

impl Editor<'_> {
    /// Visits the calls, loads, stores and atomic operations of a function, block by block.
    pub fn steps(&self, function: FuncId, mut visit: impl FnMut(usize, EditedInstruction)) {
        let function = self.handles.functions[function.index()].function;
        // SAFETY: walks the lists of a live function.
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(function);
            let mut number = 0;
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if let Some(step) = step(instruction) {
                        visit(number, step);
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
                number += 1;
            }
        }
    }
}

/// # Safety
/// `raw` is a live instruction.
unsafe fn step(raw: LLVMValueRef) -> Option<EditedInstruction> {
    // SAFETY: the opcode is asked first; operands are those that such instructions have.
    unsafe {
        let (pointer, ty) = match LLVMGetInstructionOpcode(raw) {
            LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => return call(raw),
            LLVMOpcode::LLVMLoad => (LLVMGetOperand(raw, 0), LLVMTypeOf(raw)),
            LLVMOpcode::LLVMStore => {
                let value = LLVMGetOperand(raw, 0);
                (LLVMGetOperand(raw, 1), LLVMTypeOf(value))
            }
            LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg => {
                let value = LLVMGetOperand(raw, 1);
                (LLVMGetOperand(raw, 0), LLVMTypeOf(value))
            }
            _ => return None,
        };
        Some(EditedInstruction {
            instruction: Val(raw),
            callee: None,
            arguments: vec![Val(pointer)],
            touches: is_ordinary(pointer) && has_bytes(ty),
            is_foreign: LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMScalableVectorTypeKind,
        })
    }
}

/// # Safety
/// `raw` is a live call.
unsafe fn call(raw: LLVMValueRef) -> Option<EditedInstruction> {
    // SAFETY: as above; what is called is a value, and a function if it has a name.
    unsafe {
        let callee = LLVMGetCalledValue(raw);
        let named = !LLVMIsAFunction(callee).is_null();
        let name = named.then(|| name_of(callee));
        let copies = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];
        let is_foreign = (name.as_deref()).is_some_and(|name| touches_memory(raw, callee, name));
        let touches = (name.as_deref())
            .is_some_and(|name| copies.iter().any(|copy| name.starts_with(copy)))
            && is_ordinary(LLVMGetOperand(raw, 0))
            && !is_zero(LLVMGetOperand(raw, 2))
            || is_foreign;
        let count = LLVMGetNumArgOperands(raw);
        Some(EditedInstruction {
            instruction: Val(raw),
            callee: name,
            arguments: (0..count).map(|n| Val(LLVMGetOperand(raw, n))).collect(),
            touches,
            is_foreign,
        })
    }
}

/// Whether a number of bytes is known to be none.
///
/// # Safety
/// `length` is a live integer.
unsafe fn is_zero(length: LLVMValueRef) -> bool {
    // SAFETY: only a constant is asked for its value; a wider one than 64 bits is no length.
    unsafe {
        !LLVMIsAConstantInt(length).is_null()
            && LLVMGetIntTypeWidth(LLVMTypeOf(length)) <= 64
            && LLVMConstIntGetZExtValue(length) == 0
    }
}

/// Whether a pointer points into the address space of C.
///
/// # Safety
/// `pointer` is a live value.
unsafe fn is_ordinary(pointer: LLVMValueRef) -> bool {
    // SAFETY: the kind is checked before the type is asked for its address space.
    unsafe {
        let ty = LLVMTypeOf(pointer);
        LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind
            && LLVMGetPointerAddressSpace(ty) == 0
    }
}

/// Whether a type takes bytes: also a number that only the processor knows.
///
/// # Safety
/// `ty` is a live type.
unsafe fn has_bytes(ty: LLVMTypeRef) -> bool {
    // SAFETY: parts are asked of what has parts.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMArrayTypeKind => {
                LLVMGetArrayLength2(ty) > 0 && has_bytes(LLVMGetElementType(ty))
            }
            LLVMTypeKind::LLVMStructTypeKind => {
                let parts = LLVMCountStructElementTypes(ty);
                (0..parts).any(|part| has_bytes(LLVMStructGetTypeAtIndex(ty, part)))
            }
            LLVMTypeKind::LLVMX86_AMXTypeKind | LLVMTypeKind::LLVMTargetExtTypeKind => false,
            _ => true,
        }
    }
}
