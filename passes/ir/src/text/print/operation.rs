//! Prints operations and their operands.

use super::super::constants::{Simple, float_text};
use super::super::{derive, words};
use super::function::Printer;
use super::{Quoted, is_same, model, words::word};
use crate::{
    Address, AtomicOp, Callee, ElementOp, FastMath, Mode, Op, Ordering, PoisonFlags, Predicate,
    Type, ValueId,
};
use std::fmt::Write;

impl Printer<'_> {
    /// A simple constant, without its type.
    pub(super) fn simple(&mut self, simple: &Simple, ty: Type) -> String {
        match simple {
            Simple::Integer(n) => n.to_string(),
            Simple::Null => "null".into(),
            Simple::Global(id) => format!("{id:?}"),
            Simple::Function(id) => format!("{id:?}"),
            Simple::Address(place) => format!("({})", self.address(place)),
            Simple::Undefined => "undef".into(),
            Simple::Poison => "poison".into(),
            Simple::Zero => "zero".into(),
            Simple::Float(bits) => match ty {
                Type::Float(format) => float_text(format, *bits),
                _ => format!("0x{bits:x}"),
            },
        }
    }

    pub(super) fn address(&mut self, place: &Address) -> String {
        let mut text = self.operand(place.base, None);
        for term in &place.terms {
            let index = self.operand(term.index, None);
            let _ = write!(text, " + {index}*{}", term.scale);
        }
        if place.offset != 0 {
            let _ = write!(text, " + {}", place.offset);
        }
        text
    }

    /// Flags of any instruction, each with a blank before it.
    fn flags(&self, value: ValueId) -> String {
        let function = self.function;
        let poison: PoisonFlags = function
            .poison_flags
            .get(&value)
            .copied()
            .unwrap_or_default();
        let fast: FastMath = function.fast_math.get(&value).copied().unwrap_or_default();
        let in_bounds = match function.in_bounds.contains(&value) {
            true => " inbounds",
            false => "",
        };
        let poison = words::set_flags(words::POISON, &poison);
        format!(
            "{poison}{}{in_bounds}",
            words::set_flags(words::FAST_MATH, &fast)
        )
    }

    /// An operation with its operands; `value` is what it defines.
    pub(super) fn operation(&mut self, op: &Op, value: ValueId) -> String {
        let flags = self.flags(value);
        let ty = self.function.values[value].ty;
        let one = |printer: &mut Self, word: &str, operand: ValueId, expected| {
            format!("{word}{flags} {}", printer.operand(operand, expected))
        };
        match op {
            Op::Alloca {
                bytes,
                count,
                element,
                align,
                fixed,
            } => self.alloca(value, (*bytes, *count, *element, *align, *fixed), &flags),
            Op::Load { pointer, mode } => {
                let pointer = self.operand(*pointer, None);
                format!("load{flags}{} {pointer}", show_mode(*mode))
            }
            Op::Store {
                pointer,
                value,
                mode,
            } => {
                let pointer = self.operand(*pointer, None);
                let value = self.operand(*value, None);
                format!("store{flags}{} {pointer}, {value}", show_mode(*mode))
            }
            Op::Atomic {
                pointer,
                operation,
                operands,
                mode,
            } => {
                let (name, expected) = match operation {
                    AtomicOp::CompareExchange { weak, failure } => {
                        let weak = if *weak { "weak " } else { "" };
                        let failure = word(words::ORDERINGS, failure);
                        (format!("compare_exchange {weak}failure {failure}"), None)
                    }
                    operation => (word(words::ATOMICS, operation).into(), Some(ty)),
                };
                let pointer = self.operand(*pointer, None);
                let operands: String = operands
                    .iter()
                    .map(|&operand| format!(", {}", self.operand(operand, expected)))
                    .collect();
                format!(
                    "atomic{flags} {name}{} {pointer}{operands}",
                    show_mode(*mode)
                )
            }
            Op::Fence(ordering) => format!("fence{flags} {}", word(words::ORDERINGS, ordering)),
            Op::Address(place) => format!("address{flags} {}", self.address(place)),
            Op::Binary(op, a, b) => {
                let word = word(words::BINARY, op);
                format!("{word}{flags} {}", self.operands(&[*a, *b], Some(ty)))
            }
            Op::Negate(a) => one(self, "negate", *a, Some(ty)),
            Op::Freeze(a) => one(self, "freeze", *a, Some(ty)),
            Op::Compare(how, a, b) => {
                let how = match how {
                    Predicate::Float(how) => {
                        format!("fcompare{flags} {}", word(words::FLOAT_PREDICATES, how))
                    }
                    how => format!("compare{flags} {}", word(words::INTEGER_PREDICATES, how)),
                };
                let expected = self.function.values[*a].ty;
                let a = self.operand(*a, None);
                format!("{how} {a}, {}", self.operand(*b, Some(expected)))
            }
            Op::Cast(op, a) => one(self, word(words::CASTS, op), *a, None),
            Op::Phi(edges) => {
                let edges: Vec<_> = edges
                    .iter()
                    .map(|(block, value)| format!("{block:?} {}", self.operand(*value, Some(ty))))
                    .collect();
                format!("phi{flags} {}", edges.join(", "))
            }
            Op::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.operand(*condition, Some(Type::Int(1)));
                let arms = self.operands(&[*then, *otherwise], Some(ty));
                format!("select{flags} {condition}, {arms}")
            }
            Op::Element(op, all) => {
                let operands = self.operands(all, None);
                element(op, &flags, &operands)
            }
            Op::VaArg(a) => one(self, "va_arg", *a, None),
            Op::ScopeBegin(a) => one(self, "scope_begin", *a, None),
            Op::ScopeEnd(a) => one(self, "scope_end", *a, None),
            Op::StackRestore(a) => one(self, "stack_restore", *a, None),
            Op::Resume(a) => one(self, "resume", *a, None),
            Op::Memory(kind, all) => {
                let word = word(words::MEMORY, kind);
                format!("{word}{flags} {}", self.operands(all, None))
            }
            Op::Inert(name, all) => {
                let operands = self.operands(all, None);
                format!("inert{flags} {}({operands})", Quoted(name))
            }
            Op::Opaque { name, operands } => {
                let operands = self.operands(operands, None);
                format!("opaque{flags} {}({operands})", Quoted(name))
            }
            Op::LandingPad { cleanup, clauses } => {
                let cleanup = if *cleanup { " cleanup" } else { "" };
                let clauses = self.operands(clauses, None);
                format!("landing_pad{flags}{cleanup} ({clauses})")
            }
            Op::Call { .. } => self.call(op, value, &flags),
            Op::Return(None) => format!("return{flags}"),
            Op::Return(Some(a)) => {
                let result = self.function.signature.result;
                one(self, "return", *a, Some(result))
            }
            Op::Branch(all) => match all.split_first() {
                None => format!("branch{flags}"),
                Some((&first, cases)) => {
                    let ty = self.function.values[first].ty;
                    let mut text = one(self, "branch", first, None);
                    for &case in cases {
                        let _ = write!(text, ", {}", self.operand(case, Some(ty)));
                    }
                    text
                }
            },
            Op::Unreachable => format!("unreachable{flags}"),
        }
    }

    fn alloca(
        &mut self,
        value: ValueId,
        (bytes, count, element, align, fixed): (Option<u64>, ValueId, u64, u64, bool),
        flags: &str,
    ) -> String {
        let function = self.function;
        let n = function.integer(count);
        let derived = n
            .and_then(|n| u64::try_from(n).ok())
            .and_then(|n| n.checked_mul(element));
        let mut blocks = function.blocks.iter();
        let is_entry = blocks
            .next()
            .is_some_and(|(_, entry)| entry.instructions.contains(&value));
        let mut text = format!("alloca{flags}");
        // What is counted is told where it is not one.
        let is_one = n == Some(1) && function.values[count].ty == Type::Int(32);
        let count = self.operand(count, Some(Type::Int(32)));
        if !is_one || count != "1" {
            let _ = write!(text, " {count} *");
        }
        let _ = write!(text, " {element} bytes align {align}");
        if bytes != derived {
            let _ = match bytes {
                Some(bytes) => write!(text, " all {bytes}"),
                None => write!(text, " all unknown"),
            };
        }
        if fixed != (is_entry && bytes.is_some()) {
            text.push_str(if fixed { " fixed" } else { " dynamic" });
        }
        text
    }

    fn call(&mut self, op: &Op, value: ValueId, flags: &str) -> String {
        let Op::Call {
            callee,
            arguments,
            model,
            noreturn,
            returns_twice,
            must_tail,
            signature,
            unwind,
        } = op
        else {
            return String::new();
        };
        let mut text = format!("call{flags}");
        for (is_set, word) in [
            (*noreturn, " noreturn"),
            (*returns_twice, " returns_twice"),
            (*must_tail, " must_tail"),
        ] {
            if is_set {
                text.push_str(word);
            }
        }
        let is_callees = match callee {
            Callee::Direct(id) => is_same(&self.module.functions[*id].signature, signature),
            _ => false,
        };
        if !is_callees {
            let _ = write!(text, " {signature}");
        }
        match callee {
            Callee::Direct(id) => _ = write!(text, " {id:?}"),
            Callee::Indirect(pointer) => {
                let pointer = self.operand(*pointer, None);
                // The function of this number is called directly.
                let _ = write!(text, " indirect {pointer}");
            }
            Callee::Assembly(assembly) => {
                text.push_str(" asm");
                for (is_set, word) in [
                    (assembly.side_effects, " volatile"),
                    (assembly.intel, " intel"),
                ] {
                    if is_set {
                        text.push_str(word);
                    }
                }
                let (code, constraints) = (Quoted(&assembly.text), Quoted(&assembly.constraints));
                let _ = write!(text, " {code} {constraints}");
            }
        }
        let parameters = signature.parameters.iter().copied().map(Some);
        let expected = parameters.chain(std::iter::repeat(None));
        let arguments_text: Vec<_> = arguments
            .iter()
            .zip(expected)
            .map(|(&argument, expected)| self.operand(argument, expected))
            .collect();
        let _ = write!(text, "({})", arguments_text.join(", "));
        let result = self.function.values[value].ty;
        let values = &self.function.values;
        let types: Vec<Type> = arguments.iter().map(|&a| values[a].ty).collect();
        let derived = derive::model(self.module, callee, result, &types);
        if *model != derived {
            text.push_str(&model::show(model));
        }
        if let Some(unwind) = unwind {
            let _ = write!(text, " unwind {unwind:?}");
        }
        text
    }
}

fn show_mode(mode: Mode) -> String {
    let volatile = if mode.volatile { " volatile" } else { "" };
    match mode.ordering {
        Ordering::NotAtomic => volatile.into(),
        ordering => format!("{volatile} {}", word(words::ORDERINGS, &ordering)),
    }
}

fn element(op: &ElementOp, flags: &str, operands: &str) -> String {
    let numbers = |all: &[u32]| {
        let all: Vec<_> = all.iter().map(u32::to_string).collect();
        all.join(", ")
    };
    match op {
        ElementOp::ExtractValue(path) => {
            format!("extract_value{flags} {operands} [{}]", numbers(path))
        }
        ElementOp::InsertValue(path) => {
            format!("insert_value{flags} {operands} [{}]", numbers(path))
        }
        ElementOp::ExtractElement => format!("extract_element{flags} {operands}"),
        ElementOp::InsertElement => format!("insert_element{flags} {operands}"),
        ElementOp::Shuffle(lanes) => {
            let lanes: Vec<_> = lanes
                .iter()
                .map(|lane| lane.map_or("_".into(), |lane| lane.to_string()))
                .collect();
            format!("shuffle{flags} {operands} [{}]", lanes.join(", "))
        }
        ElementOp::Addresses { steps, offset } => {
            let steps: Vec<_> = steps.iter().map(i64::to_string).collect();
            format!(
                "addresses{flags} {operands} [{}] + {offset}",
                steps.join(", ")
            )
        }
        ElementOp::Unknown => format!("unknown_element{flags} {operands}"),
    }
}
