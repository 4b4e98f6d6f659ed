//! The directives of a format of scanf (C17 7.21.6.2).

use super::directive::Length;
use crate::fault::Stop;

/// What a directive of scanf asks for.
#[derive(Default)]
pub struct Directive {
    /// Nothing is stored.
    pub suppressed: bool,
    /// The result is allocated.
    pub allocated: bool,
    /// The most bytes.
    pub width: Option<usize>,
    /// The size of what is stored.
    pub length: Length,
    /// The letter.
    pub conversion: u8,
    /// Of `%[`.
    pub set: Vec<u8>,
}

/// A directive behind its `%`, and how long it is.
///
/// # Errors
/// If C gives it no meaning.
pub fn parse(format: &[u8]) -> Result<(Directive, usize), Stop> {
    let mut d = Directive::default();
    let mut at = 0;
    let peek = |at: usize| format.get(at).copied().unwrap_or(0);
    if peek(at) == b'*' {
        d.suppressed = true;
        at += 1;
    }
    while peek(at).is_ascii_digit() {
        let digit = usize::from(peek(at) - b'0');
        d.width = Some(
            d.width
                .unwrap_or(0)
                .saturating_mul(10)
                .saturating_add(digit),
        );
        at += 1;
    }
    d.width = d.width.filter(|width| *width > 0);
    if peek(at) == b'm' {
        d.allocated = true;
        at += 1;
    }
    let (length, letters) = match (peek(at), peek(at + 1)) {
        (b'h', b'h') => (Length::Char, 2),
        (b'h', _) => (Length::Short, 1),
        (b'l', b'l') => (Length::LongLong, 2),
        (b'l', _) => (Length::Long, 1),
        (b'q', _) => (Length::LongLong, 1),
        (b'j', _) => (Length::Greatest, 1),
        (b'z', _) => (Length::Size, 1),
        (b't', _) => (Length::Difference, 1),
        (b'L', _) => (Length::LongDouble, 1),
        _ => (Length::Plain, 0),
    };
    d.length = length;
    at += letters;
    d.conversion = peek(at);
    at += 1;
    if !b"diouxXpaAeEfFgGcs[n%".contains(&d.conversion) {
        let shown = String::from_utf8_lossy(&format[..format.len().min(12)]).into_owned();
        return Err(Stop::Unsupported(format!(
            "a format of scanf with a directive that C does not define: \"%{shown}\""
        )));
    }
    if d.conversion == b'[' {
        at += set(&format[at.min(format.len())..], &mut d.set);
    }
    Ok((d, at))
}

/// The bytes of a set behind its `[`, and how long it is with its end.
fn set(format: &[u8], bytes: &mut Vec<u8>) -> usize {
    let is_inverted = format.first() == Some(&b'^');
    let start = usize::from(is_inverted);
    // A bracket that comes first is part of the set.
    let rest = format.get(start + 1..).unwrap_or_default();
    let end = rest.iter().position(|byte| *byte == b']');
    let end = start + 1 + end.unwrap_or(rest.len());
    let inside = format.get(start..end).unwrap_or_default();
    let mut at = 0;
    while at < inside.len() {
        match inside[at..] {
            [from, b'-', to, ..] if from <= to => {
                bytes.extend(from..=to);
                at += 3;
            }
            _ => {
                bytes.push(inside[at]);
                at += 1;
            }
        }
    }
    if is_inverted {
        *bytes = (0..=255).filter(|byte| !bytes.contains(byte)).collect();
    }
    end + 1
}
