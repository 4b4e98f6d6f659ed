//! What functions of the C library do with pointers that nobody else tells: chunks that they return or store, and pointers that they move in memory of the program.

/// Functions that return the first byte of a chunk, or null, or a pointer that they were given. Sorted.
const RETURN_CHUNKS: [&str; 12] = [
    "__getcwd_chk",
    "__realpath_chk",
    "__strdup",
    "__strndup",
    "canonicalize_file_name",
    "get_current_dir_name",
    "getcwd",
    "realpath",
    "strdup",
    "strndup",
    "tempnam",
    "wcsdup",
];

/// Functions that store the first byte of a chunk, and write no other pointer: the number of the argument that says where. Sorted.
const STORE_CHUNKS: [(&str, usize); 8] = [
    ("__asprintf_chk", 0),
    ("__getdelim", 0),
    ("__vasprintf_chk", 0),
    ("asprintf", 0),
    ("getdelim", 0),
    ("getline", 0),
    ("posix_memalign", 0),
    ("vasprintf", 0),
];

/// A function that copies memory as it is: the numbers of its arguments, and the bytes that the length counts in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    pub(super) to: usize,
    pub(super) from: usize,
    pub(super) length: usize,
    pub(super) unit: u64,
    /// The length is the most that is copied: less, if the function returns where it has ended.
    pub(super) may_stop: bool,
}

const fn copies(to: usize, from: usize, length: usize, unit: u64) -> Copies {
    Copies {
        to,
        from,
        length,
        unit,
        may_stop: false,
    }
}

/// Functions that copy memory, where they are calls and no intrinsics: hardened ones (`_FORTIFY_SOURCE`), those of other names, and all with `-fno-builtin`. Sorted.
const COPY: [(&str, Copies); 14] = [
    ("__memcpy_chk", copies(0, 1, 2, 1)),
    ("__memmove_chk", copies(0, 1, 2, 1)),
    ("__mempcpy_chk", copies(0, 1, 2, 1)),
    ("__wmemcpy_chk", copies(0, 1, 2, 4)),
    ("__wmemmove_chk", copies(0, 1, 2, 4)),
    ("__wmempcpy_chk", copies(0, 1, 2, 4)),
    ("bcopy", copies(1, 0, 2, 1)),
    (
        "memccpy",
        Copies {
            may_stop: true,
            ..copies(0, 1, 3, 1)
        },
    ),
    ("memcpy", copies(0, 1, 2, 1)),
    ("memmove", copies(0, 1, 2, 1)),
    ("mempcpy", copies(0, 1, 2, 1)),
    ("wmemcpy", copies(0, 1, 2, 4)),
    ("wmemmove", copies(0, 1, 2, 4)),
    ("wmempcpy", copies(0, 1, 2, 4)),
];

/// Functions that write pointers into memory of the program or new chunks, or move them there, and no slots. Sorted.
const WRITE_POINTERS: [&str; 29] = [
    "__strtok_r",
    "backtrace_symbols",
    "getaddrinfo",
    "getgrgid_r",
    "getgrnam_r",
    "gethostbyname_r",
    "getifaddrs",
    "getpwnam_r",
    "getpwuid_r",
    "glob",
    "glob64",
    "iconv",
    "if_nameindex",
    "lsearch",
    "mbsnrtowcs",
    "mbsrtowcs",
    "open_memstream",
    "open_wmemstream",
    "qsort",
    "qsort_r",
    "readv",
    "regcomp",
    "scandir",
    "scandir64",
    "strsep",
    "strtok_r",
    "tsearch",
    "wcsrtombs",
    "wordexp",
];

/// Functions that store, where their second argument says and unless that is null, a place in the string that is their first one. Sorted.
const STORE_PLACES: [&str; 29] = [
    "__isoc23_strtoimax",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "__isoc23_strtoumax",
    "__isoc23_wcstoimax",
    "__isoc23_wcstol",
    "__isoc23_wcstoll",
    "__isoc23_wcstoul",
    "__isoc23_wcstoull",
    "__isoc23_wcstoumax",
    "strtod",
    "strtof",
    "strtoimax",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoumax",
    "wcstod",
    "wcstof",
    "wcstoimax",
    "wcstol",
    "wcstold",
    "wcstoll",
    "wcstoul",
    "wcstoull",
];

/// Whether a function returns chunks.
pub(super) fn returns_chunk(name: &str) -> bool {
    RETURN_CHUNKS.binary_search(&name).is_ok()
}

/// The number of the argument that says where a function stores a chunk.
pub(super) fn stores_chunk(name: &str) -> Option<usize> {
    let found = STORE_CHUNKS.binary_search_by_key(&name, |(name, _)| name);
    found.ok().map(|place| STORE_CHUNKS[place].1)
}

/// What a function copies.
pub(super) fn copied(name: &str) -> Option<Copies> {
    let found = COPY.binary_search_by_key(&name, |(name, _)| name);
    found.ok().map(|place| COPY[place].1)
}

/// Whether a function stores a place in its first argument where the second one says.
pub(super) fn stores_place(name: &str) -> bool {
    STORE_PLACES.binary_search(&name).is_ok()
}

/// Whether a function writes pointers that nobody follows.
pub(super) fn writes_pointers(name: &str) -> bool {
    WRITE_POINTERS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(RETURN_CHUNKS.is_sorted());
        assert!(STORE_CHUNKS.is_sorted());
        assert!(COPY.is_sorted_by_key(|row| row.0));
        assert!(STORE_PLACES.is_sorted());
        assert!(WRITE_POINTERS.is_sorted());
    }
}
