//! Imports calls and intrinsics.

use super::body::Body;
use super::name_of;
use crate::llvm::attribute;
use crate::llvm::edit::{SAME, STATED};
use crate::{
    Address, Assembly, BinaryOp, BlockId, Callee, Id, MemoryIntrinsic, Model, Op, Type, ValueId,
};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMInlineAsmDialect, LLVMTailCallKind};
use std::ffi::c_char;
use std::sync::Arc;

impl Body<'_> {
    /// Lowers `call`, `invoke` and `callbr`.
    pub(super) fn call(&mut self, raw: LLVMValueRef) -> Op {
        // SAFETY: `raw` is a live call; its arguments are its first operands.
        let (callee, ty, arguments, tail) = unsafe {
            let arguments: Vec<ValueId> = (0..LLVMGetNumArgOperands(raw))
                .map(|i| self.value(LLVMGetOperand(raw, i)))
                .collect();
            let must_tail = !LLVMIsACallInst(raw).is_null()
                && LLVMGetTailCallKind(raw) == LLVMTailCallKind::LLVMTailCallKindMustTail;
            let ty = LLVMGetCalledFunctionType(raw);
            (LLVMGetCalledValue(raw), ty, arguments, must_tail)
        };
        // SAFETY: the called value is live.
        let (function, assembly) =
            unsafe { (LLVMIsAFunction(callee), !LLVMIsAInlineAsm(callee).is_null()) };
        if !function.is_null() {
            // SAFETY: it is a function.
            let id = unsafe { LLVMGetIntrinsicID(function) };
            if id != 0 {
                return self.intrinsic(function, arguments);
            }
        }
        if let Some(&base) = arguments.first()
            && !function.is_null()
            && self.name_of_callee(function).starts_with(SAME)
        {
            return Op::Address(same_as(base));
        }
        if !function.is_null() && &*self.name_of_callee(function) == STATED {
            return Op::Inert(STATED.into(), arguments);
        }
        let has = |name| attribute::of_call(raw, attribute::FUNCTION, name).is_some();
        let (callee, model) = if assembly {
            (
                Callee::Assembly(Box::new(inline_assembly(callee))),
                Model::UNKNOWN,
            )
        } else if let Some(&id) = self.reader.functions.get(&function) {
            let target = &self.reader.module.functions[id];
            // The function that is being read has left its place in the module, but is defined. What only this program can define is no library's.
            let is_own = !target.external || function == self.raw;
            let model = if is_own {
                Model::UNKNOWN
            } else {
                let values = &self.function.values;
                let types: Vec<Type> = arguments.iter().map(|&a| values[a].ty).collect();
                let name = target.name.clone();
                // SAFETY: the call is live.
                let result = self.reader.type_of(unsafe { LLVMTypeOf(raw) });
                let model = Model::of_call(&name, result, &types, &self.reader.module.layout);
                Model {
                    returned: model.returned.filter(|_| !self.is_own(raw, &name)),
                    ..model
                }
            };
            (Callee::Direct(id), model)
        } else {
            (Callee::Indirect(self.value(callee)), Model::UNKNOWN)
        };
        Op::Call {
            callee,
            arguments,
            model,
            noreturn: has("noreturn"),
            returns_twice: has("returns_twice")
                || !function.is_null() && returns_twice(&name_of(function)),
            must_tail: tail,
            signature: self.reader.signature(ty),
            unwind: self.unwind_edge(raw),
        }
    }

    /// Where an exception goes on that a call lets through, if the call ends its block.
    fn unwind_edge(&self, call: LLVMValueRef) -> Option<BlockId> {
        // SAFETY: the call is live; only one that has an edge for exceptions is asked for it.
        let block = unsafe {
            if LLVMIsAInvokeInst(call).is_null() {
                return None;
            }
            LLVMGetUnwindDest(call)
        };
        Some(self.blocks[&block])
    }

    fn intrinsic(&mut self, function: LLVMValueRef, arguments: Vec<ValueId>) -> Op {
        let name = self.name_of_callee(function);
        intrinsic(function, name, arguments)
    }

    fn name_of_callee(&mut self, function: LLVMValueRef) -> Arc<str> {
        let names = &mut self.reader.names;
        let name = names
            .entry(function)
            .or_insert_with(|| name_of(function).into());
        name.clone()
    }

    /// Whether the user has said that a function is no library's, whatever its name.
    fn is_own(&self, call: LLVMValueRef, name: &str) -> bool {
        attribute::of_call(call, attribute::FUNCTION, "nobuiltin").is_some()
            || attribute::has_text(self.raw, "no-builtins")
            || attribute::has_text(self.raw, &format!("no-builtin-{name}"))
    }

    /// Notes which arguments of a call the callee does not keep, by LLVM's word.
    pub(super) fn note_not_kept(&mut self, raw: LLVMValueRef, id: ValueId, op: &Op) {
        let arguments = match op {
            Op::Call { arguments, .. } | Op::Inert(_, arguments) => arguments,
            _ => return,
        };
        // SAFETY: the instruction is live.
        let is_call =
            unsafe { !(LLVMIsACallInst(raw).is_null() && LLVMIsAInvokeInst(raw).is_null()) };
        if !is_call {
            return;
        }
        let has = |number, name| attribute::of_call(raw, number + 1, name).is_some();
        let is_list = handles_va_list(raw);
        for number in 0..arguments.len() as u32 {
            // Of an argument passed by value the callee gets a copy.
            if is_list || has(number, "nocapture") || has(number, "byval") {
                self.function.not_kept.insert((id, number));
            }
        }
    }

    /// Whether the direct callee of a call checks its own accesses.
    pub(super) fn callee_is_checked(&self, op: &Op) -> bool {
        match op {
            Op::Call {
                callee: Callee::Direct(id),
                ..
            } => {
                self.reader.handles.functions[id.index()].function == self.raw
                    || self.reader.module.functions[*id].checked
            }
            _ => false,
        }
    }
}

/// What inline assembly says.
fn inline_assembly(raw: LLVMValueRef) -> Assembly {
    let text = |read: unsafe extern "C" fn(LLVMValueRef, *mut usize) -> *const c_char| {
        let mut length = 0;
        // SAFETY: callers pass inline assembly; LLVM says how long each of its texts is.
        unsafe {
            let start = read(raw, &mut length);
            String::from_utf8_lossy(std::slice::from_raw_parts(start.cast(), length)).into_owned()
        }
    };
    Assembly {
        text: text(LLVMGetInlineAsmAsmString),
        constraints: text(LLVMGetInlineAsmConstraintString),
        // SAFETY: as above.
        side_effects: unsafe { LLVMGetInlineAsmHasSideEffects(raw) } != 0,
        // SAFETY: as above.
        intel: unsafe { LLVMGetInlineAsmDialect(raw) }
            == LLVMInlineAsmDialect::LLVMInlineAsmDialectIntel,
    }
}

/// Whether a function of this name comes back more than once. With `-fno-builtin` clang does not say so.
pub(in crate::llvm) fn returns_twice(name: &str) -> bool {
    matches!(
        name.trim_start_matches('_'),
        "setjmp" | "sigsetjmp" | "savectx" | "vfork" | "getcontext"
    )
}

/// Whether a call begins, copies or ends a list of variable arguments. None of them keeps where the list lies.
fn handles_va_list(call: LLVMValueRef) -> bool {
    // SAFETY: `call` is a live call.
    let function = unsafe { LLVMIsAFunction(LLVMGetCalledValue(call)) };
    !function.is_null()
        && ["llvm.va_start", "llvm.va_copy", "llvm.va_end"]
            .iter()
            .any(|name| name_of(function).starts_with(name))
}

/// The address itself.
fn same_as(base: ValueId) -> Address {
    Address {
        base,
        terms: Vec::new(),
        offset: 0,
    }
}

/// Lowers a call of an intrinsic.
fn intrinsic(function: LLVMValueRef, name: Arc<str>, arguments: Vec<ValueId>) -> Op {
    let is = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    if is("llvm.memcpy") || is("llvm.memcpy.inline") {
        return Op::Memory(MemoryIntrinsic::Copy, arguments);
    }
    if is("llvm.memmove") {
        return Op::Memory(MemoryIntrinsic::Move, arguments);
    }
    if is("llvm.memset") || is("llvm.memset.inline") {
        return Op::Memory(MemoryIntrinsic::Set, arguments);
    }
    if is("llvm.lifetime.start")
        && let Some(&object) = arguments.get(1)
    {
        return Op::ScopeBegin(object);
    }
    if is("llvm.lifetime.end")
        && let Some(&object) = arguments.get(1)
    {
        return Op::ScopeEnd(object);
    }
    if is("llvm.stackrestore")
        && let Some(&saved) = arguments.first()
    {
        return Op::StackRestore(saved);
    }
    // The argument names the variable, the result is where this thread has it: the same object.
    if is("llvm.threadlocal.address")
        && let Some(&base) = arguments.first()
    {
        return Op::Address(same_as(base));
    }
    let extremes = [
        ("llvm.smin", BinaryOp::SMin),
        ("llvm.smax", BinaryOp::SMax),
        ("llvm.umin", BinaryOp::UMin),
        ("llvm.umax", BinaryOp::UMax),
    ];
    if let Some((_, op)) = extremes.iter().find(|(name, _)| is(name))
        && let [a, b] = *arguments
    {
        return Op::Binary(*op, a, b);
    }
    // LLVM's own word that an intrinsic releases no memory, which it does not give for all.
    if is("llvm.clear_cache")
        // Counters of profiles have memory of their own, which nothing else touches.
        || name.starts_with("llvm.instrprof.")
        || attribute::of_function(function, attribute::FUNCTION, "nofree").is_some()
    {
        return Op::Inert(name, arguments);
    }
    Op::Opaque {
        name: name.to_string(),
        operands: arguments,
    }
}
