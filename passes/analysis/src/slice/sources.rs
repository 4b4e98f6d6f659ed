//! How data flows through functions that are not here, and where data comes from outside of the program: one table.
//!
//! A function that is missing here is unknown: its result is outside data, and it may write outside data to whatever others can reach.
//! So all that reads is a source without being named: `read`, `recv`, `fread`, `fgets`, `getline`, `scanf`, `getenv`,
//! `readdir`, and whatever else a library offers. Besides, outside data are the arguments of functions that are called from
//! where the module does not show (`main` with its `argv`, for one), what calls through pointers return, and what such code may have
//! written. The table names the others, which only pass on what they are given, or from which nothing but their result comes.
//! What the directive `%n` of a format writes is not followed.

/// What a function that is not here does with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Result and reachable memory are outside data.
    Outside,
    /// The result is outside data. Nothing is written that the program could read.
    Result,
    /// The result comes from the arguments and what they point to. Nothing is written that the program could read.
    Reads,
    /// So does what the argument of this number (from 0) points to.
    Into(u32),
}

impl Flow {
    /// What the function of this name does.
    pub(super) fn of(name: &str) -> Flow {
        if RESULT.binary_search(&name).is_ok() {
            return Flow::Result;
        }
        if READS.binary_search(&name).is_ok() {
            return Flow::Reads;
        }
        match INTO.binary_search_by(|row| row.0.cmp(name)) {
            Ok(place) => Flow::Into(INTO[place].1),
            Err(_) => Flow::Outside,
        }
    }
}

/// Functions of which nothing but the result is outside data: what they read is no memory of the program. Sorted.
const RESULT: &[&str] = &[
    "__fprintf_chk",
    "__printf_chk",
    "clock",
    "fclose",
    "fflush",
    "fgetc",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fseek",
    "ftell",
    "fwrite",
    "getc",
    "getchar",
    "getpid",
    "printf",
    "putc",
    "putchar",
    "puts",
    "rand",
    "random",
];

/// Functions whose result depends on nothing else than their arguments and what these point to. Sorted.
const READS: &[&str] = &[
    "__assert_fail",
    "abort",
    "abs",
    "acos",
    "aligned_alloc",
    "asin",
    "atan",
    "atan2",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "calloc",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "exit",
    "exp",
    "exp2",
    "fabs",
    "floor",
    "fmax",
    "fmin",
    "fmod",
    "free",
    "hypot",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "labs",
    "ldexp",
    "log",
    "log10",
    "log2",
    "malloc",
    "memchr",
    "memcmp",
    "memmem",
    "memrchr",
    "pow",
    "rint",
    "round",
    "sin",
    "sinh",
    "sqrt",
    "strcasecmp",
    "strcasestr",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcspn",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "tan",
    "tanh",
    "tolower",
    "toupper",
    "trunc",
    "wcslen",
];

/// Functions that write what they are given, with the number of the argument that says where. Sorted.
const INTO: &[(&str, u32)] = &[
    ("__isoc23_strtol", 1),
    ("__isoc23_strtoll", 1),
    ("__isoc23_strtoul", 1),
    ("__isoc23_strtoull", 1),
    ("__memcpy_chk", 0),
    ("__memmove_chk", 0),
    ("__memset_chk", 0),
    ("__stpcpy_chk", 0),
    ("__strcat_chk", 0),
    ("__strcpy_chk", 0),
    ("__strncat_chk", 0),
    ("__strncpy_chk", 0),
    ("memccpy", 0),
    ("memcpy", 0),
    ("memmove", 0),
    ("mempcpy", 0),
    ("memset", 0),
    ("snprintf", 0),
    ("sprintf", 0),
    ("stpcpy", 0),
    ("stpncpy", 0),
    ("strcat", 0),
    ("strcpy", 0),
    ("strncat", 0),
    ("strncpy", 0),
    ("strtod", 1),
    ("strtol", 1),
    ("strtoll", 1),
    ("strtoul", 1),
    ("strtoull", 1),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_name_each_function_once() {
        assert!(READS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(INTO.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(RESULT.windows(2).all(|pair| pair[0] < pair[1]));
        let others: Vec<&str> = INTO
            .iter()
            .map(|row| row.0)
            .chain(RESULT.iter().copied())
            .collect();
        assert!(others.iter().all(|name| READS.binary_search(name).is_err()));
        assert!(INTO.iter().all(|row| RESULT.binary_search(&row.0).is_err()));
    }

    #[test]
    fn each_function_has_a_type() {
        let others = INTO.iter().map(|row| row.0);
        for name in others.chain(RESULT.iter().chain(READS).copied()) {
            assert!(sanecc_ir::prototypes::prototype(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_reads_from_outside_is_no_row() {
        let sources = [
            "read",
            "recv",
            "recvfrom",
            "fread",
            "fgets",
            "getline",
            "scanf",
            "fscanf",
            "sscanf",
            "getenv",
            "pread",
            "readlink",
            "readdir",
            "mmap",
            "realpath",
            "gets",
            "unknown_function",
        ];
        for name in sources {
            assert_eq!(Flow::of(name), Flow::Outside, "{name}");
        }
        assert_eq!(Flow::of("getchar"), Flow::Result);
        assert_eq!(Flow::of("strlen"), Flow::Reads);
        assert_eq!(Flow::of("strcpy"), Flow::Into(0));
    }
}
