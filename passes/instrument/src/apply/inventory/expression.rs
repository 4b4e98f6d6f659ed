//! Values of an instrumented function as C would write them.
//!
//! Variables have the names of the source; members too, where debug information has them. An address without types is written in bytes. What has no short form is `..`, or the
//! line of its computation. Nothing but text depends on this.

use super::Subject;
use sanecc_ir::{Address, Callee, FieldPath, Op, Parts, Predicate, Step, Type, ValueDef, ValueId};
use sanecc_prove::Words;

/// How deep an expression may be nested.
const DEPTH: usize = 7;

/// What names of inserted variables begin with.
const OWN: &str = "sanecc.";

/// What has no words.
const LEFT_OUT: &str = "..";

impl Subject<'_> {
    /// The value.
    pub(super) fn value(&self, value: ValueId) -> String {
        self.expression(value, DEPTH)
    }

    /// What a pointer points to.
    pub(super) fn pointee(&self, pointer: ValueId) -> String {
        self.place(pointer, DEPTH)
    }

    /// The number that a value is before it is made as wide as addresses.
    pub(super) fn constant(&self, value: ValueId) -> Option<i64> {
        match &self.function.values[value].def {
            ValueDef::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The variable on the stack, or the parameter, that a value is the address or the value of.
    fn named(&self, value: ValueId) -> Option<&str> {
        let own = || match self.function.name_of(value)?.strip_prefix(OWN) {
            Some(name) => name.split('.').next(),
            None => self.words().name(value),
        };
        let earlier = self.earlier.as_ref().and_then(|earlier| {
            let then = *earlier.values.get(&value)?;
            let is_variable = matches!(
                earlier.words.function.values[then].def,
                ValueDef::Param(_) | ValueDef::Instruction(Op::Alloca { .. })
            );
            earlier.words.name(then).filter(|_| is_variable)
        });
        earlier.or_else(own)
    }

    /// Whether a value is the address of a variable on the stack, also of one that was moved into a frame.
    pub(super) fn is_variable(&self, value: ValueId) -> bool {
        if matches!(self.function.op(value), Some(Op::Alloca { .. })) {
            return true;
        }
        self.earlier.as_ref().is_some_and(|earlier| {
            let then = earlier.values.get(&value);
            then.is_some_and(|then| {
                matches!(earlier.words.function.op(*then), Some(Op::Alloca { .. }))
            })
        })
    }

    fn expression(&self, value: ValueId, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else {
            return LEFT_OUT.to_owned();
        };
        let operand = |value: ValueId| self.expression(value, depth);
        if self.is_variable(value) {
            let name = self.named(value).unwrap_or(LEFT_OUT);
            return format!("&{name}");
        }
        match &self.function.values[value].def {
            ValueDef::Param(number) => match self.named(value) {
                Some(name) => name.to_owned(),
                None => format!("argument {}", number + 1),
            },
            ValueDef::Integer(number) => number.to_string(),
            ValueDef::Null => "NULL".to_owned(),
            ValueDef::Global(global) => format!("&{}", self.module.globals[*global].name),
            ValueDef::Function(function) => self.module.functions[*function].name.clone(),
            ValueDef::ConstantAddress(address) => self.address(value, address, depth),
            ValueDef::Undefined | ValueDef::Poison | ValueDef::Constant(_) => LEFT_OUT.to_owned(),
            ValueDef::Instruction(op) => match op {
                Op::Address(address) => self.address(value, address, depth),
                Op::Load { pointer, .. } => self.place(*pointer, depth),
                Op::Cast(_, inner) | Op::Freeze(inner) => operand(*inner),
                Op::Binary(operation, a, b) => {
                    let [a, b] = [a, b].map(|v| operand(*v));
                    match Words::operator(*operation) {
                        Ok("*") if b == "1" => a,
                        Ok("+") if a == "0" => b,
                        Ok("+") if b == "0" => a,
                        Ok(sign) => format!("({a} {sign} {b})"),
                        Err(Some(function)) => format!("{function}({a}, {b})"),
                        Err(None) => LEFT_OUT.to_owned(),
                    }
                }
                Op::Compare(predicate, a, b) => {
                    format!("{} {} {}", operand(*a), sign(*predicate), operand(*b))
                }
                Op::Select {
                    condition,
                    then,
                    otherwise,
                } => {
                    let [condition, then, otherwise] =
                        [condition, then, otherwise].map(|v| operand(*v));
                    format!("({condition} ? {then} : {otherwise})")
                }
                Op::Phi(_) => {
                    (self.words().merged_variable(value)).unwrap_or_else(|| self.computed(value))
                }
                Op::Call {
                    callee: Callee::Direct(callee),
                    ..
                } => format!("{}(..)", self.called(*callee)),
                _ => self.computed(value),
            },
        }
    }

    /// A place in memory: what the pointer, as C writes it, leads to.
    fn place(&self, pointer: ValueId, depth: usize) -> String {
        let address = self.expression(pointer, depth);
        match address.strip_prefix('&') {
            Some(place) => place.to_owned(),
            None => format!("*{address}"),
        }
    }

    fn address(&self, value: ValueId, address: &Address, depth: usize) -> String {
        if let Some(path) = self.function.paths.get(&value)
            && let Some(text) = self.path(path, address.base, depth)
        {
            return text;
        }
        let mut text = self.expression(address.base, depth);
        for term in &address.terms {
            let index = self.expression(term.index, depth);
            text += &match term.scale {
                1 => format!(" + {index}"),
                scale => format!(" + {index} * {scale}"),
            };
        }
        match address.offset {
            0 => {}
            back @ i64::MIN..0 => text += &format!(" - {}", back.unsigned_abs()),
            forward => text += &format!(" + {forward}"),
        }
        match address.terms.is_empty() && address.offset == 0 {
            true => text,
            false => format!("({text})"),
        }
    }

    /// Members and elements by their names and indices.
    fn path(&self, path: &FieldPath, base: ValueId, depth: usize) -> Option<String> {
        let (first, rest) = path.steps.split_first()?;
        let Step::Element(first) = first else {
            return None;
        };
        let pointer = self.expression(base, depth);
        let index = self.expression(*first, depth);
        let mut dot = ".";
        let mut text = match (pointer.strip_prefix('&'), index.as_str(), rest) {
            (Some(place), "0", _) => place.to_owned(),
            (None, "0", [Step::Field(_), ..]) => {
                dot = "->";
                pointer
            }
            (None, "0", []) => return Some(pointer),
            (None, "0", _) => format!("(*{pointer})"),
            // An element of an array that the base is the first element of.
            (Some(place), ..) if place.ends_with("[0]") => {
                format!("{}[{index}]", place.trim_end_matches("[0]"))
            }
            (Some(place), ..) => format!("(&{place})[{index}]"),
            (None, ..) => format!("{pointer}[{index}]"),
        };
        let mut ty = path.ty;
        for step in rest {
            let Type::Aggregate(id) = ty else {
                return None;
            };
            match (&self.module.aggregates[id].parts, step) {
                (Parts::Fields(fields), Step::Field(number)) => {
                    let field = fields.get(*number as usize)?;
                    match &field.name {
                        Some(name) => text += &format!("{dot}{name}"),
                        None => text += &format!("{dot}<field {number}>"),
                    }
                    ty = field.ty;
                }
                (Parts::Elements { ty: inner, .. }, Step::Element(index)) => {
                    text += &format!("[{}]", self.expression(*index, depth));
                    ty = *inner;
                }
                _ => return None,
            }
            dot = ".";
        }
        Some(format!("&{text}"))
    }

    /// The line of a computation that has no words.
    fn computed(&self, value: ValueId) -> String {
        match self.function.location_of(value) {
            Some(location) if location.line != 0 => {
                format!("(computed in line {})", location.line)
            }
            Some(_) | None => LEFT_OUT.to_owned(),
        }
    }
}

/// How C writes a comparison; those of floating-point numbers are no part of checks.
fn sign(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::Eq => "==",
        Predicate::Ne => "!=",
        Predicate::ULt | Predicate::SLt => "<",
        Predicate::ULe | Predicate::SLe => "<=",
        Predicate::UGt | Predicate::SGt => ">",
        Predicate::UGe | Predicate::SGe => ">=",
        Predicate::Float(_) => "?",
    }
}
