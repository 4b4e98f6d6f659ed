//! Names of the members of structures, from debug information.

use super::Bitcode;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use rustc_hash::FxHashMap;
use std::ffi::{c_char, c_void};

unsafe extern "C" {
    /// In `members.cpp`.
    fn sanecc_members(module: LLVMModuleRef, to: *mut c_void, each: Each);
}

type Each = unsafe extern "C" fn(*mut c_void, *const c_char, usize, *const c_char, usize, u64);

/// Names of members.
#[derive(Clone, Debug, Default)]
pub struct Members(FxHashMap<(String, u64), String>);

impl Members {
    /// Those that a module describes.
    pub fn of(bitcode: &Bitcode<'_>) -> Members {
        let mut members = Members::default();
        // SAFETY: the module is live, and `note` gets what it expects: the map, which nothing else uses meanwhile.
        unsafe {
            let to = (&raw mut members.0).cast();
            sanecc_members(bitcode.module.as_mut_ptr(), to, note);
        }
        members
    }

    /// The name of the member at this distance, in bytes, from the start of a structure; the structure is named without `struct.`.
    pub fn name(&self, structure: &str, at: u64) -> Option<&str> {
        let key = (structure.to_owned(), at);
        self.0.get(&key).map(String::as_str)
    }
}

/// Takes a member over; of two with one name and place, the first.
///
/// # Safety
/// `to` is the map of [`Members`], and the others are texts with their lengths.
unsafe extern "C" fn note(
    to: *mut c_void,
    structure: *const c_char,
    structure_length: usize,
    member: *const c_char,
    member_length: usize,
    bits: u64,
) {
    // SAFETY: as the caller promises; a text without bytes may have no address.
    let (members, structure, member) = unsafe {
        let text = |start: *const c_char, length| match length {
            0 => String::new(),
            _ => String::from_utf8_lossy(std::slice::from_raw_parts(start.cast(), length))
                .into_owned(),
        };
        let members = &mut *to.cast::<FxHashMap<(String, u64), String>>();
        (
            members,
            text(structure, structure_length),
            text(member, member_length),
        )
    };
    members.entry((structure, bits / 8)).or_insert(member);
}
