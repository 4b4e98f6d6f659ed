//! Thunks of library functions: redirects a call to a declaration of the same type.
//!
//! After LLVM's optimisations the declaration becomes a jump to the runtime. Until then it has the attributes of the library function.

use super::calls::is_call;
use super::{Editor, Val, c_string};
use crate::llvm::attribute::{self, FUNCTION};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::comdat::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMInlineAsmDialect, LLVMLinkage, LLVMTailCallKind, LLVMVisibility};

/// PoisonFlags that a function with checks does not keep: it may stop the program. And headers with `_FORTIFY_SOURCE` declare library
/// functions to be inlined always, which thunks never are.
const BROKEN: [&str; 3] = ["willreturn", "speculatable", "alwaysinline"];

/// Bits of the attribute `memory` for memory that the program cannot name: the shadow is read, and the order of
/// checks counts.
const HIDDEN_MEMORY: u64 = 0b11 << 2;

/// A function of two instructions.
#[derive(Clone, Copy, Debug)]
pub struct Jump<'a> {
    /// The record whose address a register gets that no argument is passed in ([`super::jump`]).
    pub record: Val,
    /// The symbol that is jumped to.
    pub target: &'a str,
}

/// Who may use a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// This module alone.
    Private,
    /// All modules of the linked object that define it alike: its address is the same in each.
    Linked,
}

impl Editor<'_> {
    /// Declares `name` with the type and the properties of a declared function; the same if it is there already.
    pub fn declare_like(&mut self, function: FuncId, name: &str) -> Val {
        let model = self.handles.functions[function.index()].function;
        let name = c_string(name);
        // SAFETY: the module and the function are live; attributes are copied in one context.
        unsafe {
            let known = LLVMGetNamedFunction(self.module, name.as_ptr());
            if !known.is_null() {
                return Val(known);
            }
            let new = LLVMAddFunction(self.module, name.as_ptr(), LLVMGlobalGetValueType(model));
            LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(model));
            let parameters = LLVMCountParams(model);
            for index in (0..=parameters).chain([FUNCTION]) {
                let count = LLVMGetAttributeCountAtIndex(model, index) as usize;
                let mut attributes = vec![std::ptr::null_mut(); count];
                LLVMGetAttributesAtIndex(model, index, attributes.as_mut_ptr());
                for attribute in attributes {
                    LLVMAddAttributeAtIndex(new, index, attribute);
                }
            }
            for name in BROKEN {
                attribute::remove_from_function(new, FUNCTION, name);
            }
            if let Some(memory) = attribute::of_function(new, FUNCTION, "memory") {
                LLVMAddAttributeAtIndex(new, FUNCTION, self.also_hidden(memory));
            }
            Val(new)
        }
    }

    /// Lets a call go to another function of the same type.
    pub fn set_callee(&mut self, function: FuncId, call: ValueId, callee: Val) {
        let call = self.raw(function, call);
        // SAFETY: the call is live; what it calls is its last operand.
        unsafe {
            LLVMSetOperand(call, LLVMGetNumOperands(call) as u32 - 1, callee.0);
            for name in BROKEN {
                attribute::remove_from_call(call, FUNCTION, name);
            }
            let kind = attribute::kind("memory");
            let memory = LLVMGetCallSiteEnumAttribute(call, FUNCTION, kind);
            if !memory.is_null() {
                LLVMAddCallSiteAttribute(call, FUNCTION, self.also_hidden(memory));
            }
        }
    }

    /// Lets a call return to where it is, so that what it calls can tell whose call it is; a call that must be a jump stays one.
    pub fn keep_frame(&mut self, function: FuncId, call: ValueId) {
        let call = self.raw(function, call);
        // SAFETY: the call is live.
        unsafe {
            if LLVMGetTailCallKind(call) != LLVMTailCallKind::LLVMTailCallKindMustTail {
                LLVMSetTailCallKind(call, LLVMTailCallKind::LLVMTailCallKindNoTail);
            }
        }
    }

    /// Notes something of a call for later passes, as `name`. LLVM takes it for a call of any function from now on.
    pub fn mark_call(&mut self, function: FuncId, call: ValueId, name: &str) {
        let call = self.raw(function, call);
        attribute::add_to_call(call, FUNCTION, "nobuiltin");
        attribute::add_text_to_call(call, name);
    }

    /// Lets LLVM know that a call may return twice.
    pub fn mark_returning_twice(&mut self, function: FuncId, call: ValueId) {
        attribute::add_to_call(self.raw(function, call), FUNCTION, "returns_twice");
    }

    /// Whether a call was marked so.
    pub fn is_marked(&self, function: FuncId, call: ValueId, name: &str) -> bool {
        attribute::call_has_text(self.raw(function, call), name)
    }

    /// The attribute `memory` with hidden memory added.
    fn also_hidden(&self, memory: LLVMAttributeRef) -> LLVMAttributeRef {
        let value = attribute::value(memory) | HIDDEN_MEMORY;
        // SAFETY: the context is live.
        unsafe { LLVMCreateEnumAttribute(self.context, attribute::kind("memory"), value) }
    }

    /// Whether the address of a declared function is used for anything but calls, by functions of which `counts`
    /// holds or by data.
    pub fn is_address_taken(&self, function: FuncId, counts: impl Fn(FuncId) -> bool) -> bool {
        let value = self.handles.functions[function.index()].function;
        let kept = self.kept_uses(value, counts);
        // SAFETY: walks the live value's list of uses.
        let all = unsafe {
            let mut count = 0;
            let mut next = LLVMGetFirstUse(value);
            while !next.is_null() {
                count += 1;
                next = LLVMGetNextUse(next);
            }
            count
        };
        all > kept.len()
    }

    /// Lets `new` stand for the address of a declared function, except where it is called, and in functions of
    /// which `counts` does not hold.
    pub fn replace_address(&mut self, function: FuncId, new: Val, counts: impl Fn(FuncId) -> bool) {
        let old = self.handles.functions[function.index()].function;
        let kept = self.kept_uses(old, counts);
        // SAFETY: both are live functions, and so are the instructions, which had the old one at this operand. Uses
        // in constants can be replaced only all at once.
        unsafe {
            LLVMReplaceAllUsesWith(old, new.0);
            for (user, operand) in kept {
                LLVMSetOperand(user, operand, old);
            }
        }
    }

    /// Uses that are calls, or stand in functions of which `counts` does not hold: instruction and operand.
    fn kept_uses(
        &self,
        value: LLVMValueRef,
        counts: impl Fn(FuncId) -> bool,
    ) -> Vec<(LLVMValueRef, u32)> {
        let counted: rustc_hash::FxHashSet<LLVMValueRef> = self
            .handles
            .functions
            .iter()
            .enumerate()
            .filter(|(index, _)| counts(FuncId::from_index(*index)))
            .map(|(_, handles)| handles.function)
            .collect();
        let mut kept = Vec::new();
        // SAFETY: walks the live value's list of uses; only instructions are asked for what instructions have. An
        // instruction that uses the value twice is met twice.
        unsafe {
            let mut next = LLVMGetFirstUse(value);
            while !next.is_null() {
                let user = LLVMGetUser(next);
                next = LLVMGetNextUse(next);
                if LLVMIsAInstruction(user).is_null() {
                    continue;
                }
                let parent = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
                let count = LLVMGetNumOperands(user) as u32;
                for operand in 0..count {
                    let called = is_call(user) && operand == count - 1;
                    let here = LLVMGetOperand(user, operand) == value;
                    let known = kept.contains(&(user, operand));
                    if here && !known && (called || !counted.contains(&parent)) {
                        kept.push((user, operand));
                    }
                }
            }
        }
        kept
    }

    /// Whether a function is weak: null where nobody defines it.
    pub fn is_weak(&self, function: FuncId) -> bool {
        let value = self.handles.functions[function.index()].function;
        // SAFETY: the function is live.
        unsafe { LLVMGetLinkage(value) == LLVMLinkage::LLVMExternalWeakLinkage }
    }

    /// The function `name`; declared if it is not there.
    pub fn function_named(&mut self, name: &str, weak: bool) -> Val {
        let name = c_string(name);
        // SAFETY: the module is live; the type of a function that is only referred to does not matter.
        unsafe {
            let known = LLVMGetNamedFunction(self.module, name.as_ptr());
            if !known.is_null() {
                return Val(known);
            }
            let void = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(void, std::ptr::null_mut(), 0, 0);
            let new = LLVMAddFunction(self.module, name.as_ptr(), ty);
            if weak {
                LLVMSetLinkage(new, LLVMLinkage::LLVMExternalWeakLinkage);
            }
            Val(new)
        }
    }

    /// Whether the declaration `name` is still there and used; one that is not used goes.
    pub fn is_wanted(&mut self, name: &str) -> bool {
        // SAFETY: the module is live; a function without uses may be deleted.
        unsafe {
            let function = LLVMGetNamedFunction(self.module, c_string(name).as_ptr());
            if function.is_null() {
                return false;
            }
            let used = !LLVMGetFirstUse(function).is_null();
            if !used {
                LLVMDeleteFunction(function);
            }
            used
        }
    }

    /// Gives a function attributes without values.
    pub(super) fn add_attributes(&self, function: LLVMValueRef, names: &[&str]) {
        for name in names {
            // SAFETY: the function is live, and takes any attribute of functions.
            unsafe {
                let attribute = LLVMCreateEnumAttribute(self.context, attribute::kind(name), 0);
                LLVMAddAttributeAtIndex(function, FUNCTION, attribute);
            }
        }
    }

    /// Makes the declaration `name` a function that jumps on, with all arguments as they came.
    pub fn define_jump(&mut self, name: &str, jump: Jump<'_>, sharing: Sharing) {
        let assembly = self.jump_code(jump.target);
        let constraints = "i";
        // SAFETY: the declaration is live and gets a body of two instructions; no code but the assembly stands in it,
        // as `naked` asks.
        unsafe {
            let name = c_string(name);
            let function = LLVMGetNamedFunction(self.module, name.as_ptr());
            self.add_attributes(
                function,
                &["naked", "noinline", "noprofile", "nosanitize_coverage"],
            );
            // Of a call that may throw, code generators for Arm would delete the landing pad. Others need no unwind tables.
            if sharing == Sharing::Private && !is_invoked(function) {
                self.add_attributes(function, &["nounwind"]);
            }
            match sharing {
                Sharing::Private => LLVMSetLinkage(function, LLVMLinkage::LLVMPrivateLinkage),
                Sharing::Linked => {
                    LLVMSetLinkage(function, LLVMLinkage::LLVMLinkOnceODRLinkage);
                    LLVMSetVisibility(function, LLVMVisibility::LLVMHiddenVisibility);
                    let comdat = LLVMGetOrInsertComdat(self.module, name.as_ptr());
                    LLVMSetComdat(function, comdat);
                }
            }
            let entry = LLVMAppendBasicBlockInContext(self.context, function, c"".as_ptr());
            LLVMPositionBuilderAtEnd(self.builder, entry);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
            let void = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(void, [self.pointer_type()].as_mut_ptr(), 1, 0);
            let code = LLVMGetInlineAsm(
                ty,
                assembly.as_ptr().cast(),
                assembly.len(),
                constraints.as_ptr().cast(),
                constraints.len(),
                1,
                0,
                LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
                0,
            );
            LLVMBuildCall2(
                self.builder,
                ty,
                code,
                [jump.record.0].as_mut_ptr(),
                1,
                c"".as_ptr(),
            );
            LLVMBuildUnreachable(self.builder);
        }
    }
}

/// Whether something catches what the function throws, or cleans up after it: a callback's exception, or the end of a cancelled thread.
///
/// # Safety
/// The function is live.
unsafe fn is_invoked(function: LLVMValueRef) -> bool {
    // SAFETY: the function is live, and so are its uses.
    unsafe {
        let mut next = LLVMGetFirstUse(function);
        while !next.is_null() {
            if !LLVMIsAInvokeInst(LLVMGetUser(next)).is_null() {
                return true;
            }
            next = LLVMGetNextUse(next);
        }
    }
    false
}
