//! What a value is made of: an expression for each of its two readings, and the symbols that stand for what has none.

use super::atoms::{Atom, Symbol, View};
use super::expression::Expr;
use super::order::Knowledge;
use super::ranges::Ranges;
use super::regions::Regions;
use sanecc_ir::{BlockId, Function, Id, Type, ValueDef, ValueId};

/// Both readings of a value.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    /// Exactly the value; index = view.
    pub(super) exact: [Expr; 2],
    /// The value modulo two to the number of its bits.
    pub(super) congruent: [Expr; 2],
    /// It may be poison.
    pub(super) wild: bool,
}

impl Forms {
    /// Those of a number that reads the same in both views.
    pub(super) fn exactly(expr: Expr) -> Self {
        Self {
            exact: [expr.clone(), expr.clone()],
            congruent: [expr.clone(), expr],
            wild: false,
        }
    }
}

impl Ranges<'_> {
    /// The expression of a value as it is known at the beginning of a block that its definition dominates; `None` for what is
    /// no integer of at most 64 bits, and for what the roots do not depend on. Of a pointer, in either view, the bytes from its root.
    pub fn at(&self, value: ValueId, view: View, block: BlockId) -> Option<Expr> {
        if let ValueDef::Integer(n) = self.function.values[value].def {
            return Some(constant(n, self.bits(value)?, view));
        }
        let bits = self.bits(value)?;
        let forms = self.forms(value)?;
        let exact = &forms.exact[view as usize];
        let symbol = Atom::Symbol(Symbol { value, view });
        let is_own = exact
            .as_atom()
            .is_some_and(|atom| *self.atoms.get(atom) == symbol);
        if !is_own || forms.wild {
            return Some(exact.clone());
        }
        let (low, high) = limits(bits, view);
        let better = forms
            .congruent
            .iter()
            .find(|form| *form != exact && self.within(form, low, high, block, &[]));
        Some(better.unwrap_or(exact).clone())
    }

    /// Whether two uses of the value may disagree.
    pub fn is_wild(&self, value: ValueId) -> bool {
        match self.function.values[value].def {
            ValueDef::Integer(_) => self.bits(value).is_none(),
            _ => self.forms(value).is_none_or(|forms| forms.wild),
        }
    }

    /// The width of an integer, or of the distance of a pointer, that has expressions.
    pub(super) fn bits(&self, value: ValueId) -> Option<u32> {
        width(self.function, &self.regions, value)
    }

    /// The forms of a value, if it was asked for; those of instructions are made in order.
    pub(super) fn forms(&self, value: ValueId) -> Option<&Forms> {
        self.values[value.index()].as_ref()
    }

    /// The forms of a value that is no instruction.
    pub(super) fn given(&mut self, value: ValueId) -> Option<Forms> {
        let bits = self.bits(value)?;
        if self.is_pointer(value) {
            // The place of an object; those in it come later.
            let root = self.regions.root(value) == Some(value);
            let given = root && self.function.op(value).is_none();
            return given.then(|| Forms::exactly(Expr::default()));
        }
        match self.function.values[value].def {
            ValueDef::Integer(n) => {
                let exact = [View::Signed, View::Unsigned].map(|view| constant(n, bits, view));
                // Steps backwards are written as additions of negative numbers.
                let congruent = [exact[0].clone(), exact[0].clone()];
                Some(Forms {
                    exact,
                    congruent,
                    wild: false,
                })
            }
            ValueDef::Undefined | ValueDef::Poison => Some(self.wild(value, bits)),
            ValueDef::Param(_) | ValueDef::Constant(_) => Some(self.unknown(value, bits)),
            ValueDef::Instruction(_)
            | ValueDef::Null
            | ValueDef::Global(_)
            | ValueDef::Function(_)
            | ValueDef::ConstantAddress(_) => None,
        }
    }

    /// A symbol with what is known of it.
    pub(super) fn symbol(&mut self, symbol: Symbol, knowledge: Knowledge) -> Expr {
        let expr = self.atoms.symbol(symbol);
        if let Some(atom) = expr.as_atom() {
            if self.known.len() <= atom.index() {
                self.known.resize(atom.index() + 1, None);
            }
            self.known[atom.index()] = Some(knowledge);
        }
        expr
    }

    /// A value of which only the type is known.
    pub(super) fn unknown(&mut self, value: ValueId, bits: u32) -> Forms {
        let exact = [View::Signed, View::Unsigned].map(|view| self.own(value, bits, view, false));
        Forms {
            congruent: exact.clone(),
            exact,
            wild: false,
        }
    }

    /// A value that may be poison.
    pub(super) fn wild(&mut self, value: ValueId, bits: u32) -> Forms {
        let exact = [View::Signed, View::Unsigned].map(|view| self.own(value, bits, view, true));
        Forms {
            congruent: exact.clone(),
            exact,
            wild: true,
        }
    }

    /// The symbol of a value in one view, with the limits of its type.
    pub(super) fn own(&mut self, value: ValueId, bits: u32, view: View, wild: bool) -> Expr {
        let (low, high) = limits(bits, view);
        let knowledge = Knowledge {
            low,
            high,
            facts: Vec::new(),
            wild,
        };
        self.symbol(Symbol { value, view }, knowledge)
    }
}

fn constant(n: i64, bits: u32, view: View) -> Expr {
    let modulus = match view {
        View::Unsigned if n < 0 => 1i128 << bits,
        View::Signed | View::Unsigned => 0,
    };
    Expr::constant(i128::from(n) + modulus)
}

/// The least and the greatest integer of a type, read in this way.
pub(super) fn limits(bits: u32, view: View) -> (i128, i128) {
    match view {
        View::Signed => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        View::Unsigned => (0, (1i128 << bits) - 1),
    }
}

/// The width of an integer, or of the distance of a pointer, that has expressions.
pub(super) fn width(function: &Function, regions: &Regions, value: ValueId) -> Option<u32> {
    match function.values[value].ty {
        Type::Int(bits @ 1..=64) => Some(bits),
        Type::Pointer(_) => regions.root(value).map(|_| function.layout.index_bits),
        _ => None,
    }
}
