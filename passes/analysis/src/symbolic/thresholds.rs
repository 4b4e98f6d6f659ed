//! What might bound a phi? Candidates, which [`super::ranges`] checks.
//!
//! The thresholds of a phi are the values that come in from outside of its loop, and the values that it, or a constant step away
//! from it, is compared with, as far as the loop does not change them. So `i = phi(0, i + 1)` that leaves its loop at
//! `i + 1 == n` is guessed to be at most `n - 1`: on the way back `i + 1` is at most `n` and is not `n`.

use super::atoms::View;
use super::candidate_invariants::Relation;
use super::expression::Expr;
use super::ranges::Ranges;
use sanecc_ir::{BinaryOp, BlockId, Op, ValueId};

/// Most values that are looked at to find comparisons with one phi.
const MAX_COMPUTED: usize = 12;
/// Most guesses about one phi, in one view.
const MAX_RELATIONS: usize = 16;

impl Ranges<'_> {
    /// The guesses about the phi `value` of `block`, where `incoming` comes in from outside of its loop.
    pub(super) fn thresholds(
        &mut self,
        value: ValueId,
        view: View,
        incoming: &[Expr],
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Vec<Relation> {
        let computed = self.computed_from(value);
        let mut bounds: Vec<Expr> = incoming.to_vec();
        let step = edges.iter().find_map(|(_, input)| {
            let (_, step) = computed.iter().find(|(v, step)| v == input && *step != 0)?;
            Some(*step)
        });
        for (compared, distance) in computed {
            for other in self.compared_with(compared) {
                let Some(limit) = self.fixed_form(other, view, block) else {
                    continue;
                };
                let distances = [0, -1, 1].map(|near| near - distance);
                let beyond = step.map(|step| step - step.signum() - distance);
                bounds.extend(
                    distances
                        .into_iter()
                        .chain(beyond)
                        .filter_map(|d| limit.add_constant(d)),
                );
                // A loop that may not run at all: GreenArrays' max(0, n).
                if let [first] = incoming {
                    bounds.extend(self.atoms.max(first, &limit));
                } else if incoming.is_empty() && limit.as_constant().is_none() {
                    bounds.extend(self.atoms.max(&Expr::default(), &limit));
                }
            }
        }
        let mut relations: Vec<Relation> = Vec::new();
        for bound in bounds {
            let upper = Relation {
                view,
                factor: -1,
                expr: bound.clone(),
            };
            let lower = bound.scale(-1).map(|expr| Relation {
                view,
                factor: 1,
                expr,
            });
            for relation in std::iter::once(upper).chain(lower) {
                if relations.len() < MAX_RELATIONS && !relations.contains(&relation) {
                    relations.push(relation);
                }
            }
        }
        relations
    }

    /// A value's expression, if it is the same throughout every loop that `block` heads.
    fn fixed_form(&mut self, value: ValueId, view: View, block: BlockId) -> Option<Expr> {
        let forms = self.forms(value).filter(|forms| !forms.wild)?;
        let expr = forms.exact[view as usize].clone();
        self.is_fixed_before(&expr, block).then_some(expr)
    }

    /// Values that are a constant away from `value`, or the same in another width, with the distance.
    fn computed_from(&self, value: ValueId) -> Vec<(ValueId, i128)> {
        let mut all = vec![(value, 0i128)];
        let mut next = 0;
        while let Some(&(from, distance)) = all.get(next) {
            next += 1;
            for &user in self.users(from) {
                let step = match self.function.op(user) {
                    Some(&Op::Binary(BinaryOp::Add, a, b)) if a == from => self.function.integer(b),
                    Some(&Op::Binary(BinaryOp::Sub, a, b)) if a == from => {
                        self.function.integer(b).and_then(i64::checked_neg)
                    }
                    Some(Op::Address(place)) if place.base == from && place.terms.is_empty() => {
                        Some(place.offset)
                    }
                    Some(Op::Cast(..) | Op::Freeze(_)) => Some(0),
                    Some(_) | None => None,
                };
                if let Some(step) = step
                    && all.len() < MAX_COMPUTED
                    && self.bits(user).is_some()
                    && self.is_pointer(user) == self.is_pointer(value)
                    && all.iter().all(|(v, _)| *v != user)
                {
                    all.push((user, distance + i128::from(step)));
                }
            }
        }
        all
    }

    /// What a value is compared with.
    fn compared_with(&self, value: ValueId) -> Vec<ValueId> {
        let users = self.users(value).iter();
        let sides = users.filter_map(|&user| match self.function.op(user) {
            Some(&Op::Compare(_, a, b)) => Some(if a == value { b } else { a }),
            Some(_) | None => None,
        });
        sides
            .filter(|other| self.bits(*other).is_some() && self.are_comparable([value, *other]))
            .take(MAX_COMPUTED)
            .collect()
    }
}
