//! Reads the bodies of functions: constants, blocks, instructions.

use super::super::constants::Simple;
use super::super::derive;
use super::{Read, Reader, tokens::Token};
use crate::{
    Access, Arena, Block, BlockId, Constant, FuncId, Function, Id, Location, Type, Value, ValueDef,
    ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// State while reading a function's body.
pub(super) struct Body<'r, 't> {
    pub(super) reader: &'r mut Reader<'t>,
    pub(super) function: Function,
    /// Types of the values whose number stands in the text.
    pub(super) types: FxHashMap<usize, Type>,
    /// Values by number, as far as they are read.
    pub(super) values: Vec<Option<Value>>,
    /// No number below this one is free.
    pub(super) free: usize,
    pub(super) known: FxHashMap<(Simple, Type), ValueId>,
    pub(super) blocks: usize,
    /// Accesses that the text names, by instruction; with an empty list for none.
    pub(super) accesses: FxHashMap<ValueId, Vec<Access>>,
    places: Vec<(ValueId, Location)>,
    names: Vec<(ValueId, String)>,
    pub(super) depth: u32,
}

impl Reader<'_> {
    /// Reads the body that begins here.
    pub(super) fn body(&mut self, id: FuncId) -> Read<()> {
        let function = self.module.functions[id].clone();
        let mut body = Body {
            function,
            types: FxHashMap::default(),
            values: Vec::new(),
            free: 0,
            known: FxHashMap::default(),
            blocks: 0,
            accesses: FxHashMap::default(),
            places: Vec::new(),
            names: Vec::new(),
            depth: 0,
            reader: self,
        };
        for (number, ty) in body
            .function
            .signature
            .parameters
            .clone()
            .into_iter()
            .enumerate()
        {
            body.types.insert(number, ty);
            let value = ValueId::from_index(number);
            body.define(value, ValueDef::Param(number as u32), ty);
        }
        body.scan()?;
        body.lines()?;
        let function = body.finish()?;
        self.module.functions[id] = function;
        Ok(())
    }
}

impl Body<'_, '_> {
    /// Notes the types of all values that have a number, and counts blocks; then goes back to the start.
    fn scan(&mut self) -> Read<()> {
        let start = self.reader.cursor.at;
        self.reader.cursor.skip_newlines();
        while !self.reader.is_at_end_of_body() {
            let is_constant = self.reader.cursor.takes_word("const");
            if self.reader.cursor.peek_id('b').is_some() {
                self.blocks += 1;
            } else if let Some(number) = self.reader.cursor.peek_id('v') {
                // There are no more values than tokens.
                if number >= self.reader.cursor.len() || self.types.contains_key(&number) {
                    return self.reader.cursor.error("a number that is free");
                }
                self.reader.cursor.skip();
                self.reader.cursor.optional_text()?;
                let ty = match self.reader.cursor.takes(':') {
                    true => self.reader.ty()?,
                    false if is_constant => return self.reader.cursor.error("`:` and a type"),
                    false => match self.reader.cursor.peek_at(1) {
                        Some(Token::Word("alloca" | "address")) => Type::Pointer(0),
                        Some(Token::Word("compare" | "fcompare")) => Type::Int(1),
                        _ => Type::Void,
                    },
                };
                self.types.insert(number, ty);
            }
            self.reader.cursor.skip_line();
        }
        if self.blocks == 0 {
            return self.reader.cursor.error("a block, such as `b0:`");
        }
        self.reader.cursor.at = start;
        Ok(())
    }

    fn lines(&mut self) -> Read<()> {
        self.reader.cursor.skip_newlines();
        let mut last = None;
        while !self.reader.is_at_end_of_body() {
            if self.reader.cursor.takes_word("const") {
                self.constant()?;
            } else if self.reader.cursor.peek_id('b').is_some() {
                self.block()?;
                last = None;
            } else if self.reader.cursor.peek_id('v').is_some() {
                last = Some(self.instruction()?);
            } else if let Some(last) = last {
                self.note(last)?;
            } else {
                return self
                    .reader
                    .cursor
                    .error("a block, such as `b0:`, or a constant");
            }
            self.reader.cursor.end_of_line()?;
            self.reader.cursor.skip_newlines();
        }
        Ok(())
    }

    fn block(&mut self) -> Read<()> {
        let number = self.function.blocks.len();
        self.reader.cursor.own_id('b', number)?;
        self.reader.cursor.sign(':')?;
        let mut block = Block::default();
        if self.reader.cursor.peek() == Some(Token::Arrow) {
            self.reader.cursor.skip();
            block.successors.push(self.block_id()?);
            while self.reader.cursor.takes(',') {
                block.successors.push(self.block_id()?);
            }
        }
        self.function.blocks.push(block);
        Ok(())
    }

    pub(super) fn block_id(&mut self) -> Read<BlockId> {
        let blocks = self.blocks;
        let expected = "a block of this function, such as `b0`";
        self.reader.cursor.id('b', blocks, expected)
    }

    /// The number of the value that a line defines, and its type.
    fn definition(&mut self) -> Read<(ValueId, Type)> {
        let number = self.reader.cursor.peek_id('v');
        let Some((number, ty)) = number.and_then(|n| Some((n, *self.types.get(&n)?))) else {
            return self.reader.cursor.error("a value, such as `v0`");
        };
        self.reader.cursor.skip();
        let id = ValueId::from_index(number);
        if let Some(name) = self.reader.cursor.optional_text()? {
            self.names.push((id, name));
        }
        if self.reader.cursor.takes(':') {
            self.reader.ty()?;
        }
        self.reader.cursor.sign('=')?;
        Ok((id, ty))
    }

    fn instruction(&mut self) -> Read<ValueId> {
        if self.function.blocks.is_empty() {
            return self.reader.cursor.error("a block, such as `b0:`");
        }
        let (id, ty) = self.definition()?;
        let op = self.operation(id, ty)?;
        self.define(id, ValueDef::Instruction(op), ty);
        let last = BlockId::from_index(self.function.blocks.len() - 1);
        self.function.blocks[last].instructions.push(id);
        if let Some(place) = self.reader.optional_place()? {
            self.places.push((id, place));
        }
        Ok(id)
    }

    fn constant(&mut self) -> Read<()> {
        let (id, ty) = self.definition()?;
        let def = match self.reader.cursor.peek() {
            Some(Token::Word(word)) => match self.named_constant(word, id, ty)? {
                Some(constant) => ValueDef::Constant(constant),
                None => self.simple(ty)?.def(),
            },
            Some(Token::Hex(digits)) if !matches!(ty, Type::Float(_)) => {
                let Ok(bits) = u128::from_str_radix(digits, 16) else {
                    return self.reader.cursor.error("at most 128 bits");
                };
                self.reader.cursor.skip();
                ValueDef::Constant(Constant::Float(bits))
            }
            _ => self.simple(ty)?.def(),
        };
        if self.reader.cursor.takes_word("symbolic") {
            self.function.symbolic.insert(id);
        }
        if self.reader.cursor.takes_word("path") {
            let path = self.path()?;
            self.function.paths.insert(id, path);
        }
        self.define(id, def, ty);
        Ok(())
    }

    /// A constant that has a line of its own alone.
    fn named_constant(&mut self, word: &str, id: ValueId, ty: Type) -> Read<Option<Constant>> {
        self.reader.cursor.skip();
        Ok(Some(match word {
            "wide" => {
                let Some(Token::Hex(digits)) = self.reader.cursor.peek() else {
                    return self.reader.cursor.error("a number in hex");
                };
                self.reader.cursor.skip();
                let digits = digits.as_bytes().rchunks(16);
                let words = digits.map(|digits| {
                    let digits = std::str::from_utf8(digits).unwrap_or_default();
                    u64::from_str_radix(digits, 16).unwrap_or_default()
                });
                Constant::Wide(words.collect())
            }
            "parts" => Constant::Parts(self.operands(None)?.into()),
            "label" => {
                let count = self.reader.functions;
                let function = self.reader.cursor.function(count)?;
                let (function, block) = self.reader.label(function)?;
                Constant::Label(function, block)
            }
            "expression" => Constant::Expression(Box::new(self.operation(id, ty)?)),
            "alias" => Constant::Alias(self.operand(None)?),
            "resolved" => {
                let count = self.reader.functions;
                Constant::Resolved(self.reader.cursor.function(count)?)
            }
            "text" => Constant::Text(self.reader.cursor.text("a text in quotes")?.into()),
            "unknown" => Constant::Unknown,
            _ => {
                self.reader.cursor.at -= 1;
                return Ok(None);
            }
        }))
    }

    /// Brings together what was read.
    fn finish(mut self) -> Read<Function> {
        let mut values = Arena::default();
        for value in std::mem::take(&mut self.values) {
            // A number that nothing in the text has, as where the short form leaves out a constant that no instruction needs.
            values.push(value.unwrap_or(Value {
                def: ValueDef::Undefined,
                ty: Type::Void,
            }));
        }
        let count = values.len();
        let function = &mut self.function;
        function.values = values;
        function.locations = vec![None; count];
        function.names.resize(count, None);
        for (id, place) in self.places {
            function.locations[id.index()] = Some(place);
        }
        for (id, name) in self.names {
            function.names[id.index()] = Some(name);
        }
        let edges: Vec<_> = function
            .blocks
            .iter()
            .flat_map(|(id, block)| block.successors.iter().map(move |&next| (id, next)))
            .collect();
        for (from, to) in edges {
            function.blocks[to].predecessors.push(from);
        }
        let instructions: FxHashSet<ValueId> = self.accesses.keys().copied().collect();
        let all: Vec<ValueId> = function
            .blocks
            .iter()
            .flat_map(|(_, block)| block.instructions.clone())
            .collect();
        for instruction in all {
            let found = match instructions.contains(&instruction) {
                true => self.accesses.remove(&instruction).unwrap_or_default(),
                false => derive::accesses(&self.reader.module, function, instruction),
            };
            for access in found {
                function.accesses.push(access);
            }
        }
        self.function.leave_out_unevaluated();
        Ok(self.function)
    }
}
