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

/// Functions that write pointers into memory of the program, or move them there, and no slots. Sorted.
const WRITE_POINTERS: [&str; 26] = [
    "__strtok_r",
    "getaddrinfo",
    "getgrgid_r",
    "getgrnam_r",
    "gethostbyname_r",
    "getpwnam_r",
    "getpwuid_r",
    "glob",
    "glob64",
    "iconv",
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
        assert!(STORE_PLACES.is_sorted());
        assert!(WRITE_POINTERS.is_sorted());
    }
}
