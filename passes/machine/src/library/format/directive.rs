//! The directives of a format of printf (C17 7.21.6.1), and in which order they take their arguments.

use crate::fault::Stop;

/// Text or a directive.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Bytes that stand for themselves.
    Text(Vec<u8>),
    /// A directive.
    Directive(Directive),
}

/// A number in a directive: written there, or that of an argument (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Written there.
    Fixed(i32),
    /// An argument of type `int`.
    Argument(usize),
}

/// The letters before the conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Length {
    /// `hh`.
    Char,
    /// `h`.
    Short,
    /// None.
    #[default]
    Plain,
    /// `l`.
    Long,
    /// `ll`, `q`.
    LongLong,
    /// `j`.
    Greatest,
    /// `z`.
    Size,
    /// `t`.
    Difference,
    /// `L`.
    LongDouble,
}

/// A directive that converts an argument.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directive {
    /// `-`.
    pub left: bool,
    /// `+`.
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `#`.
    pub alternative: bool,
    /// `0`.
    pub zero: bool,
    /// The least number of characters.
    pub width: Option<Amount>,
    /// Digits, or the most characters.
    pub precision: Option<Amount>,
    /// The size of the argument.
    pub length: Length,
    /// The letter.
    pub conversion: u8,
    /// The number of its argument (from 0).
    pub argument: usize,
}

/// Takes a format apart.
///
/// # Errors
/// If C gives it no meaning.
pub fn parse(format: &[u8]) -> Result<Vec<Piece>, Stop> {
    let mut reader = Reader {
        format,
        at: 0,
        next: 0,
    };
    let mut pieces = Vec::new();
    while reader.at < format.len() {
        let rest = &format[reader.at..];
        let text = rest.iter().position(|byte| *byte == b'%');
        let text = text.unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(rest[..text].to_vec()));
            reader.at += text;
            continue;
        }
        reader.at += 1;
        match reader.directive() {
            Some(directive) if directive.conversion == b'%' => {
                pieces.push(Piece::Text(b"%".to_vec()));
            }
            Some(directive) => pieces.push(Piece::Directive(directive)),
            None => return Err(unknown(rest)),
        }
    }
    Ok(pieces)
}

fn unknown(rest: &[u8]) -> Stop {
    let shown = String::from_utf8_lossy(&rest[..rest.len().min(12)]).into_owned();
    Stop::Unsupported(format!(
        "a format of printf with a directive that C does not define: \"{shown}\""
    ))
}

struct Reader<'a> {
    format: &'a [u8],
    at: usize,
    /// The next argument.
    next: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == byte;
        self.at += usize::from(is_it);
        is_it
    }

    fn take(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn number(&mut self) -> Option<i32> {
        let mut number = None;
        while let digit @ b'0'..=b'9' = self.peek() {
            let before = number.unwrap_or(0i32);
            number = Some(
                before
                    .saturating_mul(10)
                    .saturating_add(i32::from(digit - b'0')),
            );
            self.at += 1;
        }
        number
    }

    /// `N$`: the number of an argument, from 0.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        if let Some(number @ 1..) = self.number()
            && self.accept(b'$')
        {
            return Some(number as usize - 1);
        }
        self.at = start;
        None
    }

    fn amount(&mut self) -> Option<Amount> {
        if !self.accept(b'*') {
            return self.number().map(Amount::Fixed);
        }
        let place = self.position();
        Some(Amount::Argument(match place {
            Some(place) => place,
            None => self.take(),
        }))
    }

    fn directive(&mut self) -> Option<Directive> {
        let position = self.position();
        let mut made = Directive::default();
        loop {
            match self.peek() {
                b'-' => made.left = true,
                b'+' => made.plus = true,
                b' ' => made.space = true,
                b'#' => made.alternative = true,
                b'0' => made.zero = true,
                // Groups of digits, which the "C" locale does not have.
                b'\'' => {}
                _ => break,
            }
            self.at += 1;
        }
        made.width = self.amount();
        if self.accept(b'.') {
            made.precision = self.amount().or(Some(Amount::Fixed(0)));
        }
        made.length = self.length();
        made.conversion = self.peek();
        self.at += 1;
        if !b"diouxXeEfFgGaAcsCSpnm%".contains(&made.conversion) {
            return None;
        }
        if !b"m%".contains(&made.conversion) {
            made.argument = match position {
                Some(position) => position,
                None => self.take(),
            };
        }
        Some(made)
    }

    fn length(&mut self) -> Length {
        let letter = self.peek();
        let (once, twice) = match letter {
            b'h' => (Length::Short, Length::Char),
            b'l' => (Length::Long, Length::LongLong),
            b'q' => (Length::LongLong, Length::LongLong),
            b'j' => (Length::Greatest, Length::Greatest),
            b'z' | b'Z' => (Length::Size, Length::Size),
            b't' => (Length::Difference, Length::Difference),
            b'L' => (Length::LongDouble, Length::LongDouble),
            _ => return Length::Plain,
        };
        self.at += 1;
        match once != twice && self.accept(letter) {
            true => twice,
            false => once,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_arguments_in_the_order_of_c() {
        let pieces = parse(b"a%-*.*lld%%").unwrap();
        let directive = Directive {
            left: true,
            width: Some(Amount::Argument(0)),
            precision: Some(Amount::Argument(1)),
            length: Length::LongLong,
            conversion: b'd',
            argument: 2,
            ..Directive::default()
        };
        assert_eq!(
            pieces,
            [
                Piece::Text(b"a".to_vec()),
                Piece::Directive(directive),
                Piece::Text(b"%".to_vec())
            ]
        );
        let Piece::Directive(second) = &parse(b"%2$s").unwrap()[0] else {
            panic!("no directive")
        };
        assert_eq!(second.argument, 1);
        assert!(parse(b"%y").is_err() && parse(b"100%").is_err());
    }
}
