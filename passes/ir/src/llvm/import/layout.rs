//! What does the target say about memory, and what a function about it?
//!
//! Pointers and indices are those of LLVM's data layout. What that does not have is clang's choice: `size_t` is as wide as an index, `long` as a pointer but at least
//! 32 bits, and 32 on Windows. Without a system, address zero is memory like any other; where the user says that it may be (`-fno-delete-null-pointer-checks`), each
//! function says so (`null_pointer_is_valid`).

use crate::Layout;
use crate::llvm::attribute;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use sanecc_abi::target::{System, Target};

unsafe extern "C" {
    /// In `constants.cpp`.
    fn sanecc_index_bits(layout: LLVMTargetDataRef) -> u32;
}

/// The layout of a module for this target.
pub(super) fn of(layout: LLVMTargetDataRef, triple: &str) -> Layout {
    // SAFETY: the layout is live.
    let (pointer_bits, index_bits, order) = unsafe {
        let pointer_bits = LLVMPointerSize(layout) * 8;
        let order = LLVMByteOrder(layout);
        (pointer_bits, sanecc_index_bits(layout), order)
    };
    let is_windows = triple.split('-').any(|part| part.starts_with("windows"));
    Layout {
        pointer_bits,
        index_bits,
        size_bits: index_bits,
        long_bits: if is_windows { 32 } else { pointer_bits.max(32) },
        big_endian: order == LLVMByteOrdering::LLVMBigEndian,
        null_is_memory: !has_unmapped_page(triple),
        ..Layout::of_width(pointer_bits)
    }
}

/// Whether a system keeps programs off address zero. A text without triple is for the host.
fn has_unmapped_page(triple: &str) -> bool {
    const SYSTEMS: [&str; 7] = [
        "linux", "windows", "darwin", "macos", "freebsd", "netbsd", "openbsd",
    ];
    let mut parts = triple.split('-');
    match Target::of(triple) {
        Some(target) => target.system == System::Linux,
        None => {
            triple.is_empty() || parts.any(|part| SYSTEMS.iter().any(|name| part.starts_with(name)))
        }
    }
}

/// That of one function of it.
pub(super) fn of_function(layout: Layout, raw: LLVMValueRef) -> Layout {
    let attribute = attribute::of_function(raw, attribute::FUNCTION, "null_pointer_is_valid");
    Layout {
        null_is_memory: layout.null_is_memory || attribute.is_some(),
        ..layout
    }
}
