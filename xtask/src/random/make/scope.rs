//! The facts that the generator knows about the names at one place.

use crate::random::program::Expr;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// As C calls it.
    pub name: &'static str,
    /// Bytes.
    pub size: i64,
    /// Whether it has negative numbers.
    pub signed: bool,
}

/// The types of numbers and elements where a `long` has so many bytes.
pub const fn types(long: i64) -> [Type; 8] {
    [
        of("int", 4, true),
        of("unsigned", 4, false),
        of("long", long, true),
        of("unsigned long", long, false),
        of("short", 2, true),
        of("unsigned short", 2, false),
        of("signed char", 1, true),
        of("unsigned char", 1, false),
    ]
}

const fn of(name: &'static str, size: i64, signed: bool) -> Type {
    Type { name, size, signed }
}

/// A number that the program has a name for.
#[derive(Clone, Debug)]
pub struct Number {
    /// How it is written.
    pub text: String,
    /// Its type.
    pub kind: Type,
    /// It is never less.
    pub low: i64,
    /// It is never more.
    pub high: i64,
}

/// Elements in a row, and a way to name them.
#[derive(Clone, Debug)]
pub struct Array {
    /// What an index in brackets may follow.
    pub text: String,
    /// Of its elements.
    pub kind: Type,
    /// The lowest index: below 0 for pointers into the middle.
    pub low: i64,
    /// The number of elements from index 0 on.
    pub count: i64,
    /// Texts of the same number.
    pub lengths: Vec<String>,
    /// Whether `text[low]` is what `malloc` gave and nothing but this scope frees it.
    pub owned: bool,
    /// Whether something else of the same object lies before it.
    pub shared: bool,
    /// The texts of the arrays whose memory it may be in.
    pub roots: Vec<String>,
}

/// All names at one place.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Numbers.
    pub numbers: Vec<Number>,
    /// Arrays.
    pub arrays: Vec<Array>,
}

impl Array {
    /// As an expression.
    pub fn expr(&self) -> Expr {
        self.text.as_str().into()
    }

    /// The highest index.
    pub fn last(&self) -> i64 {
        self.count - 1
    }
}
