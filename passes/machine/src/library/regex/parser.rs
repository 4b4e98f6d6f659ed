//! Patterns as trees: what glibc takes for a pattern and for an error, in the syntax that is asked for.

use super::bracket::bracket;
use super::set::{Parts, Set};
use super::syntax::{Syntax, Wrong};
use super::text::{Class, fold};
use super::token::{Anchor, Token, Words};

/// Groups within groups: more would need a deep stack.
const DEEPEST: usize = 250;
/// The highest number of an interval (RE_DUP_MAX).
const MOST_TIMES: u32 = 0x7fff;

/// What a pattern is made of.
#[derive(Clone, Debug)]
pub enum Tree {
    Letter(u32),
    /// One of the sets of the pattern.
    Set(usize),
    Anchor(Anchor),
    Reference(usize),
    Group(usize, Option<Box<Tree>>),
    /// One behind the other.
    All(Vec<Tree>),
    /// One of these; nothing is one, too.
    One(Vec<Option<Tree>>),
    /// From so many times on, up to so many or without end.
    Times(Box<Tree>, u32, Option<u32>),
}

/// A pattern.
#[derive(Debug)]
pub struct Pattern {
    pub tree: Option<Tree>,
    pub sets: Vec<Set>,
    pub groups: usize,
    /// A text must be the same as a group matched.
    pub refers: bool,
}

/// The tree of a pattern.
///
/// # Errors
/// If it is none.
pub fn parse(letters: &[u32], syntax: Syntax, utf8: bool) -> Result<Pattern, Wrong> {
    let mut parser = Parser {
        words: Words { letters, at: 0 },
        token: Token::End,
        syntax,
        utf8,
        closed: 0,
        made: Pattern {
            tree: None,
            sets: Vec::new(),
            groups: 0,
            refers: false,
        },
    };
    parser.next(Syntax::CARET_HERE);
    parser.made.tree = parser.alternatives(0)?;
    Ok(parser.made)
}

struct Parser<'a> {
    words: Words<'a>,
    token: Token,
    syntax: Syntax,
    utf8: bool,
    /// The groups that have ended, which may be referred to, as bits.
    closed: u32,
    made: Pattern,
}

impl Parser<'_> {
    fn next(&mut self, more: Syntax) {
        let (token, length) = self.words.peek(self.syntax.with(more));
        self.token = token;
        self.words.at += length;
    }

    fn letter(&self, letter: u32) -> u32 {
        match self.syntax.has(Syntax::ANY_CASE) {
            true => fold(letter, self.utf8),
            false => letter,
        }
    }

    fn set(&mut self, parts: Parts) -> Tree {
        self.made.sets.push(Set::new(parts, self.utf8));
        Tree::Set(self.made.sets.len() - 1)
    }

    /// Whether a branch ends here.
    fn ends(&self, nest: usize) -> bool {
        match self.token {
            Token::Bar | Token::End => true,
            Token::Close => nest > 0,
            _ => false,
        }
    }

    fn alternatives(&mut self, nest: usize) -> Result<Option<Tree>, Wrong> {
        if nest > DEEPEST {
            return Err(Wrong::Memory);
        }
        let before = self.closed;
        let mut all = vec![self.branch(nest)?];
        while self.token == Token::Bar {
            self.next(Syntax::CARET_HERE);
            let so_far = self.closed;
            self.closed = before;
            all.push(match self.ends(nest) {
                true => None,
                false => self.branch(nest)?,
            });
            self.closed |= so_far;
        }
        Ok(match all.len() {
            1 => all.pop().flatten(),
            _ => Some(Tree::One(all)),
        })
    }

    fn branch(&mut self, nest: usize) -> Result<Option<Tree>, Wrong> {
        let mut all = Vec::new();
        all.extend(self.expression(nest)?);
        while !self.ends(nest) {
            all.extend(self.expression(nest)?);
        }
        Ok(match all.len() {
            0 | 1 => all.pop(),
            _ => Some(Tree::All(all)),
        })
    }

    fn expression(&mut self, nest: usize) -> Result<Option<Tree>, Wrong> {
        while self.is_repetition() {
            if self.token == Token::OpenBrace && self.syntax.has(Syntax::REPEATED_REPETITION_FAILS)
            {
                return Err(Wrong::Repetition);
            }
            if self.syntax.has(Syntax::MISPLACED_OPERATORS_FAIL)
                && !self.syntax.has(Syntax::REPEATED_REPETITION_FAILS)
            {
                return Err(Wrong::Repetition);
            }
            if !self.syntax.has(Syntax::OPERATORS_ANYWHERE) {
                break;
            }
            self.next(Syntax(0));
        }
        let tree = match self.token {
            Token::Bar | Token::End => return Ok(None),
            Token::Backslash => return Err(Wrong::Escape),
            Token::Anchor(anchor) => {
                // A star behind an anchor is no repetition of it.
                self.next(Syntax::CARET_HERE);
                return Ok(Some(Tree::Anchor(anchor)));
            }
            Token::Letter(letter) => Tree::Letter(self.letter(letter)),
            Token::Open => self.group(nest + 1)?,
            Token::Bracket => {
                let parts = bracket(&mut self.words, self.syntax, self.utf8)?;
                self.set(parts)
            }
            Token::Reference(group) => {
                if self.closed >> group & 1 == 0 {
                    return Err(Wrong::Reference);
                }
                self.made.refers = true;
                Tree::Reference(group)
            }
            Token::Close if !self.syntax.has(Syntax::UNMATCHED_IS_ORDINARY) => {
                return Err(Wrong::RightParenthesis);
            }
            Token::Close | Token::CloseBrace | Token::OpenBrace => self.ordinary(),
            Token::Star | Token::Plus | Token::Question => self.ordinary(),
            Token::Dot => {
                let mut parts = Parts {
                    negated: true,
                    ..Parts::default()
                };
                if !self.syntax.has(Syntax::DOT_IS_NEWLINE) {
                    parts.add(u32::from(b'\n'));
                }
                if self.syntax.has(Syntax::DOT_IS_NOT_NULL) {
                    parts.add(0);
                }
                self.set(parts)
            }
            Token::Word(is) => self.set(Parts::of_class(Class::Alnum, true, !is)),
            Token::Space(is) => self.set(Parts::of_class(Class::Space, false, !is)),
        };
        self.next(Syntax(0));
        let mut tree = Some(tree);
        while self.is_repetition() {
            let Some(repeated) = self.repetition(tree)? else {
                return Ok(None);
            };
            tree = repeated;
            let again = matches!(self.token, Token::Star | Token::OpenBrace);
            if again && self.syntax.has(Syntax::REPEATED_REPETITION_FAILS) {
                return Err(Wrong::Repetition);
            }
        }
        Ok(tree)
    }

    fn is_repetition(&self) -> bool {
        matches!(
            self.token,
            Token::Star | Token::Plus | Token::Question | Token::OpenBrace
        )
    }

    /// The letter of an operator that stands where it means itself.
    fn ordinary(&self) -> Tree {
        Tree::Letter(self.words.letters[self.words.at - 1])
    }

    fn group(&mut self, nest: usize) -> Result<Tree, Wrong> {
        let number = self.made.groups;
        self.made.groups += 1;
        self.next(Syntax::CARET_HERE);
        let body = match self.token {
            Token::Close => None,
            _ => {
                let body = self.alternatives(nest)?;
                if self.token != Token::Close {
                    return Err(Wrong::Parenthesis);
                }
                body
            }
        };
        if number < 9 {
            self.closed |= 1 << number;
        }
        Ok(Tree::Group(number, body.map(Box::new)))
    }

    /// What is repeated, with the operator that stands here; nothing if that is no times.
    fn repetition(&mut self, tree: Option<Tree>) -> Result<Option<Option<Tree>>, Wrong> {
        let (from, to) = match self.token {
            Token::Star => (0, None),
            Token::Plus => (1, None),
            Token::Question => (0, Some(1)),
            _ => {
                let start = self.words.at;
                match self.interval() {
                    Ok(interval) => interval,
                    Err(Malformed::Always(wrong)) => return Err(wrong),
                    Err(Malformed::Here(_))
                        if self.syntax.has(Syntax::BAD_INTERVAL_IS_ORDINARY) =>
                    {
                        self.words.at = start;
                        self.token = Token::Letter(u32::from(b'{'));
                        return Ok(Some(tree));
                    }
                    Err(Malformed::Here(wrong)) => return Err(wrong),
                }
            }
        };
        self.next(Syntax(0));
        Ok(Some(match tree {
            Some(tree) if to != Some(0) => Some(Tree::Times(Box::new(tree), from, to)),
            _ => None,
        }))
    }

    fn interval(&mut self) -> Result<(u32, Option<u32>), Malformed> {
        let comma = Token::Letter(u32::from(b','));
        let from = match self.number() {
            Number::None if self.token == comma => Number::Is(0),
            Number::None => return Err(Malformed::Always(Wrong::Interval)),
            number => number,
        };
        let to = match (self.token, from) {
            (_, Number::Bad) => Number::Bad,
            (Token::CloseBrace, from) => from,
            (token, _) if token == comma => self.number(),
            _ => Number::Bad,
        };
        let (Number::Is(from), false) = (from, to == Number::Bad) else {
            return Err(Malformed::Here(match self.token {
                Token::End => Wrong::Brace,
                _ => Wrong::Interval,
            }));
        };
        let to = match to {
            Number::Is(to) => Some(to),
            _ => None,
        };
        if to.is_some_and(|to| from > to) || self.token != Token::CloseBrace {
            return Err(Malformed::Always(Wrong::Interval));
        }
        match to.unwrap_or(from) > MOST_TIMES {
            true => Err(Malformed::Always(Wrong::Size)),
            false => Ok((from, to)),
        }
    }

    /// A number up to a comma or the end of the interval.
    fn number(&mut self) -> Number {
        let mut number = Number::None;
        loop {
            self.next(Syntax(0));
            let digit = match self.token {
                Token::End => return Number::Bad,
                Token::CloseBrace => return number,
                Token::Letter(letter) if letter == u32::from(b',') => return number,
                Token::Letter(letter) => letter.checked_sub(48).filter(|digit| *digit < 10),
                _ => None,
            };
            number = match (number, digit) {
                (Number::Bad, _) | (_, None) => Number::Bad,
                (Number::None, Some(digit)) => Number::Is(digit),
                (Number::Is(number), Some(digit)) => {
                    Number::Is((number * 10 + digit).min(MOST_TIMES + 1))
                }
            };
        }
    }
}

/// A number of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    None,
    Bad,
    Is(u32),
}

/// Why an interval is none: in each syntax, or only where it is not ordinary text then.
enum Malformed {
    Always(Wrong),
    Here(Wrong),
}
