//! LLVM's own command line, which tunes passes for the whole process: what a compiler takes as `-mllvm`.

use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use std::ffi::CString;

/// Sets LLVM's options, each as written after `-mllvm`. Call once at most, before any pass runs, and while
/// nothing has to be cleaned up: LLVM answers an option that it does not know with a message and the end of the
/// process (exit code 1), and `-help` with its help (exit code 0). In messages LLVM calls the program `program`.
pub fn set_options(program: &str, options: impl IntoIterator<Item = Vec<u8>>) {
    let name = format!("{program} (LLVM option parsing)").into_bytes();
    // A word of a command line holds no NUL.
    let words: Vec<CString> = std::iter::once(name)
        .chain(options)
        .filter_map(|word| CString::new(word).ok())
        .collect();
    let pointers: Vec<_> = words.iter().map(|word| word.as_ptr()).collect();
    // SAFETY: `pointers` are as many strings as told, and LLVM copies what it keeps of them.
    unsafe {
        LLVMParseCommandLineOptions(pointers.len() as i32, pointers.as_ptr(), std::ptr::null());
    }
}
