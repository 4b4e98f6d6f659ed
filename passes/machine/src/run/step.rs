//! The loop that executes instructions, and the ways from block to block.

use super::Machine;
use crate::concrete::{
    Value, binary, cast, compare, decide, float_binary, float_compare, mask, signed,
};
use crate::decode::{Code, EdgeId, Inst, Operand};
use crate::fault::Stop;
use crate::memory::{Kind, Making};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Instructions between two looks at whether to stop.
const BREATH: u32 = 1000;

impl Machine<'_> {
    /// Runs until so few calls are left, and returns what the last of the others returned.
    ///
    /// # Errors
    /// If the program ends, does what is not defined, or needs what the machine does not have.
    pub(super) fn run(&mut self, until: usize) -> Result<Value, Stop> {
        loop {
            match self.run_on(until) {
                Err(Stop::Jump(buffer, value)) => self.land(buffer, value, until)?,
                other => return other,
            }
        }
    }

    fn run_on(&mut self, until: usize) -> Result<Value, Stop> {
        let mut left = BREATH;
        // One turn for each function that control enters or comes back to.
        loop {
            let Some(frame) = self.frames.last() else {
                return Ok(Value::nothing());
            };
            let (code, base, mut next) = (Rc::clone(&frame.code), frame.base, frame.next);
            macro_rules! get {
                ($operand:expr) => {
                    match $operand.place() {
                        Ok(register) => &self.registers[base + register],
                        Err(constant) => &code.constants[constant],
                    }
                };
            }
            macro_rules! set {
                ($register:expr, $value:expr) => {{
                    let value = $value;
                    self.registers[base + $register as usize] = value;
                }};
            }
            macro_rules! attempt {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(why) => {
                            self.rest(next);
                            return Err(why.into());
                        }
                    }
                };
            }
            loop {
                let inst = &code.instructions[next];
                next += 1;
                match inst {
                    Inst::Move(to, from) => set!(*to, get!(from).clone()),
                    Inst::Forget(register) => set!(*register, Value::Undefined),
                    Inst::Binary(op, width, to, [a, b]) => {
                        let value = attempt!(binary(*op, u32::from(*width), get!(a), get!(b)));
                        set!(*to, value);
                    }
                    Inst::Compare(how, width, to, [a, b]) => {
                        set!(*to, compare(*how, u32::from(*width), get!(a), get!(b)));
                    }
                    Inst::Cast(op, from, bits, to, a) => {
                        let value = cast(*op, u32::from(*from), u32::from(*bits), get!(a));
                        set!(*to, value);
                    }
                    Inst::Float(op, format, to, [a, b]) => {
                        set!(*to, float_binary(*op, *format, get!(a), get!(b)));
                    }
                    Inst::FloatCompare(how, format, to, [a, b]) => {
                        set!(*to, float_compare(*how, *format, get!(a), get!(b)));
                    }
                    Inst::Address(to, from, distance) => {
                        let value = moved(get!(from), *distance, self.module.layout.pointer_bits);
                        set!(*to, value);
                    }
                    Inst::Indexed(to, from, index, bits, step, distance) => {
                        let value = match get!(index) {
                            Value::Scalar { bits: index, .. } => {
                                let index = signed(*index, u32::from(*bits));
                                let distance =
                                    distance.wrapping_add(index.wrapping_mul(i64::from(*step)));
                                moved(get!(from), distance, self.module.layout.pointer_bits)
                            }
                            Value::Poison => Value::Poison,
                            _ => Value::Undefined,
                        };
                        set!(*to, value);
                    }
                    Inst::Load(to, from, bytes, bits) => {
                        let pointer = attempt!(Self::pointer(get!(from)));
                        let loaded = self
                            .memory
                            .load(pointer, u64::from(*bytes), u32::from(*bits));
                        let value = attempt!(loaded);
                        set!(*to, value);
                    }
                    Inst::Store(to, from, bytes) => {
                        let pointer = attempt!(Self::pointer(get!(to)));
                        let value = match from.place() {
                            Ok(register) => &self.registers[base + register],
                            Err(constant) => &code.constants[constant],
                        };
                        attempt!(self.memory.store(pointer, u64::from(*bytes), value));
                    }
                    Inst::Alloca(to, object) => {
                        let object = code.objects[*object as usize];
                        let making = Making {
                            kind: Kind::Stack {
                                function: code.function,
                                alloca: object.alloca,
                            },
                            bytes: object.bytes,
                            align: object.align,
                        };
                        let id = attempt!(self.memory.push(&making));
                        set!(*to, Value::pointer(self.memory.start(id)));
                    }
                    Inst::Jump(edge) => {
                        next = self.follow(&code, base, *edge);
                        left -= 1;
                        if left == 0 {
                            left = BREATH;
                            attempt!(self.breathe());
                        }
                    }
                    Inst::Branch(condition, then, otherwise) => {
                        let edge = match attempt!(decide(get!(condition))) {
                            true => *then,
                            false => *otherwise,
                        };
                        next = self.follow(&code, base, edge);
                        left -= 1;
                        if left == 0 {
                            left = BREATH;
                            attempt!(self.breathe());
                        }
                    }
                    Inst::Return(value) => {
                        let value = match value {
                            Some(value) => get!(value).clone(),
                            None => Value::nothing(),
                        };
                        self.leave(&value);
                        if self.frames.len() <= until {
                            return Ok(value);
                        }
                        break;
                    }
                    Inst::Call(call) => {
                        self.rest(next);
                        self.call(&code, base, call)?;
                        break;
                    }
                    Inst::Rare(rare) => {
                        self.rest(next);
                        match self.rare(&code, base, rare)? {
                            None => {}
                            Some(edge) => next = self.follow(&code, base, edge),
                        }
                    }
                }
            }
        }
    }

    /// Notes where the innermost function goes on.
    #[inline]
    pub(super) fn rest(&mut self, next: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = next;
        }
    }

    /// The value of an operand.
    #[inline]
    pub(super) fn value<'v>(&'v self, code: &'v Code, base: usize, operand: Operand) -> &'v Value {
        match operand.place() {
            Ok(register) => &self.registers[base + register],
            Err(constant) => &code.constants[constant],
        }
    }

    /// Gives phis their values and returns where to go on.
    #[inline]
    pub(super) fn follow(&mut self, code: &Code, base: usize, edge: EdgeId) -> usize {
        let edge = &code.edges[edge as usize];
        match &*edge.moves {
            [] => {}
            [(to, from)] => {
                let value = self.value(code, base, *from).clone();
                self.registers[base + *to as usize] = value;
            }
            moves => {
                let values: Vec<Value> = moves
                    .iter()
                    .map(|(_, from)| self.value(code, base, *from).clone())
                    .collect();
                for ((to, _), value) in moves.iter().zip(values) {
                    self.registers[base + *to as usize] = value;
                }
            }
        }
        edge.target as usize
    }

    /// Looks whether somebody wants the run to end.
    fn breathe(&mut self) -> Result<(), Stop> {
        self.thousands += 1;
        match &self.options.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => {
                Err(Stop::Unsupported("to go on: it was interrupted".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// An address further on.
#[inline]
pub(super) fn moved(value: &Value, distance: i64, width: u32) -> Value {
    match value {
        Value::Scalar { bits, object } => Value::Scalar {
            bits: bits.wrapping_add_signed(distance) & mask(width),
            object: *object,
        },
        Value::Poison => Value::Poison,
        _ => Value::Undefined,
    }
}
