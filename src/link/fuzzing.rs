//! Fuzzers and coverage with this runtime.
//!
//! With their flags, clang links the runtime of UndefinedBehaviorSanitizer into a program that has no other sanitizer runtime. That runtime would receive
//! what the fuzzer registers: the function to call when the program dies, and the hooks of the allocator. So the link gets none of
//! these flags: the compiled code calls the coverage functions anyway, this runtime defines them, and libFuzzer is linked by its file name,
//! as clang links it with its own AddressSanitizer.

use crate::args::Argument;
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::plan::Build;
use std::ffi::OsString;
use std::path::Path;

/// libFuzzer with its `main`, as clang has it.
const LIBRARY: &str = "libclang_rt.fuzzer-x86_64.a";

/// Whether a word of `-fsanitize=` is about fuzzing alone.
pub fn is_fuzzing(sanitizer: &str) -> bool {
    matches!(sanitizer, "fuzzer" | "fuzzer-no-link")
}

/// Whether a flag is about coverage for fuzzers.
pub fn is_coverage(argument: &Argument) -> bool {
    argument.spelling() == "-fsanitize-coverage="
}

/// What stands for `-fsanitize=fuzzer` in the words of the linking command.
///
/// # Errors
/// If clang has no libFuzzer.
pub fn words(build: &Build, compiler: &Compiler) -> Result<Vec<OsString>, DriverError> {
    if !build
        .settings
        .sanitizers
        .iter()
        .any(|name| name == "fuzzer")
    {
        return Ok(Vec::new());
    }
    let file = compiler.file(LIBRARY)?;
    if !Path::new(&file).is_file() {
        return Err(DriverError::new(format!(
            "clang has no {LIBRARY}, which -fsanitize=fuzzer links"
        ))
        .next("install libclang-rt-19-dev, or compile with -fsanitize=fuzzer-no-link and link another fuzzer"));
    }
    let mut words = Vec::new();
    for word in ["--whole-archive", &file, "--no-whole-archive"] {
        words.extend(["-Xlinker".into(), word.into()]);
    }
    // It is written in C++, whatever the program is.
    let library = build.arguments.iter().rev().find_map(|argument| {
        let word = argument.word().to_string_lossy().into_owned();
        word.strip_prefix("-stdlib=lib")
            .map(|name| format!("-l{name}"))
    });
    words.push(library.unwrap_or_else(|| "-lstdc++".to_owned()).into());
    words.extend(["-lpthread", "-lm", "-ldl"].map(OsString::from));
    Ok(words)
}
