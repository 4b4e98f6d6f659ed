//! Addresses in data, and what they expose.

use crate::module;
use expect_test::{Expect, expect};
use sanecc_ir::{Module, Symbol};
use std::fmt::Write;

fn symbol(module: &Module, symbol: Symbol) -> String {
    match symbol {
        Symbol::Global(id) => module.globals[id].name.clone(),
        Symbol::Function(id) => module.functions[id].name.clone(),
        Symbol::Label(id, block) => format!("{id:?}.{block:?}"),
        Symbol::Unknown => "?".into(),
    }
}

/// The addresses in each global, then what is exposed.
#[track_caller]
fn check(ir: &str, expected: Expect) {
    let module = module(ir);
    let mut text = String::new();
    for (id, global) in module.globals.iter() {
        for address in module.initial_addresses(id) {
            let name = symbol(&module, address.symbol);
            let (at, offset) = (address.at, address.offset);
            let _ = writeln!(text, "{} + {at}: {name} + {offset}", global.name);
        }
    }
    let mut exposed: Vec<_> = module
        .exposed
        .globals
        .iter()
        .map(|&id| Symbol::Global(id))
        .collect();
    exposed.extend(
        module
            .exposed
            .functions
            .iter()
            .map(|&id| Symbol::Function(id)),
    );
    let mut exposed: Vec<_> = exposed.iter().map(|&s| symbol(&module, s)).collect();
    exposed.sort_unstable();
    let _ = write!(text, "exposed: {}", exposed.join(" "));
    expected.assert_eq(&text);
}

#[test]
fn addresses_stand_at_their_places_in_structs_and_arrays() {
    check(
        "
        @table = internal global [3 x { i32, ptr, [2 x ptr] }] [
          { i32, ptr, [2 x ptr] } { i32 1, ptr @run, [2 x ptr] [ptr null, ptr @text] },
          { i32, ptr, [2 x ptr] } zeroinitializer,
          { i32, ptr, [2 x ptr] } { i32 1, ptr undef, [2 x ptr] [ptr getelementptr (i8, ptr @text, i64 3), ptr @table] }
        ]
        @text = internal constant [4 x i8] c\"abc\\00\"
        @packed = internal global <{ i8, ptr }> <{ i8 1, ptr getelementptr (i32, ptr @other, i64 -1) }>
        @other = external global i32
        define internal void @run() { ret void }
        ",
        expect![[r#"
            table + 8: run + 0
            table + 24: text + 0
            table + 80: text + 3
            table + 88: table + 0
            packed + 1: other + -4
            exposed: "#]],
    );
}

#[test]
fn what_is_no_plain_address_exposes_its_symbols() {
    check(
        "
        @number = global i64 ptrtoint (ptr @a to i64)
        @distance = global i32 trunc (i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @distance to i64)) to i32)
        @vector = global <2 x ptr> <ptr @c, ptr null>
        @through_alias = global ptr @other_name
        @other_name = internal alias i32, ptr @d
        @second_name = internal alias void (), ptr @aliased
        @chosen = internal ifunc void (), ptr @chooses
        @llvm.used = appending global [1 x ptr] [ptr @kept], section \"llvm.metadata\"
        @a = internal global i32 0
        @b = internal global i32 0
        @c = internal global i32 0
        @d = internal global i32 0
        define internal void @aliased() { ret void }
        define internal ptr @chooses() { ret ptr null }
        define internal void @kept() { ret void }
        declare i32 @personality(...)
        define internal i64 @number_of() personality ptr @personality { ret i64 ptrtoint (ptr @number_of to i64) }
        ",
        expect![[r#"
            number + 0: ? + 0
            distance + 0: ? + 0
            vector + 0: ? + 0
            vector + 8: ? + 0
            through_alias + 0: d + 0
            exposed: a aliased b c chooses d distance kept number_of personality"#]],
    );
}

#[test]
fn whose_definition_of_a_function_counts() {
    let module = module(
        "
        define void @loader_decides() { ret void }
        define dso_local void @here() { ret void }
        define hidden void @hidden() { ret void }
        define internal void @local() { ret void }
        define weak dso_local void @weak() { ret void }
        define linkonce_odr dso_local void @merged() { ret void }
        define available_externally dso_local void @copied() { ret void }
        declare void @elsewhere()
        ",
    );
    let of = |property: fn(&sanecc_ir::Function) -> bool| -> Vec<&str> {
        let all = module.functions.iter().map(|(_, f)| f);
        all.filter(|f| property(f))
            .map(|f| f.name.as_str())
            .collect()
    };
    assert_eq!(of(|f| f.local), ["local"]);
    let others = ["loader_decides", "weak", "merged", "copied"];
    assert_eq!(of(|f| f.replaceable), others);
}
