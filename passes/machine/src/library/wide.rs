//! Wide characters: four bytes each, and their encoding in the locale: ASCII, or UTF-8 once the program has chosen such a locale.

use super::Call;
use crate::concrete::Pointer;
use crate::fault::Stop;

/// The bytes of a wide character; none if the locale does not have it.
pub fn encode(call: &mut dyn Call, code: u32) -> Option<Vec<u8>> {
    match (code, call.library().utf8) {
        (0..0x80, _) => Some(vec![code as u8]),
        (_, true) => char::from_u32(code).map(|letter| letter.to_string().into_bytes()),
        (_, false) => None,
    }
}

/// What the first bytes of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A character of so many bytes.
    Character(u32, usize),
    /// Its beginning.
    Incomplete,
    /// No character.
    Wrong,
}

/// The first character of a text that is not empty.
pub fn decode(call: &mut dyn Call, text: &[u8]) -> Decoded {
    let bytes = match (text[0], call.library().utf8) {
        (0..0x80, _) => return Decoded::Character(u32::from(text[0]), 1),
        (0xc2..=0xdf, true) => 2,
        (0xe0..=0xef, true) => 3,
        (0xf0..=0xf4, true) => 4,
        _ => return Decoded::Wrong,
    };
    let some = &text[..text.len().min(bytes)];
    match std::str::from_utf8(some) {
        Ok(letter) => match letter.chars().next() {
            Some(letter) => Decoded::Character(letter as u32, bytes),
            None => Decoded::Wrong,
        },
        Err(error) if error.error_len().is_none() => Decoded::Incomplete,
        Err(_) => Decoded::Wrong,
    }
}

/// The wide characters up to a zero (without it), at most so many.
///
/// # Errors
/// If the string leaves its object, or has no value.
pub fn string(call: &mut dyn Call, from: Pointer, most: u64) -> Result<Vec<u32>, Stop> {
    let mut all = Vec::new();
    while (all.len() as u64) < most {
        let code = call.read_number(from.offset(4 * all.len() as i64), 4)? as u32;
        if code == 0 {
            break;
        }
        all.push(code);
    }
    Ok(all)
}

/// A wide string as bytes, at most so many and only whole characters; none if the locale does not have one of them.
///
/// # Errors
/// If the string leaves its object, or has no value.
pub fn narrow(call: &mut dyn Call, from: Pointer, most: u64) -> Result<Option<Vec<u8>>, Stop> {
    let mut all = Vec::new();
    let mut at = from;
    while (all.len() as u64) < most {
        let code = call.read_number(at, 4)? as u32;
        if code == 0 {
            break;
        }
        let Some(bytes) = encode(call, code) else {
            return Ok(None);
        };
        if (all.len() + bytes.len()) as u64 > most {
            break;
        }
        all.extend(bytes);
        at = at.offset(4);
    }
    Ok(Some(all))
}
