//! The values that a watch asked for, as numbers.

use sanecc_analysis::symbolic::{NoWrap, Symbol, View};
use sanecc_ir::{BinaryOp, Function, Op, Type, ValueId};
use sanecc_machine::concrete::{Pointer, Value};

/// Values of a function at one place.
pub struct Values<'s> {
    function: &'s Function,
    ids: &'s [ValueId],
    seen: &'s [Value],
}

impl<'s> Values<'s> {
    /// These, seen in the order of their names.
    pub fn new(function: &'s Function, ids: &'s [ValueId], seen: &'s [Value]) -> Self {
        Self {
            function,
            ids,
            seen,
        }
    }

    /// A value as it is.
    pub fn get(&self, id: ValueId) -> Option<&Value> {
        let at = self.ids.iter().position(|one| *one == id)?;
        self.seen.get(at)
    }

    /// Whether all of these have all their bits.
    pub fn are_defined(&self) -> bool {
        let mut all = self.seen.iter();
        all.all(|value| matches!(value, Value::Scalar { .. } | Value::Wide(_)))
    }

    /// The bits of a value of up to 64; `None` where some have no value.
    pub fn bits(&self, id: ValueId) -> Option<u64> {
        match self.get(id)? {
            Value::Scalar { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    /// An address with its object.
    pub fn pointer(&self, id: ValueId) -> Option<Pointer> {
        match self.get(id)? {
            Value::Scalar { bits, object } => Some(Pointer {
                address: *bits,
                object: *object,
            }),
            _ => None,
        }
    }

    /// A value as an integer.
    pub fn number(&self, symbol: Symbol) -> Option<i128> {
        let Symbol { value, view } = symbol;
        let width = match self.function.values[value].ty {
            Type::Int(bits @ 1..=64) => bits,
            Type::Pointer(_) => 64,
            _ => return None,
        };
        Some(read(self.bits(value)?, width, view == View::Signed))
    }

    /// An index, extended with its sign to 64 bits.
    pub fn index(&self, id: ValueId) -> Option<u64> {
        let symbol = Symbol {
            value: id,
            view: View::Signed,
        };
        self.number(symbol).map(|number| number as u64)
    }

    /// Whether an operation wraps with these operands.
    pub fn wraps(&self, guard: &NoWrap) -> bool {
        let signed = guard.view == View::Signed;
        let width = |id: ValueId| match self.function.values[id].ty {
            Type::Int(bits @ 1..=64) => Some(bits),
            _ => None,
        };
        let number = |id: ValueId| Some(read(self.bits(id)?, width(id)?, signed));
        let result = match self.function.op(guard.operation) {
            Some(Op::Binary(op, a, b)) => {
                let (Some(a), Some(b)) = (number(*a), number(*b)) else {
                    return true;
                };
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Shl => u32::try_from(b)
                        .ok()
                        .filter(|by| *by < 64)
                        .and_then(|by| a.checked_mul(1 << by)),
                    _ => None,
                }
            }
            Some(Op::Cast(_, whole)) => number(*whole),
            _ => None,
        };
        let Some((result, width)) = result.zip(width(guard.operation)) else {
            return true;
        };
        let (least, most) = match signed {
            true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            false => (0, (1i128 << width) - 1),
        };
        !(least..=most).contains(&result)
    }
}

/// Bits of so many as a number.
pub fn read(bits: u64, width: u32, signed: bool) -> i128 {
    let unsigned = i128::from(bits) & ((1i128 << width) - 1);
    match signed && unsigned >> (width - 1) & 1 == 1 {
        true => unsigned - (1i128 << width),
        false => unsigned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_with_their_sign_and_without() {
        assert_eq!(read(0xff, 8, true), -1);
        assert_eq!(read(0xff, 8, false), 255);
        assert_eq!(read(u64::MAX, 64, true), -1);
        assert_eq!(read(u64::MAX, 64, false), i128::from(u64::MAX));
        assert_eq!(read(1, 1, true), -1);
    }
}
