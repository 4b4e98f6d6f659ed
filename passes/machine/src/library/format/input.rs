//! scanf: text taken apart by a format (C17 7.21.6.2).

use super::directive::Length;
use super::numbers::{parse_double, parse_integer, parse_single, parse_x87};
use super::output::bytes;
use super::prefix::{integer_goes_on, real_goes_on};
use super::wanted::{Directive, parse};
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
