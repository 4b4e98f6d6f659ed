//! Values of options.

use crate::output::Colour;

/// What an option can be set to.
pub trait Value<'a>: Sized {
    /// The value that `text` names.
    fn read(text: &'a [u8]) -> Option<Self>;
}

impl Value<'_> for bool {
    fn read(text: &[u8]) -> Option<Self> {
        match text {
            b"1" | b"true" | b"yes" => Some(true),
            b"0" | b"false" | b"no" => Some(false),
            _ => None,
        }
    }
}

/// Decimal, or hexadecimal after `0x`.
fn number<T: TryFrom<i64>>(text: &[u8]) -> Option<T> {
    let text = core::str::from_utf8(text).ok()?;
    let value = match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    T::try_from(value.ok()?).ok()
}

impl Value<'_> for i32 {
    fn read(text: &[u8]) -> Option<Self> {
        number(text)
    }
}

impl Value<'_> for u8 {
    fn read(text: &[u8]) -> Option<Self> {
        number(text)
    }
}

impl Value<'_> for usize {
    fn read(text: &[u8]) -> Option<Self> {
        number(text)
    }
}

impl Value<'_> for isize {
    fn read(text: &[u8]) -> Option<Self> {
        number(text)
    }
}

impl Value<'_> for Option<usize> {
    fn read(text: &[u8]) -> Option<Self> {
        number(text).map(Some)
    }
}

/// Any text but an empty one.
impl<'a> Value<'a> for Option<&'a [u8]> {
    fn read(text: &'a [u8]) -> Option<Self> {
        (!text.is_empty()).then_some(Some(text))
    }
}

/// Whether a signal is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// No.
    No,
    /// Unless the program has a handler of its own.
    Yes,
    /// Yes, and handlers that the program sets are not installed.
    Exclusive,
}

impl Value<'_> for Handle {
    fn read(text: &[u8]) -> Option<Self> {
        match text {
            b"2" | b"exclusive" => Some(Handle::Exclusive),
            _ => bool::read(text).map(|on| if on { Handle::Yes } else { Handle::No }),
        }
    }
}

/// The form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Format {
    /// For people.
    Text,
    /// As AddressSanitizer writes them.
    Asan,
    /// One JSON object a line.
    Json,
}

impl Value<'_> for Format {
    fn read(text: &[u8]) -> Option<Self> {
        match text {
            b"text" => Some(Format::Text),
            b"asan" => Some(Format::Asan),
            b"json" => Some(Format::Json),
            _ => None,
        }
    }
}

impl Value<'_> for Colour {
    fn read(text: &[u8]) -> Option<Self> {
        match text {
            b"auto" => Some(Colour::Auto),
            b"always" => Some(Colour::Always),
            b"never" => Some(Colour::Never),
            _ => None,
        }
    }
}
