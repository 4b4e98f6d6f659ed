//! Reads and writes that were inserted: frames, whose shadow is written in place, what pointers hold that were never written, and what else is kept in memory. Neighbours about one object
//! are one operation.

use super::{Operation, Purpose, Subject, When};
use sanecc_abi::symbols::COUNTS;
use sanecc_abi::uninitialized::{MIDDLE, id_of};
use sanecc_ir::{BinaryOp, BlockId, CastOp, Constant, Id, Op, ValueDef, ValueId};

/// The variable that is a frame.
const FRAME: &str = "sanecc.frame";

/// Neighbouring instructions.
#[derive(Default)]
pub(super) struct Run {
    first: Option<(BlockId, ValueId)>,
    about: About,
    instructions: u32,
    /// Whether all that is written is 0.
    clears: bool,
    /// Whether something is written that says that memory is out of scope.
    poisons: bool,
}

/// What they are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum About {
    /// The frame with the redzones, or its shadow.
    Frame,
    /// The shadow of an object on the stack.
    ShadowOf(ValueId),
    /// Counters.
    Counts,
    /// Pointers of a variable that was never written.
    Unwritten(ValueId),
    /// Anything else.
    #[default]
    Else,
}

impl Run {
    /// Takes one more; the operation that ended by that.
    pub(super) fn add(
        &mut self,
        subject: &Subject<'_>,
        block: BlockId,
        at: ValueId,
    ) -> Option<Operation> {
        let about = subject.about(at);
        let ended = match self.first.is_some() && self.about != about {
            true => self.end(subject),
            false => None,
        };
        if self.first.is_none() {
            self.first = Some((block, at));
            self.about = about;
            self.clears = true;
        }
        self.instructions += 1;
        if let Some(Op::Store { value, .. }) = subject.function.op(at) {
            let number = subject.constant(*value);
            self.clears &= number == Some(0);
            self.poisons |= number.is_some_and(|number| number < 0 || number & 0x80 != 0);
        }
        ended
    }

    /// The operation that they are.
    pub(super) fn end(&mut self, subject: &Subject<'_>) -> Option<Operation> {
        let run = std::mem::take(self);
        let (block, at) = run.first?;
        let when = match run.about {
            About::Frame if !run.clears => When::AtEntry,
            _ => When::Before,
        };
        let mut operation = subject.operation_at(block, at, when);
        operation.instructions = run.instructions;
        operation.operation = match run.about {
            About::Frame | About::ShadowOf(_) => Purpose::Frame,
            About::Unwritten(_) => Purpose::Unwritten,
            About::Counts | About::Else => Purpose::Other,
        };
        operation.text = match run.about {
            About::Frame if run.clears => "clear the shadow of the frame".to_owned(),
            About::Frame => "lay the redzones of the frame".to_owned(),
            About::ShadowOf(object) => {
                let what = match run.poisons {
                    true => "ends: its shadow is poisoned",
                    false => "begins: its shadow is opened",
                };
                format!("the scope of {} {what}", subject.pointee(object))
            }
            About::Counts => "count the access".to_owned(),
            About::Unwritten(object) => {
                let what = subject.pointee(object);
                format!("{what} = never written")
            }
            About::Else => match subject.function.op(at) {
                Some(Op::Store { pointer, value, .. }) => {
                    let [to, value] = [subject.pointee(*pointer), subject.value(*value)];
                    format!("{to} = {value}")
                }
                Some(Op::Memory(_, operands)) if operands.len() > 1 => {
                    let [to, from] = [operands[0], operands[1]].map(|one| subject.value(one));
                    format!("copy {to} from {from}")
                }
                Some(Op::Load { pointer, .. }) => format!("read {}", subject.pointee(*pointer)),
                Some(_) | None => "access what sanecc keeps in memory".to_owned(),
            },
        };
        Some(operation)
    }
}

impl Subject<'_> {
    fn about(&self, at: ValueId) -> About {
        let pointer = match self.function.op(at) {
            Some(Op::Store { pointer, value, .. }) if self.is_unwritten(*value) => {
                return About::Unwritten(self.variable_at(*pointer));
            }
            Some(Op::Store { pointer, .. } | Op::Load { pointer, .. }) => *pointer,
            Some(Op::Atomic { pointer, .. }) => *pointer,
            Some(_) | None => return About::Else,
        };
        let base = self.function.resolve(pointer).base;
        if self.is_frame(base) {
            return About::Frame;
        }
        if let ValueDef::Global(global) = self.function.values[base].def
            && self.module.globals[global].name == COUNTS
        {
            return About::Counts;
        }
        match self.shadowed(base) {
            Some(object) if self.is_frame(self.function.resolve(object).base) => {
                match self.is_variable(object) && !self.is_frame(object) {
                    true => About::ShadowOf(object),
                    false => About::Frame,
                }
            }
            Some(object) => About::ShadowOf(object),
            None => About::Else,
        }
    }

    /// The variable that an address lies in, also one that was moved into a frame; else where the address starts.
    fn variable_at(&self, pointer: ValueId) -> ValueId {
        let mut at = pointer;
        while let Some(Op::Address(step)) = self.function.op(at)
            && !self.is_variable(at)
        {
            at = step.base;
        }
        at
    }

    /// Whether a value is what pointers hold that nobody has written, or several such.
    pub(super) fn is_unwritten(&self, value: ValueId) -> bool {
        let ValueDef::Constant(constant) = &self.function.values[value].def else {
            return false;
        };
        match constant {
            Constant::Expression(op) => match **op {
                Op::Cast(CastOp::IntToPtr, number) => {
                    let number = self.constant(number).unwrap_or_default() as u64;
                    id_of(number).is_some() && number & u64::from(u32::MAX) == MIDDLE
                }
                _ => false,
            },
            Constant::Parts(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.is_unwritten(*part))
            }
            _ => false,
        }
    }

    /// The object whose shadow an address is computed as: `(object >> 3) + offset + at`.
    fn shadowed(&self, address: ValueId) -> Option<ValueId> {
        let Some(Op::Cast(CastOp::IntToPtr, number)) = self.function.op(address) else {
            return None;
        };
        let mut at = *number;
        while let Some(Op::Binary(operation, a, _)) = self.function.op(at) {
            match operation {
                BinaryOp::Add => at = *a,
                BinaryOp::LShr => {
                    let Some(Op::Cast(CastOp::PtrToInt, object)) = self.function.op(*a) else {
                        return None;
                    };
                    return Some(*object);
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether an address is that of a frame: a variable, or one of the runtime's in its place.
    fn is_frame(&self, base: ValueId) -> bool {
        let name = |value: ValueId| self.function.names.get(value.index())?.as_deref();
        match self.function.op(base) {
            Some(Op::Alloca { .. }) => name(base).is_some_and(|name: &str| name.starts_with(FRAME)),
            Some(Op::Select {
                then, otherwise, ..
            }) => [then, otherwise].iter().any(|one| self.is_frame(**one)),
            Some(_) | None => false,
        }
    }
}
