//! A position in a function at which instructions are inserted.

use super::{Editor, Val, c_string};
use crate::llvm::attribute;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::{LLVMCallConv, LLVMIntPredicate, LLVMTailCallKind, LLVMTypeKind};
use sanecc_abi::target::Target;

/// Inserts instructions at one place, in order.
pub struct Cursor<'e, 'm> {
    pub(super) editor: &'e mut Editor<'m>,
}

/// Value of the attribute `memory(inaccessiblemem: readwrite)`: two bits for each kind of location, read and write,
/// inaccessible memory being the second (`llvm/Support/ModRef.h`).
const INACCESSIBLE_MEMORY: u64 = 0b11 << 2;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl Cursor<'_, '_> {
    /// A 64-bit constant.
    pub fn int(&self, value: u64) -> Val {
        Val(self.editor.int(64, value))
    }

    /// A constant as wide as an address.
    pub fn word(&self, value: u64) -> Val {
        Val(self.editor.word(value))
    }

    /// The target of the module.
    pub fn target(&self) -> &'static Target {
        self.editor.target
    }

    /// The address of a symbol that something else defines, as a 64-bit number.
    pub fn address_of_symbol(&mut self, symbol: &str) -> Val {
        let name = c_string(symbol);
        // SAFETY: the module is live; the type of a symbol that is only referred to does not matter.
        let global = unsafe {
            let known = LLVMGetNamedGlobal(self.editor.module, name.as_ptr());
            match known.is_null() {
                true => {
                    let byte = LLVMInt8TypeInContext(self.editor.context);
                    LLVMAddGlobal(self.editor.module, byte, name.as_ptr())
                }
                false => known,
            }
        };
        self.address_of(Val(global))
    }

    /// A 32-bit constant.
    pub fn int32(&self, value: u32) -> Val {
        Val(self.editor.int(32, u64::from(value)))
    }

    /// The null pointer.
    pub fn null(&self) -> Val {
        // SAFETY: the context is live.
        Val(unsafe { LLVMConstPointerNull(self.editor.pointer_type()) })
    }

    /// `value` as an unsigned 64-bit number.
    pub fn widen(&mut self, value: Val) -> Val {
        // SAFETY: `value` is a live integer.
        unsafe {
            let ty = LLVMInt64TypeInContext(self.editor.context);
            Val(LLVMBuildIntCast2(
                self.editor.builder,
                value.0,
                ty,
                0,
                NO_NAME,
            ))
        }
    }

    /// The address behind a pointer as a 64-bit number.
    pub fn address_of(&mut self, pointer: Val) -> Val {
        // SAFETY: `pointer` is a live pointer.
        unsafe {
            let ty = LLVMInt64TypeInContext(self.editor.context);
            Val(LLVMBuildPtrToInt(
                self.editor.builder,
                pointer.0,
                ty,
                NO_NAME,
            ))
        }
    }

    /// The pointer to an address.
    pub fn pointer_to(&mut self, address: Val) -> Val {
        let ty = self.editor.pointer_type();
        // SAFETY: `address` is a live integer.
        Val(unsafe { LLVMBuildIntToPtr(self.editor.builder, address.0, ty, NO_NAME) })
    }

    /// `a + b`, wrapping.
    pub fn add(&mut self, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        Val(unsafe { LLVMBuildAdd(self.editor.builder, a.0, b.0, NO_NAME) })
    }

    /// `a * b`, wrapping.
    pub fn mul(&mut self, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        Val(unsafe { LLVMBuildMul(self.editor.builder, a.0, b.0, NO_NAME) })
    }

    /// `a & b`.
    pub fn and(&mut self, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        Val(unsafe { LLVMBuildAnd(self.editor.builder, a.0, b.0, NO_NAME) })
    }

    /// Whether an integer's sign bit is set (for floating point, that of its bits).
    pub fn is_negative(&mut self, value: Val) -> Val {
        // SAFETY: `value` is a live integer or floating-point number; its bits are compared as an integer.
        unsafe {
            let editor = &*self.editor;
            let ty = LLVMTypeOf(value.0);
            let layout = LLVMGetModuleDataLayout(editor.module);
            let bits = LLVMSizeOfTypeInBits(layout, ty) as u32;
            let integer = LLVMIntTypeInContext(editor.context, bits);
            let raw = LLVMBuildBitCast(editor.builder, value.0, integer, NO_NAME);
            let zero = LLVMConstNull(integer);
            let less = LLVMIntPredicate::LLVMIntSLT;
            Val(LLVMBuildICmp(editor.builder, less, raw, zero, NO_NAME))
        }
    }

    /// `a >> bits`, unsigned.
    pub fn shift_right(&mut self, a: Val, bits: u32) -> Val {
        let bits = self.editor.int(64, u64::from(bits));
        // SAFETY: `a` is a live 64-bit integer.
        Val(unsafe { LLVMBuildLShr(self.editor.builder, a.0, bits, NO_NAME) })
    }

    /// The pointer `bytes` after `pointer`, inside the same object.
    pub fn offset(&mut self, pointer: Val, bytes: Val) -> Val {
        // SAFETY: `pointer` is a live pointer, `bytes` a live 64-bit integer.
        unsafe {
            let byte = LLVMInt8TypeInContext(self.editor.context);
            let mut index = bytes.0;
            let builder = self.editor.builder;
            Val(LLVMBuildInBoundsGEP2(
                builder, byte, pointer.0, &mut index, 1, NO_NAME,
            ))
        }
    }

    /// The pointer `bytes` after `pointer`, wherever that is.
    pub fn displaced(&mut self, pointer: Val, bytes: Val) -> Val {
        // SAFETY: `pointer` is a live pointer, `bytes` a live 64-bit integer.
        unsafe {
            let byte = LLVMInt8TypeInContext(self.editor.context);
            let mut index = bytes.0;
            let builder = self.editor.builder;
            Val(LLVMBuildGEP2(
                builder, byte, pointer.0, &mut index, 1, NO_NAME,
            ))
        }
    }

    /// A stack object of `bytes` bytes; `bytes` is a constant for fixed ones.
    pub fn alloca(&mut self, bytes: Val, align: u64, name: &str) -> Val {
        let bytes = self.as_word(bytes);
        // SAFETY: `bytes` is a live integer; the alignment is a power of two that fits.
        unsafe {
            let byte = LLVMInt8TypeInContext(self.editor.context);
            let name = c_string(name);
            let object = if LLVMIsConstant(bytes.0) != 0 {
                let ty = LLVMArrayType2(byte, LLVMConstIntGetZExtValue(bytes.0));
                LLVMBuildAlloca(self.editor.builder, ty, name.as_ptr())
            } else {
                LLVMBuildArrayAlloca(self.editor.builder, byte, bytes.0, name.as_ptr())
            };
            LLVMSetAlignment(object, align as u32);
            Val(object)
        }
    }

    /// A stack slot for a pointer.
    pub fn pointer_slot(&mut self, name: &str) -> Val {
        let ty = self.editor.pointer_type();
        // SAFETY: the builder stands in a live block.
        Val(unsafe { LLVMBuildAlloca(self.editor.builder, ty, c_string(name).as_ptr()) })
    }

    /// Reads a pointer.
    pub fn load_pointer(&mut self, from: Val) -> Val {
        let ty = self.editor.pointer_type();
        // SAFETY: `from` is a live pointer to a pointer.
        Val(unsafe { LLVMBuildLoad2(self.editor.builder, ty, from.0, NO_NAME) })
    }

    /// Writes a value with its type's alignment.
    pub fn store(&mut self, value: Val, to: Val) {
        // SAFETY: `to` is a live pointer to memory that holds the value.
        unsafe {
            LLVMBuildStore(self.editor.builder, value.0, to.0);
        }
    }

    /// The same in a way that no optimiser drops: for what only the runtime reads.
    pub fn store_kept(&mut self, value: Val, to: Val) {
        // SAFETY: `to` is a live pointer to memory that holds the value.
        unsafe {
            let store = LLVMBuildStore(self.editor.builder, value.0, to.0);
            LLVMSetVolatile(store, 1);
        }
    }

    /// Writes `bytes` (1, 2, 4 or 8 of them, little-endian) to any address, in a way that no optimiser drops.
    pub fn store_shadow(&mut self, bytes: &[u8], to: Val) {
        let value = bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        let value = self.editor.int(bytes.len() as u32 * 8, value);
        // SAFETY: `to` is a live pointer.
        unsafe {
            let store = LLVMBuildStore(self.editor.builder, value, to.0);
            LLVMSetAlignment(store, 1);
            LLVMSetVolatile(store, 1);
        }
    }

    /// Copies `bytes` bytes between distinct objects.
    pub fn copy(&mut self, to: Val, from: Val, bytes: u64, align: u64) {
        let size = self.editor.word(bytes);
        let align = align as u32;
        // SAFETY: both are live pointers with this alignment.
        unsafe {
            LLVMBuildMemCpy(self.editor.builder, to.0, align, from.0, align, size);
        }
    }

    /// Lane `index` of a vector.
    pub fn lane(&mut self, vector: Val, index: u32) -> Val {
        let index = self.editor.int(64, u64::from(index));
        // SAFETY: `vector` is a live vector with more lanes than that.
        Val(unsafe { LLVMBuildExtractElement(self.editor.builder, vector.0, index, NO_NAME) })
    }

    /// Calls a function without result by its symbol; it is declared if it is not there yet.
    pub fn call(&mut self, symbol: &str, arguments: &[Val]) {
        self.call_with(symbol, arguments, &[("nounwind", 0)]);
    }

    /// The same for a check: LLVM merges no two calls of it, because a merged one would be at no line, and outside of the functions that were inlined.
    pub fn call_unmerged(&mut self, symbol: &str, arguments: &[Val]) {
        self.call_with(symbol, arguments, &[("nounwind", 0), ("nomerge", 0)]);
    }

    /// The same as [`Self::call`] for a function that touches only memory which the program cannot name.
    pub fn call_hidden(&mut self, symbol: &str, arguments: &[Val]) {
        self.call_with(
            symbol,
            arguments,
            &[("nounwind", 0), ("memory", INACCESSIBLE_MEMORY)],
        );
    }

    /// The same for a check, as [`Self::call_unmerged`].
    pub fn call_hidden_unmerged(&mut self, symbol: &str, arguments: &[Val]) {
        self.call_with(
            symbol,
            arguments,
            &[
                ("nounwind", 0),
                ("memory", INACCESSIBLE_MEMORY),
                ("nomerge", 0),
            ],
        );
    }

    /// The same as [`Self::call_hidden`] for one that yields a bit.
    pub fn ask_hidden(&mut self, symbol: &str, arguments: &[Val]) -> Val {
        // SAFETY: the context is live.
        let bit = unsafe { LLVMInt1TypeInContext(self.editor.context) };
        let attributes = [("nounwind", 0), ("memory", INACCESSIBLE_MEMORY)];
        self.call_for(bit, symbol, arguments, &attributes)
    }

    /// The same for one that yields a 64-bit number.
    pub fn ask_hidden_number(&mut self, symbol: &str, arguments: &[Val]) -> Val {
        // SAFETY: the context is live.
        let number = unsafe { LLVMInt64TypeInContext(self.editor.context) };
        let attributes = [("nounwind", 0), ("memory", INACCESSIBLE_MEMORY)];
        self.call_for(number, symbol, arguments, &attributes)
    }

    /// As [`Self::call_hidden_unmerged`], and never by a jump as the last thing that the function does: whoever is called finds the
    /// function's frame on the stack.
    pub fn call_hidden_from_here(&mut self, symbol: &str, arguments: &[Val]) {
        let call = self.call_with(
            symbol,
            arguments,
            &[
                ("nounwind", 0),
                ("memory", INACCESSIBLE_MEMORY),
                ("nomerge", 0),
            ],
        );
        // SAFETY: the call was just built.
        unsafe { LLVMSetTailCallKind(call.0, LLVMTailCallKind::LLVMTailCallKindNoTail) };
    }

    /// The same for a report of an access, which keeps none of the addresses that it is told.
    pub fn call_for_report(&mut self, symbol: &str, arguments: &[Val]) {
        self.report_with(symbol, arguments, INACCESSIBLE_MEMORY);
    }

    /// The same for a function that reads what its arguments point to, as a list of variable arguments.
    pub fn tell_of_list(&mut self, symbol: &str, arguments: &[Val]) {
        /// Reads memory that arguments point to (`llvm/Support/ModRef.h`).
        const ARGUMENTS_READ: u64 = 0b01;
        self.report_with(symbol, arguments, ARGUMENTS_READ | INACCESSIBLE_MEMORY);
    }

    fn report_with(&mut self, symbol: &str, arguments: &[Val], effects: u64) {
        let call = self.call_with(symbol, arguments, &[("nounwind", 0)]);
        // SAFETY: the call was just built; only pointers get the attribute of pointers.
        unsafe {
            let of_pointer = LLVMTypeKind::LLVMPointerTypeKind;
            for (index, argument) in (1..).zip(arguments) {
                if LLVMGetTypeKind(LLVMTypeOf(argument.0)) == of_pointer {
                    attribute::add_to_call(call.0, index, "nocapture");
                }
            }
            attribute::add_to_call(call.0, attribute::FUNCTION, "nomerge");
            let memory = attribute::kind("memory");
            let memory = LLVMCreateEnumAttribute(self.editor.context, memory, effects);
            LLVMAddCallSiteAttribute(call.0, attribute::FUNCTION, memory);
            LLVMSetTailCallKind(call.0, LLVMTailCallKind::LLVMTailCallKindNoTail);
        }
    }

    fn call_with(&mut self, symbol: &str, arguments: &[Val], attributes: &[(&str, u64)]) -> Val {
        // SAFETY: the context is live.
        let void = unsafe { LLVMVoidTypeInContext(self.editor.context) };
        self.call_for(void, symbol, arguments, attributes)
    }

    pub(super) fn call_for(
        &mut self,
        result: LLVMTypeRef,
        symbol: &str,
        arguments: &[Val],
        attributes: &[(&str, u64)],
    ) -> Val {
        // Checks count in 64 bits; functions of the runtime take numbers as wide as addresses.
        let is_expanded = symbol.starts_with("sanecc.");
        let mut raw: Vec<LLVMValueRef> = arguments
            .iter()
            .map(|argument| match is_expanded {
                true => argument.0,
                false => self.as_word(*argument).0,
            })
            .collect();
        let name = c_string(symbol);
        // SAFETY: arguments are live; an existing function of that name was declared by this same path, or by
        // the program with a signature of its own, which an opaque function pointer does not mind.
        unsafe {
            let editor = &mut *self.editor;
            let mut types: Vec<LLVMTypeRef> = raw.iter().map(|v| LLVMTypeOf(*v)).collect();
            let ty = LLVMFunctionType(result, types.as_mut_ptr(), types.len() as u32, 0);
            let mut function = LLVMGetNamedFunction(editor.module, name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(editor.module, name.as_ptr(), ty);
                for (attribute, value) in attributes {
                    let kind = attribute::kind(attribute);
                    let attribute = LLVMCreateEnumAttribute(editor.context, kind, *value);
                    LLVMAddAttributeAtIndex(function, attribute::FUNCTION, attribute);
                }
            }
            let count = raw.len() as u32;
            Val(LLVMBuildCall2(
                editor.builder,
                ty,
                function,
                raw.as_mut_ptr(),
                count,
                NO_NAME,
            ))
        }
    }

    /// Calls a function without parameters that returns memory which nobody else has, or null. On targets where calls can keep registers, it changes
    /// none of the general ones but that of its result and one more.
    pub fn call_for_memory(&mut self, symbol: &str) -> Val {
        /// `CallingConv::PreserveMost`
        const PRESERVE_MOST: u32 = 14;
        let convention = match self.editor.target.keeps_registers() {
            true => PRESERVE_MOST,
            false => LLVMCallConv::LLVMCCallConv as u32,
        };
        let name = c_string(symbol);
        // SAFETY: the module is live; an existing function of that name was declared by this same path, or by the
        // program with a signature of its own, which an opaque function pointer does not mind.
        unsafe {
            let editor = &mut *self.editor;
            let ty = LLVMFunctionType(editor.pointer_type(), std::ptr::null_mut(), 0, 0);
            let mut function = LLVMGetNamedFunction(editor.module, name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(editor.module, name.as_ptr(), ty);
                LLVMSetFunctionCallConv(function, convention);
                // The loader's code that binds a function at its first call preserves less.
                let of_function = [
                    ("nounwind", 0),
                    ("willreturn", 0),
                    ("nonlazybind", 0),
                    ("memory", INACCESSIBLE_MEMORY),
                ];
                for (attribute, value) in of_function {
                    let kind = attribute::kind(attribute);
                    let attribute = LLVMCreateEnumAttribute(editor.context, kind, value);
                    LLVMAddAttributeAtIndex(function, attribute::FUNCTION, attribute);
                }
                let noalias =
                    LLVMCreateEnumAttribute(editor.context, attribute::kind("noalias"), 0);
                LLVMAddAttributeAtIndex(function, attribute::RESULT, noalias);
            }
            let none = std::ptr::null_mut();
            let call = LLVMBuildCall2(editor.builder, ty, function, none, 0, NO_NAME);
            LLVMSetInstructionCallConv(call, convention);
            Val(call)
        }
    }

    /// `then` where the pointer is null, `otherwise` where it is not.
    pub fn if_null(&mut self, pointer: Val, then: Val, otherwise: Val) -> Val {
        // SAFETY: all are live, the last two of the same type.
        unsafe {
            let builder = self.editor.builder;
            let is_null = LLVMBuildIsNull(builder, pointer.0, NO_NAME);
            Val(LLVMBuildSelect(
                builder,
                is_null,
                then.0,
                otherwise.0,
                NO_NAME,
            ))
        }
    }

    /// The lowest `bytes` bytes (1, 2, 4 or 8) of a 64-bit number.
    pub fn narrow(&mut self, value: Val, bytes: usize) -> Val {
        // SAFETY: `value` is a live 64-bit integer.
        unsafe {
            let ty = LLVMIntTypeInContext(self.editor.context, bytes as u32 * 8);
            Val(LLVMBuildTruncOrBitCast(
                self.editor.builder,
                value.0,
                ty,
                NO_NAME,
            ))
        }
    }

    /// Writes an integer to any address, in a way that no optimiser drops.
    pub fn store_shadow_value(&mut self, value: Val, to: Val) {
        // SAFETY: `to` is a live pointer.
        unsafe {
            let store = LLVMBuildStore(self.editor.builder, value.0, to.0);
            LLVMSetAlignment(store, 1);
            LLVMSetVolatile(store, 1);
        }
    }

    /// A 64-bit number as wide as an address; any other value as it is.
    fn as_word(&mut self, value: Val) -> Val {
        // SAFETY: `value` is live; only an integer is asked for its width.
        unsafe {
            let ty = LLVMTypeOf(value.0);
            let is_number = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMIntegerTypeKind
                && LLVMGetIntTypeWidth(ty) == 64;
            if !is_number || self.editor.target.pointer_bits == 64 {
                return value;
            }
            let word = self.editor.word_type();
            Val(LLVMBuildTrunc(self.editor.builder, value.0, word, NO_NAME))
        }
    }

    /// The same number as wide as an address, of which LLVM knows nothing; no instruction at run time.
    pub fn unknown(&mut self, number: Val) -> Val {
        let number = self.as_word(number);
        // SAFETY: the number is live.
        Val(unsafe { self.editor.in_register(number.0) })
    }

    /// Makes the compiler forget what it knows of memory; no instruction at run time.
    pub fn barrier(&mut self) {
        // SAFETY: empty assembly with a memory clobber takes no operands and returns nothing.
        unsafe {
            let editor = &mut *self.editor;
            let ty = LLVMFunctionType(
                LLVMVoidTypeInContext(editor.context),
                std::ptr::null_mut(),
                0,
                0,
            );
            let clobber = "~{memory}";
            let assembly = LLVMGetInlineAsm(
                ty,
                NO_NAME,
                0,
                clobber.as_ptr().cast(),
                clobber.len(),
                1,
                0,
                inkwell::llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
                0,
            );
            LLVMBuildCall2(
                editor.builder,
                ty,
                assembly,
                std::ptr::null_mut(),
                0,
                NO_NAME,
            );
        }
    }
}
