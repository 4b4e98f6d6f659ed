//! Which programs make sense without an operating system.

use std::path::Path;

/// Headers that C libraries for boards have, and `tests/include`, with all that the programs use of them.
const HEADERS: [&str; 22] = [
    "assert.h",
    "complex.h",
    "ctype.h",
    "errno.h",
    "float.h",
    "hide.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "math.h",
    "setjmp.h",
    "stdalign.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "wchar.h",
];

/// What the runtime of boards finds (`rt/bare/src/report/kinds.rs`).
pub const KINDS: [&str; 11] = [
    "bad-free",
    "double-free",
    "dynamic-stack-buffer-overflow",
    "global-buffer-overflow",
    "heap-buffer-overflow",
    "heap-use-after-free",
    "memcpy-param-overlap",
    "stack-buffer-overflow",
    "stack-buffer-underflow",
    "stack-use-after-scope",
    "use-after-poison",
];

/// Words of sources that need more: arguments of `main`, functions of a system, types of 64-bit processors, a thread's own variables.
const MISSING: [&str; 7] = [
    "argv",
    "main(int",
    "posix_memalign",
    "aligned_alloc",
    "__int128",
    "_Thread_local",
    "__thread",
];

/// Whether a source is C of which a board has all.
pub fn has(path: &Path, text: &str) -> bool {
    let is_c = path.extension().is_some_and(|extension| extension == "c");
    let mut included = text.lines().filter_map(included);
    is_c && !MISSING.iter().any(|word| text.contains(word))
        && included.all(|header| HEADERS.contains(&header))
}

/// Whether a source uses what Cortex-M0 does not have.
pub fn needs_more_than_v6m(text: &str) -> bool {
    let words = ["_Atomic", "__atomic", "__sync", "musttail"];
    words.iter().any(|word| text.contains(word))
}

/// The header that a line includes.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let name = rest.strip_prefix("include")?.trim();
    name.get(1..name.len().checked_sub(1)?)
}
