//! From text to the analysis IR, and from names to values.

use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_ir::{BlockId, FuncId, Function, Module, ValueDef, ValueId};
use std::path::Path;

/// What the text of every module begins with.
const TARGET: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
"#;

/// Imports a module, which must be valid.
pub fn module(prelude: &str, text: &str) -> Module {
    let context = Context::new();
    let text = format!("{TARGET}{prelude}\n{text}");
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    import(&bitcode).0
}

/// The function of this name.
pub fn function<'m>(module: &'m Module, name: &str) -> (FuncId, &'m Function) {
    let mut functions = module.functions.iter();
    functions.find(|(_, f)| f.name == name).unwrap()
}

/// The block that an instruction stands in.
pub fn block_of(function: &Function, instruction: ValueId) -> BlockId {
    let mut blocks = function.blocks.iter();
    let found = blocks.find(|(_, block)| block.instructions.contains(&instruction));
    found.unwrap().0
}

/// The value with this name in a function; `arg0` is a parameter. Each line of the text is one instruction.
pub fn value(text: &str, module: &Module, of: &str, name: &str) -> (FuncId, ValueId) {
    let (id, function) = function(module, of);
    if let Some(number) = name.strip_prefix("arg") {
        let number: u32 = number.parse().unwrap();
        let mut values = function.values.iter();
        let found = values.find(|(_, v)| matches!(v.def, ValueDef::Param(n) if n == number));
        return (id, found.unwrap().0);
    }
    let head = format!("@{of}(");
    let definition = |line: &&str| line.trim().starts_with("define") && line.contains(&head);
    let lines = text.lines().skip_while(|line| !definition(line)).skip(1);
    let body = lines.map(str::trim).take_while(|line| *line != "}");
    let mut instructions = body.filter(|line| !line.is_empty() && !line.ends_with(':'));
    let wanted = format!("%{name} = ");
    let place = instructions.position(|line| line.starts_with(&wanted));
    let mut values = function.blocks.iter().flat_map(|(_, b)| &b.instructions);
    let value = place.and_then(|place| values.nth(place));
    (id, *value.unwrap_or_else(|| panic!("{name} in {of}")))
}
