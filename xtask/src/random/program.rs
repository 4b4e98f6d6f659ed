//! The abstract program: trees of C text that can be cut without parsing.
//!
//! An expression is a text with `@` for its operands. In all text `$` stands for the prefix of the names of a case, so
//! that a case can be written more than once. An error is a place with two texts, a right and a wrong one.

use std::collections::BTreeSet;

/// The number of an error in its case, from 1 on. No error is 0.
pub type ErrorId = u32;

/// Independent cases that make one file.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was made from.
    pub seed: u64,
    /// The cases; the first is called by the number 1.
    pub cases: Vec<Case>,
    /// How the program learns which error it should commit.
    pub trigger: Trigger,
}

/// The variable that says which error to commit, in cases that hold them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Seen by this unit alone.
    Static,
    /// Other units may change it.
    Extern,
    /// Read anew each time.
    Volatile,
}

/// Functions that belong together; the one called `$entry` is what the program calls.
#[derive(Clone, Debug)]
pub struct Case {
    /// How its errors are written.
    pub form: Form,
    /// Types and variables of the file's scope.
    pub globals: Vec<Statement>,
    /// The functions, each before those that call it.
    pub functions: Vec<Function>,
}

/// Where the errors of a case are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All in the same functions, behind conditions.
    Conditions,
    /// The case is written once without errors, and once for each: the compiler sees nothing but the wrong text.
    Copies,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// All up to the brace.
    pub head: String,
    /// What is between the braces.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// One line, with its semicolon.
    Line(Expr),
    /// A line that opens a brace, statements, and a line that closes it.
    Block {
        /// The first line.
        head: Expr,
        /// What is between the braces.
        body: Vec<Statement>,
        /// The last line.
        tail: Expr,
    },
    /// Statements that only the error has.
    Error(ErrorId, Vec<Statement>),
}

/// An expression, or the text of a line.
#[derive(Clone, Debug)]
pub enum Expr {
    /// Text with an `@` for each operand.
    Text(String, Vec<Expr>),
    /// Right text and wrong text.
    Error(ErrorId, Box<Expr>, Box<Expr>),
}

impl From<&str> for Expr {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned(), Vec::new())
    }
}

impl From<String> for Expr {
    fn from(text: String) -> Self {
        Self::Text(text, Vec::new())
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Self {
        number.to_string().into()
    }
}

/// `text` with an operand for each `@`.
pub fn expr(text: impl Into<String>, operands: impl IntoIterator<Item = Expr>) -> Expr {
    let (text, operands) = (text.into(), operands.into_iter().collect::<Vec<_>>());
    assert_eq!(text.matches('@').count(), operands.len(), "{text}");
    Expr::Text(text, operands)
}

/// A line with an operand for each `@`.
pub fn line(text: impl Into<String>, operands: impl IntoIterator<Item = Expr>) -> Statement {
    Statement::Line(expr(text, operands))
}

/// Statements in braces.
pub fn block(head: impl Into<Expr>, body: Vec<Statement>) -> Statement {
    Statement::Block {
        head: head.into(),
        body,
        tail: "}".into(),
    }
}

impl Case {
    /// The function that the program calls, up to its brace.
    pub const ENTRY: &str = "static NOINLINE unsigned long $entry(void)";

    /// Takes all out of it; it can still be called.
    pub fn empty(&mut self) {
        *self = Self {
            form: Form::Conditions,
            globals: Vec::new(),
            functions: vec![Function {
                head: Self::ENTRY.to_owned(),
                body: vec![line("return 0;", [])],
            }],
        };
    }

    /// The errors that the case still has.
    pub fn errors(&self) -> BTreeSet<ErrorId> {
        let mut found = BTreeSet::new();
        let bodies = self.functions.iter().map(|function| &function.body);
        for body in bodies.chain([&self.globals]) {
            body.iter()
                .for_each(|statement| statement.errors(&mut found));
        }
        found
    }
}

impl Statement {
    fn errors(&self, found: &mut BTreeSet<ErrorId>) {
        match self {
            Self::Line(text) => text.errors(found),
            Self::Block { head, body, tail } => {
                head.errors(found);
                body.iter().for_each(|statement| statement.errors(found));
                tail.errors(found);
            }
            Self::Error(id, body) => {
                found.insert(*id);
                body.iter().for_each(|statement| statement.errors(found));
            }
        }
    }
}

impl Expr {
    fn errors(&self, found: &mut BTreeSet<ErrorId>) {
        match self {
            Self::Text(_, operands) => operands.iter().for_each(|operand| operand.errors(found)),
            Self::Error(id, right, wrong) => {
                found.insert(*id);
                right.errors(found);
                wrong.errors(found);
            }
        }
    }
}
