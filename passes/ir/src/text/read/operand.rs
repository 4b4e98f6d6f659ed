//! Reads operands: numbers of values, and the constants that stand in their place.

use super::super::constants::{Simple, float_bits};
use super::{Read, body::Body, tokens::Token};
use crate::{Address, Id, Term, Type, Value, ValueDef, ValueId};

/// No address has more constant addresses in each other than this.
const DEEPEST: u32 = 50;

impl Body<'_, '_> {
    /// Gives a value its meaning.
    pub(super) fn define(&mut self, id: ValueId, def: ValueDef, ty: Type) {
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
    pub(super) fn simple(&mut self, ty: Type) -> Read<Simple> {
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
}
