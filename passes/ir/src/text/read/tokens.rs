//! Splits the text into tokens, and walks over them.

use super::ParseError;
use crate::{FuncId, GlobalId, Id};
use logos::Logos;
use std::ops::Range;

/// A token. What has text keeps it as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Logos)]
#[logos(skip r"[ \t\r]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum Token<'t> {
    #[token("\n")]
    Newline,
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Word(&'t str),
    #[regex("-?[0-9]+")]
    Number(&'t str),
    #[regex(r"-?[0-9]+(\.[0-9]+(e-?[0-9]+)?|e-?[0-9]+)")]
    Decimal(&'t str),
    #[regex("0x[0-9a-fA-F]+", |lex| &lex.slice()[2..])]
    Hex(&'t str),
    #[regex("\"[^\"\n]*\"", |lex| inside(lex.slice()))]
    Text(&'t str),
    #[regex("x\"[0-9a-fA-F]*\"", |lex| inside(&lex.slice()[1..]))]
    Bytes(&'t str),
    #[regex("@[A-Za-z0-9_.$]+", |lex| &lex.slice()[1..])]
    Symbol(&'t str),
    #[regex("@\"[^\"\n]*\"", |lex| inside(&lex.slice()[1..]))]
    QuotedSymbol(&'t str),
    #[token("->")]
    Arrow,
    #[token("...")]
    Dots,
    #[token("(", |_| '(')]
    #[token(")", |_| ')')]
    #[token("[", |_| '[')]
    #[token("]", |_| ']')]
    #[token("{", |_| '{')]
    #[token("}", |_| '}')]
    #[token("<", |_| '<')]
    #[token(">", |_| '>')]
    #[token(",", |_| ',')]
    #[token(":", |_| ':')]
    #[token("=", |_| '=')]
    #[token("+", |_| '+')]
    #[token("-", |_| '-')]
    #[token("*", |_| '*')]
    #[token(".", |_| '.')]
    #[token("!", |_| '!')]
    Sign(char),
}

/// What stands between the quotes.
fn inside(text: &str) -> &str {
    text.get(1..text.len() - 1).unwrap_or_default()
}

/// The bytes that a text in quotes stands for; `None` for a wrong escape.
pub(super) fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'\\' => {
                let digits = [rest.next()?, rest.next()?];
                let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
                (high? * 16 + low?) as u8
            }
            byte => byte,
        };
        bytes.push(byte);
    }
    Some(bytes)
}

/// A place in the tokens of a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    tokens: Vec<(Token<'t>, Range<usize>)>,
    pub(super) at: usize,
}

type Read<T> = Result<T, ParseError>;

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Read<Self> {
        let mut tokens = Vec::new();
        for (token, place) in Token::lexer(text).spanned() {
            match token {
                Ok(token) => tokens.push((token, place)),
                Err(()) => return Err(ParseError::new(text, place, "a word, number or sign")),
            }
        }
        Ok(Self {
            text,
            tokens,
            at: 0,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn peek(&self) -> Option<Token<'t>> {
        self.peek_at(0)
    }

    /// The token so many places on.
    pub(super) fn peek_at(&self, distance: usize) -> Option<Token<'t>> {
        self.tokens.get(self.at + distance).map(|token| token.0)
    }

    /// That something else was expected at this place.
    pub(super) fn error<T>(&self, expected: impl Into<String>) -> Read<T> {
        let end = self.text.len()..self.text.len();
        let place = self
            .tokens
            .get(self.at)
            .map_or(end, |token| token.1.clone());
        Err(ParseError::new(self.text, place, expected))
    }

    /// That something else was expected at the token before.
    pub(super) fn error_before<T>(&mut self, expected: impl Into<String>) -> Read<T> {
        self.at = self.at.saturating_sub(1);
        self.error(expected)
    }

    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    /// Whether the sign stands here, which is then passed.
    pub(super) fn takes(&mut self, sign: char) -> bool {
        let is_there = self.peek() == Some(Token::Sign(sign));
        self.at += usize::from(is_there);
        is_there
    }

    /// Whether the word stands here, which is then passed.
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let is_there = self.peek() == Some(Token::Word(word));
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn sign(&mut self, sign: char) -> Read<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => self.error(format!("`{sign}`")),
        }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        match self.takes_word(word) {
            true => Ok(()),
            false => self.error(format!("`{word}`")),
        }
    }

    pub(super) fn arrow(&mut self) -> Read<()> {
        match self.peek() {
            Some(Token::Arrow) => {
                self.skip();
                Ok(())
            }
            _ => self.error("`->`"),
        }
    }

    /// The end of a line, or of the text.
    pub(super) fn end_of_line(&mut self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(Token::Newline) => {
                self.skip();
                Ok(())
            }
            _ => self.error("the end of the line"),
        }
    }

    pub(super) fn is_at_end_of_line(&self) -> bool {
        matches!(self.peek(), None | Some(Token::Newline))
    }

    pub(super) fn skip_newlines(&mut self) {
        while self.peek() == Some(Token::Newline) {
            self.skip();
        }
    }

    pub(super) fn skip_line(&mut self) {
        while !self.is_at_end_of_line() {
            self.skip();
        }
        self.skip_newlines();
    }

    pub(super) fn word(&mut self, expected: &str) -> Read<&'t str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.skip();
                Ok(word)
            }
            _ => self.error(expected),
        }
    }

    /// A number that fits.
    pub(super) fn number<N: TryFrom<i128>>(&mut self, expected: &str) -> Read<N> {
        if let Some(Token::Number(number)) = self.peek()
            && let Some(number) = number.parse::<i128>().ok().and_then(|n| n.try_into().ok())
        {
            self.skip();
            return Ok(number);
        }
        self.error(expected)
    }

    pub(super) fn text(&mut self, expected: &str) -> Read<String> {
        if let Some(Token::Text(text)) = self.peek()
            && let Some(text) = unescape(text).and_then(|bytes| String::from_utf8(bytes).ok())
        {
            self.skip();
            return Ok(text);
        }
        self.error(expected)
    }

    pub(super) fn optional_text(&mut self) -> Read<Option<String>> {
        match self.peek() {
            Some(Token::Text(_)) => self.text("a text").map(Some),
            _ => Ok(None),
        }
    }

    pub(super) fn symbol(&mut self) -> Read<String> {
        let name = match self.peek() {
            Some(Token::Symbol(name)) => Some(name.to_owned()),
            Some(Token::QuotedSymbol(name)) => {
                unescape(name).and_then(|bytes| String::from_utf8(bytes).ok())
            }
            _ => None,
        };
        match name {
            Some(name) => {
                self.skip();
                Ok(name)
            }
            None => self.error("`@` and a name"),
        }
    }

    /// The number behind a letter, as in `v12`, if one stands here.
    pub(super) fn peek_id(&self, letter: char) -> Option<usize> {
        match self.peek() {
            Some(Token::Word(word)) => id(word, letter),
            _ => None,
        }
    }

    /// The same, which must stand here and be less than `count`.
    pub(super) fn id<I: Id>(&mut self, letter: char, count: usize, expected: &str) -> Read<I> {
        match self.peek_id(letter) {
            Some(number) if number < count => {
                self.skip();
                Ok(I::from_index(number))
            }
            _ => self.error(expected),
        }
    }

    /// The id that the next of its kind has.
    pub(super) fn own_id(&mut self, letter: char, number: usize) -> Read<()> {
        match self.peek_id(letter) == Some(number) {
            true => {
                self.skip();
                Ok(())
            }
            false => self.error(format!("`{letter}{number}`")),
        }
    }

    pub(super) fn function(&mut self, count: usize) -> Read<FuncId> {
        self.id('f', count, "a function that is declared, such as `f0`")
    }

    pub(super) fn global(&mut self, count: usize) -> Read<GlobalId> {
        self.id('g', count, "a global that is declared, such as `g0`")
    }

    /// Calls `read` for what stands between commas, at least once.
    pub(super) fn commas<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut all = vec![read(self)?];
        while self.takes(',') {
            all.push(read(self)?);
        }
        Ok(all)
    }

    /// The same in brackets, where nothing may stand.
    pub(super) fn bracketed<T>(
        &mut self,
        [open, close]: [char; 2],
        read: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        self.sign(open)?;
        if self.takes(close) {
            return Ok(Vec::new());
        }
        let all = self.commas(read)?;
        self.sign(close)?;
        Ok(all)
    }
}

/// The number behind a letter.
pub(super) fn id(word: &str, letter: char) -> Option<usize> {
    let digits = word.strip_prefix(letter)?;
    let number: u32 = digits.parse().ok()?;
    // Not `v007`, which would be another word for `v7`.
    (number.to_string() == digits && number < u32::MAX).then_some(number as usize)
}
