//! What is known of library functions: one table for intrinsic-like facts of libc.
//!
//! A function that is missing here is unknown: it may free any object that it can reach. Only functions that
//! never call back into the program and never release memory of the program stand as `keeps`. A program may
//! define a function of the same name itself; then its definition counts and not this table.

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
    /// May end the life of some object of the program.
    pub may_free: bool,
}

impl Model {
    /// A call of which nothing is known.
    pub const UNKNOWN: Model = Model {
        allocates: None,
        may_free: true,
    };
    /// Neither allocates for the program nor frees.
    const KEEPS: Model = Model {
        allocates: None,
        may_free: false,
    };

    const fn allocates(size: Size, may_free: bool) -> Model {
        Model {
            allocates: Some(Allocation { size }),
            may_free,
        }
    }

    /// The model of the external function `name`.
    pub fn of(name: &str) -> Model {
        match name {
            "malloc" | "valloc" => Model::allocates(Size::Argument(0), false),
            // Rounds the size up to whole pages, all of which may be used.
            "pvalloc" => Model::KEEPS,
            "_Znwm" | "_Znam" => Model::allocates(Size::Argument(0), true),
            "calloc" => Model::allocates(Size::Product(0, 1), false),
            "aligned_alloc" | "memalign" => Model::allocates(Size::Argument(1), false),
            "realloc" => Model::allocates(Size::Argument(1), true),
            "reallocarray" => Model::allocates(Size::Product(1, 2), true),
            _ if KEEPERS.binary_search(&name).is_ok() => Model::KEEPS,
            _ => Model::UNKNOWN,
        }
    }
}

/// Functions that end no object's life. Sorted.
const KEEPERS: &[&str] = &[
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__errno_location",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "abs",
    "acos",
    "acosf",
    "asin",
    "atan",
    "atan2",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "cbrt",
    "ceil",
    "clock",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "fabs",
    "floor",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "getenv",
    "getpid",
    "gettimeofday",
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
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memrchr",
    "memset",
    "modf",
    "pow",
    "rand",
    "rint",
    "round",
    "sin",
    "sinh",
    "sqrt",
    "srand",
    "stpcpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtod",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "tan",
    "tanh",
    "time",
    "tolower",
    "toupper",
    "trunc",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keepers_are_sorted_and_unique() {
        assert!(KEEPERS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn the_unknown_may_free() {
        assert!(Model::of("callback").may_free);
        assert!(Model::of("free").may_free);
        assert!(Model::of("realloc").may_free);
        assert!(!Model::of("strlen").may_free);
    }
}
