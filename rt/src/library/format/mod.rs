//! Format strings of the printf and scanf families, as far as it matters which arguments they use and how.
//!
//! The readers take a string without its NUL, narrow or wide, and yield directives that use arguments. They stop at
//! the first thing they do not know: from there on nothing is known of the arguments either. Sources: ISO C 7.21.6, POSIX, and the
//! extensions that glibc documents.

pub mod passed;
pub mod printf;
pub mod scanf;
pub mod uses;

use core::ffi::c_long;

/// Length modifiers. `q` and `ll` are one; so are `L` and `ll` for integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// None.
    Plain,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`, `q`
    LongLong,
    /// `L`
    LongDouble,
    /// `j`
    Max,
    /// `z`, `Z`, `t`: as wide as a pointer.
    Word,
}

impl Length {
    /// Bytes of the integer that a conversion with this modifier stores.
    fn integer(self) -> usize {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Plain => 4,
            Length::Long => size_of::<c_long>(),
            Length::Word => size_of::<usize>(),
            Length::LongLong | Length::LongDouble | Length::Max => 8,
        }
    }

    /// Whether a floating conversion is of a long double.
    fn is_long_double(self) -> bool {
        matches!(self, Length::LongDouble | Length::LongLong)
    }
}

/// Whether characters are `char` or `wchar_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// `char`
    Narrow,
    /// `wchar_t`
    Wide,
}

impl Characters {
    /// Bytes of one.
    pub fn size(self) -> usize {
        match self {
            Characters::Narrow => 1,
            Characters::Wide => 4,
        }
    }

    fn of(length: Length) -> Option<Characters> {
        match length {
            Length::Plain | Length::Char | Length::Short => Some(Characters::Narrow),
            Length::Long => Some(Characters::Wide),
            Length::LongLong | Length::LongDouble | Length::Max | Length::Word => None,
        }
    }
}

/// A place in a format string. Characters outside of ASCII mean nothing in formats, so each unit stands for itself.
#[derive(Clone)]
struct Cursor<'a, T> {
    rest: &'a [T],
}

impl<T: Copy + Into<u32>> Cursor<'_, T> {
    fn peek(&self) -> Option<u8> {
        let unit: u32 = (*self.rest.first()?).into();
        Some(u8::try_from(unit).unwrap_or(u8::MAX))
    }

    fn next(&mut self) -> Option<u8> {
        let unit = self.peek()?;
        self.rest = &self.rest[1..];
        Some(unit)
    }

    fn eat(&mut self, unit: u8) -> bool {
        let found = self.peek() == Some(unit);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn eat_all_of(&mut self, units: &[u8]) {
        while self.peek().is_some_and(|unit| units.contains(&unit)) {
            self.rest = &self.rest[1..];
        }
    }

    /// A decimal number, if digits stand here; `usize::MAX` if it is larger.
    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.rest = &self.rest[1..];
            let before: usize = number.unwrap_or(0);
            let now = before.saturating_mul(10);
            number = Some(now.saturating_add((digit - b'0').into()));
        }
        number
    }

    /// `n$`, which selects argument `n`; leaves everything in place if it is not that.
    fn position(&mut self) -> Option<usize> {
        let before = self.rest;
        match self.number() {
            Some(number) if number > 0 && self.eat(b'$') => Some(number),
            Some(_) | None => {
                self.rest = before;
                None
            }
        }
    }

    fn length(&mut self) -> Length {
        let (once, twice) = match self.peek() {
            Some(b'h') => (Length::Short, Length::Char),
            Some(b'l') => (Length::Long, Length::LongLong),
            Some(b'q') => (Length::LongLong, Length::LongLong),
            Some(b'L') => (Length::LongDouble, Length::LongDouble),
            Some(b'j') => (Length::Max, Length::Max),
            Some(b'z' | b'Z' | b't') => (Length::Word, Length::Word),
            Some(_) | None => return Length::Plain,
        };
        let letter = self.next();
        match letter {
            Some(letter @ (b'h' | b'l')) if self.eat(letter) => twice,
            Some(_) | None => once,
        }
    }

    /// Goes behind the next `%`; false if there is none.
    fn find_directive(&mut self) -> bool {
        while let Some(unit) = self.next() {
            if unit == b'%' {
                return true;
            }
        }
        false
    }
}
