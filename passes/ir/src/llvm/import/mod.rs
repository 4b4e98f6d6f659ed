//! Imports a live module into the analysis IR.
//!
//! Every instruction becomes a value in the same order, so that edits can name it. An unknown instruction becomes
//! [`Op::Opaque`](crate::Op::Opaque), an unknown constant [`ValueDef::Constant`](crate::ValueDef::Constant);
//! the import fails on no instruction, type or constant.

mod accesses;
mod address;
mod atomics;
mod body;
mod calls;
mod computed;
mod constants;
mod constructors;
mod counterparts;
mod field_names;
mod flags;
mod globals;
mod initial;
mod layout;
mod locations;
mod pairs;
pub(super) mod processor_accesses;
mod types;

pub use counterparts::{Counterparts, OfFunction};
pub use locations::compilation_folder;

use super::Bitcode;
use super::attribute;
use crate::{
    AggregateId, FuncId, Function, GlobalId, Id, Linkage, Module, Param, Signature, ValueId,
};
pub(in crate::llvm) use calls::returns_twice;
use inkwell::llvm_sys::LLVMVisibility;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use locations::Locations;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The live value of each id of the analysis IR.
#[derive(Default)]
pub struct Handles {
    pub(super) globals: Vec<GlobalHandle>,
    pub(super) functions: Vec<FunctionHandles>,
}

/// The live value of one global.
pub(super) struct GlobalHandle {
    pub(super) value: LLVMValueRef,
    /// The symbol is known to resolve inside of the linked object; the C API cannot be asked for it.
    pub(super) dso_local: bool,
}

/// The live values of one function.
pub(super) struct FunctionHandles {
    pub(super) function: LLVMValueRef,
    /// Index = value id.
    pub(super) values: Vec<LLVMValueRef>,
    /// What stands for a value wherever it is used, see [`Editor::freeze`](super::edit::Editor::settle).
    pub(super) frozen: FxHashMap<ValueId, LLVMValueRef>,
}

/// Mirrors the module.
pub fn import(bitcode: &Bitcode<'_>) -> (Module, Handles) {
    let raw = bitcode.module.as_mut_ptr();
    // SAFETY: the module is live; its data layout lives as long as the module.
    let layout = unsafe { LLVMGetModuleDataLayout(raw) };
    let mut reader = Reader {
        layout,
        module: Module {
            source: locations::source_of(bitcode),
            layout: layout::of(layout, &bitcode.triple()),
            triple: bitcode.triple(),
            ..Module::default()
        },
        handles: Handles::default(),
        functions: FxHashMap::default(),
        globals: FxHashMap::default(),
        locations: Locations::new(bitcode),
        aggregates: FxHashMap::default(),
        signatures: FxHashMap::default(),
        names: FxHashMap::default(),
    };
    reader.read_globals(raw);
    reader.read_declarations(raw);
    reader.read_constructors(raw);
    reader.read_initial_addresses(raw);
    reader.read_bodies();
    field_names::read(raw, &mut reader.module);
    (reader.module, reader.handles)
}

/// State while reading.
pub(super) struct Reader {
    layout: LLVMTargetDataRef,
    module: Module,
    handles: Handles,
    functions: FxHashMap<LLVMValueRef, FuncId>,
    globals: FxHashMap<LLVMValueRef, GlobalId>,
    locations: Locations,
    aggregates: FxHashMap<LLVMTypeRef, AggregateId>,
    signatures: FxHashMap<LLVMTypeRef, Arc<Signature>>,
    /// Names of intrinsics.
    names: FxHashMap<LLVMValueRef, Arc<str>>,
}

impl Reader {
    fn read_declarations(&mut self, raw: LLVMModuleRef) {
        // SAFETY: walks the live module's list of functions.
        let mut next = unsafe { LLVMGetFirstFunction(raw) };
        while !next.is_null() {
            let function = self.declaration(next);
            let id = self.module.functions.push(function);
            self.functions.insert(next, id);
            self.handles.functions.push(FunctionHandles {
                function: next,
                values: Vec::new(),
                frozen: FxHashMap::default(),
            });
            // SAFETY: as above.
            next = unsafe { LLVMGetNextFunction(next) };
        }
    }

    fn declaration(&mut self, raw: LLVMValueRef) -> Function {
        // SAFETY: `raw` is a function of the live module.
        let (defined, count, ty) = unsafe {
            let defined = LLVMCountBasicBlocks(raw) > 0;
            (defined, LLVMCountParams(raw), LLVMGlobalGetValueType(raw))
        };
        let has = |name| attribute::of_function(raw, attribute::FUNCTION, name).is_some();
        let checked = defined
            && has("sanitize_address")
            && !has("disable_sanitizer_instrumentation")
            && !has("naked");
        let params = (1..=count)
            .map(|index| Param {
                by_value: self.by_value_parameter(raw, index),
            })
            .collect();
        Function {
            name: name_of(raw),
            layout: layout::of_function(self.module.layout, raw),
            defined,
            checked,
            optional: globals::is_optional(raw),
            local: globals::is_local(raw),
            replaceable: defined && globals::linkage(raw) != Linkage::Exact
                || globals::is_preemptible(raw),
            fuzzed: has("optforfuzzing"),
            external: is_external(raw),
            signature: self.signature(ty),
            params,
            location: self.locations.of_function(raw),
            ..Function::default()
        }
    }

    fn by_value_parameter(&self, function: LLVMValueRef, index: u32) -> Option<(u64, u64)> {
        let ty = attribute::type_of(attribute::of_function(function, index, "byval")?);
        let align = attribute::of_function(function, index, "align").map_or(1, attribute::value);
        Some((self.alloc_size(ty)?, align))
    }

    fn read_bodies(&mut self) {
        let ids: Vec<FuncId> = self.module.functions.ids().collect();
        for id in ids {
            if self.module.functions[id].defined {
                let raw = self.handles.functions[id.index()].function;
                let shell = std::mem::take(&mut self.module.functions[id]);
                let (function, values) = body::read(self, raw, shell);
                self.module.functions[id] = function;
                self.handles.functions[id.index()].values = values;
            }
        }
    }
}

/// Whether another linked object may define a function.
fn is_external(raw: LLVMValueRef) -> bool {
    // SAFETY: `raw` is a live function.
    unsafe {
        LLVMCountBasicBlocks(raw) == 0
            && LLVMGetIntrinsicID(raw) == 0
            && LLVMGetVisibility(raw) == LLVMVisibility::LLVMDefaultVisibility
    }
}

/// A value's name; empty if it has none.
pub(in crate::llvm) fn name_of(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the value is live, and the name is copied before anything can change it.
    unsafe {
        let text = LLVMGetValueName2(value, &mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(text.cast(), length)).into_owned()
    }
}
