//! Turns functions of the analysis IR into code: registers are numbered, constants computed, blocks laid out in a row.

mod assembly;
mod code;
mod constants;
mod fuse;
mod instruction;
mod lifetimes;
mod members;
mod processor;
mod registers;
mod straighten;
mod temporaries;

pub use code::*;
pub use constants::{Symbols, constant, zero};
pub use processor::{Answer, Question};

use crate::checks::Checks;
use crate::memory::Reach;
use crate::watch::{Watch, Watches};
use lifetimes::Lifetimes;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{
    BlockId, FuncId, Function, Id, Module, Op, Pair, PairKind, Type, ValueDef, ValueId,
};

/// Finds functions of the library by name.
pub type Find<'a> = &'a dyn Fn(&str) -> Option<usize>;

/// Decodes one function.
struct Decoder<'a> {
    module: &'a Module,
    function: &'a Function,
    symbols: &'a Symbols,
    find: Find<'a>,
    checks: Checks,
    /// Types of accesses are looked at.
    is_typed: bool,
    /// Pointers that are compared or subtracted and must point into one object, by the instruction.
    pairs: FxHashMap<ValueId, Pair>,
    code: Code,
    /// Registers of parameters and instructions.
    registers: FxHashMap<ValueId, Register>,
    /// Constants that were met, by value.
    constants: FxHashMap<ValueId, Operand>,
    /// Stack objects that are registers.
    variables: FxHashMap<ValueId, Type>,
    /// Variables that are where a parameter arrives.
    kept: FxHashMap<ValueId, Register>,
    /// How long values live.
    lifetimes: Lifetimes,
    /// Values that are read from the registers of variables.
    shared: FxHashSet<ValueId>,
    /// Registers whose values nobody reads any more.
    free: Vec<Register>,
    /// What is watched, by instruction.
    watched: Option<&'a FxHashMap<ValueId, Vec<Watch>>>,
    /// First instruction of each block.
    starts: Vec<u32>,
    /// The block that is laid out next, where one may go on into it without a jump.
    below: Option<BlockId>,
    /// Nobody looks at single instructions: those without effect may be left out, and blocks lie in another order.
    is_straight: bool,
    /// Variables whose scope begins somewhere, where that is asked.
    scoped: FxHashSet<ValueId>,
}

/// Why an instruction cannot be decoded.
type Refused = String;

/// How the machine wants its code.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// What is looked for.
    pub checks: Checks,
    /// Types of accesses are looked at.
    pub is_typed: bool,
    /// Stack objects whose address nobody sees are registers.
    pub has_variables: bool,
    /// Values that nobody else sees need no register, or share them.
    pub shares: bool,
}

/// Makes code of a function that is defined here.
pub fn decode(
    module: &Module,
    id: FuncId,
    symbols: &Symbols,
    watches: &Watches,
    find: Find<'_>,
    how: How,
) -> Code {
    let How {
        checks, is_typed, ..
    } = how;
    let function = &module.functions[id];
    let watched = watches.of(id);
    let pairs = function.pairs.iter().filter(|pair| match pair.kind {
        PairKind::Order => checks.order,
        PairKind::Difference => checks.difference,
    });
    let pairs: FxHashMap<ValueId, Pair> = pairs.map(|pair| (pair.instruction, *pair)).collect();
    // The pointers of a pair need not be operands of its instruction.
    let shares = how.shares && watched.is_none() && !function.calls_setjmp && pairs.is_empty();
    let parameters = function.signature.parameters.len() as u32;
    let by_value = function.params.iter().zip(0..);
    let by_value = by_value
        .filter_map(|(param, number)| param.by_value.map(|(bytes, align)| (number, bytes, align)))
        .collect();
    // Who watches sees all objects in memory, and values longer than their uses.
    let variables = match how.has_variables && watched.is_none() {
        true => registers::variables(function),
        false => FxHashMap::default(),
    };
    let mut decoder = Decoder {
        module,
        function,
        symbols,
        find,
        checks,
        is_typed,
        pairs,
        code: Code {
            function: id,
            instructions: Vec::new(),
            places: Vec::new(),
            edges: Vec::new(),
            constants: Vec::new(),
            held: Vec::new(),
            members: Vec::new(),
            temporaries: Vec::new(),
            objects: Vec::new(),
            registers: parameters,
            parameters,
            variables: 0,
            by_value,
            variadic: function.signature.variadic,
            pointer_bits: module.layout.pointer_bits,
            is_leaf: false,
        },
        registers: FxHashMap::default(),
        constants: FxHashMap::default(),
        kept: match shares {
            true => registers::kept_parameters(function, &variables),
            false => FxHashMap::default(),
        },
        variables,
        lifetimes: match shares {
            true => Lifetimes::of(function),
            false => Lifetimes::default(),
        },
        shared: FxHashSet::default(),
        free: Vec::new(),
        watched,
        starts: vec![0; function.blocks.len()],
        below: None,
        is_straight: shares,
        scoped: match shares {
            true => straighten::scoped(function),
            false => FxHashSet::default(),
        },
    };
    decoder.number();
    decoder.emit();
    match shares {
        true => decoder.code.straighten(),
        // Only who looks at single instructions asks for these.
        false => decoder.note_temporaries(),
    }
    decoder.code
}

impl Decoder<'_> {
    /// Gives parameters and instructions their registers; those of values that live in one block are given when they are decoded.
    fn number(&mut self) {
        for (variable, number) in self.kept.clone() {
            self.registers.insert(variable, number);
        }
        for (id, value) in self.function.values.iter() {
            let is_variable = self.variables.contains_key(&id) && !self.registers.contains_key(&id);
            if matches!(value.def, ValueDef::Instruction(_)) && is_variable {
                self.registers.insert(id, self.code.registers);
                self.code.registers += 1;
                self.code.variables += 1;
            }
        }
        for (id, value) in self.function.values.iter() {
            match value.def {
                ValueDef::Param(number) => {
                    self.registers.insert(id, number);
                }
                ValueDef::Instruction(_)
                    if value.ty != Type::Void
                        && self.lifetimes.get(id).is_none()
                        && !self.variables.contains_key(&id) =>
                {
                    self.registers.insert(id, self.code.registers);
                    self.code.registers += 1;
                }
                _ => {}
            }
        }
    }

    fn emit(&mut self) {
        let blocks = match self.is_straight {
            true => straighten::order(self.function),
            false => self.function.blocks.ids().collect(),
        };
        let below = blocks.iter().skip(1).copied().map(Some);
        for (&block, below) in blocks.iter().zip(below.chain([None])) {
            self.below = below.filter(|_| self.is_straight);
            self.starts[block.index()] = self.code.instructions.len() as u32;
            for (&id, at) in self.function.blocks[block].instructions.iter().zip(0..) {
                let Some(op) = self.function.op(id) else {
                    continue;
                };
                let before = self.code.instructions.len();
                let decoded = self.watch(id);
                if let Err(why) = decoded.and_then(|()| self.instruction((block, at), id, op)) {
                    self.code.instructions.truncate(before);
                    self.code
                        .instructions
                        .push(Inst::Rare(Box::new(Rare::Unsupported(why))));
                }
                self.code.places.resize(self.code.instructions.len(), id);
                op.operands(|value| self.release(value, at));
                self.release(id, at);
            }
        }
        // Edges hold block numbers until all blocks have their places.
        for edge in &mut self.code.edges {
            edge.target = self.starts[edge.target as usize];
        }
    }

    /// Shows what is watched before an instruction.
    fn watch(&mut self, id: ValueId) -> Result<(), Refused> {
        let watched = self.watched.and_then(|watched| watched.get(&id));
        for watch in watched.into_iter().flatten() {
            let values = self.operands(&watch.values)?;
            self.rare(Rare::Watch(watch.number, values));
        }
        Ok(())
    }

    fn push(&mut self, inst: Inst) {
        self.code.instructions.push(inst);
    }

    fn rare(&mut self, rare: Rare) {
        self.push(Inst::Rare(Box::new(rare)));
    }

    /// The register of an instruction's result; one that nobody reads for those without.
    fn register(&mut self, id: ValueId) -> Register {
        match self.registers.get(&id) {
            Some(&register) => register,
            None => {
                let free = self.lifetimes.get(id).and_then(|_| self.free.pop());
                let register = free.unwrap_or_else(|| {
                    self.code.registers += 1;
                    self.code.registers - 1
                });
                self.registers.insert(id, register);
                register
            }
        }
    }

    /// Gives the register of a value to others, if it was read for the last time.
    fn release(&mut self, id: ValueId, at: u32) {
        let is_last = self
            .lifetimes
            .get(id)
            .is_some_and(|lifetime| lifetime.last == at);
        if is_last
            && !self.shared.contains(&id)
            && !self.variables.contains_key(&id)
            && let Some(register) = self.registers.remove(&id)
        {
            self.free.push(register);
        }
    }

    fn operand(&mut self, id: ValueId) -> Result<Operand, Refused> {
        if let Some(&register) = self.registers.get(&id) {
            return Ok(Operand::register(register));
        }
        if let Some(&known) = self.constants.get(&id) {
            return Ok(known);
        }
        if let Some(operand) = self.own_of_thread(id) {
            return Ok(operand);
        }
        let value = constant(self.module, self.function, self.symbols, id)?;
        let operand = self.held_constant(id, value);
        self.constants.insert(id, operand);
        Ok(operand)
    }

    /// A place in a thread-local variable that an instruction names without asking where the thread has it: guards of initialisation are such.
    fn own_of_thread(&mut self, id: ValueId) -> Option<Operand> {
        let (base, offset) = match &self.function.values[id].def {
            ValueDef::Global(_) => (id, 0),
            ValueDef::ConstantAddress(place) if place.terms.is_empty() => {
                (place.base, place.offset)
            }
            _ => return None,
        };
        let ValueDef::Global(global) = self.function.values[base].def else {
            return None;
        };
        if !self.module.globals[global].thread_local {
            return None;
        }
        let register = self.code.registers;
        self.code.registers += 1;
        self.rare(Rare::ThreadLocal(register, global));
        let operand = Operand::register(register);
        if offset != 0 {
            self.push(Inst::Address(register, operand, offset, Reach::Bytes));
        }
        Some(operand)
    }

    fn operands(&mut self, ids: &[ValueId]) -> Result<Vec<Operand>, Refused> {
        ids.iter().map(|id| self.operand(*id)).collect()
    }

    fn type_of(&self, id: ValueId) -> Type {
        self.function.values[id].ty
    }

    /// The way from one block to another. Its target is the block's number until the end.
    fn edge(&mut self, from: BlockId, to: BlockId) -> Result<EdgeId, Refused> {
        let mut moves = Vec::new();
        for &id in &self.function.blocks[to].instructions {
            let Some(Op::Phi(edges)) = self.function.op(id) else {
                break;
            };
            let incoming = edges.iter().find(|(block, _)| *block == from);
            let (_, value) = incoming.ok_or("a phi without a value for an edge")?;
            moves.push((self.register(id), self.operand(*value)?));
        }
        self.code.edges.push(Edge {
            target: to.index() as u32,
            block: to,
            moves: moves.into(),
            counts: true,
        });
        Ok(self.code.edges.len() as u32 - 1)
    }
}
