//! Parts of vectors and aggregates.

use super::Machine;
use super::step::moved;
use crate::concrete::{Value, signed};
use crate::fault::Stop;
use sanecc_ir::{ElementOp, Parts, Type};

impl Machine<'_> {
    /// The result of an operation on parts; `ty` is the type of its first operand.
    pub(super) fn element(
        &self,
        op: &ElementOp,
        ty: Type,
        operands: &[Value],
    ) -> Result<Value, Stop> {
        let operand = |number: usize| operands.get(number).cloned().unwrap_or(Value::Undefined);
        let number = |value: Value| value.number().and_then(|n| usize::try_from(n).ok());
        Ok(match op {
            ElementOp::ExtractValue(path) => {
                path.iter().fold(operand(0), |value, number| match value {
                    Value::Parts(parts) => parts
                        .get(*number as usize)
                        .cloned()
                        .unwrap_or(Value::Undefined),
                    other => other,
                })
            }
            ElementOp::InsertValue(path) => {
                let mut whole = self.expanded(&operand(0), ty);
                self.insert(&mut whole, path, operand(1), ty);
                whole
            }
            ElementOp::ExtractElement => match (self.expanded(&operand(0), ty), number(operand(1)))
            {
                (Value::Parts(parts), Some(lane)) => {
                    parts.get(lane).cloned().unwrap_or(Value::Poison)
                }
                _ => Value::Poison,
            },
            ElementOp::InsertElement => {
                match (self.expanded(&operand(0), ty), number(operand(2))) {
                    (Value::Parts(mut parts), Some(lane)) if lane < parts.len() => {
                        parts[lane] = operand(1);
                        Value::Parts(parts)
                    }
                    _ => Value::Poison,
                }
            }
            ElementOp::Shuffle(lanes) => {
                let sides = [operand(0), operand(1)].map(|side| self.expanded(&side, ty));
                let all: Vec<Value> = sides
                    .into_iter()
                    .flat_map(|side| match side {
                        Value::Parts(parts) => parts.into_vec(),
                        other => vec![other],
                    })
                    .collect();
                let picked = lanes.iter().map(|lane| match lane {
                    Some(lane) => all.get(*lane as usize).cloned().unwrap_or(Value::Poison),
                    None => Value::Poison,
                });
                Value::Parts(picked.collect())
            }
            ElementOp::Addresses { steps, offset } => {
                let lanes = operands.iter().find_map(|operand| match operand {
                    Value::Parts(parts) => Some(parts.len()),
                    _ => None,
                });
                let part = |value: &Value, lane: usize| match value {
                    Value::Parts(parts) => parts.get(lane).cloned().unwrap_or(Value::Undefined),
                    other => other.clone(),
                };
                let width = self.module.layout.pointer_bits;
                let all = (0..lanes.unwrap_or(1)).map(|lane| {
                    let mut at = moved(&part(&operand(0), lane), *offset, width);
                    for (index, step) in operands.iter().skip(1).zip(steps) {
                        at = match part(index, lane) {
                            Value::Scalar { bits, .. } => {
                                let index = signed(bits, 64);
                                moved(&at, index.wrapping_mul(*step), width)
                            }
                            _ => Value::Undefined,
                        };
                    }
                    at
                });
                Value::Parts(all.collect())
            }
            ElementOp::Unknown => {
                return Err(Stop::Unsupported(
                    "addresses in vectors of unknown size".to_owned(),
                ));
            }
        })
    }

    /// A value as its parts: those of one without value have none either.
    fn expanded(&self, value: &Value, ty: Type) -> Value {
        if let Value::Parts(_) = value {
            return value.clone();
        }
        let parts = match ty {
            Type::Vector { lanes, .. } => lanes as usize,
            Type::Aggregate(id) => match &self.module.aggregates[id].parts {
                Parts::Fields(fields) => fields.len(),
                Parts::Elements { count, .. } => *count as usize,
            },
            _ => return value.clone(),
        };
        Value::Parts(vec![value.clone(); parts].into())
    }

    fn insert(&self, whole: &mut Value, path: &[u32], part: Value, ty: Type) {
        let [number, rest @ ..] = path else {
            *whole = part;
            return;
        };
        let inner = match ty {
            Type::Aggregate(id) => match &self.module.aggregates[id].parts {
                Parts::Fields(fields) => fields.get(*number as usize).map(|field| field.ty),
                Parts::Elements { ty, .. } => Some(*ty),
            },
            _ => None,
        };
        *whole = self.expanded(whole, ty);
        if let (Value::Parts(parts), Some(inner)) = (whole, inner)
            && let Some(place) = parts.get_mut(*number as usize)
        {
            self.insert(place, rest, part, inner);
        }
    }
}
