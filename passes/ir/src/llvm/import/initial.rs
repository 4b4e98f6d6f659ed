//! Imports the addresses in data: initial values of globals, aliases, lists for the linker.

use super::constants::label;
use super::{Reader, globals};
use crate::{BlockId, GlobalId, Id, Initial, InitialAddress, Linkage, Symbol};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use rustc_hash::FxHashSet;
use std::ffi::c_void;
use std::ops::Range;

unsafe extern "C" {
    /// In `globals.cpp`: what a constant address starts from, and the distance in bytes.
    fn sanecc_base_of(
        value: LLVMValueRef,
        layout: LLVMTargetDataRef,
        offset: *mut i64,
    ) -> LLVMValueRef;
    /// In `constants.cpp`: calls `put` with the bytes of a constant, and `leave` with those without a value (`undefined`) and those that only
    /// the linker or loader knows; addresses are left out. Places are distances in bytes from the constant's start.
    fn sanecc_read_initial(
        constant: LLVMValueRef,
        layout: LLVMTargetDataRef,
        state: *mut c_void,
        put: unsafe extern "C" fn(*mut c_void, u64, *const u8, u64),
        leave: unsafe extern "C" fn(*mut c_void, u64, u64, LLVMBool),
    );
}

/// An initial value, while it is read.
#[derive(Default)]
struct Reading {
    bytes: Vec<u8>,
    undefined: Vec<Range<u64>>,
    unknown: Vec<Range<u64>>,
}

impl Reading {
    /// # Safety
    /// `state` must be a `Reading`, and `length` bytes must lie at `bytes`.
    unsafe extern "C" fn put(state: *mut c_void, at: u64, bytes: *const u8, length: u64) {
        // SAFETY: the caller guarantees it.
        let (reading, bytes) = unsafe {
            let bytes = std::slice::from_raw_parts(bytes, length as usize);
            (&mut *state.cast::<Reading>(), bytes)
        };
        let end = bytes
            .iter()
            .rposition(|&byte| byte != 0)
            .map_or(0, |last| last + 1);
        let (start, bytes) = (at as usize, &bytes[..end]);
        if reading.bytes.len() < start + end && end > 0 {
            reading.bytes.resize(start + end, 0);
        }
        if end > 0 {
            reading.bytes[start..start + end].copy_from_slice(bytes);
        }
    }

    /// # Safety
    /// `state` must be a `Reading`.
    unsafe extern "C" fn leave(state: *mut c_void, at: u64, length: u64, undefined: LLVMBool) {
        // SAFETY: the caller guarantees it.
        let reading = unsafe { &mut *state.cast::<Reading>() };
        let ranges = match undefined {
            0 => &mut reading.unknown,
            _ => &mut reading.undefined,
        };
        match ranges.last_mut() {
            Some(last) if last.end == at => last.end += length,
            _ => ranges.push(at..at + length),
        }
    }
}

impl Reader {
    /// Reads the addresses in the initial values of all globals, and exposes what stands in other data.
    pub(super) fn read_initial_addresses(&mut self, raw: LLVMModuleRef) {
        for id in self.module.globals.ids() {
            let global = self.handles.globals[id.index()].value;
            let addresses = self.addresses_of(id, global);
            self.module.initial_addresses.push(addresses);
            self.module.globals[id].initial = self.initial_of(global);
        }
        // SAFETY: walks the live module's lists of aliases and ifuncs, and asks each for what it stands for.
        unsafe {
            let mut alias = LLVMGetFirstGlobalAlias(raw);
            while !alias.is_null() {
                self.expose(LLVMAliasGetAliasee(alias));
                alias = LLVMGetNextGlobalAlias(alias);
            }
            let mut resolved = LLVMGetFirstGlobalIFunc(raw);
            while !resolved.is_null() {
                self.expose(LLVMGetGlobalIFuncResolver(resolved));
                resolved = LLVMGetNextGlobalIFunc(resolved);
            }
        }
        // What an exception asks about a function, and data before its code.
        for index in 0..self.handles.functions.len() {
            self.expose_operands(self.handles.functions[index].function);
        }
    }

    fn addresses_of(&mut self, id: GlobalId, raw: LLVMValueRef) -> Vec<InitialAddress> {
        // SAFETY: `raw` is a global variable of the live module.
        let initial = unsafe { LLVMGetInitializer(raw) };
        let mut found = Vec::new();
        if initial.is_null() || globals::linkage(raw) == Linkage::Elsewhere {
            return found;
        }
        // Lists for the linker and the compiler: functions to run, symbols to keep for whoever names them.
        if self.module.globals[id].name.starts_with("llvm.") {
            self.expose(initial);
            return found;
        }
        self.collect(initial, 0, &mut found);
        found
    }

    /// What a global that is defined here holds when the program starts.
    fn initial_of(&self, raw: LLVMValueRef) -> Option<Initial> {
        // SAFETY: `raw` is a global variable of the live module.
        let constant = unsafe { LLVMGetInitializer(raw) };
        if constant.is_null() || globals::linkage(raw) == Linkage::Elsewhere {
            return None;
        }
        let mut initial = Reading::default();
        // SAFETY: the constant and the layout are live; each function is given the state that it expects.
        unsafe {
            sanecc_read_initial(
                constant,
                self.layout,
                (&raw mut initial).cast(),
                Reading::put,
                Reading::leave,
            );
        }
        Some(Initial {
            bytes: initial.bytes.into(),
            undefined: initial.undefined,
            unknown: initial.unknown,
        })
    }

    /// Adds the addresses in a constant that lies `at` bytes behind the global's start.
    fn collect(&mut self, constant: LLVMValueRef, at: u64, found: &mut Vec<InitialAddress>) {
        // SAFETY: the constant is live, and so are its type and its operands, which are as many as the type has parts.
        unsafe {
            let parts = LLVMGetNumOperands(constant);
            let ty = LLVMTypeOf(constant);
            let aggregate = LLVMIsAConstantStruct(constant);
            let sequence = LLVMIsAConstantArray(constant);
            if !aggregate.is_null() {
                for part in 0..parts as u32 {
                    let offset = LLVMOffsetOfElement(self.layout, ty, part);
                    self.collect(LLVMGetOperand(constant, part), at + offset, found);
                }
            } else if !sequence.is_null() {
                let step = LLVMABISizeOfType(self.layout, LLVMGetElementType(ty));
                for part in 0..parts as u32 {
                    let offset = step * u64::from(part);
                    self.collect(LLVMGetOperand(constant, part), at + offset, found);
                }
            } else if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind {
                found.extend(self.address(constant, at));
            } else if parts > 0 {
                self.expose(constant);
                let symbol = Symbol::Unknown;
                // An address in it may begin in any of its bytes.
                let bytes = LLVMABISizeOfType(self.layout, ty).max(1);
                let step = self.module.layout.pointer_bytes() as usize;
                found.extend((at..at + bytes).step_by(step).map(|at| InitialAddress {
                    at,
                    symbol,
                    offset: 0,
                }));
            }
        }
    }

    /// The address that a constant of pointer type is; none for null and undefined ones.
    fn address(&mut self, constant: LLVMValueRef, at: u64) -> Option<InitialAddress> {
        let mut offset = 0;
        // SAFETY: the constant and the layout are live.
        let base = unsafe {
            if LLVMIsNull(constant) != 0 || LLVMIsUndef(constant) != 0 {
                return None;
            }
            sanecc_base_of(constant, self.layout, &mut offset)
        };
        // SAFETY: the base is live.
        let is_label = unsafe { !LLVMIsABlockAddress(base).is_null() };
        let symbol = if let Some(&id) = self.globals.get(&base) {
            Symbol::Global(id)
        } else if let Some(&id) = self.functions.get(&base) {
            Symbol::Function(id)
        } else {
            self.expose(constant);
            let (function, block) = if is_label {
                label(base)
            } else {
                (base, BlockId::from_index(0))
            };
            match self.functions.get(&function) {
                Some(&id) if is_label => Symbol::Label(id, block),
                _ => Symbol::Unknown,
            }
        };
        Some(InitialAddress { at, symbol, offset })
    }

    /// Notes that every symbol in a constant may be anywhere; false if there is none.
    pub(super) fn expose(&mut self, constant: LLVMValueRef) -> bool {
        let mut work = vec![constant];
        let mut seen = FxHashSet::default();
        let mut any = false;
        while let Some(next) = work.pop() {
            // SAFETY: callers pass live values; blocks, which some constants name, are left out.
            let leaf = next.is_null()
                || unsafe { LLVMIsAConstant(next).is_null() || LLVMValueIsBasicBlock(next) != 0 };
            if leaf || !seen.insert(next) {
                continue;
            }
            if let Some(&id) = self.globals.get(&next) {
                self.module.exposed.globals.insert(id);
            } else if let Some(&id) = self.functions.get(&next) {
                self.module.exposed.functions.insert(id);
            } else {
                work.extend(operands(next));
                // SAFETY: the constant is live. Aliases and ifuncs are symbols, too.
                any |= unsafe { !LLVMIsAGlobalValue(next).is_null() };
                continue;
            }
            any = true;
        }
        any
    }

    fn expose_operands(&mut self, function: LLVMValueRef) {
        for operand in operands(function) {
            self.expose(operand);
        }
    }
}

/// The operands of a live constant.
fn operands(constant: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the constant is live and has this many operands.
    unsafe {
        (0..LLVMGetNumOperands(constant) as u32)
            .map(|i| LLVMGetOperand(constant, i))
            .collect()
    }
}
