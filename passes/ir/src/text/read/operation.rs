//! Reads operations.

use super::super::words;
use super::{Read, body::Body, tokens::Token};
use crate::{
    AtomicOp, BlockId, ElementOp, FastMath, Mode, Op, Ordering, PoisonFlags, Predicate, Type,
    ValueId,
};
use words::meaning;

impl Body<'_, '_> {
    /// The operation that defines a value of this type.
    pub(super) fn operation(&mut self, id: ValueId, ty: Type) -> Read<Op> {
        let name = self.reader.cursor.word("an operation")?;
        self.flags(id);
        if let Some(op) = meaning(words::BINARY, name) {
            let [a, b] = self.two(Some(ty))?;
            return Ok(Op::Binary(op, a, b));
        }
        if let Some(op) = meaning(words::CASTS, name) {
            return Ok(Op::Cast(op, self.operand(None)?));
        }
        if let Some(kind) = meaning(words::MEMORY, name) {
            return Ok(Op::Memory(kind, self.operands(None)?));
        }
        if let Some(op) = self.element(name)? {
            return Ok(op);
        }
        Ok(match name {
            "alloca" => self.alloca()?,
            "load" => {
                let mode = self.mode();
                let pointer = self.operand(None)?;
                Op::Load { pointer, mode }
            }
            "store" => {
                let mode = self.mode();
                let [pointer, value] = self.two(None)?;
                Op::Store {
                    pointer,
                    value,
                    mode,
                }
            }
            "atomic" => self.atomic(ty)?,
            "fence" => Op::Fence(self.ordering()?),
            "address" => Op::Address(self.address()?),
            "negate" => Op::Negate(self.operand(Some(ty))?),
            "freeze" => Op::Freeze(self.operand(Some(ty))?),
            "compare" | "fcompare" => {
                let how = self.predicate(name == "fcompare")?;
                let a = self.operand(None)?;
                self.reader.cursor.sign(',')?;
                let expected = self.type_of(a);
                Op::Compare(how, a, self.operand(Some(expected))?)
            }
            "phi" => Op::Phi(self.edges(ty)?),
            "select" => {
                let condition = self.operand(Some(Type::Int(1)))?;
                self.reader.cursor.sign(',')?;
                let [then, otherwise] = self.two(Some(ty))?;
                Op::Select {
                    condition,
                    then,
                    otherwise,
                }
            }
            "va_arg" => Op::VaArg(self.operand(None)?),
            "scope_begin" => Op::ScopeBegin(self.operand(None)?),
            "scope_end" => Op::ScopeEnd(self.operand(None)?),
            "stack_restore" => Op::StackRestore(self.operand(None)?),
            "resume" => Op::Resume(self.operand(None)?),
            "unreachable" => Op::Unreachable,
            "inert" => {
                let name = self.reader.cursor.text("an intrinsic in quotes")?;
                Op::Inert(name.into(), self.arguments(&[])?)
            }
            "opaque" => Op::Opaque {
                name: self.reader.cursor.text("a name in quotes")?,
                operands: self.arguments(&[])?,
            },
            "landing_pad" => Op::LandingPad {
                cleanup: self.reader.cursor.takes_word("cleanup"),
                clauses: self.arguments(&[])?,
            },
            "call" => self.call(ty)?,
            "return" => {
                let result = self.function.signature.result;
                Op::Return(match self.is_at_end() {
                    true => None,
                    false => Some(self.operand(Some(result))?),
                })
            }
            "branch" => Op::Branch(match self.is_at_end() {
                true => Vec::new(),
                false => {
                    let first = self.operand(None)?;
                    let expected = self.type_of(first);
                    let mut all = vec![first];
                    while self.reader.cursor.takes(',') {
                        all.push(self.operand(Some(expected))?);
                    }
                    all
                }
            }),
            _ => {
                // Flags stand behind the name.
                while self.reader.cursor.peek() != Some(Token::Word(name)) {
                    self.reader.cursor.at -= 1;
                }
                return self
                    .reader
                    .cursor
                    .error("an operation, such as `load` or `add`");
            }
        })
    }

    /// Flags of any instruction.
    fn flags(&mut self, id: ValueId) {
        let mut poison = PoisonFlags::default();
        let mut fast = FastMath::default();
        while let Some(Token::Word(word)) = self.reader.cursor.peek() {
            if word == "inbounds" {
                self.function.in_bounds.insert(id);
            } else if !words::set_flag(words::POISON, &mut poison, word)
                && !words::set_flag(words::FAST_MATH, &mut fast, word)
            {
                break;
            }
            self.reader.cursor.skip();
        }
        if poison != PoisonFlags::default() {
            self.function.poison_flags.insert(id, poison);
        }
        if fast != FastMath::default() {
            self.function.fast_math.insert(id, fast);
        }
    }

    /// Whether the operation ends here.
    fn is_at_end(&self) -> bool {
        let cursor = &self.reader.cursor;
        cursor.is_at_end_of_line() || cursor.peek() == Some(Token::Sign('!'))
    }

    fn two(&mut self, expected: Option<Type>) -> Read<[ValueId; 2]> {
        let a = self.operand(expected)?;
        self.reader.cursor.sign(',')?;
        Ok([a, self.operand(expected)?])
    }

    /// Values in parentheses, the first ones of these types.
    pub(super) fn arguments(&mut self, expected: &[Type]) -> Read<Vec<ValueId>> {
        self.reader.cursor.sign('(')?;
        let mut all = Vec::new();
        while !self.reader.cursor.takes(')') {
            if !all.is_empty() {
                self.reader.cursor.sign(',')?;
            }
            let expected = expected.get(all.len()).copied();
            all.push(self.operand(expected)?);
        }
        Ok(all)
    }

    fn mode(&mut self) -> Mode {
        let volatile = self.reader.cursor.takes_word("volatile");
        let mut mode = Mode {
            volatile,
            ..Mode::SIMPLE
        };
        if let Some(Token::Word(word)) = self.reader.cursor.peek()
            && let Some(ordering) = meaning::<Ordering>(words::ORDERINGS, word)
        {
            self.reader.cursor.skip();
            mode.ordering = ordering;
        }
        mode
    }

    fn ordering(&mut self) -> Read<Ordering> {
        let word = self.reader.cursor.word("an ordering")?;
        match meaning(words::ORDERINGS, word) {
            Some(ordering) => Ok(ordering),
            None => self
                .reader
                .cursor
                .error_before(words::all(words::ORDERINGS)),
        }
    }

    fn predicate(&mut self, is_float: bool) -> Read<Predicate> {
        let word = self.reader.cursor.word("a predicate")?;
        let (known, all) = match is_float {
            true => (
                meaning(words::FLOAT_PREDICATES, word).map(Predicate::Float),
                words::all(words::FLOAT_PREDICATES),
            ),
            false => (
                meaning(words::INTEGER_PREDICATES, word),
                words::all(words::INTEGER_PREDICATES),
            ),
        };
        match known {
            Some(how) => Ok(how),
            None => self.reader.cursor.error_before(all),
        }
    }

    fn atomic(&mut self, ty: Type) -> Read<Op> {
        let word = self.reader.cursor.word("an atomic operation")?;
        let (operation, expected) = match word {
            "compare_exchange" => {
                let weak = self.reader.cursor.takes_word("weak");
                self.reader.cursor.expect_word("failure")?;
                let failure = self.ordering()?;
                (AtomicOp::CompareExchange { weak, failure }, None)
            }
            word => match meaning(words::ATOMICS, word) {
                Some(operation) => (operation, Some(ty)),
                None => {
                    let all = words::all(words::ATOMICS);
                    return self
                        .reader
                        .cursor
                        .error_before(format!("{all} or `compare_exchange`"));
                }
            },
        };
        let mode = self.mode();
        let pointer = self.operand(None)?;
        let mut operands = Vec::new();
        while self.reader.cursor.takes(',') {
            operands.push(self.operand(expected)?);
        }
        Ok(Op::Atomic {
            pointer,
            operation,
            operands,
            mode,
        })
    }

    fn edges(&mut self, ty: Type) -> Read<Vec<(BlockId, ValueId)>> {
        let mut edges = Vec::new();
        while !self.is_at_end() {
            if !edges.is_empty() {
                self.reader.cursor.sign(',')?;
            }
            let block = self.block_id()?;
            edges.push((block, self.operand(Some(ty))?));
        }
        Ok(edges)
    }

    /// An operation on parts, if the name is that of one.
    fn element(&mut self, name: &str) -> Read<Option<Op>> {
        let is_one = matches!(
            name,
            "extract_value"
                | "insert_value"
                | "extract_element"
                | "insert_element"
                | "shuffle"
                | "addresses"
                | "unknown_element"
        );
        if !is_one {
            return Ok(None);
        }
        let operands = self.operands(None)?;
        let cursor = &mut self.reader.cursor;
        let op = match name {
            "extract_value" => ElementOp::ExtractValue(
                cursor
                    .bracketed(['[', ']'], |cursor| cursor.number("the number of a part"))?
                    .into(),
            ),
            "insert_value" => ElementOp::InsertValue(
                cursor
                    .bracketed(['[', ']'], |cursor| cursor.number("the number of a part"))?
                    .into(),
            ),
            "extract_element" => ElementOp::ExtractElement,
            "insert_element" => ElementOp::InsertElement,
            "shuffle" => ElementOp::Shuffle(
                cursor
                    .bracketed(['[', ']'], |cursor| match cursor.takes_word("_") {
                        true => Ok(None),
                        false => cursor.number("the number of a lane or `_`").map(Some),
                    })?
                    .into(),
            ),
            "addresses" => {
                let steps = cursor.bracketed(['[', ']'], |cursor| cursor.number("bytes"))?;
                cursor.sign('+')?;
                ElementOp::Addresses {
                    steps: steps.into(),
                    offset: cursor.number("a distance in bytes")?,
                }
            }
            _ => ElementOp::Unknown,
        };
        Ok(Some(Op::Element(op, operands)))
    }
}
