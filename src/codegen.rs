//! Last step of a compilation: clang generates machine code from the instrumented bitcode, unless this process
//! does it ([`direct`]).
//!
//! Clang gets every flag of the user that may affect code generation, also the unknown ones, and writes the
//! user's output itself: so the output is replaced as a whole or not at all, and the messages are clang's.

pub mod direct;

use crate::args::{FlagClass, concat};
use crate::frontend::{SAID_BEFORE, dump_prefix, without_ours};
use crate::plan::{Build, Unit};
use sanecc_abi::target::Architecture;
use sanecc_ir::llvm::MOVES_TO_BRANCHES;
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
        match argument.class() {
            FlagClass::ClangArgument => match front_end_word(argument.value()) {
                None => argument.print(&mut words),
                Some(false) => {}
                Some(true) => drop(arguments.find(|next| next.class() == FlagClass::ClangArgument)),
            },
            FlagClass::Sanitize => words.extend(without_ours(argument, &build.settings)),
            class if class.stages().code.passes(build.settings.debug) => argument.print(&mut words),
            _ => {}
        }
    }
    if keeps_moves(build) {
        words.extend(["-mllvm".into(), format!("-{MOVES_TO_BRANCHES}=0").into()]);
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

/// Whether conditional moves stay what they are: on x86, unless the command line decides that.
fn keeps_moves(build: &Build) -> bool {
    let target = build.settings.target.known();
    let is_x86 = target.is_some_and(|target| target.architecture == Architecture::X86_64);
    let decides = |word: &OsStr| word.to_string_lossy().contains(MOVES_TO_BRANCHES);
    is_x86
        && !build
            .arguments
            .iter()
            .any(|argument| decides(argument.value()))
}

fn front_end_word(value: &OsStr) -> Option<bool> {
    FRONT_END_WORDS
        .iter()
        .find(|(word, _)| value == *word)
        .map(|&(_, takes)| takes)
}

/// Where the result of `unit` goes when it is not linked.
pub fn output(build: &Build, unit: &Unit) -> PathBuf {
    match &build.settings.output {
        Some(output) => output.into(),
        None => concat(concat(unit.stem(), "."), build.product.extension()).into(),
    }
}
