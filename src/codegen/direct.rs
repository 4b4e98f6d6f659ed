//! Code generation in this process, if the effect of all flags on machine code is known.
//!
//! The object is byte for byte the one that clang writes. A process of clang costs more than a small file. Every flag must be of a class that
//! [`FlagClass::stages`](crate::args::FlagClass::stages) passes to this step. Commands with flags that change code generation, and those with side outputs,
//! go to clang.

use crate::args::{Argument, Route};
use crate::compiler::Compiler;
use crate::instrument::{Object, OptLevel};
use crate::plan::{Build, Product, Unit};
use sanecc_ir::llvm::Code;
use std::path::Path;

/// The object to make in this process, if it is one that clang would make alike.
pub fn object(build: &Build, unit: &Unit, output: &Path, compiler: &Compiler) -> Option<Object> {
    let settings = &build.settings;
    let options = &settings.options;
    let looked_into = !options.print.is_empty() || options.time;
    // What other languages ask for beside the bitcode is not known here.
    let c = unit.language == "c" || unit.language == "cpp-output";
    let is_taken = |a: &Argument| a.class().stages().in_process == Route::Pass;
    let known = c
        && build.product == Product::Object
        && !settings.pipeline
        && settings.target.bare().is_none()
        && !looked_into
        && build.arguments.iter().all(is_taken)
        && compiler.is_of_this_llvm()
        && is_replaceable(output);
    known.then(|| Object {
        output: output.to_owned(),
        splitting: None,
        code: Code {
            level: level(options.opt),
            call_sites: settings.debug && options.opt != OptLevel::O0,
        },
    })
}

/// The level of LLVM's code generator that clang takes for `-O`.
fn level(opt: OptLevel) -> u32 {
    match opt {
        OptLevel::O0 => 0,
        OptLevel::O1 => 1,
        OptLevel::O2 | OptLevel::Os | OptLevel::Oz => 2,
        OptLevel::O3 => 3,
    }
}

/// Whether `output` is not there, or an ordinary file that may be replaced. What clang does with others it does itself.
fn is_replaceable(output: &Path) -> bool {
    match output.symlink_metadata() {
        Ok(found) => found.is_file() && !found.permissions().readonly(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}
