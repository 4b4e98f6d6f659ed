//! Runs small modules in LLVM's text form: a family of operations in each file.

mod control;
mod faults;
mod memory;
mod numbers;
mod vectors;

use sanecc_ir::llvm::{Bitcode, Context, import};
use sanecc_machine::fault::Fault;
use sanecc_machine::{Machine, Options, Outcome};
use std::path::Path;

/// How a module's `main` ends.
#[track_caller]
fn run(text: &str) -> Outcome {
    let context = Context::new();
    let text = format!(
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
        target triple = \"x86_64-unknown-linux-gnu\"
        declare ptr @malloc(i64)
        declare void @free(ptr)
        declare void @exit(i32)
        {text}"
    );
    let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    let (module, _) = import::import(&bitcode);
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    machine.execute()
}

/// What the body of a `main` without arguments returns.
#[track_caller]
fn status(body: &str) -> i32 {
    match run(&format!("define i32 @main() {{\n{body}\n}}")) {
        Outcome::Exited(status) => status,
        other => panic!("{other:?}"),
    }
}

/// The undefined step of the body of a `main`.
#[track_caller]
fn fault(body: &str) -> Fault {
    fault_of(&format!("define i32 @main() {{\n{body}\n}}"))
}

/// The undefined step of a module.
#[track_caller]
fn fault_of(text: &str) -> Fault {
    match run(text) {
        Outcome::Faulted(fault) => fault,
        other => panic!("{other:?}"),
    }
}
