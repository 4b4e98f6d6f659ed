//! What the import does not know in a module.

use crate::units::Unit;
use sanecc_ir::{AtomicOp, Constant, ElementOp, Module, Op, Symbol, Type, ValueDef};
use std::collections::BTreeMap;

/// Each thing that is not known: how often it occurs, and where first.
#[derive(Default)]
pub struct Gaps(BTreeMap<String, (usize, String)>);

impl Gaps {
    pub fn iter(&self) -> impl Iterator<Item = (&String, &(usize, String))> {
        self.0.iter()
    }

    pub fn merge(&mut self, other: Gaps) {
        for (gap, (count, example)) in other.0 {
            self.0.entry(gap).or_insert((0, example)).0 += count;
        }
    }

    pub fn add(&mut self, module: &Module, unit: &Unit) {
        let mut note = |gap: String, place: &str| {
            let example = || format!("{} of {}", place, unit.file.display());
            self.0.entry(gap).or_insert_with(|| (0, example())).0 += 1;
        };
        for (_, function) in module.functions.iter() {
            for (_, value) in function.values.iter() {
                match &value.def {
                    ValueDef::Instruction(op) => {
                        if let Some(gap) = operation(op) {
                            note(gap, &function.name);
                        }
                    }
                    ValueDef::Constant(Constant::Unknown) => {
                        note("constant".into(), &function.name)
                    }
                    ValueDef::Constant(Constant::Expression(op)) => {
                        if let Some(gap) = operation(op) {
                            note(gap, &function.name);
                        }
                    }
                    _ => {}
                }
                let is_text = matches!(value.def, ValueDef::Constant(Constant::Text(_)));
                if value.ty == Type::Other && !is_text {
                    note("type".into(), &function.name);
                }
            }
        }
        for (id, global) in module.globals.iter() {
            if global
                .initial
                .as_ref()
                .is_some_and(|initial| !initial.unknown.is_empty())
            {
                note("initial bytes".into(), &global.name);
            }
            if module
                .initial_addresses(id)
                .iter()
                .any(|address| address.symbol == Symbol::Unknown)
            {
                note("initial address".into(), &global.name);
            }
            if global.ty == Type::Other && global.initial.is_some() {
                note("type".into(), &global.name);
            }
        }
    }
}

fn operation(op: &Op) -> Option<String> {
    match op {
        Op::Opaque { name, .. } => Some(format!("opaque {name}")),
        Op::Element(ElementOp::Unknown, _) => Some("element".into()),
        Op::Atomic {
            operation: AtomicOp::Unknown,
            ..
        } => Some("atomic".into()),
        _ => None,
    }
}
