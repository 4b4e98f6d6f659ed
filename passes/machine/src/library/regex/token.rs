//! Words of a pattern, as the syntax reads them (after GNU's manual, "Regular Expression Syntax").

use super::syntax::Syntax;

/// A word outside of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    End,
    /// Itself.
    Letter(u32),
    Bar,
    Reference(usize),
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    Star,
    Plus,
    Question,
    Bracket,
    Dot,
    Anchor(Anchor),
    /// `\w` and `\W`: whether it is.
    Word(bool),
    /// `\s` and `\S`.
    Space(bool),
    /// A backslash at the end.
    Backslash,
}

/// A place that takes no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    WordStart,
    WordEnd,
    /// Either end of a word, or neither.
    WordEdge(bool),
}

/// A pattern and where it is read.
pub struct Words<'a> {
    pub letters: &'a [u32],
    pub at: usize,
}

impl Words<'_> {
    pub fn ahead(&self, distance: usize) -> Option<u8> {
        let letter = self.letters.get(self.at + distance)?;
        u8::try_from(*letter).ok()
    }

    /// The word that begins here, and how long it is.
    pub fn peek(&self, syntax: Syntax) -> (Token, usize) {
        let Some(&letter) = self.letters.get(self.at) else {
            return (Token::End, 0);
        };
        if letter == u32::from(b'\\') {
            return match self.letters.get(self.at + 1) {
                None => (Token::Backslash, 1),
                Some(&next) => (escaped(next, syntax), 2),
            };
        }
        let ordinary = Token::Letter(letter);
        let when = |condition: bool, token: Token| if condition { token } else { ordinary };
        let has = |some| syntax.has(some);
        let token = match u8::try_from(letter).unwrap_or(0) {
            b'\n' => when(has(Syntax::NEWLINE_IS_BAR), Token::Bar),
            b'|' => when(!has(Syntax::LIMITED) && has(Syntax::PLAIN_BAR), Token::Bar),
            b'*' => Token::Star,
            b'+' => when(
                !has(Syntax::LIMITED) && !has(Syntax::ESCAPED_PLUS),
                Token::Plus,
            ),
            b'?' => when(
                !has(Syntax::LIMITED) && !has(Syntax::ESCAPED_PLUS),
                Token::Question,
            ),
            b'{' => when(
                has(Syntax::INTERVALS) && has(Syntax::PLAIN_BRACES),
                Token::OpenBrace,
            ),
            b'}' => when(
                has(Syntax::INTERVALS) && has(Syntax::PLAIN_BRACES),
                Token::CloseBrace,
            ),
            b'(' => when(has(Syntax::PLAIN_PARENTHESES), Token::Open),
            b')' => when(has(Syntax::PLAIN_PARENTHESES), Token::Close),
            b'[' => Token::Bracket,
            b'.' => Token::Dot,
            b'^' => when(self.is_caret(syntax), Token::Anchor(Anchor::LineStart)),
            b'$' => when(self.is_dollar(syntax), Token::Anchor(Anchor::LineEnd)),
            _ => ordinary,
        };
        (token, 1)
    }

    fn is_caret(&self, syntax: Syntax) -> bool {
        let anywhere = Syntax::ANCHORS_ANYWHERE.with(Syntax::CARET_HERE);
        self.at == 0
            || syntax.has(anywhere)
            || syntax.has(Syntax::NEWLINE_IS_BAR) && self.letters[self.at - 1] == u32::from(b'\n')
    }

    fn is_dollar(&self, syntax: Syntax) -> bool {
        if syntax.has(Syntax::ANCHORS_ANYWHERE) || self.at + 1 == self.letters.len() {
            return true;
        }
        // Another dollar behind it would ask the same again, for as many as there are: it is neither.
        if self.ahead(1) == Some(b'$') {
            return false;
        }
        let behind = Words {
            letters: self.letters,
            at: self.at + 1,
        };
        matches!(behind.peek(syntax).0, Token::Bar | Token::Close)
    }
}

/// What a letter behind a backslash means.
fn escaped(letter: u32, syntax: Syntax) -> Token {
    let ordinary = Token::Letter(letter);
    let when = |condition: bool, token: Token| if condition { token } else { ordinary };
    let has = |some| syntax.has(some);
    let gnu = !has(Syntax::NO_GNU_OPERATORS);
    let braces = has(Syntax::INTERVALS) && !has(Syntax::PLAIN_BRACES);
    let plus = !has(Syntax::LIMITED) && has(Syntax::ESCAPED_PLUS);
    match u8::try_from(letter).unwrap_or(0) {
        b'|' => when(!has(Syntax::LIMITED) && !has(Syntax::PLAIN_BAR), Token::Bar),
        digit @ b'1'..=b'9' => when(
            !has(Syntax::NO_REFERENCES),
            Token::Reference(usize::from(digit - b'1')),
        ),
        b'<' => when(gnu, Token::Anchor(Anchor::WordStart)),
        b'>' => when(gnu, Token::Anchor(Anchor::WordEnd)),
        b'b' => when(gnu, Token::Anchor(Anchor::WordEdge(true))),
        b'B' => when(gnu, Token::Anchor(Anchor::WordEdge(false))),
        b'`' => when(gnu, Token::Anchor(Anchor::TextStart)),
        b'\'' => when(gnu, Token::Anchor(Anchor::TextEnd)),
        b'w' => when(gnu, Token::Word(true)),
        b'W' => when(gnu, Token::Word(false)),
        b's' => when(gnu, Token::Space(true)),
        b'S' => when(gnu, Token::Space(false)),
        b'(' => when(!has(Syntax::PLAIN_PARENTHESES), Token::Open),
        b')' => when(!has(Syntax::PLAIN_PARENTHESES), Token::Close),
        b'+' => when(plus, Token::Plus),
        b'?' => when(plus, Token::Question),
        b'{' => when(braces, Token::OpenBrace),
        b'}' => when(braces, Token::CloseBrace),
        _ => ordinary,
    }
}
