//! The features that conditions of tests can name, as lit would detect them on this machine.

use super::condition;

/// Features of x86-64 Linux with glibc 2.36, with LLVM's release build and ASan's archive as runtime.
pub const HERE: &[&str] = &[
    "Clang",
    "asan-64-bits",
    "asan-static-runtime",
    "binutils_lto",
    "can-symbolize",
    "compiler-rt-optimized",
    "cxxabi",
    "fast-unwinder-works",
    "glibc",
    "glibc-2.19",
    "glibc-2.27",
    "glibc-2.30",
    "glibc-2.33",
    "glibc-2.34",
    "host-byteorder-little-endian",
    "leak-detection",
    "linux",
    "shadow-scale-3",
    "shared_cxxabi",
    "shared_unwind",
    "shell",
    "stable-runtime",
    "target=x86_64-pc-linux-gnu",
    "target-is-x86_64",
    "x86-target-arch",
    "x86_64-linux",
    "x86_64-target-arch",
    "zlib",
];

/// Whether a condition holds here.
pub fn hold(condition: &str) -> Result<bool, String> {
    condition::holds(condition, HERE)
}
