//! The language of an input, by `-x` or by its name, and who compiles it.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Who deals with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Compiled with checks.
    Checked,
    /// Compiled by clang alone: assembly, which has no accesses to see, and LLVM's own languages, which
    /// lack the front end's marks.
    Clang,
    /// A header, which clang precompiles.
    Header,
    /// Not compiled: objects, archives, linker scripts.
    Linked,
    /// In a language that is not checked.
    Foreign,
    /// Standard input without a language: clang says what it thinks of that.
    Unnamed,
}

/// By the name that `-x` gives.
pub fn of_name(name: &OsStr) -> Kind {
    match name.to_str().unwrap_or_default() {
        "c"
        | "c++"
        | "objective-c"
        | "objective-c++"
        | "cpp-output"
        | "c++-cpp-output"
        | "objective-c-cpp-output"
        | "objective-c++-cpp-output"
        | "c++-module"
        | "c++-module-cpp-output"
        | "pcm"
        | "objc-cpp-output"
        | "objc++-cpp-output" => Kind::Checked,
        "c-header"
        | "c++-header"
        | "objective-c-header"
        | "objective-c++-header"
        | "cpp-output-header"
        | "c-header-cpp-output"
        | "c++-header-cpp-output"
        | "c++-user-header"
        | "c++-system-header" => Kind::Header,
        "assembler" | "assembler-with-cpp" | "ir" => Kind::Clang,
        _ => Kind::Foreign,
    }
}

/// Whether the language is C.
pub fn is_c(name: &OsStr) -> bool {
    name == "c" || name == "cpp-output"
}

/// Languages that `-x` takes beside those that have a kind of their own here.
const OTHERS: [&str; 18] = [
    "ada",
    "api-information",
    "ast",
    "cl",
    "cl-header",
    "clcpp",
    "cuda",
    "cuda-cpp-output",
    "f95",
    "f95-cpp-input",
    "hip",
    "hip-cpp-output",
    "hlsl",
    "ifs",
    "ifs-cpp",
    "java",
    "renderscript",
    "treelang",
];

/// Whether clang knows the language `name`. If not, the command fails, whether an input follows or not.
pub fn is_known(name: &OsStr) -> bool {
    name == "none" || of_name(name) != Kind::Foreign || OTHERS.iter().any(|other| name == *other)
}

/// By the file's extension, as clang (or clang++) reads it; with the name for `-x`.
pub fn of_file(file: &Path, cplusplus: bool) -> (Kind, OsString) {
    let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    let name = match extension {
        "c" if cplusplus => "c++",
        "i" if cplusplus => "c++-cpp-output",
        "c" => "c",
        "i" => "cpp-output",
        "C" | "CC" | "CPP" | "c++" | "C++" | "cc" | "cp" | "cpp" | "cxx" | "CXX" => "c++",
        "ii" => "c++-cpp-output",
        "m" => "objective-c",
        "mi" => "objective-c-cpp-output",
        "mm" | "M" => "objective-c++",
        "mii" => "objective-c++-cpp-output",
        "cppm" | "c++m" | "cxxm" | "ccm" => "c++-module",
        "iim" => "c++-module-cpp-output",
        "pcm" => "pcm",
        "s" | "asm" => "assembler",
        "S" => "assembler-with-cpp",
        "ll" | "bc" => "ir",
        "h" | "H" | "hh" | "hp" | "hpp" | "hxx" | "h++" => return (Kind::Header, "none".into()),
        "pch" | "gch" | "ast" | "cl" | "clcpp" | "cu" | "cui" | "hip" | "hipi" | "f" | "F"
        | "for" | "FOR" | "fpp" | "FPP" | "f90" | "F90" | "f95" | "F95" | "f03" | "F03" | "f08"
        | "F08" | "rs" | "d" | "ads" | "adb" | "hlsl" | "gmi" | "ifs" => {
            return (Kind::Foreign, "none".into());
        }
        _ if file.as_os_str() == "-" => return (Kind::Unnamed, "none".into()),
        _ => return (Kind::Linked, "none".into()),
    };
    (of_name(OsStr::new(name)), name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_names_agree() {
        let kind = |file: &str| of_file(Path::new(file), false).0;
        assert_eq!(kind("a.b/x.c"), Kind::Checked);
        assert_eq!(kind("x.C"), Kind::Checked);
        assert_eq!(kind("x.S"), Kind::Clang);
        assert_eq!(kind("x.bc"), Kind::Clang);
        assert_eq!(kind("libb.so.1.2"), Kind::Linked);
        assert_eq!(kind("x.lo"), Kind::Linked);
        assert_eq!(kind("x.h"), Kind::Header);
        assert_eq!(kind("x.cu"), Kind::Foreign);
        assert_eq!(kind("-"), Kind::Unnamed);
        assert_eq!(of_file(Path::new("x.c"), true).1, "c++");
    }
}
