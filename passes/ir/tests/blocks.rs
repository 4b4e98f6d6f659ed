//! Edits of the control-flow graph, and metadata.

use expect_test::{Expect, expect};
use sanecc_ir::llvm::edit::{Editor, Metadata};
use sanecc_ir::llvm::{Bitcode, Context, import};
use sanecc_ir::{FuncId, Id, Module, Op, ValueId};
use std::path::Path;

/// Imports, edits, verifies and prints the function `f`.
#[track_caller]
fn check(body: &str, edit: impl FnOnce(&mut Editor<'_>, &Module, FuncId), expected: Expect) {
    let context = Context::new();
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
        declare void @use(i32)
        declare void @once() noduplicate
        define i32 @f(i1 %c, i32 %a, i32 %b) {{
        {body}
        }}"
    );
    let mut bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let (module, handles) = import::import(&bitcode);
    let id = module.functions.iter().find(|(_, f)| f.name == "f");
    let id = id.unwrap().0;
    edit(&mut Editor::new(&mut bitcode, handles), &module, id);
    bitcode.verify("editing").unwrap();
    let text = bitcode.to_text();
    let body = text.split("@f(").nth(1).and_then(|f| f.split("\n}").next());
    expected.assert_eq(body.unwrap_or_default());
}

/// The instruction of this number in a block.
fn at(module: &Module, function: FuncId, block: usize, instruction: usize) -> ValueId {
    module.functions[function].blocks[Id::from_index(block)].instructions[instruction]
}

/// A block behind a branch, with a value that is used behind it.
const DIAMOND: &str = "
    entry: br i1 %c, label %left, label %right
    left: br label %join
    right: br label %join
    join:
      %p = phi i32 [ %a, %left ], [ %b, %right ]
      %s = add i32 %p, 1
      br label %end
    end:
      call void @use(i32 %s)
      ret i32 %p";

#[test]
fn a_split_block_keeps_its_successors_phis() {
    check(
        "entry:
          %x = add i32 %a, %b
          %y = mul i32 %x, %x
          br i1 %c, label %end, label %end
        end:
          %r = phi i32 [ %x, %entry ], [ %x, %entry ]
          ret i32 %r",
        |editor, module, f| {
            let old = editor.block_of(f, at(module, f, 0, 1));
            let new = editor.split_before(f, at(module, f, 0, 1));
            assert_ne!(old, new);
            assert_eq!(editor.block_of(f, at(module, f, 0, 1)), new);
        },
        expect![[r#"
            i1 %c, i32 %a, i32 %b) {
            entry:
              %x = add i32 %a, %b
              br label %entry.split

            entry.split:                                      ; preds = %entry
              %y = mul i32 %x, %x
              br i1 %c, label %end, label %end

            end:                                              ; preds = %entry.split, %entry.split
              %r = phi i32 [ %x, %entry.split ], [ %x, %entry.split ]
              ret i32 %r"#]],
    );
}

#[test]
fn code_between_two_blocks_meets_in_a_phi() {
    check(
        "entry:
          %x = add i32 %a, %b
          ret i32 %x",
        |editor, module, f| {
            let end = at(module, f, 0, 1);
            let before = editor.block_of(f, end);
            let behind = editor.split_before(f, end);
            let inside = editor.add_block(f);
            let (bit, sum) = (
                editor.value(f, Id::from_index(0)),
                editor.value(f, at(module, f, 0, 0)),
            );
            editor.end_with_branch(f, before, bit, [inside, behind]);
            let doubled = editor.at_end(f, inside).add(sum, sum);
            editor.at_end(f, inside).go_to(behind);
            let phi = editor.insert_phi(behind, &[(before, sum), (inside, doubled)]);
            editor.set_operand(f, end, 0, phi.unwrap());
        },
        expect![[r#"
            i1 %c, i32 %a, i32 %b) {
            entry:
              %x = add i32 %a, %b
              br i1 %c, label %1, label %entry.split

            entry.split:                                      ; preds = %1, %entry
              %0 = phi i32 [ %x, %entry ], [ %2, %1 ]
              ret i32 %0

            1:                                                ; preds = %entry
              %2 = add i32 %x, %x
              br label %entry.split"#]],
    );
}

#[test]
fn a_duplicate_serves_the_predecessors_that_are_named() {
    check(
        DIAMOND,
        |editor, module, f| {
            let join = editor.block_of(f, at(module, f, 3, 0));
            let right = editor.block_of(f, at(module, f, 2, 0));
            editor.duplicate(join, &[right]).unwrap();
        },
        expect![[r#"
            i1 %c, i32 %a, i32 %b) {
            entry:
              br i1 %c, label %left, label %right

            left:                                             ; preds = %entry
              br label %join

            right:                                            ; preds = %entry
              br label %join.copy

            join:                                             ; preds = %left
              %p = phi i32 [ %a, %left ]
              %s = add i32 %p, 1
              br label %end

            end:                                              ; preds = %join.copy, %join
              %s2 = phi i32 [ %s.copy, %join.copy ], [ %s, %join ]
              %p1 = phi i32 [ %p.copy, %join.copy ], [ %p, %join ]
              call void @use(i32 %s2)
              ret i32 %p1

            join.copy:                                        ; preds = %right
              %p.copy = phi i32 [ %b, %right ]
              %s.copy = add i32 %p.copy, 1
              br label %end"#]],
    );
}

#[test]
fn a_duplicate_of_a_loop_is_its_first_iteration() {
    check(
        "entry: br label %loop
        loop:
          %i = phi i32 [ %a, %entry ], [ %next, %loop ]
          %next = add i32 %i, 1
          br i1 %c, label %loop, label %end
        end: ret i32 %next",
        |editor, module, f| {
            let of_loop = editor.block_of(f, at(module, f, 1, 0));
            let entry = editor.block_of(f, at(module, f, 0, 0));
            editor.duplicate(of_loop, &[entry]).unwrap();
        },
        expect![[r#"
            i1 %c, i32 %a, i32 %b) {
            entry:
              br label %loop.copy

            loop:                                             ; preds = %loop.copy, %loop
              %i = phi i32 [ %next, %loop ], [ %next.copy, %loop.copy ]
              %next = add i32 %i, 1
              br i1 %c, label %loop, label %end

            end:                                              ; preds = %loop.copy, %loop
              %next1 = phi i32 [ %next.copy, %loop.copy ], [ %next, %loop ]
              ret i32 %next1

            loop.copy:                                        ; preds = %entry
              %i.copy = phi i32 [ %a, %entry ]
              %next.copy = add i32 %i.copy, 1
              br i1 %c, label %loop, label %end"#]],
    );
}

#[test]
fn what_must_stay_the_only_one_is_not_duplicated() {
    let once = DIAMOND.replace("%s = add", "call void @once()\n      %s = add");
    check(
        &once,
        |editor, module, f| {
            let join = editor.block_of(f, at(module, f, 3, 0));
            let entry = editor.block_of(f, at(module, f, 0, 0));
            let right = editor.block_of(f, at(module, f, 2, 0));
            assert_eq!(editor.duplicate(join, &[right]), None);
            assert_eq!(editor.duplicate(entry, &[]), None);
            assert_eq!(editor.duplicate(right, &[join]), None, "no edge");
        },
        expect![[r#"
            i1 %c, i32 %a, i32 %b) {
            entry:
              br i1 %c, label %left, label %right

            left:                                             ; preds = %entry
              br label %join

            right:                                            ; preds = %entry
              br label %join

            join:                                             ; preds = %right, %left
              %p = phi i32 [ %a, %left ], [ %b, %right ]
              call void @once()
              %s = add i32 %p, 1
              br label %end

            end:                                              ; preds = %join
              call void @use(i32 %s)
              ret i32 %p"#]],
    );
}

#[test]
fn metadata_is_set_on_instructions_and_functions() {
    check(
        "%x = add i32 %a, %b
        ret i32 %x",
        |editor, module, f| {
            let text = Metadata::Text("bytes".to_owned());
            let node = [text, Metadata::Node(vec![Metadata::Number(7)])];
            editor.annotate(f, at(module, f, 0, 0), "sanecc.test", &node);
            editor.annotate_function(f, "sanecc.test", &node);
            let add = module.functions[f].op(at(module, f, 0, 0));
            assert!(matches!(add, Some(Op::Binary(..))));
        },
        expect![[r#"
            i1 %c, i32 %a, i32 %b) !sanecc.test !0 {
              %x = add i32 %a, %b, !sanecc.test !0
              ret i32 %x"#]],
    );
}
