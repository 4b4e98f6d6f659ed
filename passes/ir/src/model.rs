//! The model of library functions: one table of their effects.
//!
//! A function that is missing is unknown: it may free any object that it can reach. A row says `keeps` only if the function never calls back into
//! the program, releases no memory of the program and waits for nothing. If the program defines a function of the same name, its
//! definition counts and not this table.

mod addresses;
mod numbers;
pub mod prototypes;

pub use addresses::Addresses;
pub use numbers::{Most, Returned};

use crate::{Layout, Type};

/// How large an allocation is, by argument numbers (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// This argument, in bytes.
    Argument(u32),
    /// The product of two arguments; the call fails if it overflows.
    Product(u32, u32),
}

/// A fresh object that a call returns (or null).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allocation {
    /// Its size.
    pub size: Size,
}

/// What a call does, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Model {
    /// The fresh object that it returns.
    pub allocates: Option<Allocation>,
    /// May end the lifetime of some object of the program.
    pub may_free: bool,
    /// The result is null or points into the object of this argument (number from 0), of whose address the function
    /// keeps nothing else.
    pub returns: Option<u32>,
    /// What becomes of addresses. Unless unknown, the call itself ends the lifetime of no object that it gets, except that of
    /// [`Model::frees`]; code of the program that it runs may end that of what such code can reach.
    pub addresses: Addresses,
    /// Ends the lifetime of the object of this argument (number from 0), and of no other.
    pub frees: Option<u32>,
    /// The number that it returns, where limits of it are known.
    pub returned: Option<Returned>,
}

impl Model {
    /// A call of which nothing is known.
    pub const UNKNOWN: Model = Model {
        allocates: None,
        may_free: true,
        returns: None,
        addresses: Addresses::Unknown,
        frees: None,
        returned: None,
    };

    const fn allocates(size: Size, may_free: bool) -> Model {
        Model {
            allocates: Some(Allocation { size }),
            may_free,
            ..Model::UNKNOWN
        }
    }

    /// The model of the external function `name` on a target.
    pub fn of(name: &str, layout: &Layout) -> Model {
        Model {
            addresses: Addresses::of(name),
            frees: matches!(name, "free" | "realloc" | "reallocarray").then_some(0),
            returned: Returned::of(name, layout),
            ..Self::of_life(name)
        }
    }

    /// The same of a call that yields this type for arguments of these; the name alone is not enough.
    pub(crate) fn of_call(name: &str, result: Type, arguments: &[Type], layout: &Layout) -> Model {
        let model = Model::of(name, layout);
        match model == Model::UNKNOWN || prototypes::fits(name, result, arguments, layout) {
            true => model,
            false => Model::UNKNOWN,
        }
    }

    /// Whether the external function `name` returns a fresh object.
    pub fn allocates_by_name(name: &str) -> bool {
        Self::of_life(name).allocates.is_some()
    }

    /// The same, apart from what becomes of addresses.
    fn of_life(name: &str) -> Model {
        match name {
            "malloc" | "valloc" => Model::allocates(Size::Argument(0), false),
            // Rounds the size up to whole pages, all of which may be used.
            "pvalloc" => Model {
                may_free: false,
                ..Model::UNKNOWN
            },
            "_Znwm" | "_Znam" | "_Znwj" | "_Znaj" => Model::allocates(Size::Argument(0), true),
            "calloc" => Model::allocates(Size::Product(0, 1), false),
            "aligned_alloc" | "memalign" => Model::allocates(Size::Argument(1), false),
            "realloc" => Model::allocates(Size::Argument(1), true),
            "reallocarray" => Model::allocates(Size::Product(1, 2), true),
            _ => Model {
                may_free: KEEPERS.binary_search(&name).is_err(),
                returns: returned_argument(name),
                ..Model::UNKNOWN
            },
        }
    }
}

/// The argument that is the result of a library function, or of which the result is a part.
fn returned_argument(name: &str) -> Option<u32> {
    let place = RETURNERS.binary_search_by(|row| row.0.cmp(name)).ok()?;
    Some(RETURNERS[place].1)
}

/// Functions that return one of their arguments, or a place in its object, and nothing else but null, and keep it nowhere. Sorted. Those that remember
/// it for the next call (`strtok`) or hand it to a function of the program (`bsearch`) are no part of it.
const RETURNERS: &[(&str, u32)] = &[
    ("__fgets_chk", 0),
    ("__memcpy_chk", 0),
    ("__memmove_chk", 0),
    ("__mempcpy_chk", 0),
    ("__memset_chk", 0),
    ("__stpcpy_chk", 0),
    ("__stpncpy_chk", 0),
    ("__strcat_chk", 0),
    ("__strcpy_chk", 0),
    ("__strncat_chk", 0),
    ("__strncpy_chk", 0),
    ("asctime_r", 1),
    ("ctime_r", 1),
    ("fgets", 0),
    ("fgets_unlocked", 0),
    ("fgetws", 0),
    ("getcwd", 0),
    ("gmtime_r", 1),
    ("index", 0),
    ("inet_ntop", 2),
    ("localtime_r", 1),
    ("memccpy", 0),
    ("memchr", 0),
    ("memcpy", 0),
    ("memmem", 0),
    ("memmove", 0),
    ("mempcpy", 0),
    ("memrchr", 0),
    ("memset", 0),
    ("rawmemchr", 0),
    ("realpath", 1),
    ("rindex", 0),
    ("stpcpy", 0),
    ("stpncpy", 0),
    ("strcasestr", 0),
    ("strcat", 0),
    ("strchr", 0),
    ("strchrnul", 0),
    ("strcpy", 0),
    ("strncat", 0),
    ("strncpy", 0),
    ("strpbrk", 0),
    ("strrchr", 0),
    ("strstr", 0),
    ("wcpcpy", 0),
    ("wcpncpy", 0),
    ("wcscat", 0),
    ("wcschr", 0),
    ("wcscpy", 0),
    ("wcsncat", 0),
    ("wcsncpy", 0),
    ("wcspbrk", 0),
    ("wcsrchr", 0),
    ("wcsstr", 0),
    ("wmemchr", 0),
    ("wmemcpy", 0),
    ("wmemmove", 0),
    ("wmempcpy", 0),
    ("wmemset", 0),
];

/// Functions that end no object's lifetime. Sorted.
const KEEPERS: &[&str] = &[
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__errno_location",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "__memcpy_chk",
    "__memmove_chk",
    "__mempcpy_chk",
    "__memset_chk",
    "__stpcpy_chk",
    "__stpncpy_chk",
    "__strcat_chk",
    "__strcpy_chk",
    "__strncat_chk",
    "__strncpy_chk",
    "abs",
    "acos",
    "acosf",
    "acosh",
    "asin",
    "asinf",
    "asinh",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "atanh",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "bcopy",
    "bzero",
    "cbrt",
    "ceil",
    "ceilf",
    "clock",
    "copysign",
    "copysignf",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "div",
    "erf",
    "exp",
    "exp2",
    "exp2f",
    "expf",
    "explicit_bzero",
    "expm1",
    "fabs",
    "fabsf",
    "fdim",
    "ffs",
    "ffsl",
    "ffsll",
    "floor",
    "floorf",
    "fma",
    "fmaf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fmod",
    "fmodf",
    "frexp",
    "frexpf",
    "getenv",
    "getpid",
    "gettimeofday",
    "hypot",
    "hypotf",
    "ilogb",
    "imaxabs",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "labs",
    "ldexp",
    "ldexpf",
    "ldiv",
    "llabs",
    "lldiv",
    "llrint",
    "llrintf",
    "llround",
    "llroundf",
    "log",
    "log10",
    "log10f",
    "log1p",
    "log2",
    "log2f",
    "logb",
    "logf",
    "lrint",
    "lrintf",
    "lround",
    "lroundf",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "modf",
    "modff",
    "nearbyint",
    "nearbyintf",
    "nextafter",
    "pow",
    "powf",
    "rand",
    "rand_r",
    "rawmemchr",
    "remainder",
    "rindex",
    "rint",
    "rintf",
    "round",
    "roundf",
    "scalbn",
    "sin",
    "sinf",
    "sinh",
    "sinhf",
    "sqrt",
    "sqrtf",
    "srand",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcpy",
    "strcspn",
    "strdup",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtok",
    "strtok_r",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "swab",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "time",
    "toascii",
    "tolower",
    "toupper",
    "trunc",
    "truncf",
    "wcpcpy",
    "wcpncpy",
    "wcscat",
    "wcschr",
    "wcscmp",
    "wcscpy",
    "wcslen",
    "wcsncat",
    "wcsncmp",
    "wcsncpy",
    "wcsnlen",
    "wcspbrk",
    "wcsrchr",
    "wcsstr",
    "wmemchr",
    "wmemcmp",
    "wmemcpy",
    "wmemmove",
    "wmempcpy",
    "wmemset",
];

/// All functions that one of the tables names.
#[cfg(test)]
fn names() -> impl Iterator<Item = &'static str> {
    let keepers = KEEPERS.iter().copied();
    let returners = RETURNERS.iter().map(|row| row.0);
    let names = keepers.chain(returners).chain(addresses::names());
    names.chain(numbers::names())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Model {
        Model::of(name, &Layout::default())
    }

    #[test]
    fn tables_are_sorted_and_names_unique() {
        assert!(KEEPERS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(RETURNERS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn what_is_returned_is_known_apart_from_what_may_be_freed() {
        assert_eq!(of("strcpy").returns, Some(0));
        assert_eq!(of("localtime_r").returns, Some(1));
        assert!(!of("strcpy").may_free && of("localtime_r").may_free);
        for keeps in [
            "strtok", "strtok_r", "bsearch", "setvbuf", "callback", "strlen",
        ] {
            assert_eq!(of(keeps).returns, None);
        }
    }

    #[test]
    fn the_unknown_may_free() {
        assert!(of("callback").may_free);
        assert!(of("free").may_free);
        assert!(of("realloc").may_free);
        assert!(!of("strlen").may_free);
    }
}
