//! Prints a function: its head, the constants that need a line, its blocks.

use super::super::constants::Simple;
use super::super::{derive, words};
use super::{Quoted, Scopes, Symbol, list, place};
use crate::{
    Access, AccessId, Constant, FuncId, Function, Id, Module, Op, Type, ValueDef, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Prints one function.
pub(super) struct Printer<'m> {
    pub(super) module: &'m Module,
    pub(super) function: &'m Function,
    full: bool,
    pub(super) text: String,
    /// Constants that are told by their number, each in a line of its own.
    tabled: FxHashSet<ValueId>,
    /// Constants that stand in place of their number, in the order in which they are met.
    met: Vec<ValueId>,
    seen: FxHashSet<ValueId>,
}

/// Whether a value is a constant.
fn is_constant(def: &ValueDef) -> bool {
    !matches!(def, ValueDef::Param(_) | ValueDef::Instruction(_))
}

impl<'m> Printer<'m> {
    pub(super) fn new(module: &'m Module, function: &'m Function, full: bool) -> Self {
        let mut tabled = FxHashSet::default();
        let mut known: FxHashMap<(Simple, Type), ValueId> = FxHashMap::default();
        for (id, value) in function.values.iter() {
            // What has no type fills the numbers that a text has left out; nothing refers to it.
            if !is_constant(&value.def) || value.ty == Type::Void {
                continue;
            }
            match Simple::of(value) {
                None => _ = tabled.insert(id),
                // What it names stands in its line.
                Some(_) if full && function.paths.contains_key(&id) => _ = tabled.insert(id),
                Some(simple) => {
                    if let Some(other) = known.insert((simple, value.ty), id) {
                        tabled.extend([other, id]);
                    }
                }
            }
        }
        Self {
            module,
            function,
            full,
            text: String::new(),
            tabled,
            met: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    pub(super) fn function(&mut self, id: FuncId, scopes: &mut Scopes<'m>) {
        self.head(id, scopes);
        if !self.function.defined {
            return;
        }
        let start = self.text.len();
        self.body(&[], scopes);
        // What the reader numbers by itself gets the next number that is free.
        if self.full && !self.is_in_order() {
            self.text.truncate(start);
            let constants = self.function.values.iter();
            let constants = constants
                .filter(|(id, value)| is_constant(&value.def) && !self.tabled.contains(id));
            let constants: Vec<_> = constants.map(|(id, _)| id).collect();
            self.body(&constants, scopes);
        }
    }

    fn is_in_order(&self) -> bool {
        let values = self.function.values.iter();
        let free = values
            .filter(|(id, value)| is_constant(&value.def) && !self.tabled.contains(id))
            .map(|(id, _)| id);
        free.eq(self.met.iter().copied())
    }

    fn head(&mut self, id: FuncId, scopes: &mut Scopes<'m>) {
        let function = self.function;
        let keyword = if function.defined {
            "define"
        } else {
            "declare"
        };
        let name = Symbol(&function.name);
        let _ = write!(self.text, "{id:?} {keyword} {name}(");
        let signature = &function.signature;
        let mut parameters = Vec::new();
        for (number, ty) in signature.parameters.iter().enumerate() {
            let mut text = String::new();
            if function.defined {
                let value = ValueId::from_index(number);
                let _ = write!(text, "{value:?}{}: ", self.name(value));
            }
            let _ = write!(text, "{ty}");
            let param = function.params.get(number).copied().unwrap_or_default();
            if let Some((bytes, align)) = param.by_value {
                let _ = write!(text, " by_value {bytes} align {align}");
            }
            parameters.push(text);
        }
        if signature.variadic {
            parameters.push("...".into());
        }
        let _ = write!(
            self.text,
            "{}) -> {}",
            parameters.join(", "),
            signature.result
        );
        if function.checked != function.defined {
            let word = if function.checked {
                " checked"
            } else {
                " unchecked"
            };
            self.text.push_str(word);
        }
        if function.external != derive::is_external(&function.name, function.defined) {
            let word = if function.external {
                " external"
            } else {
                " hidden"
            };
            self.text.push_str(word);
        }
        self.text
            .push_str(&words::set_flags(words::FUNCTION, function));
        if function.layout.null_is_memory && !self.module.layout.null_is_memory {
            self.text.push_str(" null_is_memory");
        }
        if self.module.exposed.functions.contains(&id) {
            self.text.push_str(" exposed");
        }
        if self.full {
            self.text
                .push_str(&place(scopes, function.location.as_ref()));
        }
        self.text.push('\n');
    }

    fn body(&mut self, constants: &[ValueId], scopes: &mut Scopes<'m>) {
        self.met.clear();
        self.seen.clear();
        let mut tabled: Vec<ValueId> = self.tabled.iter().copied().collect();
        tabled.sort_unstable();
        for &constant in constants.iter().chain(&tabled) {
            let line = self.constant(constant);
            let _ = writeln!(self.text, "  {line}");
        }
        let function = self.function;
        let mut accesses: FxHashMap<ValueId, Vec<(AccessId, &Access)>> = FxHashMap::default();
        for (id, access) in function.accesses.iter() {
            accesses
                .entry(access.instruction)
                .or_default()
                .push((id, access));
        }
        for (id, block) in function.blocks.iter() {
            let _ = write!(self.text, "{id:?}:");
            if !block.successors.is_empty() {
                let _ = write!(self.text, " -> {}", list(&block.successors));
            }
            self.text.push('\n');
            for &value in &block.instructions {
                self.instruction(value, scopes);
                let accesses = accesses.get(&value).map_or(&[][..], Vec::as_slice);
                self.notes(value, accesses);
            }
        }
    }

    fn instruction(&mut self, value: ValueId, scopes: &mut Scopes<'m>) {
        let function = self.function;
        let Some(op) = function.op(value) else {
            return;
        };
        let name = self.name(value);
        let ty = function.values[value].ty;
        let derived = match op {
            Op::Alloca { .. } | Op::Address(_) => Type::Pointer(0),
            Op::Compare(..) => Type::Int(1),
            _ => Type::Void,
        };
        let ty = match ty == derived {
            true => String::new(),
            false => format!(": {ty}"),
        };
        let text = self.operation(op, value);
        let place = match self.full {
            true => place(scopes, function.location_of(value)),
            false => String::new(),
        };
        let _ = writeln!(self.text, "  {value:?}{name}{ty} = {text}{place}");
    }

    /// The line of a constant.
    fn constant(&mut self, id: ValueId) -> String {
        let value = &self.function.values[id];
        let ty = value.ty;
        let text = match &value.def {
            ValueDef::ConstantAddress(place) => format!("({})", self.address(place)),
            ValueDef::Constant(constant) => match constant {
                Constant::Wide(words) => {
                    let words: String = words.iter().rev().map(|w| format!("{w:016x}")).collect();
                    format!("wide 0x{words}")
                }
                Constant::Parts(parts) => format!("parts {}", self.operands(parts, None)),
                Constant::Label(function, block) => format!("label {function:?}.{block:?}"),
                Constant::Expression(op) => {
                    let op = self.operation(op, id);
                    format!("expression {op}")
                }
                Constant::Alias(of) => format!("alias {}", self.operand(*of, None)),
                Constant::Resolved(by) => format!("resolved {by:?}"),
                Constant::Text(text) => format!("text {}", Quoted(text)),
                Constant::Float(bits) => format!("0x{bits:x}"),
                Constant::Zero => "zero".into(),
                Constant::Unknown => "unknown".into(),
            },
            _ => {
                let value = &self.function.values[id];
                Simple::of(value)
                    .map_or_else(|| "unknown".into(), |simple| self.simple(&simple, ty))
            }
        };
        let symbolic = match self.function.symbolic.contains(&id) {
            true => " symbolic",
            false => "",
        };
        let path = match self.full {
            true => self.path(id).map(|path| format!(" {path}")),
            false => None,
        };
        let path = path.unwrap_or_default();
        format!("const {id:?}: {ty} = {text}{symbolic}{path}")
    }

    fn name(&self, value: ValueId) -> String {
        let name = self.function.name_of(value);
        name.map_or(String::new(), |name| format!(" {}", Quoted(name)))
    }

    /// Values in a list, by number or, where they are simple constants, as such.
    pub(super) fn operands(&mut self, all: &[ValueId], expected: Option<Type>) -> String {
        let all: Vec<_> = all.iter().map(|&v| self.operand(v, expected)).collect();
        all.join(", ")
    }

    /// A value; a constant without its type where that is what the reader expects.
    pub(super) fn operand(&mut self, id: ValueId, expected: Option<Type>) -> String {
        let value = &self.function.values[id];
        let simple = match is_constant(&value.def) && !self.tabled.contains(&id) {
            true => Simple::of(value),
            false => None,
        };
        let Some(simple) = simple else {
            return format!("{id:?}");
        };
        let ty = value.ty;
        let is_address = matches!(
            simple,
            Simple::Null | Simple::Global(_) | Simple::Function(_) | Simple::Address(_)
        );
        let is_expected = match is_address {
            true => ty.is_plain_pointer(),
            false => expected == Some(ty),
        };
        let text = self.simple(&simple, ty);
        // An address names its own parts before itself.
        if self.seen.insert(id) {
            self.met.push(id);
        }
        match is_expected {
            true => text,
            false => format!("{ty} {text}"),
        }
    }
}
