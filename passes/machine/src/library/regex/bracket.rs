//! Brackets of patterns (POSIX.1-2017, 9.3.5).

use super::set::Parts;
use super::syntax::{Syntax, Wrong};
use super::text::{Class, fold};
use super::token::Words;

/// The longest name of a class.
const LONGEST: usize = 32;

/// A word of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    End,
    Letter(u32),
    /// What `[.`, `[=` or `[:` begins.
    Named(u8),
    Dash,
    Close,
    Caret,
}

/// What one place of a bracket means.
enum Element {
    Letter(u32),
    Class(Class),
    /// A letter and those that are sorted with it: in these locales itself.
    Equivalent(u32),
}

/// The set of a bracket whose opening has been read.
///
/// # Errors
/// If it is none.
pub fn bracket(words: &mut Words<'_>, syntax: Syntax, utf8: bool) -> Result<Parts, Wrong> {
    let mut reader = Reader {
        words,
        syntax,
        utf8,
    };
    let mut parts = Parts::default();
    let (mut word, mut length) = reader.peek();
    if word == Word::Caret {
        parts.negated = true;
        if syntax.has(Syntax::LISTS_EXCLUDE_NEWLINE) {
            parts.add(u32::from(b'\n'));
        }
        reader.words.at += length;
        (word, length) = reader.peek();
    }
    match word {
        Word::End => return Err(Wrong::Pattern),
        Word::Close => word = Word::Letter(u32::from(b']')),
        _ => {}
    }
    let mut is_first = true;
    loop {
        let low = reader.element(word, length, is_first)?;
        is_first = false;
        (word, length) = reader.peek();
        let mut high = None;
        if let (Element::Letter(_), Word::Dash) = (&low, word) {
            reader.words.at += length;
            let (end, end_length) = reader.peek();
            match end {
                Word::End => return Err(Wrong::Bracket),
                Word::Close => {
                    reader.words.at -= length;
                    word = Word::Letter(u32::from(b'-'));
                }
                _ => {
                    high = Some(reader.element(end, end_length, true)?);
                    (word, length) = reader.peek();
                }
            }
        }
        reader.add(&mut parts, low, high)?;
        match word {
            Word::End => return Err(Wrong::Bracket),
            Word::Close => break,
            _ => {}
        }
    }
    reader.words.at += length;
    Ok(parts)
}

struct Reader<'r, 'a> {
    words: &'r mut Words<'a>,
    syntax: Syntax,
    utf8: bool,
}

impl Reader<'_, '_> {
    fn peek(&self) -> (Word, usize) {
        let Some(&letter) = self.words.letters.get(self.words.at) else {
            return (Word::End, 0);
        };
        let ordinary = (Word::Letter(letter), 1);
        match self.words.ahead(0) {
            Some(b'\\') if self.syntax.has(Syntax::ESCAPES_IN_LISTS) => {
                match self.words.letters.get(self.words.at + 1) {
                    Some(next) => (Word::Letter(*next), 2),
                    None => ordinary,
                }
            }
            Some(b'[') => match self.words.ahead(1) {
                Some(kind @ (b'.' | b'=')) => (Word::Named(kind), 2),
                Some(b':') if self.syntax.has(Syntax::CLASSES) => (Word::Named(b':'), 2),
                _ => ordinary,
            },
            // Three dashes are one, as in older programs.
            Some(b'-')
                if self.words.ahead(1) == Some(b'-') && self.words.ahead(2) == Some(b'-') =>
            {
                (Word::Letter(letter), 3)
            }
            Some(b'-') => (Word::Dash, 1),
            Some(b']') => (Word::Close, 1),
            Some(b'^') => (Word::Caret, 1),
            _ => ordinary,
        }
    }

    fn element(&mut self, word: Word, length: usize, dash: bool) -> Result<Element, Wrong> {
        self.words.at += length;
        match word {
            Word::Named(kind) => self.named(kind),
            Word::Dash if !dash && self.peek().0 != Word::Close => Err(Wrong::Range),
            Word::Dash => Ok(Element::Letter(u32::from(b'-'))),
            Word::Letter(letter) => Ok(Element::Letter(letter)),
            Word::Caret => Ok(Element::Letter(u32::from(b'^'))),
            Word::Close => Ok(Element::Letter(u32::from(b']'))),
            Word::End => Err(Wrong::Bracket),
        }
    }

    fn named(&mut self, kind: u8) -> Result<Element, Wrong> {
        let mut name = Vec::new();
        loop {
            let letter = self.words.letters.get(self.words.at).copied();
            let letter = letter.ok_or(Wrong::Bracket)?;
            self.words.at += 1;
            if name.len() >= LONGEST || self.words.at == self.words.letters.len() {
                return Err(Wrong::Bracket);
            }
            if letter == u32::from(kind) && self.words.ahead(0) == Some(b']') {
                break;
            }
            name.push(letter);
        }
        self.words.at += 1;
        match (kind, &name[..]) {
            (b':', _) => {
                let bytes = name.iter().map(|letter| u8::try_from(*letter).unwrap_or(0));
                let bytes: Vec<u8> = bytes.collect();
                let class = Class::named(&bytes).ok_or(Wrong::Class)?;
                let has_case = matches!(class, Class::Upper | Class::Lower);
                Ok(Element::Class(
                    match has_case && self.syntax.has(Syntax::ANY_CASE) {
                        true => Class::Alpha,
                        false => class,
                    },
                ))
            }
            (b'=', [letter]) => Ok(Element::Equivalent(*letter)),
            (_, [letter]) => Ok(Element::Letter(*letter)),
            _ => Err(Wrong::Collation),
        }
    }

    fn fold(&self, letter: u32) -> u32 {
        match self.syntax.has(Syntax::ANY_CASE) {
            true => fold(letter, self.utf8),
            false => letter,
        }
    }

    fn add(&self, parts: &mut Parts, low: Element, high: Option<Element>) -> Result<(), Wrong> {
        match (low, high) {
            (Element::Letter(low), Some(Element::Letter(high))) => {
                let (low, high) = (self.fold(low), self.fold(high));
                if low > high && self.syntax.has(Syntax::EMPTY_RANGES_FAIL) {
                    return Err(Wrong::Range);
                }
                parts.ranges.push((low, high));
            }
            (_, Some(_)) => return Err(Wrong::Range),
            (Element::Letter(letter) | Element::Equivalent(letter), None) => {
                parts.add(self.fold(letter));
            }
            (Element::Class(class), None) => parts.classes.push((class, true)),
        }
        Ok(())
    }
}
