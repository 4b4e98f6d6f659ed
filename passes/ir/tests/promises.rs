//! Promises of instructions are taken back, and only those.

use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::mirror::mirror;
use sanecc_ir::llvm::{Bitcode, Context};
use std::path::Path;

#[test]
fn an_instruction_promises_nothing_any_more() {
    let context = Context::new();
    let text = "
        target triple = \"x86_64-unknown-linux-gnu\"
        define i64 @f(i32 %a, i32 %b) {
          %sum = add nuw nsw i32 %a, %b
          %shifted = shl nuw nsw i32 %sum, 1
          %half = lshr exact i32 %shifted, 1
          %both = or disjoint i32 %half, 1
          %short = trunc nuw nsw i32 %both to i8
          %wide = zext nneg i8 %short to i64
          %kept = add nuw nsw i64 %wide, 1
          ret i64 %kept
        }
        ";
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let (module, handles) = mirror(&bitcode);
    let mut editor = Editor::new(&mut bitcode, handles);
    for (id, function) in module.functions.iter() {
        let mut promising: Vec<_> = function.promises.keys().copied().collect();
        promising.sort_unstable();
        assert_eq!(promising.len(), 7);
        for &value in &promising[..6] {
            editor.withdraw_promises(id, value);
        }
    }
    drop(editor);
    let (module, _) = mirror(&bitcode);
    for (_, function) in module.functions.iter() {
        assert_eq!(function.promises.len(), 1, "{}", bitcode.to_text());
    }
}
