//! `<stdlib.h>`: numbers in text, random numbers, integers.

use super::errors::{EINVAL, ERANGE};
use super::format::{parse_double, parse_integer, parse_single, parse_x87};
use super::random::{next48, reentrant};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Value, mask};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__isoc23_strtol", strtol),
    ("__isoc23_strtoll", strtoll),
    ("__isoc23_strtoul", strtoul),
    ("__isoc23_strtoull", strtoull),
    ("abs", abs),
    ("atof", atof),
    ("atoi", atoi),
    ("atol", atol),
    ("atoll", atoll),
    ("div", div),
    ("drand48", drand48),
    ("imaxabs", llabs),
    ("labs", labs),
    ("ldiv", ldiv),
    ("llabs", llabs),
    ("lldiv", ldiv),
    ("lrand48", lrand48),
    ("mrand48", mrand48),
    ("rand", rand),
    ("rand_r", rand_r),
    ("random", random),
    ("srand", srand),
    ("srand48", srand48),
    ("srandom", srand),
    ("strtod", strtod),
    ("strtof", strtof),
    ("strtoimax", strtoll),
    ("strtol", strtol),
    ("strtold", strtold),
    ("strtoll", strtoll),
    ("strtoq", strtoll),
    ("strtoul", strtoul),
    ("strtoull", strtoull),
    ("strtoumax", strtoull),
    ("strtouq", strtoull),
];

fn abs(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(call.int(0)?.wrapping_abs()))
}

fn labs(call: &mut dyn Call) -> Outcome {
    let number = call.long(0)?;
    Ok(call.of_long(number.wrapping_abs()))
}

fn llabs(call: &mut dyn Call) -> Outcome {
    Ok(Value::long((call.integer(0)? as i64).wrapping_abs()))
}

fn division_by_zero() -> Stop {
    Stop::Fault(crate::fault::Fault::DivisionByZero)
}

/// Two `int` in one register: quotient below, remainder above.
fn div(call: &mut dyn Call) -> Outcome {
    let (left, right) = (call.int(0)?, call.int(1)?);
    if right == 0 {
        return Err(division_by_zero());
    }
    let quotient = left.wrapping_div(right) as u32;
    let remainder = left.wrapping_rem(right) as u32;
    Ok(Value::integer(
        u64::from(remainder) << 32 | u64::from(quotient),
    ))
}

/// Two `long` in two registers.
fn ldiv(call: &mut dyn Call) -> Outcome {
    let (left, right) = (call.long(0)?, call.long(1)?);
    if right == 0 {
        return Err(division_by_zero());
    }
    let quotient = call.of_long(left.wrapping_div(right));
    let remainder = call.of_long(left.wrapping_rem(right));
    Ok(Value::Parts(vec![quotient, remainder].into()))
}

/// Stores where a number ended.
fn store_end(call: &mut dyn Call, length: usize) -> Result<(), Stop> {
    let place = call.pointer(1)?;
    if !place.is_null() {
        let end = call.pointer(0)?.offset(length as i64);
        call.store_pointer(place, end)?;
    }
    Ok(())
}

/// An integer with sign of so many bits.
fn signed_number(call: &mut dyn Call, base: u32, bits: u32) -> Result<(i64, usize), Stop> {
    let text = call.text(0)?;
    let read = parse_integer(&text, base);
    let (negative, value) = read.value;
    let most = mask(bits) >> 1;
    let limit = most + u64::from(negative);
    if read.range || value > limit {
        call.set_errno(ERANGE)?;
    }
    let value = value.min(limit) as i64;
    let value = if negative {
        value.wrapping_neg()
    } else {
        value
    };
    Ok((value, read.length))
}

fn base(call: &mut dyn Call) -> Result<Option<u32>, Stop> {
    let base = call.int(2)?;
    if base == 0 || (2..=36).contains(&base) {
        return Ok(Some(base as u32));
    }
    call.set_errno(EINVAL)?;
    Ok(None)
}

fn to_signed(call: &mut dyn Call, bits: u32) -> Outcome {
    let Some(base) = base(call)? else {
        return Ok(Value::integer(0));
    };
    let (value, length) = signed_number(call, base, bits)?;
    store_end(call, length)?;
    Ok(Value::integer(value as u64 & mask(bits)))
}

fn to_unsigned(call: &mut dyn Call, bits: u32) -> Outcome {
    let Some(base) = base(call)? else {
        return Ok(Value::integer(0));
    };
    let text = call.text(0)?;
    let read = parse_integer(&text, base);
    let (negative, value) = read.value;
    let value = if read.range || value > mask(bits) {
        call.set_errno(ERANGE)?;
        mask(bits)
    } else if negative {
        value.wrapping_neg()
    } else {
        value
    };
    store_end(call, read.length)?;
    Ok(Value::integer(value & mask(bits)))
}

fn strtol(call: &mut dyn Call) -> Outcome {
    let bits = call.layout().long_bits;
    to_signed(call, bits)
}

fn strtoll(call: &mut dyn Call) -> Outcome {
    to_signed(call, 64)
}

fn strtoul(call: &mut dyn Call) -> Outcome {
    let bits = call.layout().long_bits;
    to_unsigned(call, bits)
}

fn strtoull(call: &mut dyn Call) -> Outcome {
    to_unsigned(call, 64)
}

fn atoi(call: &mut dyn Call) -> Outcome {
    let bits = call.layout().long_bits;
    let (value, _) = signed_number(call, 10, bits)?;
    Ok(Value::int(value as i32))
}

fn atol(call: &mut dyn Call) -> Outcome {
    let bits = call.layout().long_bits;
    let (value, _) = signed_number(call, 10, bits)?;
    Ok(call.of_long(value))
}

fn atoll(call: &mut dyn Call) -> Outcome {
    let (value, _) = signed_number(call, 10, 64)?;
    Ok(Value::long(value))
}

/// Notes where a floating-point number ended, and that it does not fit.
fn end_real(call: &mut dyn Call, length: usize, range: bool) -> Result<(), Stop> {
    if range {
        call.set_errno(ERANGE)?;
    }
    store_end(call, length)
}

fn strtod(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    let read = parse_double(&text);
    end_real(call, read.length, read.range)?;
    Ok(Value::double(read.value))
}

fn strtof(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    let read = parse_single(&text);
    end_real(call, read.length, read.range)?;
    Ok(Value::float(read.value))
}

fn strtold(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    let read = parse_x87(&text);
    end_real(call, read.length, read.range)?;
    Ok(Value::of_width(read.value, 80))
}

fn atof(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    Ok(Value::double(parse_double(&text).value))
}

fn rand(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(call.library().random.next()))
}

fn random(call: &mut dyn Call) -> Outcome {
    let number = call.library().random.next();
    Ok(call.of_long(i64::from(number)))
}

fn srand(call: &mut dyn Call) -> Outcome {
    let seed = call.int(0)? as u32;
    call.library().random.seed(seed);
    Ok(Value::nothing())
}

fn rand_r(call: &mut dyn Call) -> Outcome {
    let place = call.pointer(0)?;
    let state = call.read_number(place, 4)? as u32;
    let (state, number) = reentrant(state);
    call.write_number(place, u64::from(state), 4)?;
    Ok(Value::int(number))
}

fn step48(call: &mut dyn Call) -> u64 {
    let random = &mut call.library().random;
    random.linear = next48(random.linear);
    random.linear
}

fn drand48(call: &mut dyn Call) -> Outcome {
    let state = step48(call);
    Ok(Value::double(state as f64 / (1u64 << 48) as f64))
}

fn lrand48(call: &mut dyn Call) -> Outcome {
    let state = step48(call);
    Ok(call.of_long((state >> 17) as i64))
}

fn mrand48(call: &mut dyn Call) -> Outcome {
    let state = step48(call);
    Ok(call.of_long(i64::from((state >> 16) as u32 as i32)))
}

fn srand48(call: &mut dyn Call) -> Outcome {
    let seed = call.long(0)? as u32;
    call.library().random.linear = u64::from(seed) << 16 | 0x330e;
    Ok(Value::nothing())
}
