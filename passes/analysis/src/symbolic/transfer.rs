//! What operations make of expressions, bit by bit as the machine does.
//!
//! Claims: see [`super::ranges`]. Addition, subtraction, multiplication and shifts to the left keep their congruence whatever
//! wraps; they are exact where the result provably fits. A promise (nsw, nuw, exact, disjoint, nneg) is never believed: where it is
//! not proved, the result may be poison, or the promise is taken back. What functions return lies between the limits that are known of
//! their results. All that is not listed is a symbol, and what may be poison by its nature is wild.

use super::atoms::{Symbol, View};
use super::expression::Expr;
use super::forms::{Forms, limits};
use super::order::Knowledge;
use super::ranges::{self, Ranges};
use sanecc_ir::{BlockId, Id, Most, Op, Returned, Type, ValueId, mutant};

/// What an operation yields.
pub(super) enum Outcome {
    /// Congruent to each of these, made of signed and of unsigned operands.
    Congruent([Expr; 2]),
    /// Exactly this, in that view.
    Exact(View, Expr),
    /// A symbol of its own.
    Bounded(Bounds),
    /// Something of its type.
    Unknown,
    /// Perhaps poison.
    MayBePoison,
}

/// What is known of a new symbol.
pub(super) struct Bounds {
    pub(super) view: View,
    pub(super) low: i128,
    pub(super) high: i128,
    /// `expr + factor * symbol >= 0`.
    pub(super) relations: Vec<(i128, Expr)>,
}

/// The instruction that defines a value.
#[derive(Clone, Copy)]
pub(super) struct Definition {
    pub(super) value: ValueId,
    pub(super) bits: u32,
    pub(super) block: BlockId,
}

use View::{Signed, Unsigned};

impl Ranges<'_> {
    /// The forms of an instruction other than a phi.
    pub(super) fn transfer(&mut self, value: ValueId, bits: u32, op: &Op, block: BlockId) -> Forms {
        let place = Definition { value, bits, block };
        let poison_flags = self
            .function
            .poison_flags
            .get(&value)
            .copied()
            .unwrap_or_default();
        let outcome = match op {
            Op::Binary(op, a, b) => self.binary(place, *op, *a, *b, poison_flags),
            Op::Cast(op, a) => self.cast(place, *op, *a, poison_flags),
            Op::Compare(_, a, b) => {
                let wild = [*a, *b].iter().any(|&v| match self.is_pointer(v) {
                    true => self.has_left_object(v),
                    false => self.bits(v).is_some() && self.is_wild(v),
                });
                if wild && !mutant!("in-range/compared-poison") {
                    Outcome::MayBePoison
                } else {
                    Outcome::Unknown
                }
            }
            Op::Select {
                condition,
                then,
                otherwise,
            } => match self.either(*condition, [*then, *otherwise], bits, block) {
                Some(bounds) => Outcome::Bounded(bounds),
                None => Outcome::MayBePoison,
            },
            Op::Freeze(a) => match self.forms(*a) {
                Some(forms) if !forms.wild => return forms.clone(),
                _ => Outcome::Unknown,
            },
            Op::Call { arguments, .. } => {
                self.returned(place, self.regions.returned(op), arguments)
            }
            Op::Load { .. } => match self.regions.load_forwarding.same(value) {
                // What is read is one value, like that of any other load, where what was stored may have been poison.
                Some(same) => match self.forms(same) {
                    Some(forms) if !forms.wild => return forms.clone(),
                    Some(_) | None => Outcome::Unknown,
                },
                None => Outcome::Unknown,
            },
            // Each evaluation yields one value, whatever it is.
            Op::Atomic { .. } | Op::VaArg(_) => Outcome::Unknown,
            // Intrinsics and elements have poison of their own.
            Op::Inert(..) | Op::Element(..) => match self.function.computed.get(&value) {
                Some(computed) => self.intrinsic(place, computed),
                None => Outcome::MayBePoison,
            },
            Op::Opaque { .. } => Outcome::MayBePoison,
            // Evaluated elsewhere.
            Op::Phi(_) => Outcome::MayBePoison,
            // These yield no integer.
            Op::Alloca { .. }
            | Op::Store { .. }
            | Op::Fence(_)
            | Op::Address(_)
            | Op::Negate(_)
            | Op::Memory(..)
            | Op::ScopeBegin(_)
            | Op::ScopeEnd(_)
            | Op::StackRestore(_)
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::LandingPad { .. }
            | Op::Unreachable => Outcome::MayBePoison,
        };
        self.finish(place, outcome)
    }

    /// What a call returns of which that is known; of others it is one value, whatever it is.
    fn returned(&self, place: Definition, rows: &[Returned], arguments: &[ValueId]) -> Outcome {
        let type_of = |value: &ValueId| self.function.values[*value].ty;
        let types: Vec<Type> = arguments.iter().map(type_of).collect();
        let fits = |row: &Returned| row.fits(type_of(&place.value), &types);
        let is_number = |v: &&ValueId| matches!(type_of(v), Type::Int(_));
        let settled = arguments
            .iter()
            .filter(is_number)
            .all(|v| !self.is_wild(*v));
        let Some(first) = rows
            .first()
            .filter(|_| settled || mutant!("results/passed-poison"))
            .filter(|_| rows.iter().all(fits) || mutant!("results/types"))
        else {
            return Outcome::Unknown;
        };
        let view = if first.least < 0 { Signed } else { Unsigned };
        let mut high = limits(place.bits, view).1;
        let mut relations = Vec::new();
        for row in rows {
            match row.most {
                Most::Number(most) => high = high.min(i128::from(most)),
                Most::Argument(number) => {
                    let argument = arguments[number as usize];
                    if let Some(most) = self.at(argument, Unsigned, place.block) {
                        high = high.min(self.interval(&most).1.unwrap_or(high));
                        relations.push((-1, most));
                    }
                }
            }
        }
        bounded(view, i128::from(first.least), high, relations)
    }

    /// Whether the flags of an instruction, not all of which are proved, are dropped.
    pub(super) fn drops_flags(&mut self, value: ValueId) -> bool {
        self.unproved.insert(value.index());
        let dropped_flags =
            self.poison_flags == ranges::PoisonFlags::Dropped || self.assumed.contains_key(&value);
        if dropped_flags {
            self.dropped_flags.insert(value.index());
        }
        dropped_flags
    }

    fn finish(&mut self, place: Definition, outcome: Outcome) -> Forms {
        let Definition { value, bits, block } = place;
        match outcome {
            Outcome::Unknown => self.unknown(value, bits),
            Outcome::MayBePoison => self.wild(value, bits),
            Outcome::Congruent(congruent) => {
                let exact = [Signed, Unsigned].map(|view| {
                    let (low, high) = limits(bits, view);
                    let [first, second] = match view {
                        Signed => [0, 1],
                        Unsigned => [1, 0],
                    };
                    let fits = [first, second].into_iter().find(|&i| {
                        self.is_assumed(value, view)
                            || mutant!("in-range/wraps")
                            || self.within(&congruent[i], low, high, block, &[])
                    });
                    match fits {
                        Some(i) => congruent[i].clone(),
                        None => self.own(value, bits, view, false),
                    }
                });
                Forms {
                    exact,
                    congruent,
                    wild: false,
                }
            }
            Outcome::Exact(view, expr) => self.both_views(place, view, expr),
            Outcome::Bounded(bounds) => {
                let view = bounds.view;
                let expr = self.bounded_symbol(value, bits, bounds);
                self.both_views(place, view, expr)
            }
        }
    }

    /// The symbol of a value, with what is known of it.
    pub(super) fn bounded_symbol(&mut self, value: ValueId, bits: u32, bounds: Bounds) -> Expr {
        let view = bounds.view;
        let limit = limits(bits, view);
        let symbol = Symbol { value, view };
        let expr = self.atoms.symbol(symbol);
        let knowledge = Knowledge {
            low: bounds.low.max(limit.0),
            high: bounds.high.min(limit.1),
            facts: bounds
                .relations
                .iter()
                .filter_map(|(factor, relation)| relation.plus(&expr, *factor))
                .collect(),
            wild: false,
        };
        self.symbol(symbol, knowledge)
    }

    /// The forms of a value that is exactly `expr` in one view.
    fn both_views(
        &mut self,
        Definition { value, bits, block }: Definition,
        view: View,
        expr: Expr,
    ) -> Forms {
        let other = match view {
            Signed => Unsigned,
            Unsigned => Signed,
        };
        let (low, high) = limits(bits, other);
        let in_other =
            if self.within(&expr, low, high, block, &[]) || mutant!("in-range/other-view") {
                expr.clone()
            } else {
                self.own(value, bits, other, false)
            };
        let exact = match view {
            Signed => [expr.clone(), in_other],
            Unsigned => [in_other, expr.clone()],
        };
        Forms {
            exact,
            congruent: [expr.clone(), expr],
            wild: false,
        }
    }
}

pub(super) fn bounded(view: View, low: i128, high: i128, relations: Vec<(i128, Expr)>) -> Outcome {
    Outcome::Bounded(Bounds {
        view,
        low,
        high,
        relations,
    })
}
