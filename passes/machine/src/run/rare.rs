//! Less frequent instructions.

use super::Machine;
use super::step::read;
use crate::concrete::{Value, float_cast, negate};
use crate::decode::{Code, EdgeId, Operand, Rare, Register};
use crate::domain::{At, Domain, Index};
use crate::fault::{Fault, Stop};
use crate::memory::{End, Kind, Making};
use crate::watch::Sight;
use std::rc::Rc;

impl<D: Domain> Machine<'_, D> {
    /// Executes one; yields the edge that control follows, if it goes elsewhere.
    pub(super) fn rare(
        &mut self,
        code: &Rc<Code<D::Value>>,
        base: usize,
        rare: &Rare,
    ) -> Result<Option<EdgeId>, Stop> {
        let next = self.frames.last().map_or(1, |frame| frame.next);
        let at = At {
            function: code.function,
            places: &code.places,
            next,
        };
        let get = |operand: &Operand| read(code, &self.registers[base..], *operand);
        let (to, value) = match rare {
            Rare::Address {
                to,
                base: from,
                terms,
                offset,
            } => {
                let terms = terms.iter();
                let terms: Vec<Index<'_, D::Value>> = terms
                    .map(|(index, bits, step)| (get(index), *bits, *step))
                    .collect();
                let from = get(from);
                let width = code.pointer_bits;
                (*to, self.memory.address(at, from, &terms, *offset, width)?)
            }
            Rare::Binary(op, width, to, [a, b]) => {
                let sides = [get(a), get(b)];
                (*to, self.memory.binary(at, *op, *width, sides)?)
            }
            Rare::Compare(how, width, to, [a, b]) => {
                let sides = [get(a), get(b)];
                (*to, self.memory.compare(at, *how, *width, sides)?)
            }
            Rare::Cast(op, bits, to, a) => (*to, self.memory.cast(at, *op, *bits, get(a))?),
            Rare::Select(to, [condition, then, otherwise]) => {
                let sides = [get(then), get(otherwise)];
                (*to, self.memory.select(at, get(condition), sides)?)
            }
            Rare::Freeze(to, ty, a) => {
                let a = get(a).clone();
                (*to, D::freeze(self, *ty, &a)?)
            }
            Rare::Switch(value, default, cases) => {
                let case = self.memory.choose(at, get(value), cases)?;
                return Ok(Some(case.map_or(*default, |case| cases[case].1)));
            }
            Rare::Promise(condition, then, otherwise, without) => {
                return match self.memory.decide(at, get(condition)) {
                    Ok(true) => Ok(Some(*then)),
                    Ok(false) => Ok(Some(*otherwise)),
                    Err(Stop::Fault(Fault::Uninitialized { .. })) => Ok(Some(*without)),
                    Err(other) => Err(other),
                };
            }
            Rare::Widen(register) => {
                let address = &self.registers[base + *register as usize];
                (*register, self.memory.widen(address))
            }
            Rare::Barrier => return Ok(None),
            Rare::Unreachable => return Err(Fault::Unreachable.into()),
            Rare::Unsupported(what) => return Err(Stop::Unsupported(what.clone())),
            other => return D::other(self, code, base, other),
        };
        if D::SEES_ALL {
            self.memory.computed(at, &value);
        }
        self.registers[base + to as usize] = value;
        Ok(None)
    }
}

impl Machine<'_> {
    /// Executes one in the concrete domain; yields the edge that control follows, if it goes elsewhere.
    pub(crate) fn concretely(
        &mut self,
        code: &Rc<Code>,
        base: usize,
        rare: &Rare,
    ) -> Result<Option<EdgeId>, Stop> {
        let (to, value) = match rare {
            Rare::Lanewise {
                to,
                lanes,
                op,
                operands,
            } => {
                let operands = self.values(code, base, operands);
                (*to, Self::lanewise(*op, *lanes, &operands)?)
            }
            Rare::FloatCast(to, op, from, into, a) => (
                *to,
                float_cast(*op, *from, *into, self.value(code, base, *a)),
            ),
            Rare::Negate(to, format, a) => (*to, negate(*format, self.value(code, base, *a))),
            Rare::Reinterpret(to, from, into, a) => {
                let bits = self.bits_of(self.value(code, base, *a), *from);
                (*to, self.value_of(&bits, *into))
            }
            Rare::Load(to, from, ty) => {
                let from = Self::pointer(self.value(code, base, *from))?;
                (*to, self.load_any(from, *ty)?)
            }
            Rare::Store(to, from, ty) => {
                let to = Self::pointer(self.value(code, base, *to))?;
                let value = self.value(code, base, *from).clone();
                self.store_any(to, &value, *ty)?;
                return Ok(None);
            }
            Rare::Alloca(to, count, element, align) => {
                let count = Self::size(self.value(code, base, *count))?;
                let bytes = count.checked_mul(*element).ok_or(Fault::StackOverflow)?;
                let place = self.frames.last().map(|frame| frame.next.saturating_sub(1));
                let id = self.memory.push(&Making {
                    kind: Kind::Stack {
                        function: code.function,
                        alloca: code.places[place.unwrap_or(0)],
                    },
                    bytes,
                    align: *align,
                })?;
                (*to, Value::pointer(self.memory.start(id)))
            }
            Rare::Element(to, ty, op, operands) => {
                let operands = self.values(code, base, operands);
                (*to, self.element(op, *ty, &operands)?)
            }
            Rare::Atomic(to, op, ty, at, operands) => {
                let at = Self::pointer(self.value(code, base, *at))?;
                let operands = self.values(code, base, operands);
                (*to, self.atomic(*op, *ty, at, &operands)?)
            }
            Rare::Copy(to, from, bytes, may_overlap) => {
                let bytes = Self::size(self.value(code, base, *bytes))?;
                if bytes > 0 {
                    let to = Self::pointer(self.value(code, base, *to))?;
                    let from = Self::pointer(self.value(code, base, *from))?;
                    self.memory.copy(to, from, bytes, *may_overlap)?;
                }
                return Ok(None);
            }
            Rare::Fill(to, byte, bytes) => {
                let bytes = Self::size(self.value(code, base, *bytes))?;
                if bytes > 0 {
                    let to = Self::pointer(self.value(code, base, *to))?;
                    match self.value(code, base, *byte) {
                        Value::Scalar { bits, .. } => self.memory.fill(to, *bits as u8, bytes)?,
                        _ => self.memory.forget(to, bytes)?,
                    }
                }
                return Ok(None);
            }
            Rare::Scope(object, ends) => {
                self.scope(base, *object, *ends)?;
                return Ok(None);
            }
            Rare::Indirect(address, edges) => {
                let pointer = Self::pointer(self.value(code, base, *address))?;
                let first = self.symbols.label(code.function, 0);
                let block = pointer.address.wrapping_sub(first.address);
                let edge = edges.iter().find(|(to, _)| u64::from(*to) == block);
                return match edge {
                    Some((_, edge)) => Ok(Some(*edge)),
                    None => Err(Fault::NoFunction { pointer }.into()),
                };
            }
            Rare::Intrinsic(to, name, ty, operands, types) => {
                let operands = self.values(code, base, operands);
                let value = self.intrinsic(name, *ty, &operands, types)?;
                (*to, value)
            }
            Rare::Watch(number, operands) => {
                let values = self.values(code, base, operands);
                self.show(*number, &values)?;
                return Ok(None);
            }
            Rare::Tied(to, tied) => {
                let value = |operand: &Option<Operand>| match operand {
                    Some(operand) => self.value(code, base, *operand).clone(),
                    None => Value::Undefined,
                };
                let value = match tied.as_slice() {
                    [one] => value(one),
                    all => Value::Parts(all.iter().map(value).collect()),
                };
                (*to, value)
            }
            Rare::Question(to, question, results, [leaf, _]) => {
                let leaf = leaf.map(|leaf| self.value(code, base, leaf).clone());
                (*to, self.answer(*question, results, leaf.as_ref())?)
            }
            Rare::ThreadLocal(to, global) => (*to, Value::pointer(self.thread_local(*global)?)),
            Rare::LandingPad(to) => (*to, self.landing_value()),
            Rare::Resume(value) => {
                let value = self.value(code, base, *value).clone();
                return Err(self.resume(&value)?);
            }
            Rare::Typed(pointer, bytes, access, is_stored) => {
                let types = &self.options.types;
                if let Ok(pointer) = Self::pointer(self.value(code, base, *pointer))
                    && let Some(name) = types.get(&(code.function, *access))
                {
                    let ty = self.memory.types.number(name);
                    let bytes = u64::from(*bytes);
                    match is_stored {
                        true => self.memory.note_type(pointer, bytes, ty),
                        false => self.memory.check_type(pointer, bytes, ty)?,
                    }
                }
                return Ok(None);
            }
            Rare::Pair(kind, pointers) => {
                let [a, b] = pointers.map(|operand| self.value(code, base, operand));
                // What has no value is found where the result is used.
                if let (Ok(a), Ok(b)) = (Self::pointer(a), Self::pointer(b)) {
                    self.check_pair(*kind, [a, b])?;
                }
                return Ok(None);
            }
            other => return Err(Stop::Unsupported(format!("the operation {other:?}"))),
        };
        self.set(base, to, value);
        Ok(None)
    }

    /// Lets the watcher look.
    fn show(&mut self, number: usize, values: &[Value]) -> Result<(), Stop> {
        let Some(mut watcher) = self.watcher.take() else {
            return Ok(());
        };
        let call = self.frames.last().map_or(0, |frame| frame.serial);
        let sight = Sight {
            number,
            call,
            values,
        };
        let seen = watcher.see(self, sight);
        self.watcher = Some(watcher);
        seen.map_err(Stop::Watcher)
    }

    fn set(&mut self, base: usize, to: Register, value: Value) {
        self.registers[base + to as usize] = value;
    }

    fn values(&self, code: &Code, base: usize, operands: &[Operand]) -> Vec<Value> {
        operands
            .iter()
            .map(|operand| self.value(code, base, *operand).clone())
            .collect()
    }

    /// The scope of a stack object begins, without content, or ends. It has another name in each scope, so those who know it from an earlier
    /// one see an ended object, unless the program was optimised.
    fn scope(&mut self, base: usize, object: Operand, ends: bool) -> Result<(), Stop> {
        let Ok(register) = object.place() else {
            return Ok(());
        };
        let pointer = Self::pointer(&self.registers[base + register])?;
        if self.options.optimised {
            match ends {
                true => self.memory.close(pointer.object),
                false => self.memory.open(pointer.object),
            }
            return Ok(());
        }
        if ends {
            let id = self.memory.renew(pointer.object, End::Scope);
            let pointer = self.memory.start(id);
            self.registers[base + register] = Value::pointer(pointer);
        } else if let Some(size) = self.memory.get(pointer.object).map(|object| object.size) {
            self.memory.clear_poison(pointer.object);
            self.memory.forget(pointer, size)?;
        }
        Ok(())
    }
}
