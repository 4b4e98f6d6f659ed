//! The concrete domain: values are bits, memory is a set of objects.

use super::{Pointer, Value, binary, cast, compare, decide, float_binary, float_compare, signed};
use crate::decode::zero;
use crate::domain::{At, Call, Code, Domain, EdgeId, Index, Inst, Rare, Slots, StackObject};
use crate::fault::{Fault, Stop, Use};
use crate::library;
use crate::memory::{End, Kind, Making, Member, Memory, Reach};
use crate::run::{Machine, moved};
use sanecc_ir::{BinaryOp, CastOp, FloatFormat, FloatOp, FloatPredicate, FuncId, Predicate, Type};
use std::rc::Rc;

/// Bytes of the stack that a call takes besides its objects.
const FRAME_BYTES: u64 = 48;

/// The address of a value that is used as one.
#[inline(always)]
fn pointer(value: &Value) -> Result<Pointer, Stop> {
    match value {
        Value::Scalar { bits, object } => Ok(Pointer {
            address: *bits,
            object: *object,
        }),
        other => Err(no_value(other, Use::Address)),
    }
}

#[cold]
fn no_value(value: &Value, for_what: Use) -> Stop {
    let poison = *value == Value::Poison;
    Fault::Uninitialized { for_what, poison }.into()
}

impl Domain for Memory {
    type Value = Value;
    type Mark = (u64, usize);

    fn constant(&mut self, value: Value) -> Value {
        value
    }

    #[inline(always)]
    fn undefined() -> Value {
        Value::Undefined
    }

    fn nothing() -> Value {
        Value::nothing()
    }

    #[inline(always)]
    fn binary(
        &mut self,
        _: At<'_>,
        op: BinaryOp,
        width: u32,
        [a, b]: [&Value; 2],
    ) -> Result<Value, Stop> {
        binary(op, width, a, b).map_err(Stop::Fault)
    }

    #[inline(always)]
    fn compare(
        &mut self,
        _: At<'_>,
        how: Predicate,
        width: u32,
        [a, b]: [&Value; 2],
    ) -> Result<Value, Stop> {
        Ok(compare(how, width, a, b))
    }

    #[inline(always)]
    fn cast(
        &mut self,
        _: At<'_>,
        op: CastOp,
        [from, to]: [u32; 2],
        value: &Value,
    ) -> Result<Value, Stop> {
        Ok(cast(op, from, to, value))
    }

    #[inline(always)]
    fn float(
        &mut self,
        _: At<'_>,
        op: FloatOp,
        format: FloatFormat,
        [a, b]: [&Value; 2],
    ) -> Result<Value, Stop> {
        Ok(float_binary(op, format, a, b))
    }

    #[inline(always)]
    fn float_compare(
        &mut self,
        _: At<'_>,
        how: FloatPredicate,
        format: FloatFormat,
        [a, b]: [&Value; 2],
    ) -> Result<Value, Stop> {
        Ok(float_compare(how, format, a, b))
    }

    #[inline(always)]
    fn address(
        &mut self,
        _: At<'_>,
        base: &Value,
        indices: &[Index<'_, Value>],
        offset: i64,
        width: u32,
    ) -> Result<Value, Stop> {
        let mut distance = offset;
        for (index, bits, step) in indices {
            match index {
                Value::Scalar { bits: index, .. } => {
                    let index = signed(*index, u32::from(*bits));
                    distance = distance.wrapping_add(index.wrapping_mul(*step));
                }
                Value::Poison => return Ok(Value::Poison),
                _ => return Ok(Value::Undefined),
            }
        }
        Ok(moved(base, distance, width))
    }

    #[inline(always)]
    fn reaching(
        &mut self,
        _: At<'_>,
        base: &Value,
        (distance, reach): (i64, Reach),
        width: u32,
    ) -> Result<Value, Stop> {
        let mut value = moved(base, distance, width);
        if let Value::Scalar { bits, object } = &mut value
            && object.is_view()
        {
            let pointer = Pointer {
                address: *bits,
                object: *object,
            };
            *object = self.step(pointer, distance, reach);
        }
        Ok(value)
    }

    fn narrow(&mut self, address: &Value, member: &Member) -> Value {
        match pointer(address) {
            Ok(pointer) => {
                let object = Memory::narrow(self, pointer, member);
                Value::pointer(Pointer { object, ..pointer })
            }
            Err(_) => address.clone(),
        }
    }

    fn widen(&mut self, address: &Value) -> Value {
        match address {
            Value::Scalar { bits, object } => Value::Scalar {
                bits: *bits,
                object: self.whole(*object),
            },
            other => other.clone(),
        }
    }

    fn held(&mut self, address: Value, distance: i64, member: &Member) -> Value {
        match pointer(&address) {
            Ok(pointer) => {
                let start = pointer.offset(distance.wrapping_neg());
                let object = Memory::narrow(self, start, member);
                Value::pointer(Pointer { object, ..pointer })
            }
            Err(_) => address,
        }
    }

    fn select(
        &mut self,
        _: At<'_>,
        condition: &Value,
        [then, otherwise]: [&Value; 2],
    ) -> Result<Value, Stop> {
        Ok(match decide(condition) {
            Ok(true) => then.clone(),
            Ok(false) => otherwise.clone(),
            Err(_) => Value::Undefined,
        })
    }

    fn freeze(machine: &mut Machine<'_, Self>, ty: Type, value: &Value) -> Result<Value, Stop> {
        Ok(match value {
            Value::Undefined | Value::Poison => zero(machine.module(), ty),
            Value::Partial(partial) => Value::integer(partial.bits),
            Value::Long(long) => long.filled(),
            other => other.clone(),
        })
    }

    #[inline(always)]
    fn decide(&mut self, _: At<'_>, condition: &Value) -> Result<bool, Stop> {
        match condition {
            Value::Scalar { bits, .. } => Ok(bits & 1 != 0),
            other => Err(no_value(other, Use::Branch)),
        }
    }

    #[inline(always)]
    fn decide_if(
        &mut self,
        at: At<'_>,
        how: Predicate,
        width: u32,
        [a, b]: [&Value; 2],
    ) -> Result<bool, Stop> {
        match (a, b) {
            (Value::Scalar { bits: x, .. }, Value::Scalar { bits: y, .. }) => {
                Ok(super::compare::narrow(how, width, *x, *y))
            }
            _ => {
                let condition = compare(how, width, a, b);
                self.decide(at, &condition)
            }
        }
    }

    fn choose(
        &mut self,
        _: At<'_>,
        value: &Value,
        cases: &[(u64, EdgeId)],
    ) -> Result<Option<usize>, Stop> {
        match value {
            Value::Scalar { bits, .. } => {
                Ok(cases.binary_search_by_key(bits, |(case, _)| *case).ok())
            }
            other => Err(no_value(other, Use::Branch)),
        }
    }

    fn callee(machine: &Machine<'_, Self>, value: &Value, call: &Call) -> Result<FuncId, Stop> {
        let pointer = pointer(value)?;
        let callee = machine.callee(pointer)?;
        machine.fits(callee, pointer, call)?;
        Ok(callee)
    }

    #[inline(always)]
    fn load(&mut self, _: At<'_>, from: &Value, bytes: u8, bits: u8) -> Result<Value, Stop> {
        let from = pointer(from)?;
        Memory::load(self, from, u64::from(bytes), u32::from(bits)).map_err(Stop::Fault)
    }

    #[inline(always)]
    fn store(&mut self, _: At<'_>, to: &Value, bytes: u8, value: &Value) -> Result<(), Stop> {
        let to = pointer(to)?;
        Memory::store(self, to, u64::from(bytes), value).map_err(Stop::Fault)
    }

    fn push(&mut self, function: FuncId, object: StackObject) -> Result<Value, Stop> {
        let id = Memory::push(
            self,
            &Making {
                kind: Kind::Stack {
                    function,
                    alloca: object.alloca,
                },
                bytes: object.bytes,
                align: object.align,
            },
        )?;
        Ok(Value::pointer(self.start(id)))
    }

    fn enter(&mut self) -> Result<(u64, usize), Stop> {
        let mark = self.stack_mark();
        self.reserve(FRAME_BYTES)?;
        Ok(mark)
    }

    fn leave(&mut self, mark: (u64, usize)) {
        self.unwind(mark, End::Return);
    }

    fn copied(
        &mut self,
        callee: FuncId,
        value: &Value,
        bytes: u64,
        align: u64,
    ) -> Result<Value, Stop> {
        let from = pointer(value)?;
        let id = Memory::push(
            self,
            &Making {
                kind: Kind::Arguments(callee),
                bytes,
                align,
            },
        )?;
        let to = self.start(id);
        self.copy(to, from, bytes, true)?;
        Ok(Value::pointer(to))
    }

    #[inline(always)]
    fn quick(&mut self, inst: &Inst, slots: &mut Slots<'_, Value>, width: u32) -> bool {
        self.quickly(inst, slots, width).is_some()
    }

    fn other(
        machine: &mut Machine<'_, Self>,
        code: &Rc<Code>,
        base: usize,
        rare: &Rare,
    ) -> Result<Option<EdgeId>, Stop> {
        machine.concretely(code, base, rare)
    }

    fn run(machine: &mut Machine<'_, Self>) -> Result<Value, Stop> {
        machine.run_level()
    }

    fn turn(machine: &mut Machine<'_, Self>) -> Result<(), Stop> {
        machine.threads.turn();
        machine.take_turn()
    }

    fn breath(machine: &mut Machine<'_, Self>) {
        machine.forget();
        machine.take_break();
    }

    fn called(machine: &mut Machine<'_, Self>) -> Result<(), Stop> {
        machine.threads.completed();
        match machine.threads.is_due() {
            true => machine.take_turn(),
            false => Ok(()),
        }
    }

    fn pass_over(machine: &mut Machine<'_, Self>, fault: Fault) -> Result<(), Stop> {
        machine.judge_over(fault)
    }

    fn before_step(machine: &mut Machine<'_, Self>, next: usize) {
        machine.watch_step(next);
    }

    fn before_breath(machine: &mut Machine<'_, Self>) -> Result<(), Stop> {
        machine.watch_breath()
    }

    fn library(
        machine: &mut Machine<'_, Self>,
        number: usize,
        arguments: Vec<Value>,
        call: &Call,
    ) -> Result<Value, Stop> {
        match library::is_setjmp(library::name(number)) {
            true => machine.set_jump(call, &arguments),
            false => machine.call_library(number, arguments, &call.types),
        }
    }
}
