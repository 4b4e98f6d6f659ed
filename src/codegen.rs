//! Last step of a compilation: clang makes machine code of the instrumented bitcode, unless that was done in this
//! process ([`direct`]).
//!
//! It gets every flag of the user that code generation may heed, also the unknown ones, and writes the
//! user's output itself: that keeps its way of replacing files whole or not at all, and its messages.

pub mod direct;

use crate::args::{Meaning, concat};
use crate::frontend::{SAID_BEFORE, dump_prefix, without_ours};
use crate::plan::{Build, Unit};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Words on clang's inner command line that only the front end can act on; true if another word follows.
const FRONT_END_WORDS: [(&str, bool); 8] = [
    ("-include-pch", true),
    ("-verify", false),
    ("-load", true),
    ("-plugin", true),
    ("-add-plugin", true),
    ("-chain-include", true),
    ("-header-include-file", true),
    ("-emit-llvm", false),
];

/// The words of the step that reads `bitcode` and writes `output`.
pub fn words(build: &Build, bitcode: &Path, output: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = build.product.flags().iter().map(OsString::from).collect();
    words.push("-Qunused-arguments".into());
    if !build.settings.pipeline {
        words.extend(["-Xclang".into(), "-disable-llvm-passes".into()]);
    }
    if build.link {
        words.extend(["-dumpdir".into(), dump_prefix(build)]);
    }
    let mut arguments = build.arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.meaning {
            Meaning::ClangArgument => match front_end_word(argument.value()) {
                None => argument.print(&mut words),
                Some(false) => {}
                Some(true) => drop(arguments.find(|next| next.meaning == Meaning::ClangArgument)),
            },
            // Clang splits nothing when there is nothing to split.
            Meaning::SplitDwarf if !build.settings.debug => {}
            Meaning::Sanitize(_) => words.extend(without_ours(argument, &build.settings)),
            meaning if reads(meaning) => argument.print(&mut words),
            _ => {}
        }
    }
    words.push("-Wno-unknown-warning-option".into());
    words.extend(SAID_BEFORE.map(OsString::from));
    // The front end asks for the same processor, and has said this of it.
    words.push("-Wno-invalid-feature-combination".into());
    words.extend([
        "-o".into(),
        output.into(),
        "-x".into(),
        "ir".into(),
        bitcode.into(),
    ]);
    words
}

fn front_end_word(value: &OsStr) -> Option<bool> {
    FRONT_END_WORDS
        .iter()
        .find(|(word, _)| value == *word)
        .map(|&(_, takes)| takes)
}

/// Whether code generation gets a flag with this meaning as it is.
fn reads(meaning: Meaning) -> bool {
    match meaning {
        Meaning::Unknown
        | Meaning::Everywhere
        | Meaning::Target
        | Meaning::DriverMode
        | Meaning::DumpPrefix
        | Meaning::ClangArgument
        | Meaning::Assembler
        | Meaning::Debug(_)
        | Meaning::SplitDwarf
        | Meaning::Optimise
        | Meaning::VectorizeLoops(_)
        | Meaning::VectorizeStraight(_)
        | Meaning::Unroll(_)
        | Meaning::Llvm
        | Meaning::FramePointer
        | Meaning::Coverage
        | Meaning::Pipeline
        | Meaning::HeapProfile(_)
        | Meaning::SaveTemps
        | Meaning::TimeTrace
        | Meaning::Silence
        | Meaning::Remark(_)
        | Meaning::StackUsage => true,
        Meaning::Input
        | Meaning::EndOfFlags
        | Meaning::Query
        | Meaning::Stop(_)
        | Meaning::EmitLlvm
        | Meaning::Output
        | Meaning::Language
        | Meaning::Preprocess
        | Meaning::VirtualFiles
        | Meaning::Dependency(_)
        | Meaning::CompilationDatabase
        | Meaning::Linker
        | Meaning::Library
        | Meaning::Shared
        | Meaning::Relocatable
        | Meaning::NoStandardLibrary
        | Meaning::Sanitize(_)
        | Meaning::Recover(_)
        | Meaning::AddressDetail
        | Meaning::FieldPadding
        | Meaning::UseAfterReturn
        | Meaning::UseAfterScope(_)
        | Meaning::OutlinedChecks(_)
        | Meaning::ArrayCookies(_)
        | Meaning::LinkRuntime(_)
        // Objects are machine code whatever is asked: tools that read them expect it.
        | Meaning::Lto
        // The front end has recorded it.
        | Meaning::Record(..)
        | Meaning::Verbose
        | Meaning::Own => false,
    }
}

/// Where the result of `unit` goes when it is not linked.
pub fn output(build: &Build, unit: &Unit) -> PathBuf {
    match &build.settings.output {
        Some(output) => output.into(),
        None => concat(concat(unit.stem(), "."), build.product.extension()).into(),
    }
}
