//! Prints initial values: what is zero is left out.

use crate::{Distance, Initial, InitialAddress, Symbol};
use std::fmt::{self, Formatter, Write};

/// So many zeros end a run of bytes.
const GAP: usize = 8;
/// So many equal bytes are told by their number.
const REPEATED: usize = 16;

/// The name of what an address belongs to.
fn symbol(symbol: Symbol) -> String {
    match symbol {
        Symbol::Global(id) => format!("{id:?}"),
        Symbol::Function(id) => format!("{id:?}"),
        Symbol::Label(function, block) => format!("{function:?}.{block:?}"),
        Symbol::Absolute => "absolute".into(),
        Symbol::Number => "number".into(),
        Symbol::Unknown => "unknown_address".into(),
    }
}

fn plus(offset: i64) -> String {
    match offset {
        0 => String::new(),
        _ => format!(" + {offset}"),
    }
}

/// Prints ` = { ... }`, and nothing for a global that is not defined here.
pub(super) fn print(
    initial: Option<&Initial>,
    addresses: &[InitialAddress],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let empty = Initial::default();
    let value = initial.unwrap_or(&empty);
    let mut pieces: Vec<(u64, String)> = Vec::new();
    bytes(&value.bytes, &mut pieces);
    for address in addresses {
        let text = format!("{}{}", symbol(address.symbol), plus(address.offset));
        pieces.push((address.at, text));
    }
    for distance in &value.distances {
        let Distance {
            bytes,
            to,
            from,
            offset,
            ..
        } = *distance;
        let (to, from, offset) = (symbol(to), symbol(from), plus(offset));
        let text = format!("{bytes} bytes {to} - {from}{offset}");
        pieces.push((distance.at, text));
    }
    for (ranges, word) in [(&value.undefined, "undefined"), (&value.unknown, "unknown")] {
        let all = ranges.iter();
        pieces
            .extend(all.map(|range| (range.start, format!("{} {word}", range.end - range.start))));
    }
    pieces.sort_by_key(|piece| piece.0);
    if initial.is_none() && pieces.is_empty() {
        return f.write_char('\n');
    }
    // Addresses alone: of a list for the linker, for example.
    f.write_str(if initial.is_none() {
        " declared {"
    } else {
        " = {"
    })?;
    let short = pieces.len() == 1 && pieces[0].1.len() < 80;
    let (before, after) = match (pieces.is_empty(), short) {
        (true, _) => ("", ""),
        (_, true) => (" ", " "),
        _ => ("\n  ", "\n"),
    };
    for (at, text) in &pieces {
        write!(f, "{before}{at}: {text}")?;
    }
    writeln!(f, "{after}}}")
}

/// Splits bytes into texts, repeated bytes and others.
fn bytes(bytes: &[u8], pieces: &mut Vec<(u64, String)>) {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == 0 {
            at += 1;
            continue;
        }
        let rest = &bytes[at..];
        let equal = rest.iter().take_while(|byte| **byte == rest[0]).count();
        if equal >= REPEATED {
            pieces.push((at as u64, format!("{equal} times x\"{:02x}\"", rest[0])));
            at += equal;
            continue;
        }
        let length = run(rest);
        pieces.push((at as u64, text(&rest[..length])));
        at += length;
    }
}

/// How many bytes belong together: up to many zeros, many equal bytes, or some line's worth.
fn run(rest: &[u8]) -> usize {
    const LONGEST: usize = 64;
    let mut length = 0;
    while length < rest.len() && length < LONGEST {
        let byte = rest[length];
        let equal = rest[length..].iter().take_while(|next| **next == byte);
        let equal = equal.take(REPEATED).count();
        if equal >= REPEATED || byte == 0 && (equal >= GAP || length + equal == rest.len()) {
            break;
        }
        length += equal;
    }
    length.clamp(1, rest.len())
}

/// Bytes as text where most can be read, else in hex.
fn text(bytes: &[u8]) -> String {
    let readable = bytes.iter().filter(|byte| (b' '..=b'~').contains(byte));
    let mut text = String::new();
    if readable.count() * 4 >= bytes.len() * 3 {
        text.push('"');
        for &byte in bytes {
            match byte {
                b'"' | b'\\' => _ = write!(text, "\\{byte:02x}"),
                b' '..=b'~' => text.push(byte.into()),
                _ => _ = write!(text, "\\{byte:02x}"),
            }
        }
    } else {
        text.push_str("x\"");
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
    }
    text.push('"');
    text
}
