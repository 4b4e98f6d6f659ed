//! Constants that may stand in the place of a value's number.

use crate::{Address, Constant, FloatFormat, FuncId, GlobalId, Type, Value, ValueDef};

/// What a simple constant is, apart from its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Simple {
    Integer(i64),
    Null,
    Global(GlobalId),
    Function(FuncId),
    Address(Address),
    Undefined,
    Poison,
    Zero,
    Float(u128),
}

impl Simple {
    /// The constant behind a value, if it is simple.
    pub(super) fn of(value: &Value) -> Option<Self> {
        let is_pointer = matches!(value.ty, Type::Pointer(_));
        Some(match &value.def {
            ValueDef::Integer(n) if matches!(value.ty, Type::Int(_)) => Simple::Integer(*n),
            ValueDef::Null if is_pointer => Simple::Null,
            ValueDef::Global(id) if is_pointer => Simple::Global(*id),
            ValueDef::Function(id) if is_pointer => Simple::Function(*id),
            ValueDef::ConstantAddress(place) if value.ty.is_plain_pointer() => {
                Simple::Address(place.clone())
            }
            ValueDef::Undefined => Simple::Undefined,
            ValueDef::Poison => Simple::Poison,
            ValueDef::Constant(Constant::Zero) => Simple::Zero,
            ValueDef::Constant(Constant::Float(bits)) if matches!(value.ty, Type::Float(_)) => {
                Simple::Float(*bits)
            }
            _ => return None,
        })
    }

    /// What a value with this constant is.
    pub(super) fn def(self) -> ValueDef {
        match self {
            Simple::Integer(n) => ValueDef::Integer(n),
            Simple::Null => ValueDef::Null,
            Simple::Global(id) => ValueDef::Global(id),
            Simple::Function(id) => ValueDef::Function(id),
            Simple::Address(place) => ValueDef::ConstantAddress(place),
            Simple::Undefined => ValueDef::Undefined,
            Simple::Poison => ValueDef::Poison,
            Simple::Zero => ValueDef::Constant(Constant::Zero),
            Simple::Float(bits) => ValueDef::Constant(Constant::Float(bits)),
        }
    }
}

/// A floating-point number as text: decimal where that reads back as the same bits, else the bits in hex.
pub(super) fn float_text(format: FloatFormat, bits: u128) -> String {
    let text = match format {
        FloatFormat::Single => {
            let number = f32::from_bits(bits as u32);
            number.is_finite().then(|| format!("{number:?}"))
        }
        FloatFormat::Double => {
            let number = f64::from_bits(bits as u64);
            number.is_finite().then(|| format!("{number:?}"))
        }
        _ => None,
    };
    text.unwrap_or_else(|| format!("0x{bits:x}"))
}

/// The bits of a number in decimal; `None` for formats that are written in hex alone, and what is no number.
pub(super) fn float_bits(format: FloatFormat, text: &str) -> Option<u128> {
    match format {
        FloatFormat::Single => Some(text.parse::<f32>().ok()?.to_bits().into()),
        FloatFormat::Double => Some(text.parse::<f64>().ok()?.to_bits().into()),
        _ => None,
    }
}
