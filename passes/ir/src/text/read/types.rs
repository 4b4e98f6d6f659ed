//! Reads types and signatures.

use super::{Read, Reader, tokens, tokens::Token, words};
use crate::{AggregateId, FloatFormat, Id, Lane, Signature, Type};
use words::meaning;

const EXPECTED: &str =
    "a type, such as `i32`, `ptr`, `double`, `<4 x i32>` or a struct that is declared";

/// The type that a word names by itself.
pub(super) fn simple(word: &str) -> Option<Type> {
    let bits = |digits: &str| {
        digits
            .parse::<u32>()
            .ok()
            .filter(|bits| (1..1 << 24).contains(bits))
    };
    Some(match word {
        "void" => Type::Void,
        "ptr" => Type::Pointer(0),
        "other" => Type::Other,
        word => match meaning::<FloatFormat>(words::FLOATS, word) {
            Some(format) => Type::Float(format),
            None => Type::Int(word.strip_prefix('i').and_then(bits)?),
        },
    })
}

impl Reader<'_> {
    /// Whether a type stands here.
    pub(super) fn is_at_type(&self) -> bool {
        match self.cursor.peek() {
            Some(Token::Sign('<')) => true,
            Some(Token::Word(word)) => simple(word).is_some() || tokens::id(word, 't').is_some(),
            _ => false,
        }
    }

    pub(super) fn ty(&mut self) -> Read<Type> {
        if self.cursor.takes('<') {
            let lanes = self.cursor.number("a number of lanes")?;
            self.cursor.expect_word("x")?;
            if self.cursor.peek() == Some(Token::Sign('<')) {
                return self.cursor.error("an integer, float or pointer type");
            }
            let lane = match self.ty()? {
                Type::Int(bits) => Lane::Int(bits),
                Type::Float(format) => Lane::Float(format),
                Type::Pointer(space) => Lane::Pointer(space),
                _ => {
                    return self
                        .cursor
                        .error_before("an integer, float or pointer type");
                }
            };
            self.cursor.sign('>')?;
            return Ok(Type::Vector { lanes, lane });
        }
        let Some(Token::Word(word)) = self.cursor.peek() else {
            return self.cursor.error(EXPECTED);
        };
        if let Some(number) = tokens::id(word, 't')
            && number < self.module.aggregates.len()
        {
            self.cursor.skip();
            return Ok(Type::Aggregate(AggregateId::from_index(number)));
        }
        let Some(ty) = simple(word) else {
            return self.cursor.error(EXPECTED);
        };
        self.cursor.skip();
        if ty == Type::Pointer(0) && self.cursor.takes('(') {
            let space = self.cursor.number("an address space")?;
            self.cursor.sign(')')?;
            return Ok(Type::Pointer(space));
        }
        Ok(ty)
    }

    /// `(types) -> type`.
    pub(super) fn signature(&mut self) -> Read<Signature> {
        self.cursor.sign('(')?;
        let mut signature = Signature::default();
        while !self.cursor.takes(')') {
            if !signature.parameters.is_empty() {
                self.cursor.sign(',')?;
            }
            if self.cursor.peek() == Some(Token::Dots) {
                self.cursor.skip();
                self.cursor.sign(')')?;
                signature.variadic = true;
                break;
            }
            signature.parameters.push(self.ty()?);
        }
        self.cursor.arrow()?;
        signature.result = self.ty()?;
        Ok(signature)
    }
}
