//! The analysis IR as text, for `-fsanecc-print` and for tests.

use crate::{Address, Callee, Extent, Function, Id, Module, Op, ValueDef, ValueId};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, global) in self.globals.iter() {
            writeln!(
                f,
                "{id:?} @{} : {} bytes {:?}",
                global.name, global.size, global.linkage
            )?;
        }
        for (id, function) in self.functions.iter() {
            if function.defined {
                write!(f, "{id:?} {function}")?;
            }
        }
        Ok(())
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "@{}{}",
            self.name,
            if self.checked { "" } else { " unchecked" }
        )?;
        let mut accesses = self.accesses.iter().peekable();
        for (id, block) in self.blocks.iter() {
            writeln!(f, "{id:?}: -> {:?}", block.successors)?;
            for &value in &block.instructions {
                writeln!(f, "  {}", self.show_instruction(value))?;
                while let Some((id, access)) = accesses.next_if(|(_, a)| a.instruction == value) {
                    let extent = match access.extent {
                        Extent::Bytes(n) => format!("{n} bytes"),
                        Extent::Dynamic(n) => format!("{} bytes", self.show(n)),
                        Extent::Masked { lane, lanes, .. } => {
                            format!("{lanes} lanes of {lane} bytes under a mask")
                        }
                    };
                    writeln!(
                        f,
                        "    {id:?} {:?} {extent} at {} align {}",
                        access.kind,
                        self.show(access.pointer),
                        access.align
                    )?;
                }
            }
        }
        Ok(())
    }
}

impl Function {
    fn show(&self, value: ValueId) -> String {
        match &self.values[value].def {
            ValueDef::Integer(n) => n.to_string(),
            ValueDef::Null => "null".into(),
            ValueDef::Global(g) => format!("{g:?}"),
            ValueDef::Function(func) => format!("{func:?}"),
            ValueDef::ConstantAddress(place) => format!("({})", self.show_address(place)),
            ValueDef::Undefined => "undefined".into(),
            ValueDef::Poison => "poison".into(),
            ValueDef::Constant(_) => "constant".into(),
            ValueDef::Param(_) | ValueDef::Instruction(_) => format!("{value:?}"),
        }
    }

    fn show_address(&self, place: &Address) -> String {
        let mut text = self.show(place.base);
        for term in &place.terms {
            let _ = write!(text, " + {}*{}", self.show(term.index), term.scale);
        }
        if place.offset != 0 {
            let _ = write!(text, " + {}", place.offset);
        }
        text
    }

    fn show_instruction(&self, value: ValueId) -> String {
        let ValueDef::Instruction(op) = &self.values[value].def else {
            return self.show(value);
        };
        let text = match op {
            Op::Address(place) => format!("address {}", self.show_address(place)),
            Op::Alloca { bytes: Some(n), .. } => format!("alloca {n} bytes"),
            Op::Alloca {
                bytes: None,
                count,
                element,
                ..
            } => {
                format!("alloca {} * {element} bytes", self.show(*count))
            }
            Op::Call {
                callee: Callee::Direct(func),
                arguments,
                ..
            } => {
                format!("call {func:?}({})", self.show_all(arguments))
            }
            Op::Compare(how, a, b) => {
                format!("compare {how:?} {}, {}", self.show(*a), self.show(*b))
            }
            Op::Opaque { name, operands } => format!("opaque {name} {}", self.show_all(operands)),
            Op::Binary(op, a, b) => format!("{op:?} {} {}", self.show(*a), self.show(*b)),
            other => {
                let mut operands = Vec::new();
                other.operands(|v| operands.push(v));
                format!("{} {}", other.mnemonic(), self.show_all(&operands))
            }
        };
        let name = self.names.get(value.index()).and_then(|n| n.as_deref());
        let name = name.filter(|_| matches!(self.op(value), Some(Op::Alloca { .. })));
        let name = name.map(|n| format!(" \"{n}\"")).unwrap_or_default();
        let poison_flags = self.poison_flags.get(&value).copied().unwrap_or_default();
        let poison_flags: String = [
            (poison_flags.no_signed_wrap, " nsw"),
            (poison_flags.no_unsigned_wrap, " nuw"),
            (poison_flags.exact, " exact"),
            (poison_flags.disjoint, " disjoint"),
            (poison_flags.not_negative, " nneg"),
        ]
        .iter()
        .filter_map(|(is_set, name)| is_set.then_some(*name))
        .collect();
        format!("{value:?}{name} = {}{poison_flags}", text.trim_end())
    }

    fn show_all(&self, values: &[ValueId]) -> String {
        values
            .iter()
            .map(|v| self.show(*v))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl Op {
    /// One word for dumps.
    fn mnemonic(&self) -> &'static str {
        match self {
            Op::Alloca { .. } => "alloca",
            Op::Load { .. } => "load",
            Op::Store { .. } => "store",
            Op::Atomic { .. } => "atomic",
            Op::Fence(_) => "fence",
            Op::Address(_) => "address",
            Op::Binary(..) => "binary",
            Op::Negate(_) => "negate",
            Op::Compare(..) => "compare",
            Op::Cast(..) => "cast",
            Op::Phi(_) => "phi",
            Op::Select { .. } => "select",
            Op::Freeze(_) => "freeze",
            Op::Element(..) => "element",
            Op::VaArg(_) => "va_arg",
            Op::Memory(..) => "memory",
            Op::ScopeBegin(_) => "scope_begin",
            Op::ScopeEnd(_) => "scope_end",
            Op::StackRestore(_) => "stack_restore",
            Op::Inert(..) => "inert",
            Op::LandingPad { .. } => "landing_pad",
            Op::Call { .. } => "call",
            Op::Return(_) => "return",
            Op::Branch(_) => "branch",
            Op::Resume(_) => "resume",
            Op::Unreachable => "unreachable",
            Op::Opaque { .. } => "opaque",
        }
    }
}
