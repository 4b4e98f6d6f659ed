//! Edits a live module by the ids of the analysis IR.
//!
//! An [`Editor`] takes the handles that the [`import`](super::import) made. Edits insert instructions, replace uses, and erase what they replaced. Blocks are
//! split and duplicated as a whole ([`LiveBlock`]). Checks, which have control flow of their own, are linked in as always-inline functions
//! ([`Bitcode::link_text`]), which LLVM's inliner expands.

mod annotate;
mod arithmetic;
mod barrier;
mod beside;
mod blocks;
mod branch;
mod calls;
mod choice;
mod cursor;
mod effects;
mod frames;
mod freeze;
mod global;
mod initial_value;
mod joined;
mod jump;
mod library;
mod neighbours;
mod numbers;
mod places;
mod pointers;
mod poison_flags;
mod probes;
mod record;
mod same;
mod section;
mod stated;
mod steps;

use super::Bitcode;
use super::import::Handles;
use crate::{FuncId, GlobalId, Id, ValueId};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashMap;
use sanecc_abi::target::Target;

pub use annotate::Metadata;
pub use beside::Beside;
pub use blocks::LiveBlock;
pub(super) use calls::{erase_with_calls, is_call};
pub use cursor::Cursor;
pub use global::{Chosen, Padded, Padding};
pub use library::{Jump, Sharing};
pub use neighbours::Step;
pub use places::SplitCallee;
pub use record::Field;
pub use same::SAME;
pub use stated::STATED;
pub use steps::EditedInstruction;

/// A live value: operand or result of inserted code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Val(LLVMValueRef);

/// Edits one module.
pub struct Editor<'m> {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
    target: &'static Target,
    handles: Handles,
    strings: FxHashMap<String, Val>,
    records: FxHashMap<Vec<record::Field>, Val>,
    // Borrowed so that nothing else touches the module meanwhile.
    _bitcode: std::marker::PhantomData<&'m mut ()>,
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        // SAFETY: the builder is ours and used no more.
        unsafe { LLVMDisposeBuilder(self.builder) }
    }
}

impl<'m> Editor<'m> {
    /// Starts editing the module that `handles` were made from.
    pub fn new(bitcode: &'m mut Bitcode<'_>, handles: Handles) -> Self {
        let module = bitcode.module.as_mut_ptr();
        let target = Target::of(&bitcode.triple()).unwrap_or_default();
        // SAFETY: the module is live.
        let (context, builder) = unsafe {
            let context = LLVMGetModuleContext(module);
            (context, LLVMCreateBuilderInContext(context))
        };
        Self {
            module,
            context,
            builder,
            target,
            handles,
            strings: FxHashMap::default(),
            records: FxHashMap::default(),
            _bitcode: std::marker::PhantomData,
        }
    }

    /// Edits a module that was not imported: for edits by name alone.
    pub fn by_name(bitcode: &'m mut Bitcode<'_>) -> Self {
        Self::new(bitcode, Handles::default())
    }

    /// Ends, and gives back what a further editor of the module needs.
    pub fn into_handles(mut self) -> Handles {
        std::mem::take(&mut self.handles)
    }

    /// The live value behind an id, or what has replaced it.
    pub fn value(&self, function: FuncId, value: ValueId) -> Val {
        let frozen = &self.handles.functions[function.index()].frozen;
        let frozen = frozen.get(&value).copied();
        Val(frozen.unwrap_or_else(|| self.raw(function, value)))
    }

    /// The live instruction behind an id, whatever stands for its result.
    pub fn instruction(&self, function: FuncId, instruction: ValueId) -> Val {
        Val(self.raw(function, instruction))
    }

    fn raw(&self, function: FuncId, value: ValueId) -> LLVMValueRef {
        self.handles.functions[function.index()].values[value.index()]
    }

    /// The live global behind an id, or what has replaced it.
    pub fn global(&self, global: GlobalId) -> Val {
        Val(self.handles.globals[global.index()].value)
    }

    /// The place so many bytes behind a constant address.
    pub fn displaced(&self, base: Val, bytes: u64) -> Val {
        // SAFETY: the base is a live constant.
        unsafe {
            let byte = LLVMInt8TypeInContext(self.context);
            let mut bytes = self.int(64, bytes);
            Val(LLVMConstGEP2(byte, base.0, &raw mut bytes, 1))
        }
    }

    /// Inserts directly before an instruction, with its source location.
    pub fn before(&mut self, function: FuncId, instruction: ValueId) -> Cursor<'_, 'm> {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, raw);
            let location = LLVMInstructionGetDebugLoc(raw);
            if location.is_null() {
                self.locate_in(function);
            } else {
                LLVMSetCurrentDebugLocation2(self.builder, location);
            }
        }
        Cursor { editor: self }
    }

    /// Inserts directly after an instruction that does not end its block.
    pub fn after(&mut self, function: FuncId, instruction: ValueId) -> Option<Cursor<'_, 'm>> {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live; a terminator has no next instruction.
        unsafe {
            let next = LLVMGetNextInstruction(raw);
            if next.is_null() {
                return None;
            }
            self.insert_before(next, (function, raw));
        }
        Some(Cursor { editor: self })
    }

    /// The same behind an invocation, where it goes on: nothing else goes there, and no value is merged there.
    pub fn after_call(&mut self, function: FuncId, instruction: ValueId) -> Option<Cursor<'_, 'm>> {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live. Blocks are used by terminators alone, but for constants with their address, which are no instructions.
        unsafe {
            if LLVMGetInstructionOpcode(raw) != LLVMOpcode::LLVMInvoke {
                return self.after(function, instruction);
            }
            let block = LLVMGetNormalDest(raw);
            let next = LLVMGetFirstInstruction(block);
            let only = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
            let is_only = LLVMGetNextUse(only).is_null();
            if !is_only || LLVMGetInstructionOpcode(next) == LLVMOpcode::LLVMPHI {
                return None;
            }
            self.insert_before(next, (function, raw));
        }
        Some(Cursor { editor: self })
    }

    /// Inserts in front of an instruction, with the location of another one, or of the function.
    ///
    /// # Safety
    /// Both are live instructions of the function.
    unsafe fn insert_before(
        &mut self,
        next: LLVMValueRef,
        (function, located): (FuncId, LLVMValueRef),
    ) {
        // SAFETY: the caller guarantees it.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, next);
            let location = LLVMInstructionGetDebugLoc(located);
            match location.is_null() {
                true => self.locate_in(function),
                false => LLVMSetCurrentDebugLocation2(self.builder, location),
            }
        }
    }

    /// Inserts at the very beginning of a function.
    pub fn at_entry(&mut self, function: FuncId) -> Cursor<'_, 'm> {
        let raw = self.handles.functions[function.index()].function;
        // SAFETY: callers edit defined functions only; their entry block has a first instruction.
        unsafe {
            let first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(raw));
            LLVMPositionBuilderBefore(self.builder, first);
        }
        self.locate_in(function);
        Cursor { editor: self }
    }

    /// The same with the line of the function's declaration.
    pub fn at_declaration(&mut self, function: FuncId) -> Cursor<'_, 'm> {
        let raw = self.handles.functions[function.index()].function;
        let _ = self.at_entry(function);
        // SAFETY: the function is live; without a subprogram no location is needed.
        unsafe {
            let subprogram = LLVMGetSubprogram(raw);
            if !subprogram.is_null() {
                let (line, none) = (LLVMDISubprogramGetLine(subprogram), std::ptr::null_mut());
                let location =
                    LLVMDIBuilderCreateDebugLocation(self.context, line, 0, subprogram, none);
                LLVMSetCurrentDebugLocation2(self.builder, location);
            }
        }
        Cursor { editor: self }
    }

    /// Inserts directly after an inserted instruction that does not end its block, with its location.
    pub fn after_value(&mut self, value: Val) -> Cursor<'_, 'm> {
        // SAFETY: inserted instructions are live, and something of the original code follows them.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, LLVMGetNextInstruction(value.0));
            let location = LLVMInstructionGetDebugLoc(value.0);
            LLVMSetCurrentDebugLocation2(self.builder, location);
        }
        Cursor { editor: self }
    }

    /// A pointer to an address that is a constant.
    pub fn constant_pointer(&self, address: u64) -> Val {
        // SAFETY: the context is live.
        Val(unsafe { LLVMConstIntToPtr(self.int(64, address), self.pointer_type()) })
    }

    /// A 64-bit constant.
    pub fn constant_int(&self, value: u64) -> Val {
        Val(self.int(64, value))
    }

    /// Gives inserted code a location inside the function: LLVM demands one of calls that may be inlined.
    fn locate_in(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        // SAFETY: the function is live; without a subprogram no location is needed.
        unsafe {
            let subprogram = LLVMGetSubprogram(raw);
            let location = if subprogram.is_null() {
                std::ptr::null_mut()
            } else {
                let none = std::ptr::null_mut();
                LLVMDIBuilderCreateDebugLocation(self.context, 0, 0, subprogram, none)
            };
            LLVMSetCurrentDebugLocation2(self.builder, location);
        }
    }

    /// Lets `new` stand wherever `old` is used, and erases `old`, an instruction.
    pub fn replace(&mut self, function: FuncId, old: ValueId, new: Val) {
        let raw = self.raw(function, old);
        // SAFETY: both are live and of the same type; after the replacement nothing uses the instruction.
        unsafe {
            LLVMReplaceAllUsesWith(raw, new.0);
            LLVMInstructionEraseFromParent(raw);
        }
        self.handles.functions[function.index()].values[old.index()] = new.0;
    }

    /// Lets `new` stand wherever the parameter `old` is used so far, and returns the parameter itself.
    pub fn redirect_parameter(&mut self, function: FuncId, old: ValueId, new: Val) -> Val {
        let raw = self.value(function, old);
        // SAFETY: both are live pointers.
        unsafe { LLVMReplaceAllUsesWith(raw.0, new.0) };
        self.handles.functions[function.index()].values[old.index()] = new.0;
        raw
    }

    /// Erases an instruction without result. Its id must not be used any more.
    pub fn erase(&mut self, function: FuncId, instruction: ValueId) {
        let slot = &mut self.handles.functions[function.index()].values[instruction.index()];
        // SAFETY: the instruction is live and has no users; the slot cannot be used again by mistake unnoticed.
        unsafe { LLVMInstructionEraseFromParent(*slot) };
        *slot = std::ptr::null_mut();
    }

    fn int(&self, bits: u32, value: u64) -> LLVMValueRef {
        // SAFETY: the context is live.
        unsafe { LLVMConstInt(LLVMIntTypeInContext(self.context, bits), value, 0) }
    }

    /// The target of the module.
    pub fn target(&self) -> &'static Target {
        self.target
    }

    /// A constant as wide as an address.
    fn word(&self, value: u64) -> LLVMValueRef {
        self.int(self.target.pointer_bits, value)
    }

    /// An integer as wide as an address.
    fn word_type(&self) -> LLVMTypeRef {
        // SAFETY: the context is live.
        unsafe { LLVMIntTypeInContext(self.context, self.target.pointer_bits) }
    }

    fn pointer_type(&self) -> LLVMTypeRef {
        // SAFETY: the context is live.
        unsafe { LLVMPointerTypeInContext(self.context, 0) }
    }
}

/// LLVM wants NUL-terminated names.
pub(super) fn c_string(text: &str) -> std::ffi::CString {
    std::ffi::CString::new(text.replace('\0', "?")).unwrap_or_default()
}
