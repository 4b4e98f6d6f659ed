//! How reports look on terminals: those of the runtime, and those of `sane run`.

/// What a piece of a report is, which decides its colour on terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The first line.
    Error,
    /// What was accessed.
    Access,
    /// Where the object lies.
    Location,
    /// Who allocated and freed it.
    Allocation,
}

/// Back to plain text.
pub const PLAIN: &str = "\x1b[1m\x1b[0m";

impl Style {
    /// What makes a terminal show it so.
    pub const fn escape(self) -> &'static str {
        match self {
            Style::Error => "\x1b[1m\x1b[31m",
            Style::Access => "\x1b[1m\x1b[34m",
            Style::Location => "\x1b[1m\x1b[32m",
            Style::Allocation => "\x1b[1m\x1b[35m",
        }
    }
}
