//! How a run goes on after an error that is not to be reported.
//!
//! What needs no memory that is not there is done all the same: a pointer is let out of the array that it is held to, a byte without a value gets one. An
//! access out of its object reads zeros and writes nothing, a wrong `free` frees nothing, a branch that depends on nothing is not taken. After other errors
//! nobody knows how to go on, so they end the run.

use super::Machine;
use crate::concrete::Value;
use crate::decode::{Code, Inst, Operand, Rare, Target, zero};
use crate::fault::{Fault, Stop};
use crate::memory::ObjectId;
use std::rc::Rc;

/// Says of an error whether it is to be left unreported.
pub type Judge<'m> = Box<dyn FnMut(&mut Machine<'m>, &Fault) -> bool + 'm>;

impl<'m> Machine<'m> {
    /// Goes on after an error that is suppressed.
    ///
    /// # Errors
    /// The error, if it is not, or if there is no way on.
    pub(crate) fn judge_over(&mut self, fault: Fault) -> Result<(), Stop> {
        let Some(mut judge) = self.judge.take() else {
            return Err(fault.into());
        };
        let is_suppressed = judge(self, &fault);
        self.judge = Some(judge);
        let goes_on = is_suppressed && self.has_gone_on(&fault);
        match goes_on {
            true => {
                self.native = None;
                Ok(())
            }
            false => Err(fault.into()),
        }
    }

    /// Prepares the innermost function to go on; false if it cannot.
    fn has_gone_on(&mut self, fault: &Fault) -> bool {
        let Some(frame) = self.frames.last() else {
            return false;
        };
        let (code, base, next) = (Rc::clone(&frame.code), frame.base, frame.next);
        let Some(at) = next.checked_sub(1) else {
            return false;
        };
        match fault {
            Fault::Pair { .. } | Fault::Promise { .. } | Fault::OtherType { .. } => true,
            Fault::BadFree { .. }
            | Fault::DoubleFree { .. }
            | Fault::Mismatch { .. }
            | Fault::WrongDelete { .. } => {
                let result = self.has_no_result(&code, at);
                result || self.yields_zero(&code, base, at)
            }
            Fault::SubObject { .. } => {
                let operands = operands(&code.instructions[at]);
                let changed = operands.iter().any(|operand| self.let_out(base, *operand));
                self.again(at, changed)
            }
            Fault::UninitializedMemory { pointer } => {
                let changed = self.memory.give_value(*pointer).is_ok();
                self.again(at, changed)
            }
            Fault::Uninitialized { .. } => match &code.instructions[at] {
                Inst::Branch(_, _, otherwise) => {
                    let Ok(next) = self.follow(&code, base, *otherwise) else {
                        return false;
                    };
                    self.rest(next);
                    true
                }
                Inst::Rare(rare) if matches!(**rare, Rare::Switch(..)) => {
                    let Rare::Switch(_, default, _) = &**rare else {
                        return false;
                    };
                    let Ok(next) = self.follow(&code, base, *default) else {
                        return false;
                    };
                    self.rest(next);
                    true
                }
                Inst::Call(call) if matches!(call.target, Target::Library(_)) => {
                    let mut changed = false;
                    for operand in &call.arguments {
                        changed |= self.give_bits(base, *operand);
                    }
                    self.again(at, changed)
                }
                _ => self.yields_zero(&code, base, at),
            },
            Fault::OutOfBounds { .. }
            | Fault::Dead { .. }
            | Fault::Nowhere { .. }
            | Fault::Poisoned { .. }
            | Fault::Constant { .. } => self.yields_zero(&code, base, at),
            Fault::Overlap { .. }
            | Fault::DivisionByZero
            | Fault::DivisionOverflow
            | Fault::NoFunction { .. }
            | Fault::WrongSignature { .. }
            | Fault::Unreachable
            | Fault::StackOverflow
            | Fault::DeadJump
            | Fault::BadArguments { .. }
            | Fault::InvalidJoin { .. }
            | Fault::DestroyedLock { .. }
            | Fault::PureCall
            | Fault::Deadlock => false,
        }
    }

    /// Lets the instruction be executed once more, if that can make a difference.
    fn again(&mut self, at: usize, changed: bool) -> bool {
        if changed {
            self.rest(at);
        }
        changed
    }

    /// Whether the instruction is a call whose result nobody reads.
    fn has_no_result(&self, code: &Code, at: usize) -> bool {
        match &code.instructions[at] {
            Inst::Call(call) => call.normal.is_none() && call.result_type == sanecc_ir::Type::Void,
            _ => false,
        }
    }

    /// Gives the result of an access a value; false if the instruction is none.
    fn yields_zero(&mut self, code: &Code, base: usize, at: usize) -> bool {
        let (to, value) = match &code.instructions[at] {
            Inst::Load(to, ..) => (*to, Value::integer(0)),
            Inst::Store(..) => return true,
            Inst::Rare(rare) => match &**rare {
                Rare::Load(to, _, ty) => (*to, zero(self.module, *ty)),
                Rare::Store(..) | Rare::Copy(..) | Rare::Fill(..) => return true,
                _ => return false,
            },
            _ => return false,
        };
        self.registers[base + to as usize] = value;
        true
    }

    /// Lets a pointer go anywhere in its object; false if it can already.
    fn let_out(&mut self, base: usize, operand: Operand) -> bool {
        let Ok(register) = operand.place() else {
            return false;
        };
        match &mut self.registers[base + register] {
            Value::Scalar { object, .. } if object.is_view() => {
                let whole: ObjectId = self.memory.whole(*object);
                *object = whole;
                true
            }
            _ => false,
        }
    }

    /// Gives a register bits; false if it has all.
    fn give_bits(&mut self, base: usize, operand: Operand) -> bool {
        let Ok(register) = operand.place() else {
            return false;
        };
        let value = &mut self.registers[base + register];
        *value = match value {
            Value::Partial(partial) => Value::integer(partial.bits),
            Value::Undefined | Value::Poison => Value::integer(0),
            Value::Long(long) if !long.is_defined() => long.filled(),
            Value::Scalar { .. } | Value::Wide(_) | Value::Long(_) | Value::Parts(_) => {
                return false;
            }
        };
        true
    }
}

/// The operands of an instruction that may be addresses of what it accesses.
fn operands(inst: &Inst) -> Vec<Operand> {
    match inst {
        Inst::Load(_, from, ..) => vec![*from],
        Inst::Store(to, ..) => vec![*to],
        Inst::Call(call) => call.arguments.to_vec(),
        Inst::Rare(rare) => match &**rare {
            Rare::Load(_, from, _) => vec![*from],
            Rare::Store(to, ..) | Rare::Fill(to, ..) => vec![*to],
            Rare::Copy(to, from, ..) => vec![*to, *from],
            Rare::Atomic(_, _, _, at, _) => vec![*at],
            Rare::Intrinsic(_, _, _, all, _) => all.clone(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
