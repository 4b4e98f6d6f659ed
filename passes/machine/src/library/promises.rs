//! What clang's checks of undefined behaviour call (`-fsanitize=undefined` and its parts): each names what the source promised and what it got.
//!
//! Clang passes a record of the place and the types, and the values. The layouts are those of compiler-rt (`ubsan_handlers.h`).

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, signed};
use crate::fault::{Fault, Stop};

pub(super) const TABLE: &[Row] = &[
    ("__sanecc_assumption_failed", assumption_failed),
    // Clang calls it where a check finds that a function ends which never does.
    ("__ubsan_handle_add_overflow", add),
    ("__ubsan_handle_add_overflow_abort", add),
    ("__ubsan_handle_alignment_assumption", assumed),
    ("__ubsan_handle_alignment_assumption_abort", assumed),
    ("__ubsan_handle_builtin_unreachable", unreachable),
    ("__ubsan_handle_divrem_overflow", divide),
    ("__ubsan_handle_divrem_overflow_abort", divide),
    ("__ubsan_handle_float_cast_overflow", float_cast),
    ("__ubsan_handle_float_cast_overflow_abort", float_cast),
    ("__ubsan_handle_implicit_conversion", conversion),
    ("__ubsan_handle_implicit_conversion_abort", conversion),
    ("__ubsan_handle_invalid_builtin", builtin),
    ("__ubsan_handle_invalid_builtin_abort", builtin),
    ("__ubsan_handle_load_invalid_value", load),
    ("__ubsan_handle_load_invalid_value_abort", load),
    ("__ubsan_handle_missing_return", unreachable),
    ("__ubsan_handle_mul_overflow", multiply),
    ("__ubsan_handle_mul_overflow_abort", multiply),
    ("__ubsan_handle_negate_overflow", negate),
    ("__ubsan_handle_negate_overflow_abort", negate),
    ("__ubsan_handle_nonnull_arg", null_argument),
    ("__ubsan_handle_nonnull_arg_abort", null_argument),
    ("__ubsan_handle_nonnull_return_v1", null_result),
    ("__ubsan_handle_nonnull_return_v1_abort", null_result),
    ("__ubsan_handle_nullability_arg", null_argument),
    ("__ubsan_handle_nullability_arg_abort", null_argument),
    ("__ubsan_handle_nullability_return_v1", null_result),
    ("__ubsan_handle_nullability_return_v1_abort", null_result),
    ("__ubsan_handle_out_of_bounds", index),
    ("__ubsan_handle_out_of_bounds_abort", index),
    ("__ubsan_handle_pointer_overflow", pointer),
    ("__ubsan_handle_pointer_overflow_abort", pointer),
    ("__ubsan_handle_shift_out_of_bounds", shift),
    ("__ubsan_handle_shift_out_of_bounds_abort", shift),
    ("__ubsan_handle_sub_overflow", subtract),
    ("__ubsan_handle_sub_overflow_abort", subtract),
    ("__ubsan_handle_type_mismatch_v1", access),
    ("__ubsan_handle_type_mismatch_v1_abort", access),
    ("__ubsan_handle_vla_bound_not_positive", length),
    ("__ubsan_handle_vla_bound_not_positive_abort", length),
];

/// Whether a function of this name tells of a promise that does not hold.
pub fn is_promise(name: &str) -> bool {
    name.starts_with("__ubsan_handle_")
}

/// Bytes of the place at the start of each record: file, line, column.
const PLACE: i64 = 16;

/// A type, as a record describes it.
struct Described {
    name: String,
    /// Bits of an integer, and whether it has a sign.
    integer: Option<(u32, bool)>,
}

/// What the source says holds (`__builtin_assume`) does not.
pub fn false_assumption() -> Fault {
    Fault::Promise {
        kind: "false-assumption",
        said: "The program assumes a condition that does not hold.".to_owned(),
    }
}

/// What an instrumented program does then: machine code of it is not compiled, but an audit runs what was planned.
fn assumption_failed(_: &mut dyn Call) -> Outcome {
    Err(false_assumption().into())
}

fn broken(kind: &'static str, said: String) -> Outcome {
    Err(Fault::Promise { kind, said }.into())
}

/// The type that a record names at so many bytes behind its place.
fn described(call: &mut dyn Call, at: i64) -> Result<Described, Stop> {
    const INTEGER: u64 = 0;
    let record = call.pointer(0)?;
    let ty = call.load_pointer(record.offset(PLACE + at))?;
    let (kind, info) = (call.read_number(ty, 2)?, call.read_number(ty.offset(2), 2)?);
    let name = call.whole_string(ty.offset(4))?;
    let width = 1u32.checked_shl((info >> 1) as u32).unwrap_or(0);
    Ok(Described {
        name: String::from_utf8_lossy(&name).into_owned(),
        integer: (kind == INTEGER).then_some((width, info & 1 == 1)),
    })
}

/// A value of a type, as text: those of up to 64 bits are passed, others by their address.
fn shown(call: &mut dyn Call, number: usize, ty: &Described) -> Result<String, Stop> {
    let (width, has_sign) = ty.integer.unwrap_or((0, false));
    let bits = match width {
        1..=64 => u128::from(call.integer(number)?),
        65..=128 => {
            let at: Pointer = call.pointer(number)?;
            let low = u128::from(call.read_number(at, 8)?);
            low | u128::from(call.read_number(at.offset(8), 8)?) << 64
        }
        _ => return Ok("a value".to_owned()),
    };
    Ok(match (has_sign, width) {
        (true, 1..=64) => signed(bits as u64, width).to_string(),
        (true, _) => (bits as i128).to_string(),
        (false, _) => bits.to_string(),
    })
}

fn is_negative(text: &str) -> bool {
    text.starts_with('-')
}

fn overflow(call: &mut dyn Call, sign: &str) -> Outcome {
    let ty = described(call, 0)?;
    let (left, right) = (shown(call, 1, &ty)?, shown(call, 2, &ty)?);
    let said = format!(
        "{left} {sign} {right} cannot be represented in type {}.",
        ty.name
    );
    broken(overflow_kind(&ty), said)
}

fn overflow_kind(ty: &Described) -> &'static str {
    match ty.integer {
        Some((_, false)) => "unsigned-integer-overflow",
        _ => "signed-integer-overflow",
    }
}

fn add(call: &mut dyn Call) -> Outcome {
    overflow(call, "+")
}

fn subtract(call: &mut dyn Call) -> Outcome {
    overflow(call, "-")
}

fn multiply(call: &mut dyn Call) -> Outcome {
    overflow(call, "*")
}

fn negate(call: &mut dyn Call) -> Outcome {
    let ty = described(call, 0)?;
    let value = shown(call, 1, &ty)?;
    let said = format!(
        "The negation of {value} cannot be represented in type {}.",
        ty.name
    );
    broken(overflow_kind(&ty), said)
}

fn divide(call: &mut dyn Call) -> Outcome {
    let ty = described(call, 0)?;
    let (left, right) = (shown(call, 1, &ty)?, shown(call, 2, &ty)?);
    match right.as_str() {
        "-1" => broken(
            "signed-integer-overflow",
            format!("{left} / -1 cannot be represented in type {}.", ty.name),
        ),
        _ => broken("integer-divide-by-zero", "A division by zero.".to_owned()),
    }
}

fn shift(call: &mut dyn Call) -> Outcome {
    let (left, right) = (described(call, 0)?, described(call, 8)?);
    let (base, by) = (shown(call, 1, &left)?, shown(call, 2, &right)?);
    let width = left.integer.map_or(0, |(width, _)| width);
    let is_wide = by.parse().is_ok_and(|by: u128| by >= u128::from(width));
    let name = &left.name;
    match (is_negative(&by), is_wide) {
        (true, _) => broken(
            "invalid-shift-exponent",
            format!("The shift exponent {by} is negative."),
        ),
        (_, true) => broken(
            "invalid-shift-exponent",
            format!("The shift exponent {by} is too large for {width}-bit type {name}."),
        ),
        _ if is_negative(&base) => broken(
            "invalid-shift-base",
            format!("A left shift of the negative value {base}."),
        ),
        _ => broken(
            "invalid-shift-base",
            format!("A left shift of {base} by {by} places cannot be represented in type {name}."),
        ),
    }
}

fn index(call: &mut dyn Call) -> Outcome {
    let (array, ty) = (described(call, 0)?, described(call, 8)?);
    let index = shown(call, 1, &ty)?;
    let said = format!("Index {index} is out of bounds for type {}.", array.name);
    broken("out-of-bounds-index", said)
}

/// What an access does, by the number in its record.
const ACCESSES: [&str; 12] = [
    "load of",
    "store to",
    "reference binding to",
    "member access within",
    "member call on",
    "constructor call on",
    "downcast of",
    "downcast of",
    "upcast of",
    "cast to virtual base of",
    "nonnull binding to",
    "dynamic operation on",
];

fn access(call: &mut dyn Call) -> Outcome {
    let ty = described(call, 0)?;
    let (record, address) = (call.pointer(0)?, call.integer(1)?);
    let log = call.read_number(record.offset(PLACE + 8), 1)?;
    let what = call.read_number(record.offset(PLACE + 9), 1)?;
    let what = ACCESSES.get(what as usize).unwrap_or(&"access to");
    let align = 1u64.checked_shl(log as u32).unwrap_or(1);
    let name = ty.name;
    match (address, address % align) {
        (0, _) => broken(
            "null-pointer-use",
            format!("A {what} a null pointer of type {name}."),
        ),
        (_, 0) => broken(
            "insufficient-object-size",
            format!("A {what} address {address:#x}, where there is no room for type {name}."),
        ),
        _ => broken(
            "misaligned-pointer-use",
            format!(
                "A {what} misaligned address {address:#x} for type {name}, which requires {align} byte alignment."
            ),
        ),
    }
}

fn assumed(call: &mut dyn Call) -> Outcome {
    let (address, align) = (call.integer(1)?, call.integer(2)?);
    broken(
        "alignment-assumption",
        format!("Address {address:#x} is assumed to be a multiple of {align}."),
    )
}

fn length(call: &mut dyn Call) -> Outcome {
    let ty = described(call, 0)?;
    let bound = shown(call, 1, &ty)?;
    broken(
        "non-positive-vla-index",
        format!("An array of variable length has the bound {bound}."),
    )
}

fn load(call: &mut dyn Call) -> Outcome {
    let ty = described(call, 0)?;
    let value = shown(call, 1, &ty)?;
    let kind = match ty.name.as_str() {
        "'bool'" | "'_Bool'" | "'BOOL'" => "invalid-bool-load",
        _ => "invalid-enum-load",
    };
    broken(
        kind,
        format!("The value {value} is none of type {}.", ty.name),
    )
}

fn float_cast(call: &mut dyn Call) -> Outcome {
    let (from, to) = (described(call, 0)?, described(call, 8)?);
    broken(
        "float-cast-overflow",
        format!(
            "A value of type {} is outside of the range of type {}.",
            from.name, to.name
        ),
    )
}

fn conversion(call: &mut dyn Call) -> Outcome {
    let (from, to) = (described(call, 0)?, described(call, 8)?);
    let (before, after) = (shown(call, 1, &from)?, shown(call, 2, &to)?);
    broken(
        "implicit-conversion",
        format!(
            "The conversion of {before} of type {} to type {} changed it to {after}.",
            from.name, to.name
        ),
    )
}

fn pointer(call: &mut dyn Call) -> Outcome {
    let (base, result) = (call.integer(1)?, call.integer(2)?);
    let said = match (base, result) {
        (0, _) => "An offset is added to a null pointer.".to_owned(),
        (_, 0) => "The arithmetic on a pointer yields a null pointer.".to_owned(),
        _ => format!("The arithmetic on the pointer {base:#x} overflows to {result:#x}."),
    };
    broken("pointer-overflow", said)
}

fn null_argument(_: &mut dyn Call) -> Outcome {
    broken(
        "invalid-null-argument",
        "A null pointer is passed for a parameter that is declared never to be null.".to_owned(),
    )
}

fn null_result(_: &mut dyn Call) -> Outcome {
    broken(
        "invalid-null-return",
        "A null pointer is returned from a function that is declared never to return one."
            .to_owned(),
    )
}

fn builtin(_: &mut dyn Call) -> Outcome {
    broken(
        "invalid-builtin-use",
        "Zero is passed to a builtin that does not take it.".to_owned(),
    )
}

fn unreachable(_: &mut dyn Call) -> Outcome {
    Err(Fault::Unreachable.into())
}
