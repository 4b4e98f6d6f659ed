//! scanf: text taken apart by a format (C17 7.21.6.2).

use super::directive::Length;
use super::numbers::{parse_double, parse_integer, parse_single, parse_x87};
use super::output::bytes;
use crate::concrete::Pointer;
use crate::fault::Stop;
use crate::library::Call;
use crate::library::arguments::Arguments;

/// Where scanf reads.
pub trait Source {
    /// The next byte, which is not taken yet; none at the end.
    ///
    /// # Errors
    /// If it cannot be read.
    fn peek(&mut self, call: &mut dyn Call) -> Result<Option<u8>, Stop>;
    /// Takes it.
    fn advance(&mut self, call: &mut dyn Call);
}

/// A string.
impl Source for (&[u8], usize) {
    fn peek(&mut self, _: &mut dyn Call) -> Result<Option<u8>, Stop> {
        Ok(self.0.get(self.1).copied())
    }

    fn advance(&mut self, _: &mut dyn Call) {
        self.1 += 1;
    }
}

/// What a directive of scanf asks for.
#[derive(Default)]
struct Directive {
    /// Nothing is stored.
    suppressed: bool,
    /// The result is allocated.
    allocated: bool,
    width: Option<usize>,
    length: Length,
    conversion: u8,
    /// Of `%[`.
    set: Vec<u8>,
}

/// Why no more is read.
enum End {
    /// The text is not what the format says.
    Mismatch,
    /// The text ended.
    Input,
}

struct Scan<'a> {
    source: &'a mut dyn Source,
    arguments: &'a mut Arguments,
    taken: u64,
    stored: i32,
    /// A directive was matched, stored or not.
    matched: bool,
}

/// Reads by a format and stores what is found; how many were stored, or -1 if the text ended before the first.
///
/// # Errors
/// If what is stored does not fit its place, an argument is missing, or C gives the format no meaning.
pub fn scan(
    call: &mut dyn Call,
    source: &mut dyn Source,
    format: &[u8],
    arguments: &mut Arguments,
) -> Result<i32, Stop> {
    let mut scan = Scan {
        source,
        arguments,
        taken: 0,
        stored: 0,
        matched: false,
    };
    match scan.run(call, format)? {
        Some(End::Input) if !scan.matched => Ok(-1),
        _ => Ok(scan.stored),
    }
}

impl Scan<'_> {
    fn run(&mut self, call: &mut dyn Call, format: &[u8]) -> Result<Option<End>, Stop> {
        let mut at = 0;
        while let Some(&byte) = format.get(at) {
            at += 1;
            if is_blank(byte) {
                self.skip_blanks(call)?;
                continue;
            }
            let end = match byte {
                b'%' => {
                    let (directive, length) = parse(&format[at..])?;
                    at += length;
                    self.directive(call, &directive)?
                }
                byte => self.literal(call, byte)?,
            };
            if end.is_some() {
                return Ok(end);
            }
        }
        Ok(None)
    }

    fn literal(&mut self, call: &mut dyn Call, byte: u8) -> Result<Option<End>, Stop> {
        Ok(match self.source.peek(call)? {
            Some(found) if found == byte => {
                self.take(call);
                None
            }
            Some(_) => Some(End::Mismatch),
            None => Some(End::Input),
        })
    }

    fn take(&mut self, call: &mut dyn Call) {
        self.source.advance(call);
        self.taken += 1;
    }

    fn skip_blanks(&mut self, call: &mut dyn Call) -> Result<(), Stop> {
        while self.source.peek(call)?.is_some_and(is_blank) {
            self.take(call);
        }
        Ok(())
    }

    /// Takes bytes as long as the text so far is wanted.
    fn collect(
        &mut self,
        call: &mut dyn Call,
        most: usize,
        wanted: &dyn Fn(&[u8], u8) -> bool,
    ) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        while text.len() < most
            && let Some(byte) = self.source.peek(call)?
            && wanted(&text, byte)
        {
            self.take(call);
            text.push(byte);
        }
        Ok(text)
    }

    fn directive(&mut self, call: &mut dyn Call, d: &Directive) -> Result<Option<End>, Stop> {
        if !matches!(d.conversion, b'c' | b'[' | b'n') {
            self.skip_blanks(call)?;
        }
        match d.conversion {
            b'%' => return self.literal(call, b'%'),
            b'n' => {
                if !d.suppressed {
                    let to = self.arguments.pointer(call)?;
                    let bytes = bytes(call, d.length);
                    call.write_number(to, self.taken, bytes)?;
                }
                return Ok(None);
            }
            _ => {}
        }
        if self.source.peek(call)?.is_none() {
            return Ok(Some(End::Input));
        }
        let most = d.width.unwrap_or(usize::MAX);
        match d.conversion {
            b'c' | b's' | b'[' => self.text(call, d),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                let text = self.collect(call, most, &real_goes_on)?;
                self.real(call, d, &text)
            }
            _ => {
                let base = match d.conversion {
                    b'd' | b'u' => 10,
                    b'o' => 8,
                    b'i' => 0,
                    _ => 16,
                };
                let goes_on = |text: &[u8], byte: u8| integer_goes_on(text, byte, base);
                let text = self.collect(call, most, &goes_on)?;
                self.integer(call, d, &text, base)
            }
        }
    }

    fn text(&mut self, call: &mut dyn Call, d: &Directive) -> Result<Option<End>, Stop> {
        if matches!(d.length, Length::Long) {
            let text = "scanf with %ls, %lc or %l[: read bytes and convert them by mbstowcs";
            return Err(Stop::Unsupported(text.to_owned()));
        }
        let default = if d.conversion == b'c' { 1 } else { usize::MAX };
        let most = d.width.unwrap_or(default);
        let wanted = |_: &[u8], byte: u8| match d.conversion {
            b'c' => true,
            b's' => !is_blank(byte),
            _ => d.set.contains(&byte),
        };
        let mut text = self.collect(call, most, &wanted)?;
        match d.conversion {
            b'c' if d.width.is_some_and(|width| text.len() < width) => return Ok(Some(End::Input)),
            b'c' => {}
            _ if text.is_empty() => return Ok(Some(End::Mismatch)),
            _ => text.push(0),
        }
        self.matched = true;
        if d.suppressed {
            return Ok(None);
        }
        let mut to = self.arguments.pointer(call)?;
        if d.allocated {
            let Some(block) = call.allocate(text.len() as u64, 1, false) else {
                return Ok(Some(End::Input));
            };
            call.store_pointer(to, block)?;
            to = block;
        }
        call.write(to, &text)?;
        self.stored += 1;
        Ok(None)
    }

    fn integer(
        &mut self,
        call: &mut dyn Call,
        d: &Directive,
        text: &[u8],
        base: u32,
    ) -> Result<Option<End>, Stop> {
        let read = parse_integer(text, base);
        // The C library of Linux takes "0x" without digits for zero.
        if read.length == 0 {
            return Ok(Some(End::Mismatch));
        }
        let (negative, value) = read.value;
        let value = if negative {
            value.wrapping_neg()
        } else {
            value
        };
        let bytes = match d.conversion {
            b'p' => call.layout().pointer_bytes(),
            _ => bytes(call, d.length),
        };
        self.store(call, d, &|call, to| call.write_number(to, value, bytes))
    }

    fn real(
        &mut self,
        call: &mut dyn Call,
        d: &Directive,
        text: &[u8],
    ) -> Result<Option<End>, Stop> {
        let read = parse_double(text);
        let is_word = text.iter().any(|byte| matches!(byte, b'n' | b'N'));
        // The C library of Linux takes an exponent without digits for none.
        if read.length == 0 || is_word && read.length != text.len() {
            return Ok(Some(End::Mismatch));
        }
        let extended = parse_x87(text).value;
        self.store(call, d, &|call, to| match d.length {
            Length::LongDouble => call.write(to, &extended.to_le_bytes()[..10]),
            Length::Long => call.write_number(to, read.value.to_bits(), 8),
            _ => {
                let single = parse_single(text).value;
                call.write_number(to, u64::from(single.to_bits()), 4)
            }
        })
    }

    fn store(
        &mut self,
        call: &mut dyn Call,
        d: &Directive,
        write: &dyn Fn(&mut dyn Call, Pointer) -> Result<(), Stop>,
    ) -> Result<Option<End>, Stop> {
        self.matched = true;
        if !d.suppressed {
            let to = self.arguments.pointer(call)?;
            write(call, to)?;
            self.stored += 1;
        }
        Ok(None)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether a byte continues an integer.
fn integer_goes_on(text: &[u8], byte: u8, base: u32) -> bool {
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
fn real_goes_on(text: &[u8], byte: u8) -> bool {
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

/// A directive behind its `%`, and how long it is.
fn parse(format: &[u8]) -> Result<(Directive, usize), Stop> {
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
