//! Reads the bodies of functions: constants, blocks, instructions; and the constants that stand in place of a value's number.

use super::super::constants::{Simple, float_bits};
use super::super::derive;
use super::{Read, Reader, tokens::Token};
use crate::{
    Access, Address, Arena, Block, BlockId, Constant, FuncId, Function, Id, Location, Term, Type,
    Value, ValueDef, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// No address has more constant addresses in each other than this.
const DEEPEST: u32 = 50;

/// State while reading a function's body.
pub(super) struct Body<'r, 't> {
    pub(super) reader: &'r mut Reader<'t>,
    pub(super) function: Function,
    /// Types of the values whose number stands in the text.
    types: FxHashMap<usize, Type>,
    /// Values by number, as far as they are read.
    values: Vec<Option<Value>>,
    /// No number below this one is free.
    free: usize,
    known: FxHashMap<(Simple, Type), ValueId>,
    pub(super) blocks: usize,
    /// Accesses that the text names, by instruction; with an empty list for none.
    pub(super) accesses: FxHashMap<ValueId, Vec<Access>>,
    places: Vec<(ValueId, Location)>,
    names: Vec<(ValueId, String)>,
    depth: u32,
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

    /// Gives a value its meaning.
    fn define(&mut self, id: ValueId, def: ValueDef, ty: Type) {
        let value = Value { def, ty };
        if let Some(simple) = Simple::of(&value) {
            self.known.entry((simple, ty)).or_insert(id);
        }
        if self.values.len() <= id.index() {
            self.values.resize(id.index() + 1, None);
        }
        self.values[id.index()] = Some(value);
    }

    pub(super) fn type_of(&self, value: ValueId) -> Type {
        let read = self.values.get(value.index()).and_then(Option::as_ref);
        let read = read.map(|value| value.ty);
        read.or_else(|| self.types.get(&value.index()).copied())
            .unwrap_or_default()
    }

    /// The number of an integer constant that is read already.
    pub(super) fn integer(&self, value: ValueId) -> Option<i64> {
        match self.values.get(value.index())?.as_ref()?.def {
            ValueDef::Integer(n) => Some(n),
            _ => None,
        }
    }

    /// The value of a constant, which gets a number if it has none.
    pub(super) fn number_of(&mut self, simple: Simple, ty: Type) -> ValueId {
        if let Some(&id) = self.known.get(&(simple.clone(), ty)) {
            return id;
        }
        while self.types.contains_key(&self.free) {
            self.free += 1;
        }
        let id = ValueId::from_index(self.free);
        self.free += 1;
        self.define(id, simple.def(), ty);
        id
    }

    /// A value: its number, or a constant, which has this type where none stands before it.
    pub(super) fn operand(&mut self, expected: Option<Type>) -> Read<ValueId> {
        if let Some(number) = self.reader.cursor.peek_id('v') {
            if !self.types.contains_key(&number) {
                return self.reader.cursor.error("a value that is defined");
            }
            self.reader.cursor.skip();
            return Ok(ValueId::from_index(number));
        }
        let mut ty = expected;
        let is_address = |token| match token {
            Some(Token::Sign('(')) | Some(Token::Word("null")) => true,
            Some(Token::Word(word)) => word.starts_with(['g', 'f']) && word.len() > 1,
            _ => false,
        };
        if self.reader.is_at_type() {
            ty = Some(self.reader.ty()?);
        } else if is_address(self.reader.cursor.peek()) {
            ty = Some(Type::Pointer(0));
        }
        let Some(ty) = ty else {
            return self
                .reader
                .cursor
                .error("a value, such as `v0`, or a constant with its type, such as `i32 1`");
        };
        let simple = self.simple(ty)?;
        Ok(self.number_of(simple, ty))
    }

    pub(super) fn operands(&mut self, expected: Option<Type>) -> Read<Vec<ValueId>> {
        let mut all = vec![self.operand(expected)?];
        while self.reader.cursor.takes(',') {
            all.push(self.operand(expected)?);
        }
        Ok(all)
    }

    /// A simple constant of this type.
    fn simple(&mut self, ty: Type) -> Read<Simple> {
        let cursor = &mut self.reader.cursor;
        let is_pointer = matches!(ty, Type::Pointer(_));
        let simple = match (cursor.peek(), ty) {
            (Some(Token::Number(_)), Type::Int(bits @ 1..=64)) => {
                let number: i128 = cursor.number("a number")?;
                if !(-(1 << (bits - 1))..1i128 << bits).contains(&number) {
                    return cursor.error_before(format!("a number of {bits} bits"));
                }
                let unused = 64 - bits;
                return Ok(Simple::Integer((number as i64) << unused >> unused));
            }
            (Some(Token::Number(text) | Token::Decimal(text)), Type::Float(format)) => {
                float_bits(format, text).map(Simple::Float)
            }
            (Some(Token::Hex(digits)), Type::Float(format)) => u128::from_str_radix(digits, 16)
                .ok()
                .filter(|bits| format.bits() == 128 || bits >> format.bits() == 0)
                .map(Simple::Float),
            (Some(Token::Word("null")), _) if is_pointer => Some(Simple::Null),
            (Some(Token::Word("undef")), _) => Some(Simple::Undefined),
            (Some(Token::Word("poison")), _) => Some(Simple::Poison),
            (Some(Token::Word("zero")), _) => Some(Simple::Zero),
            (Some(Token::Word(word)), _) if is_pointer && word.starts_with('g') => {
                return Ok(Simple::Global(cursor.global(self.reader.globals)?));
            }
            (Some(Token::Word(word)), _) if is_pointer && word.starts_with('f') => {
                return Ok(Simple::Function(cursor.function(self.reader.functions)?));
            }
            (Some(Token::Sign('(')), _) if is_pointer => {
                if self.depth >= DEEPEST {
                    return cursor.error("an address that is less deep");
                }
                cursor.skip();
                self.depth += 1;
                let place = self.address()?;
                self.depth -= 1;
                self.reader.cursor.sign(')')?;
                return Ok(Simple::Address(place));
            }
            _ => None,
        };
        match simple {
            Some(simple) => {
                cursor.skip();
                Ok(simple)
            }
            None => cursor.error(format!("a constant of type `{ty}`")),
        }
    }

    /// `base + index*scale + offset`.
    pub(super) fn address(&mut self) -> Read<Address> {
        let mut place = Address {
            base: self.operand(None)?,
            terms: Vec::new(),
            offset: 0,
        };
        while self.reader.cursor.takes('+') {
            if let Some(Token::Number(_)) = self.reader.cursor.peek() {
                place.offset = self.reader.cursor.number("a distance in bytes")?;
                break;
            }
            let index = self.operand(None)?;
            self.reader.cursor.sign('*')?;
            let scale = self.reader.cursor.number("bytes for each step")?;
            place.terms.push(Term { index, scale });
        }
        Ok(place)
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
        Ok(self.function)
    }
}
