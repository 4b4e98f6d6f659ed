//! Stack probes: functions touch each page in order when they lower the stack pointer.
//!
//! One inaccessible guard page lies below a thread's stack. A larger frame or `alloca` could skip the guard page and reach other memory, which is
//! addressable.

use super::Editor;
use crate::llvm::attribute::FUNCTION;
use crate::{FuncId, Id};
use inkwell::llvm_sys::core::*;

/// LLVM's attribute, and the value that asks for code in place of calls.
const PROBES: [&str; 2] = ["probe-stack", "inline-asm"];

impl Editor<'_> {
    /// Asks code generation for it, unless the function has a wish of its own. Frames of less than a page stay as they are.
    pub fn probe_stack(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        let [name, value] = PROBES.map(|text| (text.as_ptr().cast(), text.len() as u32));
        // SAFETY: the function and its context are live; pointers and lengths describe live strings.
        unsafe {
            if LLVMGetStringAttributeAtIndex(raw, FUNCTION, name.0, name.1).is_null() {
                let attribute =
                    LLVMCreateStringAttribute(self.context, name.0, name.1, value.0, value.1);
                LLVMAddAttributeAtIndex(raw, FUNCTION, attribute);
            }
        }
    }
}
