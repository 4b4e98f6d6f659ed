//! Text with the colours that reports of checked programs have on terminals.

pub use sanecc_abi::style::Style;

use sanecc_abi::style::PLAIN;
use std::fmt::{self, Write};

/// A text that grows.
#[derive(Debug, Default)]
pub struct Text {
    text: String,
    is_coloured: bool,
}

impl Text {
    /// Nothing yet.
    pub fn new(is_coloured: bool) -> Text {
        Text {
            text: String::new(),
            is_coloured,
        }
    }

    /// Begins a piece.
    pub fn style(&mut self, style: Style) {
        if self.is_coloured {
            self.text.push_str(style.escape());
        }
    }

    /// Ends it.
    pub fn plain(&mut self) {
        if self.is_coloured {
            self.text.push_str(PLAIN);
        }
    }

    /// A line that is one piece.
    pub fn line(&mut self, style: Style, line: fmt::Arguments<'_>) {
        self.style(style);
        // Writing into a string does not fail.
        let _ = self.text.write_fmt(line);
        self.plain();
        self.text.push('\n');
    }

    /// All of it.
    pub fn finish(self) -> String {
        self.text
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}
