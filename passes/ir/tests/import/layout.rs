//! What targets and functions say about memory.

use crate::{THUMB, X86_64, function, module_for};
use sanecc_ir::Layout;

/// A module of this layout and triple, of one function with this attribute.
fn layout(data: &str, triple: &str) -> Layout {
    let target = format!("target datalayout = \"{data}\"\ntarget triple = \"{triple}\"\n");
    module_for(&target, "define void @f() { ret void }").layout
}

#[test]
fn widths_are_those_of_the_target() {
    assert_eq!(module_for(X86_64, "").layout, Layout::default());
    let bare = module_for(THUMB, "").layout;
    assert_eq!(
        bare,
        Layout {
            null_is_memory: true,
            ..Layout::of_width(32)
        }
    );
    // An index may be narrower than a pointer, and `long` than both; it has 32 bits at least.
    let wide = layout("e-p:64:64:64:32", "x86_64-unknown-linux-gnu");
    assert_eq!(
        (wide.index_bits, wide.size_bits, wide.long_bits),
        (32, 32, 64)
    );
    assert_eq!(layout("e-p:16:16", "thumbv7m-none-eabi").long_bits, 32);
    assert_eq!(layout("e-i64:64", "x86_64-pc-windows-msvc").long_bits, 32);
    assert!(layout("E-p:32:32", "armeb-unknown-linux-gnueabi").big_endian);
}

#[test]
fn address_zero_may_be_memory_in_one_function() {
    let module = module_for(
        X86_64,
        "define void @may() null_pointer_is_valid { ret void }
         define void @may_not() { ret void }",
    );
    let of = |name| function(&module, name).layout.null_is_memory;
    assert_eq!((of("may"), of("may_not")), (true, false));
    assert!(!module.layout.null_is_memory);
    let text = module.to_string();
    assert!(
        text.contains("@may() -> void unchecked replaceable null_is_memory"),
        "{text}"
    );
}
