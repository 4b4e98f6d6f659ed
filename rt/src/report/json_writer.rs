//! JSON on one line, piece by piece.

use core::fmt::{self, Write};

/// A writer of JSON. Names and brackets are the caller's to get right.
pub struct Json<'o> {
    out: &'o mut dyn Write,
    /// Whether a comma is due before the next value.
    comma: bool,
}

impl<'o> Json<'o> {
    /// A writer to `out`, whose errors are ignored.
    pub fn new(out: &'o mut dyn Write) -> Self {
        Json { out, comma: false }
    }

    /// Opens an object (`{`) or a list (`[`).
    pub fn open(&mut self, name: Option<&str>, bracket: char) {
        self.begin(name);
        let _ = self.out.write_char(bracket);
        self.comma = false;
    }

    /// Closes it.
    pub fn close(&mut self, bracket: char) {
        let _ = self.out.write_char(bracket);
        self.comma = true;
    }

    /// A string of bytes that should be UTF-8; what is not becomes U+FFFD.
    pub fn text(&mut self, name: &str, bytes: &[u8]) {
        self.begin(Some(name));
        let _ = self.out.write_char('"');
        for chunk in bytes.utf8_chunks() {
            let _ = Escaped(self.out).write_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                let _ = self.out.write_char('\u{fffd}');
            }
        }
        let _ = self.out.write_char('"');
        self.comma = true;
    }

    /// A string that something is shown as.
    pub fn shown(&mut self, name: &str, value: fmt::Arguments<'_>) {
        self.begin(Some(name));
        let _ = self.out.write_char('"');
        let _ = Escaped(self.out).write_fmt(value);
        let _ = self.out.write_char('"');
        self.comma = true;
    }

    /// A number.
    pub fn number(&mut self, name: &str, value: usize) {
        self.begin(Some(name));
        let _ = write!(self.out, "{value}");
        self.comma = true;
    }

    /// A number that may be negative.
    pub fn signed(&mut self, name: &str, value: isize) {
        self.begin(Some(name));
        let _ = write!(self.out, "{value}");
        self.comma = true;
    }

    /// Yes or no.
    pub fn boolean(&mut self, name: &str, value: bool) {
        self.begin(Some(name));
        let _ = write!(self.out, "{value}");
        self.comma = true;
    }

    /// An address, as a string: numbers of that size are not safe in JSON.
    pub fn address(&mut self, name: &str, value: usize) {
        self.shown(name, format_args!("{value:#x}"));
    }

    fn begin(&mut self, name: Option<&str>) {
        if self.comma {
            let _ = self.out.write_char(',');
        }
        if let Some(name) = name {
            let _ = write!(self.out, "\"{name}\":");
        }
    }
}

/// Text between quotes.
struct Escaped<'o>(&'o mut dyn Write);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| match character {
            '"' => self.0.write_str("\\\""),
            '\\' => self.0.write_str("\\\\"),
            '\n' => self.0.write_str("\\n"),
            control if control.is_control() => write!(self.0, "\\u{:04x}", control as u32),
            plain => self.0.write_char(plain),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_all_kinds() {
        let mut text = String::new();
        let json = &mut Json::new(&mut text);
        json.open(None, '{');
        json.text(
            "a",
            b"quote \" slash \\ line \n bell \x07 bad \xff \xc3\xa9",
        );
        json.number("b", usize::MAX);
        json.open(Some("c"), '[');
        for offset in [-1, 1] {
            json.open(None, '{');
            json.signed("d", offset);
            json.close('}');
        }
        json.close(']');
        json.boolean("e", true);
        json.address("f", 0xFFFF_FFFF_FFFF_u64 as usize);
        json.shown("g", format_args!("{}\"", 1));
        json.open(Some("h"), '[');
        json.close(']');
        json.close('}');
        let expected = r#"{"a":"quote \" slash \\ line \n bell \u0007 bad � é","b":18446744073709551615,"c":[{"d":-1},{"d":1}],"e":true,"f":"ADDRESS","g":"1\"","h":[]}"#;
        let longest = format!("{:#x}", 0xFFFF_FFFF_FFFF_u64 as usize);
        assert_eq!(text, expected.replace("ADDRESS", &longest));
    }
}
