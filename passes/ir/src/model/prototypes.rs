//! Whether a function with the name of a library function also has its type.
//!
//! Claims: if it has not, no other table applies to it. A program may have an `index`, a `round` or a `time` of its own, which may do
//! anything. Most types are in the table of functions that the runtime checks ([`sanecc_abi::library`]); the rest is here.

use crate::{FloatFormat, Layout, Type, mutant};
use sanecc_abi::library::{self, Prototype};

/// Whether a letter of [`Prototype`] means this type on a target.
pub fn is_of_type(letter: u8, ty: Type, layout: &Layout) -> bool {
    match letter {
        b'v' => ty == Type::Void,
        b'p' => ty.is_plain_pointer(),
        b'a' => match layout.pointer_bits {
            32 => ty.is_plain_pointer() || matches!(ty, Type::Aggregate(_)),
            _ => ty.is_plain_pointer(),
        },
        b'i' => ty == Type::Int(32),
        b'l' => ty == Type::Int(layout.long_bits),
        b'z' => ty == Type::Int(layout.size_bits),
        b'q' => ty == Type::Int(64),
        b'f' => ty == Type::FLOAT,
        b'd' => ty == Type::DOUBLE,
        b'x' => {
            ty == Type::Float(FloatFormat::X87) || layout.pointer_bits == 32 && ty == Type::DOUBLE
        }
        // Two of them.
        b's' => matches!(ty, Type::Aggregate(_)),
        _ => false,
    }
}

/// Whether each of the letters means the type at its place, and there are as many.
pub fn are_of_types(letters: &str, types: &[Type], layout: &Layout) -> bool {
    letters.len() == types.len()
        && letters
            .bytes()
            .zip(types)
            .all(|(letter, ty)| is_of_type(letter, *ty, layout))
}

/// Whether a call with these arguments, and this result, is one of a function of this type.
pub fn is_call_of(prototype: Prototype, result: Type, arguments: &[Type], layout: &Layout) -> bool {
    let fits = match prototype.parameters.strip_suffix('.') {
        Some(fixed) => arguments
            .get(..fixed.len())
            .is_some_and(|given| are_of_types(fixed, given, layout)),
        None => are_of_types(prototype.parameters, arguments, layout),
    };
    fits && is_of_type(prototype.result, result, layout)
}

/// Whether a call of `name` is one of the library's function.
pub fn fits(name: &str, result: Type, arguments: &[Type], layout: &Layout) -> bool {
    prototype(name).is_some_and(|prototype| is_call_of(prototype, result, arguments, layout))
        || mutant!("model/prototype")
}

/// The type of the library's function of this name, if it is known.
pub fn prototype(name: &str) -> Option<Prototype> {
    library::find(name).map_or_else(|| other(name), |row| Some(row.prototype))
}

/// The type of a function that the runtime does not check.
fn other(name: &str) -> Option<Prototype> {
    let has = |row: &&(&str, u8, &str)| row.0.split(' ').any(|other| other == name);
    let &(_, result, parameters) = ROWS.iter().find(has)?;
    Some(Prototype { result, parameters })
}

/// Names, the result's letter, and those of the parameters.
const ROWS: &[(&str, u8, &str)] = &[
    ("_Znaj _Znam _Znwj _Znwm malloc pvalloc valloc", b'p', "z"),
    ("aligned_alloc calloc memalign", b'p', "zz"),
    ("realloc", b'p', "pz"),
    ("reallocarray", b'p', "pzz"),
    ("free", b'v', "p"),
    (
        "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location",
        b'p',
        "",
    ),
    ("getenv", b'p', "p"),
    ("getchar getchar_unlocked getpid rand", b'i', ""),
    ("clock random", b'l', ""),
    ("abort", b'v', ""),
    ("exit srand", b'v', "i"),
    ("__assert_fail", b'v', "ppip"),
    (
        "isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper",
        b'i',
        "i",
    ),
    ("abs dup epoll_create epoll_create1 ffs putchar", b'i', "i"),
    ("ffsl", b'i', "l"),
    ("ffsll", b'i', "q"),
    ("dup2", b'i', "ii"),
    ("socket", b'i', "iii"),
    (
        "fclose fflush fgetc fgetc_unlocked fileno getc getc_unlocked",
        b'i',
        "p",
    ),
    ("fputc putc ungetc", b'i', "ip"),
    ("fseek", b'i', "pli"),
    ("ftell", b'l', "p"),
    ("creat", b'i', "pi"),
    ("open open64", b'i', "pi."),
    ("openat openat64", b'i', "ipi."),
    ("labs", b'l', "l"),
    ("imaxabs llabs", b'q', "q"),
    // As one number of 64 bits.
    ("div", b'q', "ii"),
    ("ldiv", b's', "ll"),
    ("lldiv", b's', "qq"),
    (
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf exp exp2 expm1 fabs floor log log10 log1p log2 logb nearbyint rint round sin sinh sqrt tan tanh trunc",
        b'd',
        "d",
    ),
    (
        "acosf asinf atanf ceilf cosf coshf exp2f expf fabsf floorf log10f log2f logf nearbyintf rintf roundf sinf sinhf sqrtf tanf tanhf truncf",
        b'f',
        "f",
    ),
    (
        "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder",
        b'd',
        "dd",
    ),
    ("atan2f copysignf fmaxf fminf fmodf hypotf powf", b'f', "ff"),
    ("fma", b'd', "ddd"),
    ("fmaf", b'f', "fff"),
    ("ldexp scalbn", b'd', "di"),
    ("ldexpf", b'f', "fi"),
    ("ilogb", b'i', "d"),
    ("lrint lround", b'l', "d"),
    ("lrintf lroundf", b'l', "f"),
    ("llrint llround", b'q', "d"),
    ("llrintf llroundf", b'q', "f"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AggregateId, Id, Model};

    #[test]
    fn a_name_alone_promises_nothing() {
        let (int, long, pointer) = (Type::Int(32), Type::Int(64), Type::Pointer(0));
        let fits =
            |name, result, arguments: &[Type]| fits(name, result, arguments, &Layout::default());
        assert!(fits("index", pointer, &[pointer, int]));
        assert!(!fits("index", Type::Void, &[pointer, int]));
        assert!(!fits("index", pointer, &[pointer, pointer]));
        assert!(!fits("index", pointer, &[pointer]));
        assert!(fits("round", Type::DOUBLE, &[Type::DOUBLE]));
        assert!(!fits("round", Type::Void, &[pointer]));
        assert!(fits("open", int, &[pointer, int]));
        assert!(fits("open", int, &[pointer, int, int]));
        assert!(!fits("open", int, &[pointer]));
        assert!(!fits("callback", long, &[long]));
        assert!(fits("memalign", pointer, &[long, long]));
        assert!(!fits("memalign", pointer, &[int, int]));
    }

    #[test]
    fn types_are_those_of_the_target() {
        let (word, wide, pointer) = (Type::Int(32), Type::Int(64), Type::Pointer(0));
        let narrow = Layout::of_width(32);
        let fits_narrow = |name, result, given: &[Type]| fits(name, result, given, &narrow);
        assert!(fits_narrow("malloc", pointer, &[word]));
        assert!(fits_narrow("_Znwj", pointer, &[word]));
        assert!(!fits("_Znwj", pointer, &[word], &Layout::default()));
        assert!(!fits_narrow("malloc", pointer, &[wide]));
        assert!(fits_narrow("memcpy", pointer, &[pointer, pointer, word]));
        assert!(fits_narrow("labs", word, &[word]));
        assert!(fits_narrow("llabs", wide, &[wide]) && !fits_narrow("llabs", word, &[word]));
        assert!(fits_narrow("pread64", word, &[word, pointer, word, wide]));
        assert!(!fits_narrow("pread", word, &[word, pointer, word, wide]));
        assert!(fits_narrow(
            "frexpl",
            Type::DOUBLE,
            &[Type::DOUBLE, pointer]
        ));
        let list = Type::Aggregate(AggregateId::from_index(0));
        assert!(fits_narrow("vprintf", word, &[pointer, list]));
        assert!(!fits("vprintf", word, &[pointer, list], &Layout::default()));
        // 64-bit Windows.
        let long_is_short = Layout {
            long_bits: 32,
            ..Layout::default()
        };
        assert!(fits("labs", word, &[word], &long_is_short));
        assert!(fits("malloc", pointer, &[wide], &long_is_short));
    }

    #[test]
    fn every_function_that_is_known_has_a_type() {
        for name in crate::model::names() {
            assert!(
                library::find(name).is_some() || other(name).is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn a_pointer_that_is_returned_is_that_of_an_argument_or_anybodys() {
        let result = |name| prototype(name).map_or(b'p', |prototype| prototype.result);
        for name in crate::model::addresses::names().filter(|name| result(name) == b'p') {
            let model = Model::of(name, &Layout::default());
            assert!(
                model.returns.is_some() || model.allocates.is_some(),
                "{name}"
            );
        }
    }
}
