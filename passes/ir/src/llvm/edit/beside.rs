//! Numbers beside pointers: one for each value, merged where the pointers are merged. They and the calls that use them touch only memory which the program cannot name.

use super::{Cursor, Editor, Val};
use crate::llvm::attribute;
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

/// What the call of a function beside the program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// It reads, and is dropped if nobody uses what it has read.
    Reads,
    /// It may write, too.
    Writes,
}

impl Beside {
    /// Value of the attribute `memory`: inaccessible memory is read, or read and written (`llvm/Support/ModRef.h`).
    fn memory(self) -> u64 {
        match self {
            Beside::Reads => 0b01 << 2,
            Beside::Writes => 0b11 << 2,
        }
    }
}

impl Cursor<'_, '_> {
    /// Calls a function that yields nothing and keeps none of the pointers that it is told.
    pub fn tell_beside(&mut self, symbol: &str, arguments: &[Val]) {
        self.call_beside(symbol, arguments);
    }

    /// The same; the call itself, to be erased if it turns out that nobody needs it.
    pub fn call_beside(&mut self, symbol: &str, arguments: &[Val]) -> Val {
        // SAFETY: the context is live.
        let void = unsafe { LLVMVoidTypeInContext(self.editor.context) };
        let call = self.call_for(void, symbol, arguments, &[("nounwind", 0), ("nomerge", 0)]);
        self.mark_beside(call, arguments, Beside::Writes);
        call
    }

    /// The same of one that yields a 64-bit number.
    pub fn ask_beside(&mut self, symbol: &str, arguments: &[Val], does: Beside) -> Val {
        // SAFETY: the context is live.
        let number = unsafe { LLVMInt64TypeInContext(self.editor.context) };
        let call = self.call_for(number, symbol, arguments, &[("nounwind", 0)]);
        self.mark_beside(call, arguments, does);
        call
    }

    /// The same of one that yields a bit.
    pub fn ask_bit_beside(&mut self, symbol: &str, arguments: &[Val], does: Beside) -> Val {
        // SAFETY: the context is live.
        let bit = unsafe { LLVMInt1TypeInContext(self.editor.context) };
        let call = self.call_for(bit, symbol, arguments, &[("nounwind", 0)]);
        self.mark_beside(call, arguments, does);
        call
    }

    fn mark_beside(&mut self, call: Val, arguments: &[Val], does: Beside) {
        // SAFETY: the call was just built; only pointers get the attribute of pointers.
        unsafe {
            let of_pointer = LLVMTypeKind::LLVMPointerTypeKind;
            for (index, argument) in (1..).zip(arguments) {
                if LLVMGetTypeKind(LLVMTypeOf(argument.0)) == of_pointer {
                    attribute::add_to_call(call.0, index, "nocapture");
                }
            }
            attribute::add_to_call(call.0, attribute::FUNCTION, "willreturn");
            let memory = attribute::kind("memory");
            let memory = LLVMCreateEnumAttribute(self.editor.context, memory, does.memory());
            LLVMAddCallSiteAttribute(call.0, attribute::FUNCTION, memory);
        }
    }
}

impl Editor<'_> {
    /// A phi of 64-bit numbers beside the phi of a pointer, still without values.
    pub fn phi_beside(&mut self, function: FuncId, phi: ValueId) -> Val {
        let _ = self.before(function, phi);
        // SAFETY: the builder stands before a phi.
        unsafe {
            let number = LLVMInt64TypeInContext(self.context);
            Val(LLVMBuildPhi(self.builder, number, NO_NAME))
        }
    }

    /// Erases an inserted call whose result nobody uses. Whether it has.
    pub fn erase_if_unused(&mut self, call: Val) -> bool {
        // SAFETY: the call is live, and erased only without users.
        unsafe {
            let is_unused = LLVMGetFirstUse(call.0).is_null();
            if is_unused {
                LLVMInstructionEraseFromParent(call.0);
            }
            is_unused
        }
    }

    /// Gives such a phi its value for a way from the end of a block, whose last instruction this is.
    pub fn add_incoming(&mut self, phi: Val, function: FuncId, last: ValueId, value: Val) {
        // SAFETY: all are live; the number of values is that of the array's elements.
        unsafe {
            let mut block = LLVMGetInstructionParent(self.instruction(function, last).0);
            let mut value = value.0;
            LLVMAddIncoming(phi.0, &raw mut value, &raw mut block, 1);
        }
    }

    /// The function of this module behind an id, as a pointer.
    pub fn function_pointer(&self, function: FuncId) -> Val {
        Val(self.handles.functions[function.index()].function)
    }

    /// What a live call calls.
    pub fn callee(&self, function: FuncId, call: ValueId) -> Val {
        // SAFETY: the call is live.
        Val(unsafe { LLVMGetCalledValue(self.instruction(function, call).0) })
    }
}
