//! Numbers out of strings.

use super::{around, before, checked};
use sanecc_rt::library::{Arguments, Invocation, convert};
use sanecc_rt::provenance;

checked! {
    "atoi" 1 (text) before |call| convert::plain_integer(text, call);
}

around! {
    "atof" 1 => atof;
    "atoll" 1 => atoll;
    "strtod" 2 => strtod;
    "strtof" 2 => strtof;
    "strtol" 3 => strtol;
    "strtoll" 3 => strtoll;
    "wcstod" 2 => wcstod;
    "wcstof" 2 => wcstof;
    "wcstol" 3 => wcstol;
    "wcstoll" 3 => wcstoll;
}

before! {
    "strtold" => strtold;
    "wcstold" => wcstold;
}

extern "C" fn atof(text: usize, call: Invocation) -> f64 {
    convert::plain_float(text, call);
    // SAFETY: the function's type.
    unsafe { call.real::<extern "C" fn(usize) -> f64>()(text) }
}

extern "C" fn atoll(text: usize, call: Invocation) -> u64 {
    convert::plain_integer(text, call);
    // SAFETY: the function's type.
    unsafe { call.real::<extern "C" fn(usize) -> u64>()(text) }
}

/// Functions that store where the number ends: into a place of ours, then, checked, into the program's.
macro_rules! ends {
    ($($name:ident -> $result:ty: $check:path;)*) => {
        $(
            extern "C" fn $name(text: usize, place: usize, call: Invocation) -> $result {
                let mut end = text;
                // SAFETY: the function's type.
                let real = unsafe { call.real::<extern "C" fn(usize, *mut usize) -> $result>() };
                let value = real(text, &mut end);
                $check(text, place, f64::from(value), end, call);
                put_end(place, end);
                value
            }
        )*
    };
}

/// The same for numbers with a base.
macro_rules! ends_with_base {
    ($($name:ident -> $result:ty: $check:path;)*) => {
        $(
            extern "C" fn $name(text: usize, place: usize, base: usize, call: Invocation) -> $result {
                let mut end = text;
                // SAFETY: the function's type.
                let real = unsafe { call.real::<extern "C" fn(usize, *mut usize, usize) -> $result>() };
                let value = real(text, &mut end, base);
                $check(text, place, base as i32, end, call);
                put_end(place, end);
                value
            }
        )*
    };
}

ends! {
    strtod -> f64: convert::float;
    strtof -> f32: convert::float;
    wcstod -> f64: convert::wide_float;
    wcstof -> f32: convert::wide_float;
}

ends_with_base! {
    strtol -> usize: convert::integer;
    strtoll -> u64: convert::integer;
    wcstol -> usize: convert::wide_integer;
    wcstoll -> u64: convert::wide_integer;
}

fn put_end(place: usize, end: usize) {
    if place != 0 {
        // SAFETY: where the program wants it; it was checked.
        unsafe { (place as *mut usize).write_unaligned(end) };
        forget_end(place);
    }
}

/// The function writes a pointer there, which it does not follow; checked code may say more behind the call.
fn forget_end(place: usize) {
    if place != 0 {
        provenance::forget_data(place, size_of::<usize>());
    }
}

extern "C" fn strtold(arguments: &Arguments, call: Invocation) {
    convert::before_long_double(arguments, call);
    forget_end(arguments.general[1]);
}

extern "C" fn wcstold(arguments: &Arguments, call: Invocation) {
    convert::before_wide_long_double(arguments, call);
    forget_end(arguments.general[1]);
}
