//! Whose code a frame is: the user's, or that of the C library, the C++ library and the runtime.
//!
//! A library is known by its file, and where the compiler has put its code into the program's own file, by the path of its headers. Code of
//! which neither says anything (a stripped program) is the user's.

use super::frames::Frame;
use super::module::Module;
use crate::output::bytes_of;

/// Names that the files of the libraries begin with.
const LIBRARIES: [&[u8]; 11] = [
    b"libc.so.",
    b"libc-",
    b"ld-",
    b"libpthread",
    b"libm.so.",
    b"libdl.so.",
    b"librt.so.",
    b"libstdc++.so",
    b"libc++",
    b"libgcc_s.so",
    b"libsanecc_rt.so",
];

/// Where their headers lie.
const FOLDERS: [&[u8]; 2] = [b"/usr/include/", b"/usr/lib/"];
/// Or else, for compilers in other places.
const FOLDERS_WITHIN: [&[u8]; 2] = [b"/include/c++/", b"/lib/clang/"];

/// Functions that stand in the program's own file and call it, or are called at its start.
const START: [&[u8]; 8] = [
    b"_start",
    b"__libc_start_main",
    b"__libc_start_call_main",
    b"__libc_csu_init",
    b"start_thread",
    b"clone",
    b"clone3",
    b"__clone3",
];

/// What the names of the C++ library's functions begin with, for programs that contain it.
const NAMESPACES: [&[u8]; 4] = [b"std::", b"__gnu_cxx::", b"__cxxabiv1::", b"operator "];
/// And those of the runtime's.
const RUNTIME: [&[u8]; 2] = [b"__sanecc_", b"sanecc."];

/// Whether a frame is of none of the libraries.
pub fn is_own(frame: &Frame<'_>) -> bool {
    let noted = || frame.site?.file().map(bytes_of);
    if frame.module.is_some_and(is_library) {
        return false;
    }
    match frame.place.file.or_else(noted) {
        Some(file) => !is_library_path(file),
        None => !frame.function().is_some_and(is_library_name),
    }
}

/// Whether a file of the source is a header of one of the libraries.
pub fn is_library_path(path: &[u8]) -> bool {
    let contains = |part: &&[u8]| path.windows(part.len()).any(|window| window == *part);
    FOLDERS.iter().any(|folder| path.starts_with(folder)) || FOLDERS_WITHIN.iter().any(contains)
}

fn is_library(module: &Module) -> bool {
    let path = module.path.to_bytes();
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    LIBRARIES.iter().any(|library| name.starts_with(library))
}

fn is_library_name(name: &[u8]) -> bool {
    let begins = |start: &&[u8]| name.starts_with(start);
    START.contains(&name) || NAMESPACES.iter().any(begins) || RUNTIME.iter().any(begins)
}

/// A function's name without its return type, the arguments of templates and the parameters.
pub fn short_name(name: &[u8]) -> alloc::vec::Vec<u8> {
    const OPERATOR: &[u8] = b"operator";
    let operator = name
        .windows(OPERATOR.len())
        .position(|window| window == OPERATOR);
    let (scope, last) = name.split_at(operator.unwrap_or(name.len()));
    let (mut short, mut depth) = (alloc::vec::Vec::new(), 0_usize);
    for (index, byte) in scope.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            b'(' if !scope[index..].starts_with(b"(anonymous namespace)") => break,
            b' ' if !short.ends_with(b"(anonymous") => short.clear(),
            byte => short.push(*byte),
        }
    }
    let end = last
        .iter()
        .skip(OPERATOR.len() + 1)
        .position(|byte| *byte == b'(');
    short.extend_from_slice(&last[..end.map_or(last.len(), |end| end + OPERATOR.len() + 1)]);
    // The namespace of an interface's version, which nobody writes.
    for version in [&b"std::__cxx11::"[..], b"std::__1::"] {
        if short.starts_with(version) {
            short.drain(b"std::".len()..version.len());
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_say_which_function_it_is() {
        for (name, short) in [
            ("main", "main"),
            (
                "void std::vector<int, std::allocator<int> >::_M_realloc_insert<int>(__gnu_cxx::__normal_iterator<int*>, int&&)",
                "std::vector::_M_realloc_insert",
            ),
            ("operator new(unsigned long)", "operator new"),
            (
                "std::vector<int>::operator[](unsigned long)",
                "std::vector::operator[]",
            ),
            (
                "main::$_0::operator()(int, int) const",
                "main::$_0::operator()",
            ),
            ("(anonymous namespace)::f(int)", "(anonymous namespace)::f"),
            (
                "std::__cxx11::list<int>::pop_front()",
                "std::list::pop_front",
            ),
            ("a > b", "b"),
        ] {
            let made = short_name(name.as_bytes());
            assert_eq!(core::str::from_utf8(&made).unwrap(), short);
        }
    }

    #[test]
    fn headers_of_the_libraries_are_no_code_of_the_user() {
        for path in [
            "/usr/lib/gcc/triple/12/../../../../include/c++/12/bits/stl_algo.h",
            "/usr/include/string.h",
            "/opt/gcc/include/c++/13/vector",
        ] {
            assert!(is_library_path(path.as_bytes()), "{path}");
        }
        for path in ["/home/me/usr/include/a.h", "./include/a.h", "a.c", ""] {
            assert!(!is_library_path(path.as_bytes()), "{path}");
        }
    }
}
