//! Sizes of memory that the source states: `int a[static 4]` of a parameter, `alloc_size` of a function.

use super::calls::erase_with_calls;
use super::{Cursor, Editor, Val};
use crate::llvm::{Bitcode, attribute};
use crate::{FuncId, Id, Model, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::values::AsValueRef;

/// A function that does nothing. A call of it stands where the source states that the bytes behind its first argument, as many as its second, can be accessed.
/// To the analyses that is an access of them.
pub const STATED: &str = "sanecc.stated";

impl Cursor<'_, '_> {
    /// Inserts such a call. To LLVM it reads the memory, and keeps nothing.
    pub fn state_size(&mut self, pointer: Val, bytes: u64) {
        let bytes = self.int(bytes);
        self.tell_of_list(STATED, &[pointer, bytes]);
    }

    /// Reads the byte behind a pointer in a way that no optimiser drops.
    pub fn touch(&mut self, pointer: Val) {
        // SAFETY: the pointer and the context are live.
        unsafe {
            let byte = LLVMInt8TypeInContext(self.editor.context);
            let load = LLVMBuildLoad2(self.editor.builder, byte, pointer.0, c"".as_ptr());
            LLVMSetVolatile(load, 1);
            LLVMSetAlignment(load, 1);
        }
    }
}

impl Bitcode<'_> {
    /// Whether the source states a size, apart from those of functions that are known by their names.
    pub fn states_sizes(&self) -> bool {
        let mut functions = self.module.get_functions();
        functions.any(|function| {
            let raw = function.as_value_ref();
            let states = |index, name| attribute::of_function(raw, index, name).is_some();
            let of_parameter =
                |index| states(index, "dereferenceable") && !states(index, "nonnull");
            let name = function.get_name().to_string_lossy();
            states(attribute::FUNCTION, "allocsize") && !Model::allocates_by_name(&name)
                || (1..=function.count_params()).any(of_parameter)
        })
    }
}

impl Editor<'_> {
    /// How many bytes the declaration of a parameter (from 0) states. Clang says the same of C++'s references, but that they are not null, too.
    pub fn stated_of_parameter(&self, function: FuncId, number: u32) -> Option<u64> {
        let raw = self.handles.functions[function.index()].function;
        let has = |name| attribute::of_function(raw, number + 1, name);
        let others = ["nonnull", "byval", "sret", "byref", "inalloca"];
        let bytes = attribute::value(has("dereferenceable")?);
        others
            .iter()
            .all(|name| has(name).is_none())
            .then_some(bytes)
    }

    /// The arguments (from 0) of a call whose product is the size of what it returns, by the word of the source: one or two.
    pub fn stated_of_result(&self, function: FuncId, call: ValueId) -> Option<(u32, Option<u32>)> {
        const NONE: u32 = u32::MAX;
        let raw = self.raw(function, call);
        let both = attribute::of_call(raw, attribute::FUNCTION, "allocsize")?;
        // As LLVM packs them (`AllocSizeAttr`): the first in the upper half.
        let both = attribute::value(both);
        let second = both as u32;
        Some(((both >> 32) as u32, (second != NONE).then_some(second)))
    }

    /// Removes all calls of [`STATED`].
    pub fn forget_stated(&mut self) {
        // SAFETY: the module is live; all users of this function are calls without results.
        unsafe { erase_with_calls(self.module, STATED) };
    }
}
