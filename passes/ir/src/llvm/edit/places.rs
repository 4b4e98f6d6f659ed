//! Pointers as a base and a constant distance from it.

use super::{Editor, c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

impl Editor<'_> {
    /// Calls of declared functions `(pointer, ...)` become calls of those that `instead` names, which take `(base, bytes, ...)`: the pointer is
    /// `bytes` bytes from `base`, and `bytes` a constant.
    pub fn split_first_arguments(&mut self, instead: impl Fn(&str) -> Option<String>) {
        for (call, name) in self.calls_of_declared(instead) {
            // SAFETY: the call is live, has no result that anybody uses, and is erased once.
            unsafe { self.split_first_argument(call, &name) };
        }
    }

    /// # Safety
    /// `call` is a live call whose result nobody uses, and whose first argument is a pointer. It is gone afterwards.
    unsafe fn split_first_argument(&mut self, call: LLVMValueRef, name: &str) {
        let name = c_string(name);
        // SAFETY: all handles come from the live call.
        unsafe {
            let long = LLVMInt64TypeInContext(self.context);
            let (base, bytes) = place_of(LLVMGetOperand(call, 0));
            let base = self.computed_beside(base, call);
            let mut arguments = vec![base, LLVMConstInt(long, bytes as u64, 1)];
            arguments.extend((1..LLVMGetNumArgOperands(call)).map(|n| LLVMGetOperand(call, n)));
            let mut types: Vec<LLVMTypeRef> = arguments.iter().map(|v| LLVMTypeOf(*v)).collect();
            let count = arguments.len() as u32;
            let void = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(void, types.as_mut_ptr(), count, 0);
            let known = LLVMGetNamedFunction(self.module, name.as_ptr());
            let callee = match known.is_null() {
                true => LLVMAddFunction(self.module, name.as_ptr(), ty),
                false => known,
            };
            LLVMPositionBuilderBefore(self.builder, call);
            LLVMSetCurrentDebugLocation2(self.builder, LLVMInstructionGetDebugLoc(call));
            let empty = c"".as_ptr();
            LLVMBuildCall2(
                self.builder,
                ty,
                callee,
                arguments.as_mut_ptr(),
                count,
                empty,
            );
            LLVMInstructionEraseFromParent(call);
        }
    }
}

impl Editor<'_> {
    /// The address once more, computed in front of the call, if that stands where a branch with weights leads, and the address comes from before.
    /// So the address is no value that has to be there for a check that is seldom asked, and the access computes it while it reads.
    ///
    /// # Safety
    /// Both are live.
    unsafe fn computed_beside(&self, address: LLVMValueRef, call: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: the copy stands where the address is known, so its operands are, too.
        unsafe {
            let block = LLVMGetInstructionParent(call);
            let comes_from_before = !LLVMIsAGetElementPtrInst(address).is_null()
                && LLVMGetInstructionParent(address) != block;
            if !comes_from_before || !self.has_weighted_entry(block) {
                return address;
            }
            let copy = LLVMInstructionClone(address);
            LLVMPositionBuilderBefore(self.builder, call);
            LLVMInsertIntoBuilder(self.builder, copy);
            copy
        }
    }

    /// Whether all branches into a block carry weights.
    ///
    /// # Safety
    /// The block is live.
    unsafe fn has_weighted_entry(&self, block: LLVMBasicBlockRef) -> bool {
        // SAFETY: the users of a block are terminators.
        unsafe {
            let name = c"prof";
            let kind =
                LLVMGetMDKindIDInContext(self.context, name.as_ptr(), name.count_bytes() as u32);
            let mut next = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
            let mut any = false;
            while !next.is_null() {
                let user = LLVMGetUser(next);
                if LLVMIsATerminatorInst(user).is_null() || LLVMGetMetadata(user, kind).is_null() {
                    return false;
                }
                any = true;
                next = LLVMGetNextUse(next);
            }
            any
        }
    }
}

/// What a pointer is computed from by constants alone, and how many bytes it is from there.
///
/// # Safety
/// The pointer is live.
unsafe fn place_of(mut pointer: LLVMValueRef) -> (LLVMValueRef, i64) {
    let mut bytes = 0_i64;
    // SAFETY: the operands asked for are those that such computations have.
    unsafe {
        loop {
            let is_place = match LLVMIsAInstruction(pointer).is_null() {
                false => LLVMGetInstructionOpcode(pointer) == LLVMOpcode::LLVMGetElementPtr,
                true => {
                    !LLVMIsAConstantExpr(pointer).is_null()
                        && LLVMGetConstOpcode(pointer) == LLVMOpcode::LLVMGetElementPtr
                }
            };
            if !is_place || LLVMGetNumOperands(pointer) != 2 {
                return (pointer, bytes);
            }
            // LLVM writes all constant distances in bytes.
            let element = LLVMGetGEPSourceElementType(pointer);
            let index = LLVMGetOperand(pointer, 1);
            let counts_bytes = LLVMGetTypeKind(element) == LLVMTypeKind::LLVMIntegerTypeKind
                && LLVMGetIntTypeWidth(element) == 8
                && LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMTypeKind::LLVMIntegerTypeKind;
            if !counts_bytes || LLVMIsAConstantInt(index).is_null() {
                return (pointer, bytes);
            }
            bytes = bytes.wrapping_add(LLVMConstIntGetSExtValue(index));
            pointer = LLVMGetOperand(pointer, 0);
        }
    }
}
