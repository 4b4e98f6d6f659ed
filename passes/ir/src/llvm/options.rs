//! LLVM's command line (`-mllvm`), which sets options of passes for the whole process.

use inkwell::llvm_sys::prelude::LLVMBool;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use std::ffi::{CString, c_char};

unsafe extern "C" {
    /// In `options.cpp`: whether the `length` bytes at `name` are an option's name.
    fn sanecc_has_option(name: *const c_char, length: usize) -> LLVMBool;
    /// In `options.cpp`: whether the command line sets the option.
    fn sanecc_is_given(name: *const c_char, length: usize) -> LLVMBool;
    /// In `options.cpp`: sets the option to the `digits` bytes at `value`, or to its default if there are none, unless the command line has set it.
    fn sanecc_tune(name: *const c_char, length: usize, value: *const c_char, digits: usize);
}

/// Whether the command line sets an option.
pub(super) fn is_given(name: &str) -> bool {
    // SAFETY: the name is readable for as many bytes as told, and LLVM does not keep it.
    unsafe { sanecc_is_given(name.as_ptr().cast(), name.len()) != 0 }
}

/// While it exists, an option has another value, unless the command line set it.
pub(super) struct Tuned(&'static str);

impl Tuned {
    pub(super) fn new(name: &'static str, value: u32) -> Self {
        tune(name, &value.to_string());
        Self(name)
    }
}

impl Drop for Tuned {
    fn drop(&mut self) {
        tune(self.0, "");
    }
}

fn tune(name: &str, value: &str) {
    // SAFETY: both are readable for as many bytes as told, and LLVM keeps neither.
    unsafe {
        sanecc_tune(
            name.as_ptr().cast(),
            name.len(),
            value.as_ptr().cast(),
            value.len(),
        );
    }
}

/// Sets LLVM's options, each as written after `-mllvm`. Call once at most, before any pass runs, and while
/// nothing has to be cleaned up: LLVM answers a wrong value with a message and the end of the process (exit code 1),
/// and `-help` with its help (exit code 0). In messages LLVM calls the program `program`.
///
/// Options of parts of LLVM that are not here, and those that LLVM does not have at all, are left out with their values:
/// clang has all parts, and gets the same words.
pub fn set_options(program: &str, options: impl IntoIterator<Item = Vec<u8>>) {
    let name = format!("{program} (LLVM option parsing)").into_bytes();
    // A word of a command line holds no NUL.
    let words: Vec<CString> = std::iter::once(name)
        .chain(known(options))
        .filter_map(|word| CString::new(word).ok())
        .collect();
    let pointers: Vec<_> = words.iter().map(|word| word.as_ptr()).collect();
    // SAFETY: `pointers` are as many strings as told, and LLVM copies what it keeps of them.
    unsafe {
        LLVMParseCommandLineOptions(pointers.len() as i32, pointers.as_ptr(), std::ptr::null());
    }
}

/// The options that LLVM has here, with the words after them that are their values.
fn known(options: impl IntoIterator<Item = Vec<u8>>) -> impl Iterator<Item = Vec<u8>> {
    let mut kept = false;
    options.into_iter().filter(move |word| {
        if let Some(name) = name(word) {
            // SAFETY: `name` is as many readable bytes as told.
            kept = unsafe { sanecc_has_option(name.as_ptr().cast(), name.len()) } != 0;
        }
        kept
    })
}

/// The name in `-name`, `--name` or either with `=value`; none in a value.
fn name(word: &[u8]) -> Option<&[u8]> {
    let name = word.strip_prefix(b"-")?;
    let name = name.strip_prefix(b"-").unwrap_or(name);
    let end = name.iter().position(|&byte| byte == b'=');
    Some(&name[..end.unwrap_or(name.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_other_parts_go_with_their_values() {
        let words = ["-vectorize-loops=false", "--no-such-option", "3", "-help"];
        let left: Vec<_> = known(words.map(|word| word.as_bytes().to_vec())).collect();
        assert_eq!(left, [&b"-vectorize-loops=false"[..], b"-help"]);
    }
}
