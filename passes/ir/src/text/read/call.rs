//! Reads stack objects and calls.

use super::super::constants::Simple;
use super::super::derive;
use super::{Read, body::Body, model, tokens::Token};
use crate::{Assembly, Callee, Op, Type};
use std::sync::Arc;

impl Body<'_, '_> {
    pub(super) fn alloca(&mut self) -> Read<Op> {
        let counts = Type::Int(32);
        let is_size = self.reader.cursor.peek_at(1) == Some(Token::Word("bytes"));
        let count = match is_size {
            true => self.number_of(Simple::Integer(1), counts),
            false => {
                let count = self.operand(Some(counts))?;
                self.reader.cursor.sign('*')?;
                count
            }
        };
        let element: u64 = self.reader.cursor.number("a number of bytes")?;
        self.reader.cursor.expect_word("bytes")?;
        self.reader.cursor.expect_word("align")?;
        let align = self.reader.cursor.number("bytes")?;
        let number = self.integer(count).and_then(|n| u64::try_from(n).ok());
        let mut bytes = number.and_then(|n| n.checked_mul(element));
        if self.reader.cursor.takes_word("all") {
            bytes = match self.reader.cursor.takes_word("unknown") {
                true => None,
                false => Some(
                    self.reader
                        .cursor
                        .number("a number of bytes or `unknown`")?,
                ),
            };
        }
        let mut fixed = self.function.blocks.len() == 1 && bytes.is_some();
        if self.reader.cursor.takes_word("fixed") {
            fixed = true;
        } else if self.reader.cursor.takes_word("dynamic") {
            fixed = false;
        }
        Ok(Op::Alloca {
            bytes,
            count,
            element,
            align,
            fixed,
        })
    }

    pub(super) fn call(&mut self, ty: Type) -> Read<Op> {
        let mut is = |word| self.reader.cursor.takes_word(word);
        let (noreturn, returns_twice, must_tail) =
            (is("noreturn"), is("returns_twice"), is("must_tail"));
        let mut signature = None;
        if self.reader.cursor.peek() == Some(Token::Sign('(')) {
            signature = Some(Arc::new(self.reader.signature()?));
        }
        let callee = if self.reader.cursor.takes_word("asm") {
            let mut is = |word| self.reader.cursor.takes_word(word);
            let (side_effects, intel) = (is("volatile"), is("intel"));
            Callee::Assembly(Box::new(Assembly {
                text: self.reader.cursor.text("instructions in quotes")?,
                constraints: self.reader.cursor.text("constraints in quotes")?,
                side_effects,
                intel,
            }))
        } else if self.reader.cursor.takes_word("indirect") {
            Callee::Indirect(self.operand(None)?)
        } else {
            let count = self.reader.functions;
            let id = self.reader.cursor.function(count)?;
            let own = &self.reader.module.functions[id].signature;
            signature.get_or_insert_with(|| own.clone());
            Callee::Direct(id)
        };
        let Some(signature) = signature else {
            return self
                .reader
                .cursor
                .error("a signature before what is called, such as `(ptr) -> i32`");
        };
        let arguments = self.arguments(&signature.parameters)?;
        let model = match self.reader.cursor.takes_word("model") {
            true => model::read(&mut self.reader.cursor)?,
            false => {
                let types: Vec<Type> = arguments.iter().map(|&a| self.type_of(a)).collect();
                derive::model(&self.reader.module, &callee, ty, &types)
            }
        };
        let unwind = match self.reader.cursor.takes_word("unwind") {
            true => Some(self.block_id()?),
            false => None,
        };
        Ok(Op::Call {
            callee,
            arguments,
            model,
            noreturn,
            returns_twice,
            must_tail,
            signature,
            unwind,
        })
    }
}
