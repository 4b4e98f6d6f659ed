//! Prints what stands below an instruction.

use super::super::{derive, words};
use super::function::Printer;
use super::words::word;
use crate::{Access, AccessId, Computed, Extent, Lanes, Op, Select, Step, ValueId};
use std::fmt::Write;

impl Printer<'_> {
    /// What is known of an instruction beside its operation.
    pub(super) fn notes(&mut self, value: ValueId, accesses: &[(AccessId, &Access)]) {
        let function = self.function;
        let mut lines = Vec::new();
        for (id, access) in accesses {
            let access = self.access(access);
            lines.push(format!("{id:?} {access}"));
        }
        if accesses.is_empty() && !derive::accesses(self.module, function, value).is_empty() {
            lines.push("no access".into());
        }
        let pairs = function.pairs.iter();
        for pair in pairs.filter(|pair| pair.instruction == value) {
            let [a, b] = pair.pointers.map(|pointer| self.operand(pointer, None));
            let kind = word(words::PAIRS, &pair.kind);
            lines.push(format!("pair {kind} {a}, {b}"));
        }
        lines.extend(self.path(value));
        if let Some(computed) = function.computed.get(&value) {
            let computed = self.computed(computed);
            lines.push(format!("computed {computed}"));
        }
        if let Some(Op::Call { arguments, .. } | Op::Inert(_, arguments)) = function.op(value) {
            let numbers = 0..arguments.len() as u32;
            for number in numbers.clone() {
                if let Some((bytes, align)) = function.copied.get(&(value, number)) {
                    lines.push(format!("copied {number}: {bytes} align {align}"));
                }
            }
            let not_kept = numbers.filter(|&number| function.not_kept.contains(&(value, number)));
            let not_kept: Vec<_> = not_kept.map(|number| number.to_string()).collect();
            if !not_kept.is_empty() {
                lines.push(format!("not_kept {}", not_kept.join(", ")));
            }
        }
        if let Some(choices) = function.speculated.get(&value) {
            lines.push(format!("speculated {choices}"));
        }
        for (values, word) in [
            (&function.touched, "touched"),
            (&function.hoisted, "hoisted"),
        ] {
            if values.contains(&value) {
                lines.push(word.into());
            }
        }
        for line in lines {
            let _ = writeln!(self.text, "    {line}");
        }
    }

    /// The fields and elements that an address names.
    pub(super) fn path(&mut self, address: ValueId) -> Option<String> {
        let path = self.function.paths.get(&address)?;
        let mut text = format!("path {}", path.ty);
        for step in &path.steps {
            let _ = match step {
                Step::Element(index) => write!(text, " [{}]", self.operand(*index, None)),
                Step::Field(number) => write!(text, " {number}"),
            };
        }
        Some(text)
    }

    fn access(&mut self, access: &Access) -> String {
        let kind = word(words::ACCESSES, &access.kind);
        let extent = match access.extent {
            Extent::Bytes(n) => format!("{n} bytes"),
            Extent::Dynamic(n) => format!("{} bytes", self.operand(n, None)),
            Extent::Masked {
                mask,
                select,
                lane,
                lanes,
                order,
            } => {
                let mask = self.operand(mask, None);
                let select = match select {
                    Select::Bit => "bit",
                    Select::Sign => "sign",
                };
                let order = match order {
                    Lanes::Adjacent => "adjacent",
                    Lanes::Packed => "packed",
                    Lanes::Scattered => "scattered",
                };
                format!("{lanes} lanes of {lane} bytes {order} by {select} of {mask}")
            }
        };
        let pointer = self.operand(access.pointer, None);
        let flags = words::set_flags(words::ACCESS, access);
        format!("{kind} {extent} at {pointer} align {}{flags}", access.align)
    }

    fn computed(&mut self, computed: &Computed) -> String {
        let mut both = |sides: &[ValueId; 2]| {
            let [a, b] = sides.map(|side| self.operand(side, None));
            format!("{a}, {b}")
        };
        let sign = |signed: bool| if signed { "signed" } else { "unsigned" };
        match computed {
            Computed::Saturated { op, signed, sides } => {
                let (op, sides) = (word(words::BINARY, op), both(sides));
                format!("saturated {} {op} {sides}", sign(*signed))
            }
            Computed::Wrapped(op, sides) => {
                format!("wrapped {} {}", word(words::BINARY, op), both(sides))
            }
            Computed::Overflow { op, signed, sides } => {
                let (op, sides) = (word(words::BINARY, op), both(sides));
                format!("overflow {} {op} {sides}", sign(*signed))
            }
            Computed::Bits { of, poison_at_zero } => {
                let of = self.operand(*of, None);
                let end = if *poison_at_zero {
                    " poison_at_zero"
                } else {
                    ""
                };
                format!("bits {of}{end}")
            }
            Computed::Absolute {
                of,
                poison_at_least,
            } => {
                let of = self.operand(*of, None);
                let end = if *poison_at_least {
                    " poison_at_least"
                } else {
                    ""
                };
                format!("absolute {of}{end}")
            }
            Computed::Moved(all) => format!("moved {}", self.operands(all, None)),
        }
    }
}
