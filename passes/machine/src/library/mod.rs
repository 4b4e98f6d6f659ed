//! The C library of the machine: what each function computes. One file for each header, with a table of its functions.
//!
//! A function sees the machine as a [`Call`]. One that is in no table is named in an error where it is called.

mod accounts;
mod arguments;
mod beside;
mod calendar;
mod call;
mod complex;
pub mod cplusplus;
mod ctype;
mod dirent;
mod dlfcn;
mod errors;
mod exec;
mod execinfo;
mod files;
mod fnmatch;
mod format;
mod getopt;
mod getopt_long;
mod inet;
mod libintl;
mod locale;
mod malloc;
mod math;
mod math_parts;
mod messages;
mod mman;
mod polling;
mod process;
mod promises;
mod random;
mod regex;
mod sanitizer;
mod setjmp;
mod shell;
mod signal;
mod signal_stack;
mod sort;
mod state;
mod stdio;
mod stdio_ext;
mod stdio_files;
mod stdio_format;
mod stdio_lines;
mod stdio_wide;
mod stdlib;
mod streams;
mod string;
mod string_messages;
mod string_search;
pub mod system;
mod terminal;
mod threads;
mod time;
mod typed;
mod ucontext;
mod unistd;
mod unistd_process;
mod variables;
mod vectors;
mod wait;
mod wchar;
mod wchar_restart;
mod wchar_strings;
mod wide;

pub(crate) use call::Call;
pub(crate) use promises::false_assumption;
pub use promises::is_promise;
pub use setjmp::is_setjmp;
pub(crate) use signal::ABORT;
pub(crate) use signal_stack::SignalStack;
pub use state::State;
pub(crate) use stdio::FILE_BYTES;
pub use threads::is_cancellation_point;
pub(crate) use typed::Outcome;
pub use variables::{Variable, variable};

use std::sync::LazyLock;

/// What a library function does.
pub(crate) type Function = fn(&mut dyn Call) -> Outcome;

/// A function by name.
type Row = (&'static str, Function);

/// The tables of all headers.
const TABLES: &[&[Row]] = &[
    accounts::TABLE,
    beside::TABLE,
    complex::TABLE,
    cplusplus::exceptions::TABLE,
    cplusplus::initialization::TABLE,
    cplusplus::memory::TABLE,
    cplusplus::terminate::TABLE,
    ctype::TABLE,
    dirent::TABLE,
    dlfcn::TABLE,
    exec::TABLE,
    execinfo::TABLE,
    files::TABLE,
    fnmatch::TABLE,
    getopt::TABLE,
    inet::TABLE,
    libintl::TABLE,
    locale::TABLE,
    malloc::TABLE,
    math::TABLE,
    math_parts::TABLE,
    messages::TABLE,
    mman::TABLE,
    polling::TABLE,
    process::TABLE,
    promises::TABLE,
    regex::TABLE,
    sanitizer::TABLE,
    setjmp::TABLE,
    shell::TABLE,
    signal::TABLE,
    signal_stack::TABLE,
    sort::TABLE,
    stdio::TABLE,
    stdio_ext::TABLE,
    stdio_files::TABLE,
    stdio_format::TABLE,
    stdio_lines::TABLE,
    stdio_wide::TABLE,
    stdlib::TABLE,
    string::TABLE,
    string_messages::TABLE,
    string_search::TABLE,
    terminal::TABLE,
    threads::attributes::TABLE,
    threads::cancel::TABLE,
    threads::condition::TABLE,
    threads::gathering::TABLE,
    threads::mutex::TABLE,
    threads::once::TABLE,
    threads::pthread::TABLE,
    threads::rwlock::TABLE,
    threads::specific::TABLE,
    threads::standard::TABLE,
    time::TABLE,
    ucontext::TABLE,
    unistd::TABLE,
    unistd_process::TABLE,
    vectors::TABLE,
    wait::TABLE,
    wchar::TABLE,
    wchar_restart::TABLE,
    wchar_strings::TABLE,
];

/// All functions by name, sorted.
static ALL: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut all: Vec<Row> = TABLES.iter().copied().flatten().copied().collect();
    all.sort_unstable_by_key(|row| row.0);
    all
});

/// The number of a function, if the library has it.
pub fn find(name: &str) -> Option<usize> {
    ALL.binary_search_by_key(&name, |row| row.0).ok()
}

/// The name of a function.
pub fn name(number: usize) -> &'static str {
    ALL.get(number).map_or("", |row| row.0)
}

pub(crate) fn function(number: usize) -> Option<Function> {
    ALL.get(number).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_each_function_once() {
        assert!(ALL.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(find("printf").map(name), Some("printf"));
        assert_eq!(find("no_such_function"), None);
    }
}
