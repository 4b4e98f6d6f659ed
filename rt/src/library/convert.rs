//! Numbers out of strings: what was read ends where the number ends.

use super::switches::{STRINGS, is_on};
use super::{Arguments, Invocation, scan};

/// `strtol` and its relatives: the number, of this base, ends at `end`.
#[inline(always)]
pub fn integer(text: usize, place: usize, base: i32, end: usize, call: Invocation) {
    if !is_on(STRINGS) {
        return;
    }
    written_end(place, call);
    // With other bases nothing is read.
    let read = match base {
        0 | 2..=36 => read_until(text, end, scan::byte) - text + 1,
        _ => 0,
    };
    call.reads_part(text, read);
}

/// `atoi` and its relatives.
#[inline(always)]
pub fn plain_integer(text: usize, call: Invocation) {
    if is_on(STRINGS) {
        let digits = skip_space_and_sign(text, scan::byte);
        let is_digit = |at: usize| scan::byte(at).is_ascii_digit();
        let count = (0..).take_while(|i| is_digit(digits + i)).count();
        call.reads_part(text, digits + count - text + 1);
    }
}

/// `atof`: the digits that it begins with and what ends them; an exponent may follow.
#[inline(always)]
pub fn plain_float(text: usize, call: Invocation) {
    if is_on(STRINGS) {
        let digits = skip_space_and_sign(text, scan::byte);
        let is_digit = |at: usize| scan::byte(at).is_ascii_digit();
        let whole = (0..).take_while(|i| is_digit(digits + i)).count();
        let count = match scan::byte(digits + whole) {
            b'.' => {
                whole
                    + 1
                    + (0..)
                        .take_while(|i| is_digit(digits + whole + 1 + i))
                        .count()
            }
            _ => whole,
        };
        call.reads_part(text, digits + count - text + 1);
    }
}

/// `strtod` and `strtof`: the number ends at `end`.
#[inline(always)]
pub fn float(text: usize, place: usize, value: f64, end: usize, call: Invocation) {
    if is_on(STRINGS) {
        written_end(place, call);
        let read = read_until(text, end, scan::byte) - text;
        // A word like "infinity" needs nothing after it.
        call.reads_part(text, read + usize::from(value.is_finite()));
    }
}

/// `strtold`, before it: its result comes back on the processor's floating-point stack.
pub fn before_long_double(arguments: &Arguments, call: Invocation) {
    let [text, place, ..] = arguments.general;
    if is_on(STRINGS) {
        call.reads(text, 1);
        written_end(place, call);
    }
}

/// `wcstold`, likewise.
pub fn before_wide_long_double(arguments: &Arguments, call: Invocation) {
    let [text, place, ..] = arguments.general;
    if is_on(STRINGS) {
        call.reads(text, WIDE);
        written_end(place, call);
    }
}

/// Bytes of a wide character.
const WIDE: usize = size_of::<i32>();

/// `wcstol` and its relatives.
#[inline(always)]
pub fn wide_integer(text: usize, place: usize, base: i32, end: usize, call: Invocation) {
    if is_on(STRINGS) {
        written_end(place, call);
        if base == 0 || (2..=36).contains(&base) {
            let end = if end == text { text } else { end };
            call.reads(text, end - text + WIDE);
        }
    }
}

/// `wcstod` and `wcstof`.
#[inline(always)]
pub fn wide_float(text: usize, place: usize, value: f64, end: usize, call: Invocation) {
    if is_on(STRINGS) {
        written_end(place, call);
        call.reads(text, end - text + WIDE * usize::from(value.is_finite()));
    }
}

/// Where the end is stored, if the caller wants it.
#[inline(always)]
fn written_end(place: usize, call: Invocation) {
    if place != 0 {
        call.writes(place, size_of::<usize>());
    }
}

/// Where reading stopped: if there was no number, after the space and the sign in front of none.
#[inline(always)]
fn read_until(text: usize, end: usize, byte: fn(usize) -> u8) -> usize {
    match end == text {
        true => skip_space_and_sign(text, byte),
        false => end,
    }
}

fn skip_space_and_sign(text: usize, byte: fn(usize) -> u8) -> usize {
    let is_space = |at: usize| matches!(byte(at), b' ' | b'\t'..=b'\r');
    let space = (0..).take_while(|i| is_space(text + i)).count();
    let sign = matches!(byte(text + space), b'+' | b'-');
    text + space + usize::from(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_number_the_space_and_the_sign_were_read() {
        for (text, read) in [(c"", 0), (c"x", 0), (c" \t\n-x", 4), (c"+", 1), (c"  ", 2)] {
            let start = text.as_ptr() as usize;
            assert_eq!(
                read_until(start, start, scan::byte) - start,
                read,
                "{text:?}"
            );
            assert_eq!(read_until(start, start + 1, scan::byte), start + 1);
        }
    }
}
