//! Drops attributes about memory effects from functions that, with checks, read the shadow and may report.

use super::Editor;
use crate::llvm::attribute::{self, FUNCTION};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::core::{
    LLVMAddCallSiteAttribute, LLVMConstArray2, LLVMConstIntGetZExtValue, LLVMCreateEnumAttribute,
    LLVMGetAggregateElement, LLVMGetArrayLength2, LLVMGetPrefixData, LLVMHasPrefixData,
    LLVMInt64TypeInContext, LLVMIsAConstantDataArray, LLVMSetPrefixData, LLVMTypeOf,
};

/// Attributes that a checked function no longer deserves: it reads and writes the shadow, and it may stop.
const OUTDATED: [&str; 5] = ["memory", "willreturn", "nosync", "nofree", "speculatable"];

impl Editor<'_> {
    /// Removes inferred effects from a function that has been given checks.
    pub fn forget_effects(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        for name in OUTDATED {
            attribute::remove_from_function(raw, FUNCTION, name);
        }
    }

    /// The same for a call of such a function.
    pub fn forget_call_effects(&mut self, function: FuncId, call: ValueId) {
        let raw = self.raw(function, call);
        for name in OUTDATED {
            attribute::remove_from_call(raw, FUNCTION, name);
        }
    }

    /// LLVM does not take the memory that a call allocates for memory of any content from now on.
    pub fn forget_content(&mut self, function: FuncId, call: ValueId) {
        /// `AllocFnKind::Alloc` of LLVM, which says nothing of the content.
        const ALLOCATES: u64 = 1;
        let raw = self.raw(function, call);
        // SAFETY: callers pass live calls; the attribute is one of their context.
        unsafe {
            let kind =
                LLVMCreateEnumAttribute(self.context, attribute::kind("allockind"), ALLOCATES);
            LLVMAddCallSiteAttribute(raw, FUNCTION, kind);
        }
    }

    /// Puts a word in front of a function's code, unless something is there already. The last of several words gives way if it is 0.
    pub fn put_in_front(&mut self, function: FuncId, word: u64) {
        let raw = self.handles.functions[function.index()].function;
        let mut words = Vec::new();
        // SAFETY: the function is a live definition; only the elements of an array of constants are asked for.
        unsafe {
            if LLVMHasPrefixData(raw) != 0 {
                let data = LLVMGetPrefixData(raw);
                if LLVMIsAConstantDataArray(data).is_null() {
                    return;
                }
                let count = LLVMGetArrayLength2(LLVMTypeOf(data)) as u32;
                let elements = (0..count).map(|i| LLVMGetAggregateElement(data, i));
                words.extend(elements.map(|element| LLVMConstIntGetZExtValue(element)));
                if words.pop() != Some(0) {
                    return;
                }
            }
        }
        words.push(word);
        self.set_words_in_front(function, &words);
    }

    /// Puts words in front of a function's code, unless something is there already.
    pub fn put_words_in_front(&mut self, function: FuncId, words: &[u64]) {
        let raw = self.handles.functions[function.index()].function;
        // SAFETY: the function is live.
        if unsafe { LLVMHasPrefixData(raw) } == 0 {
            self.set_words_in_front(function, words);
        }
    }

    fn set_words_in_front(&mut self, function: FuncId, words: &[u64]) {
        let raw = self.handles.functions[function.index()].function;
        let mut words: Vec<_> = words.iter().map(|word| self.int(64, *word)).collect();
        // SAFETY: the function is a live definition, and a constant may stand in front of it.
        unsafe {
            let word = LLVMInt64TypeInContext(self.context);
            let array = LLVMConstArray2(word, words.as_mut_ptr(), words.len() as u64);
            LLVMSetPrefixData(raw, array);
        }
    }
}
