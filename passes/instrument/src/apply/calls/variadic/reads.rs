//! Where does a function read variable arguments, and as what?
//!
//! Claims: what is found is a `va_arg` as clang expands it for x86-64. It compares how many registers of the list are used up and takes the argument from there or from memory, or takes it from
//! memory alone; the fields of the list have no names in C. Gives up at all else: `va_arg` of a list in a global variable, whose first field is the variable itself.

use super::super::signature;
use rustc_hash::FxHashSet;
use sanecc_abi::variadic::{FLOATING, GENERAL, GENERAL_BYTES, SAVED_BYTES};
use sanecc_ir::{
    BinaryOp, BlockId, Function, MemoryIntrinsic, Module, Op, Predicate, Step, Type, ValueDef,
    ValueId,
};

/// A `va_arg`.
pub(super) struct Read {
    /// Its list.
    pub(super) list: ValueId,
    /// The instruction that the check stands in front of: the list says there what will be read.
    pub(super) before: ValueId,
    /// The instruction whose location is that of the read.
    pub(super) located_at: ValueId,
    /// What it reads ([`sanecc_abi::variadic::Read::wanted`]).
    pub(super) wanted: String,
}

/// Fields of a `va_list`, in their order.
const GENERAL_FIELD: u32 = 0;
const FLOATING_FIELD: u32 = 1;
const MEMORY_FIELD: u32 = 2;

/// Those of a function.
pub(super) fn of(module: &Module, function: &Function) -> Vec<Read> {
    let found = Finder { module, function };
    let mut reads = Vec::new();
    // Blocks that read from memory because registers are used up.
    let mut others = FxHashSet::default();
    for (id, _) in function.blocks.iter() {
        if let Some((read, from_memory)) = found.chosen_read(id) {
            others.insert(from_memory);
            reads.push(read);
        }
    }
    for (id, block) in function.blocks.iter() {
        if !others.contains(&id) {
            let instructions = block.instructions.iter();
            reads.extend(instructions.filter_map(|at| found.read_of_memory(id, *at)));
        }
    }
    reads
}

struct Finder<'a> {
    module: &'a Module,
    function: &'a Function,
}

/// The number of a kind of registers that a block asks a list for.
struct Asked {
    list: ValueId,
    load: ValueId,
    field: u32,
    registers: u32,
}

impl Finder<'_> {
    /// The list and its field that a pointer names.
    fn field(&self, pointer: ValueId) -> Option<(ValueId, u32)> {
        let path = self.function.paths.get(&pointer)?;
        let Type::Aggregate(id) = path.ty else {
            return None;
        };
        if self.module.aggregates[id].source_name() != Some("__va_list_tag") {
            return None;
        }
        let [Step::Element(first), Step::Field(field)] = *path.steps else {
            return None;
        };
        let Op::Address(place) = self.function.op(pointer)? else {
            return None;
        };
        (self.function.integer(first) == Some(0)).then_some((place.base, field))
    }

    /// A comparison with the offset behind which so many registers are not left.
    fn asked(&self, condition: ValueId) -> Option<Asked> {
        let Op::Compare(Predicate::ULe, load, last) = *self.function.op(condition)? else {
            return None;
        };
        let Op::Load { pointer, .. } = *self.function.op(load)? else {
            return None;
        };
        let (list, field) = self.field(pointer)?;
        let last = u32::try_from(self.function.integer(last)?).ok()?;
        let registers = match field {
            GENERAL_FIELD => GENERAL_BYTES.checked_sub(last)? / 8,
            FLOATING_FIELD => SAVED_BYTES.checked_sub(last)? / 16,
            _ => return None,
        };
        Some(Asked {
            list,
            load,
            field,
            registers,
        })
    }

    /// The read that a block chooses the place of, and the block that takes it from memory.
    fn chosen_read(&self, id: BlockId) -> Option<(Read, BlockId)> {
        let function = self.function;
        let block = &function.blocks[id];
        let last = *block.instructions.last()?;
        let Op::Branch(conditions) = function.op(last)? else {
            return None;
        };
        let ([condition], [_, from_memory]) = (&conditions[..], &block.successors[..]) else {
            return None;
        };
        let asked = match *function.op(*condition)? {
            Op::Binary(BinaryOp::And, one, other) => vec![self.asked(one)?, self.asked(other)?],
            _ => vec![self.asked(*condition)?],
        };
        let first = asked.first()?;
        let is_here = |load| block.instructions.contains(&load);
        if !asked
            .iter()
            .all(|it| it.list == first.list && is_here(it.load))
        {
            return None;
        }
        let [join] = function.blocks[*from_memory].successors[..] else {
            return None;
        };
        let mut instructions = function.blocks[join].instructions.iter().copied();
        let place = instructions.find(|at| matches!(function.op(*at), Some(Op::Phi(_))))?;
        if !function.values[place].ty.is_plain_pointer() {
            return None;
        }
        let mut wanted = self
            .read_at(join, place)
            .unwrap_or_else(|| "a0;".to_owned());
        for it in &asked {
            let letter = match it.field {
                GENERAL_FIELD => GENERAL,
                _ => FLOATING,
            };
            wanted.extend((0..it.registers).map(|_| char::from(letter)));
        }
        let read = Read {
            list: first.list,
            before: last,
            located_at: first.load,
            wanted,
        };
        Some((read, *from_memory))
    }

    /// A read from memory alone, at the store that moves the list on.
    fn read_of_memory(&self, block: BlockId, at: ValueId) -> Option<Read> {
        let function = self.function;
        let Op::Store { pointer, value, .. } = *function.op(at)? else {
            return None;
        };
        let (list, MEMORY_FIELD) = self.field(pointer)? else {
            return None;
        };
        let Op::Address(next) = function.op(value)? else {
            return None;
        };
        let place = next.base;
        if !next.is_constant() || !matches!(function.values[place].def, ValueDef::Instruction(_)) {
            return None;
        }
        let instructions = &function.blocks[block].instructions;
        let load = instructions.iter().copied().find(
            |load| matches!(function.op(*load), Some(Op::Load { pointer: from, .. }) if *from == pointer),
        )?;
        let wanted = self
            .read_at(block, place)
            .unwrap_or_else(|| "a0;".to_owned());
        Some(Read {
            list,
            before: at,
            located_at: load,
            wanted,
        })
    }

    /// What a block reads at a place: a value, or a structure that it copies.
    fn read_at(&self, block: BlockId, place: ValueId) -> Option<String> {
        let function = self.function;
        let instructions = function.blocks[block].instructions.iter();
        instructions.copied().find_map(|at| match function.op(at)? {
            Op::Load { pointer, .. } if *pointer == place => {
                let mut text = String::new();
                signature::push(&mut text, self.module, function.values[at].ty);
                Some(text)
            }
            Op::Memory(MemoryIntrinsic::Copy, operands) if operands.get(1) == Some(&place) => {
                let bytes = function.integer(*operands.get(2)?)?;
                Some(format!("a{bytes};"))
            }
            _ => None,
        })
    }
}
