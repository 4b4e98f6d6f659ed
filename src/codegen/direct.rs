//! Code generation without a process for it: where the flags are of the kind whose effect on machine code is known in
//! full, LLVM makes in this process the very bytes that clang would make. Starting clang costs more than a small file.
//!
//! Every argument must be on the list of those known. All others are clang's: flags that change how code is generated,
//! and everything that makes side outputs.

use crate::args::{Argument, FlagClass};
use crate::compiler::Compiler;
use crate::instrument::{Object, OptLevel};
use crate::plan::{Build, Product, Unit};
use sanecc_ir::llvm::Code;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Flags that leave their whole effect in the bitcode, or have none.
const IN_BITCODE: [&str; 30] = [
    "-pedantic",
    "-pedantic-errors",
    "-ansi",
    "-pipe",
    "-pthread",
    "-w",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-pie",
    "-shared",
    "-fcommon",
    "-fno-common",
    "-fstrict-aliasing",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fno-strict-overflow",
    "-fsigned-char",
    "-funsigned-char",
    "-fvisibility=hidden",
    "-fvisibility=default",
    "-fstack-protector",
    "-fstack-protector-strong",
    "-fno-stack-protector",
    "-fdiagnostics-color",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fno-diagnostics-color",
    "",
];

/// Beginnings of such flags.
const FAMILIES: [&str; 2] = ["-W", "-std="];

/// Forms of debug information that differ in the bitcode alone; with the exception of `-g0` all are full.
const DEBUG: [&str; 6] = ["-g", "-g0", "-g2", "-g3", "-ggdb", "-ggdb3"];

/// The object to make in this process, if it is one that clang would make alike.
pub fn object(build: &Build, unit: &Unit, output: &Path, compiler: &Compiler) -> Option<Object> {
    let settings = &build.settings;
    let looked_into = !build.own.options.print.is_empty() || build.own.options.time;
    // What other languages ask for beside the bitcode is not known here.
    let c = unit.language == "c" || unit.language == "cpp-output";
    let known = c
        && build.product == Product::Object
        && !settings.pipeline
        && !looked_into
        && build.arguments.iter().all(is_known)
        && compiler.is_of_this_llvm()
        && is_replaceable(output);
    known.then(|| Object {
        output: output.to_owned(),
        code: Code {
            level: level(settings.opt),
            call_sites: settings.debug && settings.opt != OptLevel::O0,
        },
    })
}

fn is_known(argument: &Argument) -> bool {
    let word = argument.word().as_bytes();
    let is = |flag: &&str| flag.as_bytes() == word;
    match argument.class {
        FlagClass::Input
        | FlagClass::EndOfFlags
        | FlagClass::Stop(_)
        | FlagClass::Output
        | FlagClass::Language
        | FlagClass::Preprocess
        | FlagClass::Dependency(_)
        | FlagClass::Silence
        | FlagClass::Linker
        | FlagClass::Library
        | FlagClass::Shared
        | FlagClass::NoStandardLibrary => true,
        FlagClass::Optimise => argument.value() != "fast" && argument.value() != "4",
        FlagClass::Debug(_) => DEBUG.iter().any(is),
        FlagClass::Unknown => {
            IN_BITCODE.iter().any(is)
                || FAMILIES
                    .iter()
                    .any(|begin| word.starts_with(begin.as_bytes()))
        }
        FlagClass::Query
        | FlagClass::EmitLlvm
        | FlagClass::Everywhere
        | FlagClass::VirtualFiles
        | FlagClass::Remark(_)
        | FlagClass::CompilationDatabase
        | FlagClass::DumpPrefix
        | FlagClass::Target
        | FlagClass::DriverMode
        | FlagClass::ClangArgument
        | FlagClass::Assembler
        | FlagClass::Relocatable
        | FlagClass::SplitDwarf
        | FlagClass::VectorizeLoops(_)
        | FlagClass::VectorizeStraight(_)
        | FlagClass::Unroll(_)
        | FlagClass::Llvm
        | FlagClass::Record(..)
        | FlagClass::FramePointer
        | FlagClass::Sanitize(_)
        | FlagClass::Recover(_)
        | FlagClass::AddressDetail
        | FlagClass::FieldPadding
        | FlagClass::UseAfterReturn
        | FlagClass::UseAfterScope(_)
        | FlagClass::OutlinedChecks(_)
        | FlagClass::ArrayCookies(_)
        | FlagClass::LinkRuntime(_)
        | FlagClass::Lto
        | FlagClass::Coverage
        | FlagClass::Pipeline
        | FlagClass::HeapProfile(_)
        | FlagClass::SaveTemps
        | FlagClass::TimeTrace
        | FlagClass::StackUsage
        | FlagClass::Verbose
        | FlagClass::Own => false,
    }
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
