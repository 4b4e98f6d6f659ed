//! Calls of two checks of one access, which become one.

use super::calls::is_call;
use super::places::function_of;
use super::{Editor, c_string};
use crate::llvm::import::name_of;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashMap;

/// Instructions between two calls that are joined.
const MOST_BETWEEN: usize = 64;

impl Editor<'_> {
    /// Replaces two calls without results in a block, of declared functions with the same first and the same last argument, which is a constant, by one call of
    /// `joined(first, second)`, if there is one for their names. It has the arguments of the second but its second one. No instruction between them accesses memory of the program:
    /// calls there are of functions `beside` it.
    pub fn join_calls(
        &mut self,
        joined: impl Fn(&str, &str) -> Option<String>,
        seconds: impl Fn(&str) -> bool,
        beside: impl Fn(&str) -> bool,
    ) {
        let mut names: FxHashMap<LLVMValueRef, String> = FxHashMap::default();
        for (second, name) in self.calls_of_declared(|name| seconds(name).then(|| name.to_owned()))
        {
            // SAFETY: both calls are live and erased once: a first one stands in front of the second in its block, and is found once, since it is gone then.
            unsafe {
                let found = first_before(second, &mut names, &beside, |first| joined(first, &name));
                if let Some((first, joined)) = found {
                    self.join(first, second, &joined);
                }
            }
        }
    }

    /// # Safety
    /// Both are live calls of one block without results, the second one of at least three arguments.
    unsafe fn join(&mut self, first: LLVMValueRef, second: LLVMValueRef, name: &str) {
        // SAFETY: all handles come from the live calls.
        unsafe {
            let count = LLVMGetNumArgOperands(second);
            let kept = (0..count).filter(|number| *number != 1);
            let mut arguments: Vec<LLVMValueRef> =
                kept.map(|number| LLVMGetOperand(second, number)).collect();
            let mut types: Vec<LLVMTypeRef> = arguments.iter().map(|v| LLVMTypeOf(*v)).collect();
            let void = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(void, types.as_mut_ptr(), types.len() as u32, 0);
            let name = c_string(name);
            let known = LLVMGetNamedFunction(self.module, name.as_ptr());
            let callee = match known.is_null() {
                true => LLVMAddFunction(self.module, name.as_ptr(), ty),
                false => known,
            };
            self.add_attributes(function_of(second), &["noredzone"]);
            LLVMPositionBuilderBefore(self.builder, second);
            LLVMSetCurrentDebugLocation2(self.builder, LLVMInstructionGetDebugLoc(second));
            LLVMBuildCall2(
                self.builder,
                ty,
                callee,
                arguments.as_mut_ptr(),
                arguments.len() as u32,
                c"".as_ptr(),
            );
            LLVMInstructionEraseFromParent(second);
            LLVMInstructionEraseFromParent(first);
        }
    }
}

/// The nearest call in front of `second` that can be joined with it, and what both become.
///
/// # Safety
/// `second` is a live call.
unsafe fn first_before(
    second: LLVMValueRef,
    names: &mut FxHashMap<LLVMValueRef, String>,
    beside: &impl Fn(&str) -> bool,
    joined: impl Fn(&str) -> Option<String>,
) -> Option<(LLVMValueRef, String)> {
    // SAFETY: walks the block from the live call; operands are those that calls and their callees have.
    unsafe {
        let last = |call| LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
        if LLVMIsConstant(last(second)) == 0 {
            return None;
        }
        let mut before = LLVMGetPreviousInstruction(second);
        for _ in 0..MOST_BETWEEN {
            if before.is_null() {
                return None;
            }
            if is_call(before) {
                let callee = LLVMGetCalledValue(before);
                if LLVMIsAFunction(callee).is_null() {
                    return None;
                }
                let name = names.entry(callee).or_insert_with(|| name_of(callee));
                let is_same = LLVMGetNumArgOperands(before) > 0
                    && LLVMGetOperand(before, 0) == LLVMGetOperand(second, 0)
                    && last(before) == last(second);
                match joined(name) {
                    Some(joined) if is_same => return Some((before, joined)),
                    _ if beside(name) => {}
                    _ => return None,
                }
            } else if matches!(
                LLVMGetInstructionOpcode(before),
                LLVMOpcode::LLVMLoad
                    | LLVMOpcode::LLVMStore
                    | LLVMOpcode::LLVMAtomicRMW
                    | LLVMOpcode::LLVMAtomicCmpXchg
                    | LLVMOpcode::LLVMFence
                    | LLVMOpcode::LLVMVAArg
            ) {
                return None;
            }
            before = LLVMGetPreviousInstruction(before);
        }
        None
    }
}
