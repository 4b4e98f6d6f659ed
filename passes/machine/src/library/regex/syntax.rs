//! How patterns are written: the bits of `reg_syntax_t` of GNU's `<regex.h>`, and the errors of `regcomp`.

/// Bits of `reg_syntax_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Syntax(pub u64);

impl Syntax {
    pub const ESCAPES_IN_LISTS: Syntax = Syntax(1);
    pub const ESCAPED_PLUS: Syntax = Syntax(1 << 1);
    pub const CLASSES: Syntax = Syntax(1 << 2);
    pub const ANCHORS_ANYWHERE: Syntax = Syntax(1 << 3);
    pub const OPERATORS_ANYWHERE: Syntax = Syntax(1 << 4);
    pub const MISPLACED_OPERATORS_FAIL: Syntax = Syntax(1 << 5);
    pub const DOT_IS_NEWLINE: Syntax = Syntax(1 << 6);
    pub const DOT_IS_NOT_NULL: Syntax = Syntax(1 << 7);
    pub const LISTS_EXCLUDE_NEWLINE: Syntax = Syntax(1 << 8);
    pub const INTERVALS: Syntax = Syntax(1 << 9);
    pub const LIMITED: Syntax = Syntax(1 << 10);
    pub const NEWLINE_IS_BAR: Syntax = Syntax(1 << 11);
    pub const PLAIN_BRACES: Syntax = Syntax(1 << 12);
    pub const PLAIN_PARENTHESES: Syntax = Syntax(1 << 13);
    pub const NO_REFERENCES: Syntax = Syntax(1 << 14);
    pub const PLAIN_BAR: Syntax = Syntax(1 << 15);
    pub const EMPTY_RANGES_FAIL: Syntax = Syntax(1 << 16);
    pub const UNMATCHED_IS_ORDINARY: Syntax = Syntax(1 << 17);
    pub const NO_GNU_OPERATORS: Syntax = Syntax(1 << 19);
    pub const BAD_INTERVAL_IS_ORDINARY: Syntax = Syntax(1 << 21);
    pub const ANY_CASE: Syntax = Syntax(1 << 22);
    pub const CARET_HERE: Syntax = Syntax(1 << 23);
    pub const REPEATED_REPETITION_FAILS: Syntax = Syntax(1 << 24);
    pub const NO_GROUPS: Syntax = Syntax(1 << 25);

    const POSIX: Syntax = Syntax::CLASSES
        .with(Syntax::DOT_IS_NEWLINE)
        .with(Syntax::DOT_IS_NOT_NULL)
        .with(Syntax::INTERVALS)
        .with(Syntax::EMPTY_RANGES_FAIL);
    /// Basic patterns (POSIX.1-2017, 9.3).
    pub const BASIC: Syntax = Syntax::POSIX
        .with(Syntax::ESCAPED_PLUS)
        .with(Syntax::REPEATED_REPETITION_FAILS);
    /// Extended patterns (9.4).
    pub const EXTENDED: Syntax = Syntax::POSIX
        .with(Syntax::ANCHORS_ANYWHERE)
        .with(Syntax::OPERATORS_ANYWHERE)
        .with(Syntax::PLAIN_BRACES)
        .with(Syntax::PLAIN_PARENTHESES)
        .with(Syntax::PLAIN_BAR)
        .with(Syntax::MISPLACED_OPERATORS_FAIL)
        .with(Syntax::UNMATCHED_IS_ORDINARY);

    pub const fn with(self, more: Syntax) -> Syntax {
        Syntax(self.0 | more.0)
    }

    pub const fn without(self, some: Syntax) -> Syntax {
        Syntax(self.0 & !some.0)
    }

    pub const fn has(self, some: Syntax) -> bool {
        self.0 & some.0 != 0
    }
}

/// Why a pattern is none, by the numbers of `reg_errcode_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Wrong {
    Pattern = 2,
    Collation = 3,
    Class = 4,
    Escape = 5,
    Reference = 6,
    Bracket = 7,
    Parenthesis = 8,
    Brace = 9,
    Interval = 10,
    Range = 11,
    Memory = 12,
    Repetition = 13,
    Size = 15,
    RightParenthesis = 16,
}

/// No match, as a number of that kind.
pub const NO_MATCH: i32 = 1;

/// Messages of `regerror`, by number, as glibc words them.
pub const MESSAGES: [&str; 17] = [
    "Success",
    "No match",
    "Invalid regular expression",
    "Invalid collation character",
    "Invalid character class name",
    "Trailing backslash",
    "Invalid back reference",
    "Unmatched [, [^, [:, [., or [=",
    "Unmatched ( or \\(",
    "Unmatched \\{",
    "Invalid content of \\{\\}",
    "Invalid range end",
    "Memory exhausted",
    "Invalid preceding regular expression",
    "Premature end of regular expression",
    "Regular expression too big",
    "Unmatched ) or \\)",
];
