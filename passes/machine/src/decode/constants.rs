//! The values of constants, once symbols have their addresses.

use crate::concrete::{Long, Pointer, Value, binary, cast, compare, mask};
use sanecc_ir::{
    Address, Arena, CastOp, Constant, FuncId, Function, GlobalId, Id, Lane, Module, Op, Parts,
    Type, ValueDef, ValueId,
};

/// Where functions and global variables lie.
#[derive(Debug, Default)]
pub struct Symbols {
    /// Functions.
    pub functions: Vec<Pointer>,
    /// Global variables.
    pub globals: Vec<Pointer>,
}

impl Symbols {
    /// The address of a label: behind the function's first byte.
    pub fn label(&self, function: FuncId, block: usize) -> Pointer {
        self.functions[function.index()].offset(block as i64 + 1)
    }

    fn function(&self, id: FuncId) -> Pointer {
        self.functions[id.index()]
    }

    fn global(&self, id: GlobalId) -> Pointer {
        self.globals[id.index()]
    }
}

/// The value of a constant of a function.
///
/// # Errors
/// If it is one that the machine does not know; the text says which.
pub fn constant(
    module: &Module,
    function: &Function,
    symbols: &Symbols,
    id: ValueId,
) -> Result<Value, String> {
    let value = |id| constant(module, function, symbols, id);
    let ty = function.values[id].ty;
    Ok(match &function.values[id].def {
        ValueDef::Integer(n) => match ty {
            Type::Int(bits) => Value::integer(*n as u64 & mask(bits)),
            _ => Value::integer(*n as u64),
        },
        ValueDef::Null => Value::integer(0),
        ValueDef::Global(id) => Value::pointer(symbols.global(*id)),
        ValueDef::Function(id) => Value::pointer(symbols.function(*id)),
        ValueDef::ConstantAddress(place) => moved(module, &function.values, place, &value)?,
        ValueDef::Undefined => Value::Undefined,
        ValueDef::Poison => Value::Poison,
        ValueDef::Constant(constant) => match constant {
            Constant::Float(bits) => match ty {
                Type::Float(format) => Value::of_width(*bits, format.bits()),
                _ => return Err("a number of no format".to_owned()),
            },
            Constant::Wide(words) => match **words {
                [low, high] => Value::Wide(Box::new(u128::from(high) << 64 | u128::from(low))),
                ref words => match ty {
                    Type::Int(bits) => Long::of_words(words, &[]).into_value(bits),
                    _ => return Err("an integer of no width".to_owned()),
                },
            },
            // No value: it only tells the compiler something.
            Constant::Text(_) => Value::nothing(),
            Constant::Zero => zero(module, ty),
            Constant::Parts(parts) => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|id| value(*id)).collect();
                Value::Parts(parts?.into())
            }
            Constant::Label(function, block) => {
                Value::pointer(symbols.label(*function, block.index()))
            }
            Constant::Expression(op) => expression(module, function, op, ty, &value)?,
            Constant::Alias(aliased) => value(*aliased)?,
            Constant::Resolved(_) => {
                return Err(
                    "a function that is chosen when the program is loaded (ifunc)".to_owned(),
                );
            }
            Constant::Unknown => return Err("a constant that is not known".to_owned()),
        },
        ValueDef::Param(_) | ValueDef::Instruction(_) => {
            return Err("no constant where one is needed".to_owned());
        }
    })
}

fn moved(
    module: &Module,
    values: &Arena<ValueId, sanecc_ir::Value>,
    place: &Address,
    value: &impl Fn(ValueId) -> Result<Value, String>,
) -> Result<Value, String> {
    let mut distance = place.offset;
    for term in &place.terms {
        let index = value(term.index)?
            .number()
            .ok_or("an index without value")?;
        let Type::Int(bits) = values[term.index].ty else {
            return Err("an index that is no integer".to_owned());
        };
        let index = crate::concrete::signed(index as u64, bits);
        distance = distance.wrapping_add(index.wrapping_mul(term.scale));
    }
    match value(place.base)? {
        Value::Scalar { bits, object } => Ok(Value::Scalar {
            bits: bits.wrapping_add_signed(distance) & mask(module.layout.pointer_bits),
            object,
        }),
        other => Ok(other),
    }
}

fn expression(
    module: &Module,
    function: &Function,
    op: &Op,
    ty: Type,
    value: &impl Fn(ValueId) -> Result<Value, String>,
) -> Result<Value, String> {
    let bits = |ty| match ty {
        Type::Int(bits) => Ok(bits),
        Type::Pointer(_) => Ok(module.layout.pointer_bits),
        _ => Err("an expression of constants that is not known".to_owned()),
    };
    let width = |id: ValueId| bits(function.values[id].ty);
    match op {
        Op::Cast(CastOp::BitCast, a) => same_bits(&value(*a)?, function.values[*a].ty, ty),
        Op::Cast(op, a) => Ok(cast(*op, width(*a)?, bits(ty)?, &value(*a)?)),
        Op::Binary(op, a, b) => binary(*op, width(*a)?, &value(*a)?, &value(*b)?)
            .map_err(|_| "a constant division by zero".to_owned()),
        Op::Compare(predicate, a, b) => {
            Ok(compare(*predicate, width(*a)?, &value(*a)?, &value(*b)?))
        }
        Op::Address(place) => moved(module, &function.values, place, value),
        _ => Err("an expression of constants that is not known".to_owned()),
    }
}

/// The same bits as another type, where one word holds them.
fn same_bits(value: &Value, from: Type, to: Type) -> Result<Value, String> {
    let is_word = |ty| match ty {
        Type::Vector { lanes, .. } => lanes == 1,
        Type::Aggregate(_) | Type::Void | Type::Other => false,
        Type::Int(_) | Type::Float(_) | Type::Pointer(_) => true,
    };
    if !is_word(from) || !is_word(to) {
        return Err("constant lanes of a vector as another type".to_owned());
    }
    let word = match value {
        Value::Parts(parts) => parts.first().cloned().unwrap_or(Value::Undefined),
        other => other.clone(),
    };
    Ok(match to {
        Type::Vector { .. } => Value::Parts(vec![word].into()),
        _ => word,
    })
}

/// The value of a type whose bits are all zero.
pub fn zero(module: &Module, ty: Type) -> Value {
    match ty {
        Type::Vector { lanes, lane } => {
            let one = match lane {
                Lane::Float(format) => Value::of_width(0, format.bits()),
                Lane::Int(bits) => Value::of_width(0, bits),
                Lane::Pointer(_) => Value::integer(0),
            };
            Value::Parts(vec![one; lanes as usize].into())
        }
        Type::Aggregate(id) => match &module.aggregates[id].parts {
            Parts::Fields(fields) => {
                Value::Parts(fields.iter().map(|field| zero(module, field.ty)).collect())
            }
            Parts::Elements { ty, count, .. } => {
                Value::Parts(vec![zero(module, *ty); *count as usize].into())
            }
        },
        Type::Int(bits) => Value::of_width(0, bits),
        Type::Float(format) => Value::of_width(0, format.bits()),
        Type::Pointer(_) | Type::Void | Type::Other => Value::integer(0),
    }
}
