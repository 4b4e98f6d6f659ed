//! As which type does a load or store access memory, in the source?
//!
//! From the tags of type-based alias analysis, which clang's front end writes from `-O1` on. Accesses that may alias all others (character types, members of
//! unions, `may_alias`) have none here.

use super::import::Handles;
use super::metadata;
use crate::{FuncId, Module, Op, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::sync::Arc;

/// What may alias everything.
const ANY: &str = "omnipotent char";

/// Names of types of loads and stores.
#[derive(Clone, Debug, Default)]
pub struct AccessTypes(FxHashMap<(FuncId, ValueId), Arc<str>>);

impl AccessTypes {
    /// Those of an imported module that is still live.
    pub fn of(module: &Module, handles: &Handles) -> AccessTypes {
        let mut types = AccessTypes::default();
        let mut names: HashSet<Arc<str>> = HashSet::new();
        for ((id, function), live) in module.functions.iter().zip(&handles.functions) {
            for (value, raw) in function.values.ids().zip(&live.values) {
                let is_access =
                    matches!(function.op(value), Some(Op::Load { .. } | Op::Store { .. }));
                if !is_access {
                    continue;
                }
                // SAFETY: the value behind an access is its live instruction.
                let Some(name) = (unsafe { name(*raw) }) else {
                    continue;
                };
                let name = names.get(name.as_str()).cloned().unwrap_or_else(|| {
                    let name: Arc<str> = name.into();
                    names.insert(Arc::clone(&name));
                    name
                });
                types.0.insert((id, value), name);
            }
        }
        types
    }

    /// By function and access.
    pub fn into_map(self) -> FxHashMap<(FuncId, ValueId), Arc<str>> {
        self.0
    }
}

/// The name of the type that an instruction accesses.
///
/// # Safety
/// A live instruction.
unsafe fn name(raw: LLVMValueRef) -> Option<String> {
    // SAFETY: a tag has the types of base and access and a distance; a type begins with its name.
    unsafe {
        let tag = operands(metadata::node(raw, "tbaa")?);
        let ty = operands(*tag.get(1)?);
        let mut length = 0;
        let text = LLVMGetMDString(*ty.first()?, &raw mut length);
        if text.is_null() {
            return None;
        }
        let bytes = std::slice::from_raw_parts(text.cast(), length as usize);
        let name = String::from_utf8_lossy(bytes).into_owned();
        (name != ANY).then_some(name)
    }
}

/// The operands of a node.
///
/// # Safety
/// A node.
unsafe fn operands(node: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the list has room for all of them.
    unsafe {
        let count = LLVMGetMDNodeNumOperands(node) as usize;
        let mut all = vec![std::ptr::null_mut(); count];
        LLVMGetMDNodeOperands(node, all.as_mut_ptr());
        all
    }
}
