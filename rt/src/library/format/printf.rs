//! Formats of the printf family.

use super::{Characters, Cursor, Length};

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Not given.
    None,
    /// In the format itself.
    Fixed(usize),
    /// An `int` argument, the next or the one with this number (from 1).
    Argument(Option<usize>),
}

/// What a directive does with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Prints an integer, a character or the pointer itself.
    Integer,
    /// An integer of two words, where a word has 32 bits.
    Wide,
    /// Prints a double.
    Double,
    /// Prints a long double.
    LongDouble,
    /// Prints what the argument points to.
    Text(Characters),
    /// Stores the number of characters so far in that many bytes.
    Count(usize),
    /// Uses none (`%m`, `%%`).
    Nothing,
}

/// One directive, in the order in which it takes arguments: width, precision, the converted one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Least characters.
    pub width: Amount,
    /// For text, most characters (bytes for `%ls` in narrow formats).
    pub precision: Amount,
    /// Number of the argument (from 1) where the format says so.
    pub position: Option<usize>,
    /// What is printed.
    pub conversion: Conversion,
}

/// The directives of a format, up to the first unknown one.
pub struct Directives<'a, T> {
    cursor: Cursor<'a, T>,
    is_complete: bool,
}

impl<'a, T: Copy + Into<u32>> Directives<'a, T> {
    /// Of a format without its NUL.
    pub fn of(format: &'a [T]) -> Self {
        Directives {
            cursor: Cursor { rest: format },
            is_complete: true,
        }
    }

    /// Whether everything that was read so far was understood.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn amount(&mut self) -> Amount {
        if self.cursor.eat(b'*') {
            return Amount::Argument(self.cursor.position());
        }
        match self.cursor.number() {
            Some(number) => Amount::Fixed(number),
            None => Amount::None,
        }
    }

    /// What stands behind a `%`.
    fn directive(&mut self) -> Option<Directive> {
        let position = self.cursor.position();
        self.cursor.eat_all_of(b"-+ #0'I");
        let width = self.amount();
        let precision = if self.cursor.eat(b'.') {
            match self.amount() {
                // A period alone is a precision of 0.
                Amount::None => Amount::Fixed(0),
                given => given,
            }
        } else {
            Amount::None
        };
        let length = self.cursor.length();
        Some(Directive {
            width,
            precision,
            position,
            conversion: conversion(self.cursor.next()?, length)?,
        })
    }
}

fn conversion(letter: u8, length: Length) -> Option<Conversion> {
    Some(match letter {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B'
            if length.integer() > size_of::<usize>() =>
        {
            Conversion::Wide
        }
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' | b'c' | b'C' | b'p' => {
            Conversion::Integer
        }
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if length.is_long_double() => {
            Conversion::LongDouble
        }
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Conversion::Double,
        b's' => Conversion::Text(Characters::of(length)?),
        b'S' => Conversion::Text(Characters::Wide),
        b'n' => Conversion::Count(length.integer()),
        b'm' | b'%' => Conversion::Nothing,
        _ => return None,
    })
}

impl<T: Copy + Into<u32>> Iterator for Directives<'_, T> {
    type Item = Directive;

    fn next(&mut self) -> Option<Directive> {
        if !self.cursor.find_directive() {
            return None;
        }
        let directive = self.directive();
        if directive.is_none() {
            self.is_complete = false;
            self.cursor.rest = &[];
        }
        directive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn directives(format: &str) -> (Vec<Directive>, bool) {
        let mut reader = Directives::of(format.as_bytes());
        let all = reader.by_ref().collect();
        (all, reader.is_complete())
    }

    fn conversions(format: &str) -> Vec<Conversion> {
        let (all, complete) = directives(format);
        assert!(complete, "{format}");
        all.into_iter().map(|one| one.conversion).collect()
    }

    fn plain(conversion: Conversion) -> Directive {
        Directive {
            width: Amount::None,
            precision: Amount::None,
            position: None,
            conversion,
        }
    }

    #[test]
    fn text_without_directives() {
        assert_eq!(directives("hello 100"), (vec![], true));
        assert_eq!(conversions("100%% and %m"), [Conversion::Nothing; 2]);
    }

    #[test]
    fn every_conversion() {
        assert_eq!(
            conversions("%d%i%o%u%x%X%c%C%p%hhd%hu%ld%lld%qd%jd%zu%Zu%td%lc"),
            [Conversion::Integer; 19]
        );
        assert_eq!(conversions("%a%A%e%E%f%F%g%G%lf"), [Conversion::Double; 9]);
        assert_eq!(conversions("%La%LG%llf"), [Conversion::LongDouble; 3]);
        let narrow = Conversion::Text(Characters::Narrow);
        let wide = Conversion::Text(Characters::Wide);
        assert_eq!(conversions("%s%hs%ls%S"), [narrow, narrow, wide, wide]);
        let counts = [1, 2, 4, 8, 8, 8, 8, 8].map(Conversion::Count);
        assert_eq!(conversions("%hhn%hn%n%ln%lln%jn%zn%tn"), counts);
    }

    #[test]
    fn flags_width_and_precision() {
        let text = Conversion::Text(Characters::Narrow);
        let expected = [
            Directive {
                width: Amount::Fixed(12),
                precision: Amount::Fixed(3),
                ..plain(text)
            },
            Directive {
                width: Amount::Argument(None),
                precision: Amount::Argument(None),
                ..plain(text)
            },
            Directive {
                precision: Amount::Fixed(0),
                ..plain(text)
            },
        ];
        assert_eq!(directives("%-+ #0'I12.3s%*.*s%.s").0, expected);
    }

    #[test]
    fn positions() {
        let expected = Directive {
            width: Amount::Argument(Some(3)),
            precision: Amount::Argument(Some(10)),
            position: Some(2),
            conversion: Conversion::LongDouble,
        };
        assert_eq!(directives("%2$*3$.*10$Lf").0, [expected]);
    }

    #[test]
    fn reading_stops_at_what_is_unknown() {
        let integer = plain(Conversion::Integer);
        assert_eq!(directives("%d %y %s"), (vec![integer], false));
        assert_eq!(directives("%d %"), (vec![integer], false));
        assert_eq!(directives("%d %Ls %s"), (vec![integer], false));
    }

    #[test]
    fn wide_formats() {
        let format: Vec<u32> = "\u{20ac}%s\u{125}".chars().map(u32::from).collect();
        let all: Vec<_> = Directives::of(&format).collect();
        assert_eq!(all, [plain(Conversion::Text(Characters::Narrow))]);
    }

    #[test]
    fn a_number_too_large_is_the_largest() {
        let format = "%99999999999999999999999s";
        assert_eq!(directives(format).0[0].width, Amount::Fixed(usize::MAX));
    }

    proptest! {
        #[test]
        fn any_format_is_read_to_its_end(format in "[%a-zA-Z0-9$*. '#\\[\\]^]{0,40}") {
            let percents = format.bytes().filter(|byte| *byte == b'%').count();
            prop_assert!(directives(&format).0.len() <= percents);
        }

        #[test]
        fn what_was_put_together_is_taken_apart(
            parts in proptest::collection::vec(
                ("[-+ #0']{0,3}", proptest::option::of(1usize..99), 0usize..4), 0..8)
        ) {
            let letters = [
                ("d", Conversion::Integer), ("s", Conversion::Text(Characters::Narrow)),
                ("Lg", Conversion::LongDouble), ("hn", Conversion::Count(2)),
            ];
            let mut format = String::new();
            let mut expected = Vec::new();
            for (flags, width, kind) in parts {
                let (text, conversion) = letters[kind];
                let digits = width.map(|width| width.to_string()).unwrap_or_default();
                format += &format!("x%{flags}{digits}{text}");
                let width = width.map_or(Amount::None, Amount::Fixed);
                expected.push(Directive { width, ..plain(conversion) });
            }
            prop_assert_eq!(directives(&format), (expected, true));
        }
    }
}
