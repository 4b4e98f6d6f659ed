//! What library functions do with addresses: which arguments they keep, write into memory, or return.
//!
//! The rows follow the manual pages. A function that is missing may do anything with an address. So the table has no function that keeps an
//! argument for a later call (`strtok`, `setvbuf`), that passes one to a function of the program (`bsearch`), or that can write an address
//! as text (`printf` with `%p`), which the program may read back. An integer that a function of this table returns, and the offset of a returned
//! pointer from its argument, depend on an address only through integers that the function got or read through its arguments.

/// What a call does with addresses, apart from what it returns by [`Model::returns`](super::Model::returns) and
/// [`Model::allocates`](super::Model::allocates). Arguments are numbered from 0; content is what lies in the object that an argument
/// points into, at any distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addresses {
    /// Anything: every argument may be kept, any address written and returned.
    Unknown,
    /// Keeps no argument and its content, writes no address.
    Nowhere,
    /// The content of `from` may lie in the object of `to` afterwards.
    Copied {
        /// Pointer to the destination.
        to: u32,
        /// Pointer to the source.
        from: u32,
    },
    /// An address in the object of `from` may lie where `to` points.
    Stored {
        /// Pointer to the place that is written.
        to: u32,
        /// Pointer into the object.
        from: u32,
    },
    /// The content of `from` may lie in the object that the call returns.
    Moved {
        /// Pointer to the old object.
        from: u32,
    },
    /// Content of the object of `to` comes from outside of the program.
    Filled {
        /// Pointer to the object.
        to: u32,
    },
    /// The content of `from` leaves the program.
    Shown {
        /// Pointer to the object.
        from: u32,
    },
}

impl Addresses {
    /// What the external function `name` does.
    pub(super) fn of(name: &str) -> Self {
        match ROWS.binary_search_by(|row| row.0.cmp(name)) {
            Ok(place) => ROWS[place].1,
            Err(_) => Self::Unknown,
        }
    }
}

const COPY: Addresses = Addresses::Copied { to: 0, from: 1 };

/// Sorted by name.
const ROWS: &[(&str, Addresses)] = &[
    ("_Znaj", Addresses::Nowhere),
    ("_Znam", Addresses::Nowhere),
    ("_Znwj", Addresses::Nowhere),
    ("_Znwm", Addresses::Nowhere),
    ("__isoc23_strtol", Addresses::Stored { to: 1, from: 0 }),
    ("__isoc23_strtoll", Addresses::Stored { to: 1, from: 0 }),
    ("__isoc23_strtoul", Addresses::Stored { to: 1, from: 0 }),
    ("__isoc23_strtoull", Addresses::Stored { to: 1, from: 0 }),
    ("__memcpy_chk", COPY),
    ("__memmove_chk", COPY),
    ("__mempcpy_chk", COPY),
    ("__memset_chk", Addresses::Nowhere),
    ("__stpcpy_chk", COPY),
    ("__stpncpy_chk", COPY),
    ("__strcat_chk", COPY),
    ("__strcpy_chk", COPY),
    ("__strncat_chk", COPY),
    ("__strncpy_chk", COPY),
    ("aligned_alloc", Addresses::Nowhere),
    ("atof", Addresses::Nowhere),
    ("atoi", Addresses::Nowhere),
    ("atol", Addresses::Nowhere),
    ("atoll", Addresses::Nowhere),
    ("bcmp", Addresses::Nowhere),
    ("bcopy", Addresses::Copied { to: 1, from: 0 }),
    ("bzero", Addresses::Nowhere),
    ("calloc", Addresses::Nowhere),
    ("explicit_bzero", Addresses::Nowhere),
    ("fgets", Addresses::Filled { to: 0 }),
    ("fgets_unlocked", Addresses::Filled { to: 0 }),
    ("fputs", Addresses::Shown { from: 0 }),
    ("fputs_unlocked", Addresses::Shown { from: 0 }),
    ("fread", Addresses::Filled { to: 0 }),
    ("fread_unlocked", Addresses::Filled { to: 0 }),
    ("free", Addresses::Nowhere),
    ("fwrite", Addresses::Shown { from: 0 }),
    ("fwrite_unlocked", Addresses::Shown { from: 0 }),
    ("index", Addresses::Nowhere),
    ("malloc", Addresses::Nowhere),
    ("memalign", Addresses::Nowhere),
    ("memccpy", COPY),
    ("memchr", Addresses::Nowhere),
    ("memcmp", Addresses::Nowhere),
    ("memcpy", COPY),
    ("memmem", Addresses::Nowhere),
    ("memmove", COPY),
    ("mempcpy", COPY),
    ("memrchr", Addresses::Nowhere),
    ("memset", Addresses::Nowhere),
    ("perror", Addresses::Shown { from: 0 }),
    ("pread", Addresses::Filled { to: 1 }),
    ("puts", Addresses::Shown { from: 0 }),
    ("pwrite", Addresses::Shown { from: 1 }),
    ("rawmemchr", Addresses::Nowhere),
    ("read", Addresses::Filled { to: 1 }),
    ("realloc", Addresses::Moved { from: 0 }),
    ("reallocarray", Addresses::Moved { from: 0 }),
    ("recv", Addresses::Filled { to: 1 }),
    ("rindex", Addresses::Nowhere),
    ("send", Addresses::Shown { from: 1 }),
    ("stpcpy", COPY),
    ("stpncpy", COPY),
    ("strcasecmp", Addresses::Nowhere),
    ("strcasestr", Addresses::Nowhere),
    ("strcat", COPY),
    ("strchr", Addresses::Nowhere),
    ("strchrnul", Addresses::Nowhere),
    ("strcmp", Addresses::Nowhere),
    ("strcpy", COPY),
    ("strcspn", Addresses::Nowhere),
    ("strlen", Addresses::Nowhere),
    ("strncasecmp", Addresses::Nowhere),
    ("strncat", COPY),
    ("strncmp", Addresses::Nowhere),
    ("strncpy", COPY),
    ("strnlen", Addresses::Nowhere),
    ("strpbrk", Addresses::Nowhere),
    ("strrchr", Addresses::Nowhere),
    ("strspn", Addresses::Nowhere),
    ("strstr", Addresses::Nowhere),
    ("strtod", Addresses::Stored { to: 1, from: 0 }),
    ("strtof", Addresses::Stored { to: 1, from: 0 }),
    ("strtol", Addresses::Stored { to: 1, from: 0 }),
    ("strtold", Addresses::Stored { to: 1, from: 0 }),
    ("strtoll", Addresses::Stored { to: 1, from: 0 }),
    ("strtoul", Addresses::Stored { to: 1, from: 0 }),
    ("strtoull", Addresses::Stored { to: 1, from: 0 }),
    ("valloc", Addresses::Nowhere),
    ("wcpcpy", COPY),
    ("wcpncpy", COPY),
    ("wcscat", COPY),
    ("wcschr", Addresses::Nowhere),
    ("wcscmp", Addresses::Nowhere),
    ("wcscpy", COPY),
    ("wcslen", Addresses::Nowhere),
    ("wcsncat", COPY),
    ("wcsncmp", Addresses::Nowhere),
    ("wcsncpy", COPY),
    ("wcsnlen", Addresses::Nowhere),
    ("wcspbrk", Addresses::Nowhere),
    ("wcsrchr", Addresses::Nowhere),
    ("wcsstr", Addresses::Nowhere),
    ("wmemchr", Addresses::Nowhere),
    ("wmemcmp", Addresses::Nowhere),
    ("wmemcpy", COPY),
    ("wmemmove", COPY),
    ("wmempcpy", COPY),
    ("wmemset", Addresses::Nowhere),
    ("write", Addresses::Shown { from: 1 }),
];

/// All functions of the table.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(ROWS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn what_remembers_calls_back_or_prints_addresses_is_unknown() {
        for name in [
            "strtok", "setvbuf", "bsearch", "qsort", "printf", "sprintf", "strdup",
        ] {
            assert_eq!(Addresses::of(name), Addresses::Unknown);
        }
        assert_eq!(Addresses::of("strcpy"), COPY);
        assert_eq!(Addresses::of("free"), Addresses::Nowhere);
    }
}
