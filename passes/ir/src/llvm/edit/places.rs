//! Pointers as a base and a constant distance from it.

use super::{Editor, c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMInlineAsmDialect, LLVMOpcode, LLVMTypeKind};
use rustc_hash::FxHashMap;

/// What a call becomes.
#[derive(Clone, Debug)]
pub struct SplitCallee {
    /// If all arguments but the pointer are constants.
    pub constant: String,
    /// The same, if no other call in the function tells its pointer by the same base.
    pub alone: Option<String>,
    /// If an argument is not constant.
    pub variable: String,
}

/// Most bytes between a base and an address that is told by it: such a distance fits beside the offset of the shadow in the displacement of an
/// instruction, and its granules in 16 bits.
pub const FARTHEST: u64 = 1 << 17;

impl Editor<'_> {
    /// Calls of declared functions `(pointer, ...)` become calls of those that `instead` names, which take `(base, bytes, ...)`: the pointer is
    /// `bytes` bytes from `base`, and `bytes` a constant of at most [`FARTHEST`]. The code of these may call without regard to a red zone, and takes addresses
    /// as operands of inline assembly.
    pub fn split_first_arguments(&mut self, instead: impl Fn(&str) -> Option<SplitCallee>) {
        let calls = self.calls_of_declared(instead);
        let mut users: FxHashMap<(LLVMValueRef, LLVMValueRef), usize> = FxHashMap::default();
        for (call, _) in &calls {
            // SAFETY: the call is live and its first argument a pointer.
            let key = unsafe { (function_of(*call), base_of(LLVMGetOperand(*call, 0)).0) };
            *users.entry(key).or_default() += 1;
        }
        for (call, callee) in calls {
            // SAFETY: the call is live, has no result that anybody uses, and is erased once.
            unsafe {
                let key = (function_of(call), base_of(LLVMGetOperand(call, 0)).0);
                self.split_first_argument(call, &callee, users.get(&key) == Some(&1));
            }
        }
    }

    /// # Safety
    /// `call` is a live call whose result nobody uses, and whose first argument is a pointer. It is gone afterwards.
    unsafe fn split_first_argument(
        &mut self,
        call: LLVMValueRef,
        callee: &SplitCallee,
        is_alone: bool,
    ) {
        // SAFETY: all handles come from the live call.
        unsafe {
            let long = LLVMInt64TypeInContext(self.context);
            let (base, bytes) = base_of(LLVMGetOperand(call, 0));
            let base = self.computed_beside(base, call);
            let caller = function_of(call);
            self.add_attributes(caller, &["noredzone"]);
            let mut arguments = vec![base, LLVMConstInt(long, bytes as u64, 1)];
            arguments.extend((1..LLVMGetNumArgOperands(call)).map(|n| LLVMGetOperand(call, n)));
            let is_constant = arguments[1..]
                .iter()
                .all(|value| LLVMIsConstant(*value) != 0);
            let name = c_string(match (is_constant, &callee.alone) {
                (true, Some(alone)) if is_alone => alone,
                (true, _) => &callee.constant,
                (false, _) => &callee.variable,
            });
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
            if is_thread_local(base) {
                arguments[0] = self.in_register(base);
            }
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
    /// The same value, of which LLVM knows nothing but that it is in a register, at the builder's position. No instruction at run time.
    ///
    /// # Safety
    /// The value is live there, and a pointer or an integer of at most 64 bits.
    pub(super) unsafe fn in_register(&self, value: LLVMValueRef) -> LLVMValueRef {
        let constraints = "=r,0";
        // SAFETY: empty assembly, whose one output is the register of its one input.
        unsafe {
            let mut value = value;
            let mut ty = LLVMTypeOf(value);
            let ty = LLVMFunctionType(ty, &raw mut ty, 1, 0);
            let assembly = LLVMGetInlineAsm(
                ty,
                c"".as_ptr(),
                0,
                constraints.as_ptr().cast(),
                constraints.len(),
                0,
                0,
                LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
                0,
            );
            let empty = c"".as_ptr();
            LLVMBuildCall2(self.builder, ty, assembly, &raw mut value, 1, empty)
        }
    }

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

/// Whether an address is computed from that of a thread-local variable. Code generation takes such addresses relative to a segment, which an operand of inline
/// assembly does not say.
///
/// # Safety
/// The address is live.
unsafe fn is_thread_local(mut address: LLVMValueRef) -> bool {
    // SAFETY: the operands asked for are those that such computations have; a call has a callee.
    unsafe {
        while !LLVMIsAGetElementPtrInst(address).is_null() {
            address = LLVMGetOperand(address, 0);
        }
        if !LLVMIsACallInst(address).is_null() {
            let intrinsics = [c"llvm.threadlocal.address", c"llvm.thread.pointer"];
            let id = LLVMGetIntrinsicID(LLVMGetCalledValue(address));
            return intrinsics
                .iter()
                .any(|name| id == LLVMLookupIntrinsicID(name.as_ptr(), name.count_bytes()));
        }
        while !LLVMIsAConstantExpr(address).is_null() {
            address = LLVMGetOperand(address, 0);
        }
        !LLVMIsAGlobalVariable(address).is_null() && LLVMIsThreadLocal(address) != 0
    }
}

/// The function of a call.
///
/// # Safety
/// The call is live.
pub(super) unsafe fn function_of(call: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: a live call stands in a block of a function.
    unsafe { LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) }
}

/// The base that tells a pointer, and its distance from there: at most [`FARTHEST`].
///
/// # Safety
/// The pointer is live.
unsafe fn base_of(pointer: LLVMValueRef) -> (LLVMValueRef, i64) {
    // SAFETY: as the caller promises.
    match unsafe { place_of(pointer) } {
        (base, bytes) if bytes.unsigned_abs() <= FARTHEST => (base, bytes),
        _ => (pointer, 0),
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
