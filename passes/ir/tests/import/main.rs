//! The import of LLVM's instructions, constants, globals and debug information, from textual IR.

mod addresses;
mod calls;
mod constants;
mod control_flow;
mod degrade;
mod globals;
mod initial;
mod intrinsics;
mod layout;
mod locations;
mod memory;
mod processors;
mod recorded;
mod values;

use expect_test::Expect;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_ir::{Function, Id, Module, Op, ValueDef};
use std::path::Path;

/// The data layout of 64-bit x86: address spaces 270 and 271 have 32-bit pointers, `x86_fp80` takes 16 bytes.
const X86_64: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
"#;

/// The data layout of a 32-bit microcontroller.
const THUMB: &str = r#"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "thumbv8.1m.main-none-eabi"
"#;

/// Imports a well-formed module for 64-bit x86.
fn module(ir: &str) -> Module {
    module_for(X86_64, ir)
}

/// Imports a well-formed module.
fn module_for(target: &str, ir: &str) -> Module {
    let context = Context::new();
    let text = format!("{target}{ir}");
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    let (module, _) = import(&bitcode);
    assert_reads_back(&module);
    for (_, function) in module.functions.iter() {
        assert_consistent(function);
    }
    module
}

/// What is printed in full is read as the same module; what is printed in short, as one that is printed alike.
#[track_caller]
fn assert_reads_back(module: &Module) {
    let text = module.full_text();
    match Module::parse(&text) {
        Err(error) => panic!("{error}\n{text}"),
        Ok(read) => {
            assert_eq!(read.full_text(), text);
            assert!(read == *module, "the module is another one: {text}");
        }
    }
    let text = module.to_string();
    match Module::parse(&text) {
        Err(error) => panic!("{error}\n{text}"),
        Ok(read) => assert_eq!(read.to_string(), text),
    }
}

/// The function `name`.
fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    let mut all = module.functions.iter();
    all.find(|(_, f)| f.name == name).expect("it exists").1
}

/// Compares an imported module with the expected text.
#[track_caller]
fn check(ir: &str, expected: Expect) {
    expected.assert_eq(&module(ir).to_string());
}

/// Compares an imported function body, given its parameters, with the expected text.
#[track_caller]
fn check_body(parameters: &str, body: &str, expected: Expect) {
    let ir = format!("define void @f({parameters}) sanitize_address {{\n{body}\nret void\n}}\n");
    check(&ir, expected);
}

/// What the rest of the project takes for granted of every function.
fn assert_consistent(function: &Function) {
    let values = function.values.len();
    assert_eq!(function.locations.len(), values);
    assert_eq!(function.names.len(), values);
    let mut seen = vec![false; values];
    for (id, block) in function.blocks.iter() {
        for instruction in &block.instructions {
            assert!(!std::mem::replace(&mut seen[instruction.index()], true));
        }
        for successor in &block.successors {
            assert!(function.blocks[*successor].predecessors.contains(&id));
        }
    }
    for (id, value) in function.values.iter() {
        let instruction = matches!(value.def, ValueDef::Instruction(_));
        assert_eq!(instruction, seen[id.index()], "{id:?} stands in no block");
        if let ValueDef::Instruction(op) = &value.def {
            op.operands(|operand| assert!(operand.index() < values));
        }
    }
    for (_, access) in function.accesses.iter() {
        assert!(function.op(access.instruction).is_some());
        assert!(access.align.is_power_of_two());
    }
}

/// The operations of a function, in order.
fn operations(function: &Function) -> Vec<&Op> {
    let blocks = function.blocks.iter();
    blocks
        .flat_map(|(_, block)| &block.instructions)
        .filter_map(|&instruction| function.op(instruction))
        .collect()
}
