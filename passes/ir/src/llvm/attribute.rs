//! Enum and type attributes by name.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// The index of a function's own attributes; parameters count from 1.
pub(super) const FUNCTION: u32 = u32::MAX;

/// The index of what a function returns.
pub(super) const RESULT: u32 = 0;

/// The kind of the attribute `name`, as LLVM numbers it.
pub(super) fn kind(name: &str) -> u32 {
    // SAFETY: pointer and length describe a live string; the call only looks it up.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// The attribute `name` of a function at `index`, if it has it.
pub(super) fn of_function(
    function: LLVMValueRef,
    index: u32,
    name: &str,
) -> Option<LLVMAttributeRef> {
    // SAFETY: callers pass functions of the live module.
    let attribute = unsafe { LLVMGetEnumAttributeAtIndex(function, index, kind(name)) };
    (!attribute.is_null()).then_some(attribute)
}

/// The attribute `name` of a call at `index`, or of the function that it calls directly.
pub(super) fn of_call(call: LLVMValueRef, index: u32, name: &str) -> Option<LLVMAttributeRef> {
    // SAFETY: callers pass calls of the live module; a null attribute means "none".
    unsafe {
        let attribute = LLVMGetCallSiteEnumAttribute(call, index, kind(name));
        if !attribute.is_null() {
            return Some(attribute);
        }
        let callee = LLVMIsAFunction(LLVMGetCalledValue(call));
        if callee.is_null() {
            None
        } else {
            of_function(callee, index, name)
        }
    }
}

/// Whether a function has the attribute `name` that LLVM knows as text.
pub(super) fn has_text(function: LLVMValueRef, name: &str) -> bool {
    let length = name.len() as u32;
    // SAFETY: callers pass functions of the live module; pointer and length describe a live string.
    let attribute =
        unsafe { LLVMGetStringAttributeAtIndex(function, FUNCTION, name.as_ptr().cast(), length) };
    !attribute.is_null()
}

/// Removes the attribute `name` that LLVM knows as text from a function.
pub(super) fn remove_text(function: LLVMValueRef, name: &str) {
    let length = name.len() as u32;
    // SAFETY: callers pass functions of the live module; pointer and length describe a live string.
    unsafe {
        LLVMRemoveStringAttributeAtIndex(function, FUNCTION, name.as_ptr().cast(), length);
    }
}

/// Gives a function the attribute `name` that LLVM knows as text.
pub(super) fn add_text(function: LLVMValueRef, name: &str, value: &str) {
    let lengths = (name.len() as u32, value.len() as u32);
    // SAFETY: callers pass functions of the live module, whose context makes the attribute of two live strings.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(function));
        let (name, value) = (name.as_ptr().cast(), value.as_ptr().cast());
        let attribute = LLVMCreateStringAttribute(context, name, lengths.0, value, lengths.1);
        LLVMAddAttributeAtIndex(function, FUNCTION, attribute);
    }
}

/// Gives a function the attribute `name`, which has no value.
pub(super) fn add_to_function(function: LLVMValueRef, index: u32, name: &str) {
    // SAFETY: callers pass functions of the live module, whose context makes the attribute.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(function));
        let attribute = LLVMCreateEnumAttribute(context, kind(name), 0);
        LLVMAddAttributeAtIndex(function, index, attribute);
    }
}

/// Gives a call the attribute `name`, which has no value.
pub(super) fn add_to_call(call: LLVMValueRef, index: u32, name: &str) {
    // SAFETY: callers pass calls of the live module, whose context makes the attribute.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(call));
        let attribute = LLVMCreateEnumAttribute(context, kind(name), 0);
        LLVMAddCallSiteAttribute(call, index, attribute);
    }
}

/// Gives a call the attribute `name`, which LLVM knows as text, without a value.
pub(super) fn add_text_to_call(call: LLVMValueRef, name: &str) {
    // SAFETY: callers pass calls of the live module, whose context makes the attribute of a live string.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(call));
        let (name, length) = (name.as_ptr().cast(), name.len() as u32);
        let attribute = LLVMCreateStringAttribute(context, name, length, name, 0);
        LLVMAddCallSiteAttribute(call, FUNCTION, attribute);
    }
}

/// Whether a call has the attribute `name` that LLVM knows as text.
pub(super) fn call_has_text(call: LLVMValueRef, name: &str) -> bool {
    let length = name.len() as u32;
    // SAFETY: callers pass calls of the live module; pointer and length describe a live string.
    let attribute =
        unsafe { LLVMGetCallSiteStringAttribute(call, FUNCTION, name.as_ptr().cast(), length) };
    !attribute.is_null()
}

/// Removes the attribute `name` from a function, if it has it.
pub(super) fn remove_from_function(function: LLVMValueRef, index: u32, name: &str) {
    // SAFETY: callers pass functions of the live module; removing an absent attribute does nothing.
    unsafe { LLVMRemoveEnumAttributeAtIndex(function, index, kind(name)) }
}

/// Removes the attribute `name` from a call, if it has it.
pub(super) fn remove_from_call(call: LLVMValueRef, index: u32, name: &str) {
    // SAFETY: callers pass calls of the live module; removing an absent attribute does nothing.
    unsafe { LLVMRemoveCallSiteEnumAttribute(call, index, kind(name)) }
}

/// The number behind an attribute like `align`.
pub(super) fn value(attribute: LLVMAttributeRef) -> u64 {
    // SAFETY: the attribute belongs to the live context.
    unsafe { LLVMGetEnumAttributeValue(attribute) }
}

/// The type behind an attribute like `byval`.
pub(super) fn type_of(attribute: LLVMAttributeRef) -> LLVMTypeRef {
    // SAFETY: callers ask only for type attributes.
    unsafe { LLVMGetTypeAttributeValue(attribute) }
}
