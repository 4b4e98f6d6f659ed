//! Drops attributes about memory effects from functions that, with checks, read the shadow and may report.

use super::Editor;
use crate::llvm::attribute::{self, FUNCTION};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::core::{LLVMHasPrefixData, LLVMSetPrefixData};

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

    /// Puts a word in front of a function's code, unless something is there already.
    pub fn put_in_front(&mut self, function: FuncId, word: u64) {
        let raw = self.handles.functions[function.index()].function;
        let word = self.int(64, word);
        // SAFETY: the function is a live definition, and a constant may stand in front of it.
        unsafe {
            if LLVMHasPrefixData(raw) == 0 {
                LLVMSetPrefixData(raw, word);
            }
        }
    }
}
