//! Which bytes continue a number that scanf reads: it takes no byte that cannot.

/// Whether a byte continues an integer.
pub fn integer_goes_on(text: &[u8], byte: u8, base: u32) -> bool {
    let digits = match text {
        [b'+' | b'-', rest @ ..] => rest,
        rest => rest,
    };
    match (digits, byte) {
        ([], b'+' | b'-') => text.is_empty(),
        ([b'0'], b'x' | b'X') => matches!(base, 0 | 16),
        _ => {
            let base = match (base, digits) {
                (0, [b'0', b'x' | b'X', ..]) => 16,
                (0, [b'0', ..]) => 8,
                (0, _) => 10,
                (base, _) => base,
            };
            char::from(byte).is_digit(base)
        }
    }
}

/// Whether a byte continues a floating-point number.
pub fn real_goes_on(text: &[u8], byte: u8) -> bool {
    let longer = [text, &[byte.to_ascii_lowercase()]]
        .concat()
        .to_ascii_lowercase();
    let body = match longer.as_slice() {
        [b'+' | b'-', rest @ ..] => rest,
        rest => rest,
    };
    if body.is_empty() {
        return true;
    }
    if b"infinity".starts_with(body) || b"nan".starts_with(body) {
        return true;
    }
    let (is_hexadecimal, digits) = match body {
        [b'0', b'x', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let letter = if is_hexadecimal { b'p' } else { b'e' };
    let mut halves = digits.splitn(2, |byte| *byte == letter);
    let (number, power) = (halves.next().unwrap_or_default(), halves.next());
    let is_digit = |byte: &u8| match is_hexadecimal {
        true => byte.is_ascii_hexdigit(),
        false => byte.is_ascii_digit(),
    };
    let points = number.iter().filter(|byte| **byte == b'.').count();
    let number_fits = points <= 1 && number.iter().all(|byte| is_digit(byte) || *byte == b'.');
    let power_fits = power.is_none_or(|power| {
        let rest = match power {
            [b'+' | b'-', rest @ ..] => rest,
            rest => rest,
        };
        number.iter().any(is_digit) && rest.iter().all(u8::is_ascii_digit)
    });
    number_fits && power_fits
}
