//! The effect of each flag on the settings, given its value.

use super::{SaveTemps, Settings, Stop};
use crate::args::settings::target::Width;
use crate::instrument::OptLevel;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// How a flag changes the settings.
pub type Effect = fn(&mut Settings, &OsStr);

pub const QUERY: Effect = |s, _| s.query = true;
pub const OBJECT: Effect = |s, _| s.stop_at(Stop::Object);
pub const ASSEMBLY: Effect = |s, _| s.stop_at(Stop::Assembly);
pub const ELSEWHERE: Effect = |s, _| s.stop_at(Stop::Elsewhere);
pub const EMIT_LLVM: Effect = |s, _| s.emit_llvm = true;
pub const OUTPUT: Effect = |s, value| s.output = Some(value.to_owned());

pub const DEBUG: Effect = |s, _| s.debug = true;
pub const NO_DEBUG: Effect = |s, _| s.debug = false;
pub const FRAME_POINTER: Effect = |s, _| s.frame_pointer = true;
pub const LEVEL: Effect = |s, value| s.optimise(level(value));
pub const LEVEL_3: Effect = |s, _| s.optimise(OptLevel::O3);
pub const VECTORIZE_LOOPS: Effect = |s, _| s.options.tuning.vectorize_loops = Some(true);
pub const NO_VECTORIZE_LOOPS: Effect = |s, _| s.options.tuning.vectorize_loops = Some(false);
pub const VECTORIZE_STRAIGHT: Effect = |s, _| s.options.tuning.vectorize_straight = Some(true);
pub const NO_VECTORIZE_STRAIGHT: Effect = |s, _| s.options.tuning.vectorize_straight = Some(false);
pub const UNROLL: Effect = |s, _| s.options.tuning.unroll = Some(true);
pub const NO_UNROLL: Effect = |s, _| s.options.tuning.unroll = Some(false);

pub const SANITIZE: Effect = |s, value| s.sanitize(true, value);
pub const NO_SANITIZE: Effect = |s, value| s.sanitize(false, value);
pub const RECOVER: Effect = |s, value| s.recover(true, value);
pub const NO_RECOVER: Effect = |s, value| s.recover(false, value);
pub const USE_AFTER_SCOPE: Effect = |s, _| s.options.plan.ignore_scopes = false;
pub const NO_USE_AFTER_SCOPE: Effect = |s, _| s.options.plan.ignore_scopes = true;
pub const USE_AFTER_RETURN: Effect = |s, value| s.use_after_return = Some(value.to_owned());
pub const ARRAY_COOKIES: Effect = |s, _| s.own_array_cookies = true;
pub const NO_ARRAY_COOKIES: Effect = |s, _| s.own_array_cookies = false;
pub const OUTLINE: Effect = |s, _| s.outlined_checks = Some(true);
pub const NO_OUTLINE: Effect = |s, _| s.outlined_checks = Some(false);
pub const FIELD_PADDING: Effect = |s, value| s.field_padding = Some(value.to_owned());
pub const LLVM: Effect = |s, value| s.pass_option(value);

pub const COVERAGE: Effect = |s, _| (s.coverage, s.pipeline) = (true, true);
pub const PIPELINE: Effect = |s, _| s.pipeline = true;
pub const COUNT_EXECUTIONS: Effect = |s, folder| s.count_executions(Some(folder));
pub const COUNT_NO_EXECUTIONS: Effect = |s, _| s.count_executions(None);
pub const READ_PROFILE: Effect = |s, file| s.read_profile(Some(file));
pub const READ_NO_PROFILE: Effect = |s, _| s.read_profile(None);
pub const HEAP_PROFILE: Effect = |s, _| (s.heap_profile, s.pipeline) = (true, true);
pub const NO_HEAP_PROFILE: Effect = |s, _| s.heap_profile = false;

pub const SHARED: Effect = |s, _| s.shared = true;
pub const RELOCATABLE: Effect = |s, _| s.relocatable = true;
pub const NO_STANDARD_LIBRARY: Effect = |s, _| s.no_standard_library = true;
pub const LINK_RUNTIME: Effect = |s, _| s.leaves_out_runtime = false;
pub const NO_LINK_RUNTIME: Effect = |s, _| s.leaves_out_runtime = true;

pub const RULES: Effect = |s, _| s.dependency.wanted = true;
pub const RULES_FILE: Effect = |s, _| s.dependency.file = true;
pub const RULES_TARGET: Effect = |s, _| s.dependency.target = true;
pub const DATABASE: Effect = |s, value| s.database = Some(value.to_owned());
pub const DUMP_PREFIX: Effect = |s, value| s.dump_prefix = Some(value.to_owned());
pub const SAVE_TEMPS: Effect = |s, value| {
    s.save_temps = Some(match value.as_bytes() {
        b"obj" => SaveTemps::BesideOutput,
        _ => SaveTemps::Here,
    });
};
pub const STACK_USAGE: Effect = |s, _| s.stack_usage = true;
pub const RECORD_IN_SECTION: Effect = |s, _| s.record_in_section = true;
pub const NO_RECORD_IN_SECTION: Effect = |s, _| s.record_in_section = false;
pub const RECORD_IN_DEBUG: Effect = |s, _| s.record_in_debug = true;
pub const NO_RECORD_IN_DEBUG: Effect = |s, _| s.record_in_debug = false;

pub const VIRTUAL_FILES: Effect = |s, _| s.virtual_files = true;
pub const DRIVER_MODE: Effect = |s, mode| s.foreign_driver = mode != "gcc" && mode != "g++";
pub const SILENT: Effect = |s, _| s.silent = true;
pub const REMARKS_PASSED: Effect = |s, value| s.remarks[0] = Some(value.to_owned());
pub const REMARKS_MISSED: Effect = |s, value| s.remarks[1] = Some(value.to_owned());
pub const REMARKS_ANALYSIS: Effect = |s, value| s.remarks[2] = Some(value.to_owned());

pub const TARGET: Effect = |s, triple| s.target.named = Some(triple.to_string_lossy().into());
pub const REAL_MODE: Effect = |s, _| s.target.width = Some(Width::Real);
pub const NARROW: Effect = |s, _| s.target.width = Some(Width::Narrow);
pub const NARROW_POINTERS: Effect = |s, _| s.target.width = Some(Width::NarrowPointers);
pub const WIDE: Effect = |s, _| s.target.width = Some(Width::Wide);

/// `-Wp,`: words for the preprocessor, with make rules among them.
pub const PREPROCESSOR: Effect = |s, list| {
    let words: Vec<_> = list.as_bytes().split(|&byte| byte == b',').collect();
    if let [b"-MD" | b"-MMD", _file] = words[..] {
        (s.dependency.wanted, s.dependency.file) = (true, true);
    }
    let names_target = |word: &&[u8]| word.starts_with(b"-MT") || word.starts_with(b"-MQ");
    s.dependency.target |= words.iter().any(names_target);
};

/// A word for clang's inner command line: by some, clang makes something else than code.
pub const CLANG_ARGUMENT: Effect = |s, word| {
    let word = word.to_str().unwrap_or_default();
    let begins = |family: &&str| word.starts_with(family);
    s.elsewhere |= OTHER_ACTIONS.contains(&word) || OTHER_ACTION_FAMILIES.iter().any(begins);
};

const OTHER_ACTIONS: [&str; 14] = [
    "-emit-pch",
    "-emit-module",
    "-emit-module-interface",
    "-emit-reduced-module-interface",
    "-emit-header-unit",
    "-emit-html",
    "-emit-codegen-only",
    "-emit-llvm-only",
    "-fsyntax-only",
    "-E",
    "-Eonly",
    "-analyze",
    "-init-only",
    "-print-preamble",
];

/// Beginnings of such words.
const OTHER_ACTION_FAMILIES: [&str; 5] = [
    "-ast-",
    "-dump-",
    "-rewrite-",
    "-fixit",
    "-code-completion-at",
];

fn level(value: &OsStr) -> OptLevel {
    match value.to_str().unwrap_or_default() {
        "0" => OptLevel::O0,
        "" | "1" | "g" => OptLevel::O1,
        "2" => OptLevel::O2,
        "s" => OptLevel::Os,
        "z" => OptLevel::Oz,
        _ => OptLevel::O3,
    }
}
