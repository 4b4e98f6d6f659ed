//! Imports the functions of `llvm.global_ctors`.

use super::Reader;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Constructors of this priority, which the runtime's own have, or a lower one are not the program's.
const FIRST: u64 = 1;

impl Reader {
    /// Reads which functions run when the module is loaded.
    pub(super) fn read_constructors(&mut self, raw: LLVMModuleRef) {
        // SAFETY: the list, where there is one, is an array of {priority, function, data}; elements that are no such
        // structure or no function of the module are passed over.
        unsafe {
            let list = LLVMGetNamedGlobal(raw, c"llvm.global_ctors".as_ptr());
            if list.is_null() || LLVMIsNull(LLVMGetInitializer(list)) != 0 {
                return;
            }
            let initial = LLVMGetInitializer(list);
            let count = LLVMGetArrayLength2(LLVMTypeOf(initial)) as u32;
            for index in 0..count {
                let element = LLVMGetAggregateElement(initial, index);
                let field = |number| LLVMGetAggregateElement(element, number);
                let (priority, function) = (field(0), field(1));
                let runs_later = !LLVMIsAConstantInt(priority).is_null()
                    && LLVMConstIntGetZExtValue(priority) > FIRST;
                let known = self.functions.get(&function);
                self.module
                    .constructors
                    .extend(known.filter(|_| runs_later));
            }
        }
    }
}
