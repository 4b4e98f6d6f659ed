//! Whether a function with the name of a library function also has its type.
//!
//! Claims: if it has not, no other table applies to it. A program may have an `index`, a `round` or a `time` of its own, which may do
//! anything. Most types are in the table of functions that the runtime checks ([`sanecc_abi::library`]); the rest is here.

use crate::{FloatFormat, Type, mutant};
use sanecc_abi::library::{self, Prototype};

/// Whether a letter of [`Prototype`] means this type.
pub fn is_of_type(letter: u8, ty: Type) -> bool {
    match letter {
        b'v' => ty == Type::Void,
        b'p' => ty.is_plain_pointer(),
        b'i' => ty == Type::Int(32),
        b'l' => ty == Type::Int(64),
        b'f' => ty == Type::FLOAT,
        b'd' => ty == Type::DOUBLE,
        b'x' => ty == Type::Float(FloatFormat::X87),
        // Two of 64 bits.
        b's' => matches!(ty, Type::Aggregate(_)),
        _ => false,
    }
}

/// Whether each of the letters means the type at its place, and there are as many.
pub fn are_of_types(letters: &str, types: &[Type]) -> bool {
    letters.len() == types.len()
        && letters
            .bytes()
            .zip(types)
            .all(|(letter, ty)| is_of_type(letter, *ty))
}

/// Whether a call with these arguments, and this result, is one of a function of this type.
pub fn is_call_of(prototype: Prototype, result: Type, arguments: &[Type]) -> bool {
    let fits = match prototype.parameters.strip_suffix('.') {
        Some(fixed) => arguments
            .get(..fixed.len())
            .is_some_and(|given| are_of_types(fixed, given)),
        None => are_of_types(prototype.parameters, arguments),
    };
    fits && is_of_type(prototype.result, result)
}

/// Whether a call of `name` is one of the library's function.
pub fn fits(name: &str, result: Type, arguments: &[Type]) -> bool {
    prototype(name).is_some_and(|prototype| is_call_of(prototype, result, arguments))
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
    ("_Znam _Znwm malloc pvalloc valloc", b'p', "l"),
    ("aligned_alloc calloc memalign", b'p', "ll"),
    ("realloc", b'p', "pl"),
    ("reallocarray", b'p', "pll"),
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
    ("ffsl ffsll", b'i', "l"),
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
    ("imaxabs labs llabs", b'l', "l"),
    ("div", b'l', "ii"),
    ("ldiv lldiv", b's', "ll"),
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
    ("llrint llround lrint lround", b'l', "d"),
    ("llrintf llroundf lrintf lroundf", b'l', "f"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    #[test]
    fn a_name_alone_promises_nothing() {
        let (int, long, pointer) = (Type::Int(32), Type::Int(64), Type::Pointer(0));
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
            let model = Model::of(name);
            assert!(
                model.returns.is_some() || model.allocates.is_some(),
                "{name}"
            );
        }
    }
}
