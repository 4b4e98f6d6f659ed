//! Reads the heads of functions.

use super::super::{derive, words};
use super::{Read, Reader, tokens::Token};
use crate::{Function, Id, Param, Signature};
use std::sync::Arc;

impl Reader<'_> {
    /// The first line of a function; its body is left for later.
    pub(super) fn head(&mut self) -> Read<()> {
        let number = self.module.functions.len();
        self.cursor.own_id('f', number)?;
        let defined = match self.cursor.word("`define` or `declare`")? {
            "define" => true,
            "declare" => false,
            _ => return self.cursor.error_before("`define` or `declare`"),
        };
        let name = self.cursor.symbol()?;
        let mut function = Function {
            checked: defined,
            external: derive::is_external(&name, defined),
            defined,
            name,
            ..Function::default()
        };
        function.signature = Arc::new(self.parameters(&mut function)?);
        while let Some(Token::Word(word)) = self.cursor.peek() {
            self.cursor.skip();
            match word {
                "checked" => function.checked = true,
                "unchecked" => function.checked = false,
                "external" => function.external = true,
                "hidden" => function.external = false,
                "null_is_memory" => function.layout.null_is_memory = true,
                "exposed" => {
                    let id = Id::from_index(number);
                    self.module.exposed.functions.insert(id);
                }
                word if words::set_flag(words::FUNCTION, &mut function, word) => {}
                _ => return self.cursor.error_before("a property of a function"),
            }
        }
        function.location = self.optional_place()?;
        self.cursor.end_of_line()?;
        self.module.functions.push(function);
        self.bodies.push(defined.then_some(self.cursor.at));
        self.cursor.skip_newlines();
        while defined && !self.is_at_end_of_body() {
            self.cursor.skip_line();
        }
        Ok(())
    }

    /// Whether the line that begins here belongs to no function.
    pub(super) fn is_at_end_of_body(&self) -> bool {
        let is_id = |letter| self.cursor.peek_id(letter).is_some();
        match self.cursor.peek() {
            None => true,
            Some(Token::Word(word)) => {
                matches!(
                    word,
                    "source" | "target" | "layout" | "scope" | "constructors"
                ) || is_id('t')
                    || is_id('g')
                    || is_id('f')
            }
            Some(_) => false,
        }
    }

    fn parameters(&mut self, function: &mut Function) -> Read<Signature> {
        let mut signature = Signature::default();
        self.cursor.sign('(')?;
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
            if function.defined {
                let number = signature.parameters.len();
                self.cursor.own_id('v', number)?;
                let name = self.cursor.optional_text()?;
                function.names.push(name);
                self.cursor.sign(':')?;
            }
            signature.parameters.push(self.ty()?);
            let mut param = Param::default();
            if self.cursor.takes_word("by_value") {
                let bytes = self.cursor.number("a number of bytes")?;
                self.cursor.expect_word("align")?;
                param.by_value = Some((bytes, self.cursor.number("bytes")?));
            }
            function.params.push(param);
        }
        self.cursor.arrow()?;
        signature.result = self.ty()?;
        Ok(signature)
    }
}
