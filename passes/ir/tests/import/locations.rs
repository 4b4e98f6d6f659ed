//! Source locations.

use crate::{function, module};
use expect_test::expect;
use sanecc_ir::Function;

/// Compile unit, file and a subprogram `f` for the metadata of a test.
const SUBPROGRAM: &str = r#"
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "dir/a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", linkageName: "_Z1fv", scope: !1, file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
"#;

/// Every instruction's location as `file:function:line:column`.
fn locations(function: &Function) -> String {
    let mut text = String::new();
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            text += &match function.location_of(instruction) {
                None => "nowhere\n".to_owned(),
                Some(at) => format!("{}:{}:{}:{}\n", at.file, at.function, at.line, at.column),
            };
        }
    }
    text
}

#[test]
fn instructions_know_their_line_through_nested_blocks() {
    let module = module(&format!(
        "
        define void @_Z1fv(ptr %p) !dbg !5 {{
          %a = load i8, ptr %p, !dbg !10
          %b = load i8, ptr %p, !dbg !11
          %c = load i8, ptr %p, !dbg !12
          %d = load i8, ptr %p
          %e = load i8, ptr %p, !dbg !13
          ret void, !dbg !10
        }}
        {SUBPROGRAM}
        !10 = !DILocation(line: 4, column: 7, scope: !5)
        !11 = !DILocation(line: 5, column: 9, scope: !20)
        !12 = !DILocation(line: 6, scope: !21)
        !13 = !DILocation(line: 0, scope: !5)
        !20 = distinct !DILexicalBlock(scope: !5, file: !1, line: 5, column: 1)
        !21 = !DILexicalBlockFile(scope: !20, file: !22, discriminator: 0)
        !22 = !DIFile(filename: \"included.h\", directory: \"/src\")
        "
    ));
    expect![[r#"
        dir/a.c:f:4:7
        dir/a.c:f:5:9
        included.h:f:6:0
        nowhere
        dir/a.c:f:0:0
        dir/a.c:f:4:7
    "#]]
    .assert_eq(&locations(function(&module, "_Z1fv")));
    let f = function(&module, "_Z1fv").location.clone().unwrap();
    assert_eq!((&*f.file, &*f.function, f.line), ("dir/a.c", "f", 3));
}

#[test]
fn inlined_code_keeps_the_place_it_was_written_at() {
    let module = module(&format!(
        "
        define void @f(ptr %p) !dbg !5 {{
          %a = load i8, ptr %p, !dbg !11
          %b = load i8, ptr %p, !dbg !13
          ret void, !dbg !12
        }}
        {SUBPROGRAM}
        !6 = distinct !DISubprogram(name: \"inner\", scope: !9, file: !9, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
        !7 = distinct !DISubprogram(name: \"innermost\", scope: !9, file: !9, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
        !9 = !DIFile(filename: \"inner.h\", directory: \"/src\")
        !11 = !DILocation(line: 31, column: 5, scope: !6, inlinedAt: !12)
        !12 = distinct !DILocation(line: 8, column: 2, scope: !5)
        !13 = !DILocation(line: 41, column: 3, scope: !7, inlinedAt: !14)
        !14 = distinct !DILocation(line: 32, column: 1, scope: !6, inlinedAt: !12)
        "
    ));
    expect![[r#"
        inner.h:inner:31:5
        inner.h:innermost:41:3
        dir/a.c:f:8:2
    "#]]
    .assert_eq(&locations(function(&module, "f")));
}

#[test]
fn missing_names_are_no_obstacle() {
    let module = module(
        r#"
        define void @f(ptr %p) !dbg !5 {
          %a = load i8, ptr %p, !dbg !6
          ret void, !dbg !6
        }
        define void @without() {
          ret void
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: "a.c", directory: "")
        !2 = !{i32 2, !"Debug Info Version", i32 3}
        !3 = !DISubroutineType(types: !4)
        !4 = !{null}
        !5 = distinct !DISubprogram(scope: !1, file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
        !6 = !DILocation(line: 4, column: 7, scope: !5)
        "#,
    );
    expect![[r#"
        nowhere
        nowhere
    "#]]
    .assert_eq(&locations(function(&module, "f")));
    assert!(function(&module, "without").location.is_none());
}

#[test]
fn debug_records_and_debug_intrinsics_are_no_users() {
    let record = "#dbg_declare(ptr %x, !10, !DIExpression(), !11)";
    let intrinsic = "call void @llvm.dbg.declare(metadata ptr %x, metadata !10, metadata !DIExpression()), !dbg !11";
    let declaration = "declare void @llvm.dbg.declare(metadata, metadata, metadata)";
    let mirrored = |form: &str, declaration: &str| {
        let module = module(&format!(
            "
            {declaration}
            define void @f() !dbg !5 {{
              %x = alloca i32
              {form}
              ret void, !dbg !11
            }}
            {SUBPROGRAM}
            !10 = !DILocalVariable(name: \"x\", scope: !5, file: !1, line: 4, type: !12)
            !11 = !DILocation(line: 4, column: 7, scope: !5)
            !12 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
            "
        ));
        let f = function(&module, "f");
        let mut uses = 0;
        for (_, value) in f.values.iter() {
            if let sanecc_ir::ValueDef::Instruction(op) = &value.def {
                op.operands(|v| uses += usize::from(f.name_of(v) == Some("x")));
            }
        }
        uses
    };
    assert_eq!(mirrored(record, ""), 0);
    assert_eq!(mirrored(intrinsic, declaration), 0);
}

#[test]
fn absolute_names_that_clang_has_split_are_whole_again() {
    let module = module(&format!(
        "
        define void @_Z1fv(ptr %p) !dbg !5 {{
          %a = load i8, ptr %p, !dbg !10
          %b = load i8, ptr %p, !dbg !11
          %c = load i8, ptr %p, !dbg !12
          ret void
        }}
        {SUBPROGRAM}
        !10 = !DILocation(line: 4, scope: !20)
        !11 = !DILocation(line: 5, scope: !21)
        !12 = !DILocation(line: 6, scope: !22)
        !20 = !DILexicalBlockFile(scope: !5, file: !30, discriminator: 0)
        !21 = !DILexicalBlockFile(scope: !5, file: !31, discriminator: 0)
        !22 = !DILexicalBlockFile(scope: !5, file: !32, discriminator: 0)
        !30 = !DIFile(filename: \"lib/a.h\", directory: \"/other\")
        !31 = !DIFile(filename: \"/usr/b.h\", directory: \"/other\")
        !32 = !DIFile(filename: \"/usr/c.h\", directory: \"\")
        "
    ));
    expect![[r#"
        /other/lib/a.h:f:4:0
        /usr/b.h:f:5:0
        /usr/c.h:f:6:0
        nowhere
    "#]]
    .assert_eq(&locations(function(&module, "_Z1fv")));
}

#[test]
fn the_source_is_what_debug_information_calls_it() {
    let text = "source_filename = \"/build/dir/a.c\"\n@g = global i32 0\n";
    assert_eq!(module(text).source, "/build/dir/a.c");
    assert_eq!(module(&format!("{text}{SUBPROGRAM}")).source, "dir/a.c");
}
