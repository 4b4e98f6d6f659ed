//! Imports constants.

use super::address;
use super::body::Body;
use crate::{BlockId, Constant, Id, Op, ValueDef, ValueId};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

unsafe extern "C" {
    // In `constants.cpp`. Each writes at most `room` words of 64 bits, the least significant first, and says how many there are; 0
    // if the constant is none of its kind.
    fn sanecc_integer_words(constant: LLVMValueRef, words: *mut u64, room: usize) -> usize;
    fn sanecc_float_words(constant: LLVMValueRef, words: *mut u64, room: usize) -> usize;
    /// The block whose address a constant is, and its function.
    fn sanecc_label(constant: LLVMValueRef, function: *mut LLVMValueRef) -> LLVMBasicBlockRef;
    /// The part of an aggregate or vector; null if it is none of a constant's parts.
    fn sanecc_part(constant: LLVMValueRef, number: u32) -> LLVMValueRef;
    /// How many parts an aggregate or vector has; 0 for others and for those of scalable size.
    fn sanecc_parts(constant: LLVMValueRef) -> u64;
}

/// Aggregates of more parts do not occur as operands of instructions; such a constant is not taken apart.
const MOST_PARTS: u64 = 1 << 16;

impl Body<'_> {
    /// What a constant is.
    pub(super) fn constant(&mut self, raw: LLVMValueRef) -> ValueDef {
        if let Some(n) = address::constant(raw) {
            return ValueDef::Integer(n);
        }
        if let Some(&id) = self.reader.globals.get(&raw) {
            return ValueDef::Global(id);
        }
        if let Some(&id) = self.reader.functions.get(&raw) {
            return ValueDef::Function(id);
        }
        // SAFETY: the value is live; the opcode is asked only of constant expressions.
        unsafe {
            if !LLVMIsAConstantPointerNull(raw).is_null() {
                return ValueDef::Null;
            }
            // Poison is also undefined by its class.
            if LLVMIsPoison(raw) != 0 {
                return ValueDef::Poison;
            }
            if LLVMIsUndef(raw) != 0 {
                return ValueDef::Undefined;
            }
            if !LLVMIsAConstantExpr(raw).is_null()
                && LLVMGetConstOpcode(raw) == LLVMOpcode::LLVMGetElementPtr
                && let Some(place) = self.place(raw)
            {
                return ValueDef::ConstantAddress(place);
            }
        }
        ValueDef::Constant(self.other_constant(raw).unwrap_or(Constant::Unknown))
    }

    fn other_constant(&mut self, raw: LLVMValueRef) -> Option<Constant> {
        if let Some(number) = number(raw) {
            return Some(number);
        }
        // SAFETY: the value is live; each question fits what was found out before.
        unsafe {
            if !LLVMIsAGlobalAlias(raw).is_null() {
                return Some(Constant::Alias(self.value(LLVMAliasGetAliasee(raw))));
            }
            if !LLVMIsAGlobalIFunc(raw).is_null() {
                let resolver = LLVMGetGlobalIFuncResolver(raw);
                return Some(Constant::Resolved(*self.reader.functions.get(&resolver)?));
            }
            if !LLVMIsABlockAddress(raw).is_null() {
                let (function, block) = label(raw);
                let function = *self.reader.functions.get(&function)?;
                return Some(Constant::Label(function, block));
            }
            if !LLVMIsAConstantExpr(raw).is_null() {
                let opcode = LLVMGetConstOpcode(raw);
                return match self.plain_operation(raw, opcode)? {
                    Op::Opaque { .. } => None,
                    op => Some(Constant::Expression(Box::new(op))),
                };
            }
            if LLVMIsNull(raw) != 0 {
                return Some(Constant::Zero);
            }
            self.parts(raw)
        }
    }

    fn parts(&mut self, raw: LLVMValueRef) -> Option<Constant> {
        // SAFETY: the constant is live and has this many parts.
        let parts: Vec<_> = unsafe {
            let count = sanecc_parts(raw);
            if !(1..=MOST_PARTS).contains(&count) {
                return None;
            }
            (0..count as u32).map(|i| sanecc_part(raw, i)).collect()
        };
        if parts.iter().any(|part| part.is_null()) {
            return None;
        }
        let parts: Vec<ValueId> = parts.into_iter().map(|part| self.value(part)).collect();
        Some(Constant::Parts(parts.into()))
    }
}

/// A floating-point number, or an integer of more than 64 bits.
fn number(raw: LLVMValueRef) -> Option<Constant> {
    const WORDS: usize = 1 << 10;
    let mut float = [0; 2];
    // SAFETY: the value is live; the buffers have the room that is named.
    unsafe {
        if sanecc_float_words(raw, float.as_mut_ptr(), float.len()) > 0 {
            let [low, high] = float.map(u128::from);
            return Some(Constant::Float(high << 64 | low));
        }
        if LLVMIsAConstantInt(raw).is_null() {
            return None;
        }
        let bits = LLVMGetIntTypeWidth(LLVMTypeOf(raw)) as usize;
        let mut words = vec![0; bits.div_ceil(64).min(WORDS)];
        let count = sanecc_integer_words(raw, words.as_mut_ptr(), words.len());
        (count == words.len()).then(|| Constant::Wide(words.into()))
    }
}

/// The function of a label and the number of its block.
pub(super) fn label(raw: LLVMValueRef) -> (LLVMValueRef, BlockId) {
    let mut function = std::ptr::null_mut();
    // SAFETY: callers pass the address of a label, whose block is one of its function's.
    let number = unsafe {
        let block = sanecc_label(raw, &mut function);
        let mut next = LLVMGetFirstBasicBlock(function);
        let mut number = 0;
        while next != block && !next.is_null() {
            next = LLVMGetNextBasicBlock(next);
            number += 1;
        }
        number
    };
    (function, BlockId::from_index(number))
}
