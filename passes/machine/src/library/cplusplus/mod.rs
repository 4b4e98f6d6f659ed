//! What compiled C++ calls that is not C++ itself: memory, exceptions, initialisation. Classes of the standard library that live in its
//! binary are in `support.cpp` and, of those that only some programs need, in files of their own; they run as the program's own code does.

pub(super) mod exceptions;
pub(super) mod initialization;
pub(crate) mod memory;
pub(super) mod terminate;

/// What units in C++ read first: what the standard library has in its binary of its templates is instantiated in the unit.
pub const PRELUDE: &str = "#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
";

/// Code that is linked to programs in C++.
pub const SUPPORT: &str = include_str!("support.cpp");

/// A part of the support code that only some programs need.
pub struct Part {
    /// The name of its file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// How symbols begin that it defines.
    symbols: &'static [&'static str],
}

/// What locales and streams define, which need each other.
const OF_STREAMS: &[&str] = &[
    "_ZNSt6locale",
    "_ZNKSt6locale",
    "_ZNSt8ios_base",
    "_ZNKSt8ios_base",
    "_ZNSt5ctypeIcE",
    "_ZNSt7codecvtIcc",
    "_ZNSt12__basic_fileIcE",
    "_ZSt19__throw_ios_failure",
    "_ZSt17iostream_category",
    "_ZSt3cin",
    "_ZSt4cout",
    "_ZSt4cerr",
    "_ZSt4clog",
];

/// All parts.
const PARTS: [Part; 3] = [
    Part {
        name: "locales.cpp",
        text: include_str!("locales.cpp"),
        symbols: OF_STREAMS,
    },
    Part {
        name: "streams.cpp",
        text: include_str!("streams.cpp"),
        symbols: OF_STREAMS,
    },
    Part {
        name: "futures.cpp",
        text: include_str!("futures.cpp"),
        symbols: &[
            "_ZNSt13__future_base",
            "_ZNSt28__atomic_futex_unsigned_base",
            "_ZNSt12future_error",
            "_ZSt15future_category",
            "_ZSt20__throw_future_error",
        ],
    },
];

/// The parts for a program that needs these symbols.
pub fn parts<'s>(wanted: impl Iterator<Item = &'s String> + Clone) -> impl Iterator<Item = Part> {
    // Each unit that reads the header of streams sets them up, be they used or not.
    let wanted = wanted.filter(|symbol| !symbol.starts_with("_ZNSt8ios_base4Init"));
    PARTS.into_iter().filter(move |part| {
        let mut begins = part.symbols.iter();
        begins.any(|name| wanted.clone().any(|symbol| symbol.starts_with(name)))
    })
}
