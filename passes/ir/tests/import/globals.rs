//! Global variables and what is said of them.

use crate::module;
use expect_test::{Expect, expect};
use sanecc_ir::{Content, Global};
use std::fmt::Write;

/// One line for each global: its size, alignment, linkage, and every property that holds.
#[track_caller]
fn check_globals(ir: &str, expected: Expect) {
    let module = module(ir);
    let mut text = String::new();
    for (_, global) in module.globals.iter() {
        let Global {
            name,
            size,
            align,
            linkage,
            ..
        } = global;
        let _ = write!(text, "{name}: {size} align {align} {linkage:?}");
        let properties = [
            ("constant", global.constant),
            ("thread_local", global.thread_local),
            ("unchecked", global.unchecked),
            ("foreign_space", global.foreign_space),
            ("preemptible", global.preemptible),
            ("local", global.local),
            ("address_in_data", global.address_in_data),
            ("grouped", global.grouped),
            ("dynamic", global.dynamic),
        ];
        if global.content != Content::Zero {
            let _ = write!(text, " {:?}", global.content);
        }
        for (property, _) in properties.iter().filter(|(_, holds)| *holds) {
            let _ = write!(text, " {property}");
        }
        if let Some(section) = &global.section {
            let _ = write!(text, " section {section:?}");
        }
        if global.line != 0 {
            let _ = write!(text, " line {}", global.line);
        }
        text.push('\n');
    }
    expected.assert_eq(&text);
}

#[test]
fn sizes_and_alignments() {
    check_globals(
        "
        %opaque = type opaque
        @byte = global i8 1
        @long = global i64 1, align 16
        @table = global [10 x { i8, i32 }] zeroinitializer
        @extended = global x86_fp80 0xK3FFF8000000000000000
        @none = global {} zeroinitializer
        @flexible = external global [0 x i32]
        @hidden_type = external global %opaque
        @function_pointer = global ptr null
        ",
        expect![[r#"
            byte: 1 align 0 Exact Numbers preemptible
            long: 8 align 16 Exact Numbers preemptible
            table: 80 align 0 Exact preemptible
            extended: 16 align 0 Exact Numbers preemptible
            none: 0 align 0 Exact preemptible
            flexible: 0 align 0 Elsewhere
            hidden_type: 0 align 0 Elsewhere
            function_pointer: 8 align 0 Exact preemptible
        "#]],
    );
}

#[test]
fn linkage_says_whose_definition_counts() {
    check_globals(
        "
        @strong = global i32 0
        @internal = internal global i32 0
        @private = private constant i32 0
        @common = common global i32 0
        @weak = weak global i32 0
        @weak_odr = weak_odr global i32 0
        @once = linkonce_odr global i32 0
        @declared = external global i32
        @weakly_declared = extern_weak global i32
        @available = available_externally global i32 0
        @appended = appending global [1 x i32] zeroinitializer
        @hidden = hidden global i32 0
        ",
        expect![[r#"
            strong: 4 align 0 Exact preemptible
            internal: 4 align 0 Exact local
            private: 4 align 0 Exact constant local
            common: 4 align 0 Merged
            weak: 4 align 0 Merged
            weak_odr: 4 align 0 Merged
            once: 4 align 0 Merged
            declared: 4 align 0 Elsewhere
            weakly_declared: 4 align 0 Elsewhere
            available: 4 align 0 Elsewhere
            appended: 4 align 0 Merged
            hidden: 4 align 0 Exact
        "#]],
    );
}

#[test]
fn properties() {
    check_globals(
        "
        @per_thread = thread_local(initialexec) global i32 0
        @read_only = constant i32 0
        @in_section = global i32 0, section \"my_section\"
        @unchecked = global i32 0, no_sanitize_address
        @far = addrspace(257) global i32 0
        @everything = dso_local local_unnamed_addr constant i32 1, section \".rodata.x\", no_sanitize_address, align 64
        ",
        expect![[r#"
            per_thread: 4 align 0 Exact thread_local preemptible
            read_only: 4 align 0 Exact constant preemptible
            in_section: 4 align 0 Exact preemptible section "my_section"
            unchecked: 4 align 0 Exact unchecked preemptible
            far: 4 align 0 Exact foreign_space preemptible
            everything: 4 align 64 Exact Numbers constant unchecked section ".rodata.x"
        "#]],
    );
}

#[test]
fn names_of_types_and_sections_are_no_properties() {
    check_globals(
        "
        %struct.no_sanitize_address = type { i32 }
        %\"struct.a, no_sanitize_address b\" = type { i32 }
        @a = global %struct.no_sanitize_address zeroinitializer
        @b = global i32 0, section \"x, no_sanitize_address y\"
        @\"no_sanitize_address\" = global i32 0
        @c = global %\"struct.a, no_sanitize_address b\" zeroinitializer
        @\"d = no_sanitize_address, \" = global i32 0
        ",
        expect![[r#"
            a: 4 align 0 Exact preemptible
            b: 4 align 0 Exact preemptible section "x, no_sanitize_address y"
            no_sanitize_address: 4 align 0 Exact preemptible
            c: 4 align 0 Exact preemptible
            d = no_sanitize_address, : 4 align 0 Exact preemptible
        "#]],
    );
}

#[test]
fn an_address_in_data_is_anywhere() {
    check_globals(
        "
        @by_instruction = internal global i32 0
        @by_place = internal global [4 x i32] zeroinitializer
        @in_array = internal global i32 0
        @in_array_by_place = internal global [4 x i32] zeroinitializer
        @as_integer = internal global i32 0
        @aliased = internal global i32 0
        @in_vector = internal global [4 x i32] zeroinitializer
        @pointers = internal global [2 x ptr] [ptr @in_array, ptr getelementptr (i8, ptr @in_array_by_place, i64 4)]
        @name = alias i32, ptr @aliased
        @used = internal global i32 0
        @llvm.used = appending global [1 x ptr] [ptr @used], section \"llvm.metadata\"
        define void @f() {
          store i32 0, ptr @by_instruction
          store i32 0, ptr getelementptr (i32, ptr @by_place, i64 1)
          store i64 ptrtoint (ptr @as_integer to i64), ptr @by_instruction
          store <2 x ptr> getelementptr (i32, ptr @in_vector, <2 x i64> <i64 1, i64 2>), ptr @pointers
          ret void
        }",
        expect![[r#"
            by_instruction: 4 align 0 Exact local
            by_place: 16 align 0 Exact local
            in_array: 4 align 0 Exact local address_in_data
            in_array_by_place: 16 align 0 Exact local address_in_data
            as_integer: 4 align 0 Exact local address_in_data
            aliased: 4 align 0 Exact local address_in_data
            in_vector: 16 align 0 Exact local address_in_data
            pointers: 16 align 0 Exact Addresses local
            used: 4 align 0 Exact local address_in_data
            llvm.used: 8 align 0 Merged Addresses section "llvm.metadata"
        "#]],
    );
}

#[test]
fn debug_information_gives_the_line() {
    check_globals(
        "
        @g = global i32 0, !dbg !0
        @plain = global i32 0
        !llvm.dbg.cu = !{!2}
        !llvm.module.flags = !{!6}
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
        !1 = distinct !DIGlobalVariable(name: \"g\", scope: !2, file: !3, line: 17, type: !5, isLocal: false, isDefinition: true)
        !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug, globals: !4)
        !3 = !DIFile(filename: \"a.c\", directory: \"/src\")
        !4 = !{!0}
        !5 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
        !6 = !{i32 2, !\"Debug Info Version\", i32 3}
        ",
        expect![[r#"
            g: 4 align 0 Exact preemptible line 17
            plain: 4 align 0 Exact preemptible
        "#]],
    );
}

#[test]
fn a_look_at_the_globals_leaves_the_module_as_it_was() {
    use crate::X86_64;
    use sanecc_ir::llvm::{Bitcode, Context, import::import};
    let context = Context::new();
    let ir = format!(
        "{X86_64}
        @a = internal constant [2 x i8] c\"ab\", !one !0, !two !1
        @b = dso_local global ptr @a, align 8, !several !0, !several !1, !one !1
        !0 = !{{i32 1}}
        !1 = !{{i32 2}}"
    );
    let bitcode = Bitcode::parse(&context, ir.as_bytes(), "test.ll".as_ref()).unwrap();
    let before = bitcode.to_text();
    import(&bitcode);
    assert_eq!(bitcode.to_text(), before);
}

#[test]
fn groups_and_constructors() {
    let ir = "
        $merged = comdat any
        @merged = linkonce_odr global i32 0, comdat, align 4
        @made = global i32 0, sanitize_address_dyninit, align 4
        @llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @first, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @later, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr @merged }]
        define internal void @first() {
          ret void
        }
        define internal void @later() {
          ret void
        }
        declare void @early()
        ";
    check_globals(
        ir,
        expect![[r#"
            merged: 4 align 4 Merged address_in_data grouped
            made: 4 align 4 Exact preemptible dynamic
            llvm.global_ctors: 72 align 0 Merged Addresses
        "#]],
    );
    let module = module(ir);
    let names: Vec<_> = module
        .constructors
        .iter()
        .map(|&id| module.functions[id].name.as_str())
        .collect();
    assert_eq!(names, ["later", "early"]);
}
