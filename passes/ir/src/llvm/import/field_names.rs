//! What are the fields of structures called?
//!
//! Claims: a name is that of the member which debug information has at the field's place, in all structures of the same name and size. Where two of
//! them differ, and without debug information, a field has no name.

use crate::{Module, Parts};
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use rustc_hash::FxHashMap;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

unsafe extern "C" {
    /// In `field_names.cpp`.
    fn sanecc_field_names(module: LLVMModuleRef, to: *mut c_void, each: Each);
}

type Each =
    unsafe extern "C" fn(*mut c_void, usize, *const c_char, usize, u64, *const c_char, usize, u64);

/// Structures by name and bytes, with the places of their members in bytes.
type Names = FxHashMap<(String, u64), FxHashMap<u64, Found>>;

/// A member.
struct Found {
    /// The structure that has it.
    structure: usize,
    /// None where another structure has another one there.
    name: Option<Arc<str>>,
}

/// Gives the fields of all structures their names.
pub(super) fn read(raw: LLVMModuleRef, module: &mut Module) {
    let mut names = Names::default();
    // SAFETY: the module is live, and `note` gets what it expects: the map, which nothing else uses meanwhile.
    unsafe { sanecc_field_names(raw, (&raw mut names).cast(), note) };
    if names.is_empty() {
        return;
    }
    let ids: Vec<_> = module.aggregates.ids().collect();
    for id in ids {
        let aggregate = &mut module.aggregates[id];
        let Some(name) = aggregate.source_name() else {
            continue;
        };
        let members = names.get(&(name.to_owned(), aggregate.bytes));
        if let (Parts::Fields(fields), Some(members)) = (&mut aggregate.parts, members) {
            for field in fields {
                let found = members.get(&field.at);
                field.name = found.and_then(|found| found.name.clone());
            }
        }
    }
}

/// Takes a member over; of two of one structure and place, as fields of bits in one byte, the first.
///
/// # Safety
/// `to` is a [`Names`], and the others are texts with their lengths.
unsafe extern "C" fn note(
    to: *mut c_void,
    structure: usize,
    holder: *const c_char,
    holder_length: usize,
    holder_bits: u64,
    member: *const c_char,
    member_length: usize,
    bits: u64,
) {
    // SAFETY: as the caller promises; a text without bytes may have no address.
    let (names, holder, member) = unsafe {
        let text = |start: *const c_char, length| match length {
            0 => String::new(),
            _ => String::from_utf8_lossy(std::slice::from_raw_parts(start.cast(), length))
                .into_owned(),
        };
        let names = &mut *to.cast::<Names>();
        (
            names,
            text(holder, holder_length),
            text(member, member_length),
        )
    };
    let members = names.entry((holder, holder_bits / 8)).or_default();
    let name = Some(member).filter(|name| !name.is_empty()).map(Arc::from);
    let found = members.entry(bits / 8).or_insert_with(|| Found {
        structure,
        name: name.clone(),
    });
    if found.structure != structure && found.name != name {
        found.name = None;
    }
}
