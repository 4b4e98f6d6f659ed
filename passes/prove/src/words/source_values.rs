//! Values of a function as its source would write them, for people who read proofs.
//!
//! Names come from clang, which keeps those of parameters and local variables and invents others: an invented name is never shown, an expression of named values or
//! the line of the computation is. Nothing but the text of remarks depends on this.

use super::{Account, Words};
use sanecc_ir::{Address, BinaryOp, Callee, Id, Op, ValueDef, ValueId};
use std::collections::BTreeMap;

/// How deep an expression may be nested before its line stands for it.
const DEPTH: usize = 4;

/// The values that a proof names `vN` or `vNu`, by that name.
pub(super) fn named(words: Words<'_>, account: &Account) -> BTreeMap<String, String> {
    let texts = [&account.size, &account.offset, &account.bytes];
    let texts = texts.into_iter().flatten();
    let texts = texts.chain(&account.facts).chain(&account.assumptions);
    let mut named = BTreeMap::new();
    for name in texts.flat_map(|text| names_in(text)) {
        let digits = name.trim_start_matches('v').trim_end_matches('u');
        let value = digits.parse().ok().map(ValueId::from_index);
        let known = value.filter(|value| value.index() < words.function.values.len());
        if let Some(text) = known.and_then(|value| written(words, value)) {
            named.insert(name.to_owned(), text);
        }
    }
    named
}

/// The names of values in a text.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| {
        let digits = word.strip_prefix('v').unwrap_or_default();
        let digits = digits.strip_suffix('u').unwrap_or(digits);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn written(words: Words<'_>, value: ValueId) -> Option<String> {
    expression(words, value, DEPTH).or_else(|| computed(words, value))
}

/// The line of a computation that has no words.
fn computed(words: Words<'_>, value: ValueId) -> Option<String> {
    let location = words.function.location_of(value)?;
    (location.line != 0).then(|| format!("(computed in line {})", location.line))
}

fn expression(words: Words<'_>, value: ValueId, depth: usize) -> Option<String> {
    let operand = |value: ValueId| match depth {
        0 => computed(words, value),
        depth => expression(words, value, depth - 1).or_else(|| computed(words, value)),
    };
    match &words.function.values[value].def {
        ValueDef::Param(_) => words.name(value).map(ToOwned::to_owned),
        ValueDef::Integer(number) => Some(number.to_string()),
        ValueDef::Global(global) => Some(words.module.globals[*global].name.clone()),
        ValueDef::Function(function) => Some(words.module.functions[*function].name.clone()),
        ValueDef::Null
        | ValueDef::ConstantAddress(_)
        | ValueDef::Undefined
        | ValueDef::Poison
        | ValueDef::Constant(_) => None,
        ValueDef::Instruction(op) => match op {
            Op::Alloca { .. } => words.name(value).map(ToOwned::to_owned),
            Op::Phi(_) => variable(words, value),
            Op::Cast(_, inner) | Op::Freeze(inner) => operand(*inner),
            Op::Binary(op, a, b) => {
                let (a, b) = (operand(*a)?, operand(*b)?);
                Some(match operator(*op) {
                    Ok(sign) => format!("({a} {sign} {b})"),
                    Err(function) => format!("{}({a}, {b})", function?),
                })
            }
            Op::Address(place) => address(place, operand),
            Op::Load { pointer, .. } => {
                let line = words.function.location_of(value)?.line;
                let from = match &words.function.values[*pointer].def {
                    ValueDef::Global(global) => words.module.globals[*global].name.as_str(),
                    _ => words
                        .name(*pointer)
                        .filter(|_| is_variable(words, *pointer))
                        .unwrap_or("a value"),
                };
                Some(format!("({from} read in line {line})"))
            }
            Op::Call {
                callee: Callee::Direct(callee),
                ..
            } => {
                let name = &words.module.functions[*callee].name;
                Some(match words.function.location_of(value) {
                    Some(location) if location.line != 0 => {
                        format!("(result of {name} in line {})", location.line)
                    }
                    Some(_) | None => format!("(result of {name})"),
                })
            }
            _ => None,
        },
    }
}

/// Whether a value is a local variable that lies in memory.
fn is_variable(words: Words<'_>, value: ValueId) -> bool {
    matches!(words.function.op(value), Some(Op::Alloca { .. }))
}

/// The variable that a phi stands for, if it is one of the source.
pub(super) fn variable(words: Words<'_>, value: ValueId) -> Option<String> {
    match words.function.op(value)? {
        Op::Phi(_) => merged(words.function.name_of(value)?),
        _ => None,
    }
}

/// The variable whose values a phi merges: LLVM names it after the variable, with a number.
fn merged(name: &str) -> Option<String> {
    let (variable, number) = name.rsplit_once('.')?;
    let variable = variable.strip_suffix(".addr").unwrap_or(variable);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // What clang invents has dots, or is the place of the result.
    let is_own = !variable.is_empty() && !variable.contains('.') && variable != "retval";
    (is_number && is_own).then(|| variable.to_owned())
}

/// In bytes.
fn address(place: &Address, operand: impl Fn(ValueId) -> Option<String>) -> Option<String> {
    let mut text = operand(place.base)?;
    for term in &place.terms {
        let index = operand(term.index)?;
        text += &match term.scale {
            1 => format!(" + {index}"),
            scale => format!(" + {scale}*{index}"),
        };
    }
    if place.offset != 0 {
        text += &format!(" + {}", place.offset);
    }
    Some(match place.terms.is_empty() && place.offset == 0 {
        true => text,
        false => format!("({text})"),
    })
}

/// The sign of an operation, or the name of a function that does it, if C has one.
pub(super) fn operator(op: BinaryOp) -> Result<&'static str, Option<&'static str>> {
    Ok(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::SMin | BinaryOp::UMin => return Err(Some("min")),
        BinaryOp::SMax | BinaryOp::UMax => return Err(Some("max")),
        BinaryOp::Float(_) => return Err(None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_values_are_found_in_formulas() {
        let found: Vec<_> = names_in("[v0 .. v0 + v12u*4 + -1], valve v v1x 4*v3").collect();
        assert_eq!(found, ["v0", "v0", "v12u", "v3"]);
    }

    #[test]
    fn phis_have_the_names_of_their_variables() {
        assert_eq!(merged("i.0").as_deref(), Some("i"));
        assert_eq!(merged("p.addr.12").as_deref(), Some("p"));
        for invented in ["cond", "retval.0", "a.b.0", ".0", "i.x"] {
            assert_eq!(merged(invented), None, "{invented}");
        }
    }
}
