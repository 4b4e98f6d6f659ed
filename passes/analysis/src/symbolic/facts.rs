//! What comparisons say of symbols: the facts that a split of a live range carries (section 4.1 of the paper).

use super::atoms::View;
use super::conditions::Guard;
use super::expression::Expr;
use super::forms::limits;
use super::ranges::Ranges;
use sanecc_ir::{BlockId, Predicate, ValueId};

impl Ranges<'_> {
    /// What comparisons say that were decided in the block `from`.
    pub(super) fn facts(&self, guards: &[Guard], from: BlockId) -> Vec<Expr> {
        let mut facts = Vec::new();
        for guard in guards {
            self.facts_of(*guard, from, &mut facts);
        }
        facts
    }

    fn facts_of(&self, guard: Guard, from: BlockId, facts: &mut Vec<Expr>) {
        let sides = [guard.left, guard.right];
        if !self.are_comparable(sides) || sides.iter().any(|side| self.is_wild(*side)) {
            return;
        }
        use Predicate::*;
        // Which side is at most the other, at what distance.
        let (views, swapped, distance): (&[View], bool, i128) = match guard.predicate {
            SLt => (&[View::Signed], false, 1),
            SLe => (&[View::Signed], false, 0),
            SGt => (&[View::Signed], true, 1),
            SGe => (&[View::Signed], true, 0),
            ULt => (&[View::Unsigned], false, 1),
            ULe => (&[View::Unsigned], false, 0),
            UGt => (&[View::Unsigned], true, 1),
            UGe => (&[View::Unsigned], true, 0),
            Eq | Ne => (&[View::Signed, View::Unsigned], false, 0),
            Float => return,
        };
        let views = match views {
            _ if !self.is_pointer(guard.left) => views,
            // Signs of addresses say nothing of distances.
            [View::Signed] => return,
            // Both readings of a distance are one.
            _ => &[View::Unsigned],
        };
        for &view in views {
            let [Some(left), Some(right)] = sides.map(|side| self.at(side, view, from)) else {
                return;
            };
            let (small, large) = if swapped {
                (right, left)
            } else {
                (left, right)
            };
            let Some(room) = large.sub(&small) else {
                continue;
            };
            let Some(back) = room.scale(-1) else {
                continue;
            };
            match guard.predicate {
                Eq => facts.extend([room, back]),
                // Different and not beyond means before.
                Ne => {
                    for way in [room, back] {
                        if self.nonnegative(&way, from, facts) {
                            facts.extend(way.add_constant(-1));
                        }
                    }
                }
                SLt | SLe | SGt | SGe | ULt | ULe | UGt | UGe => {
                    facts.extend(room.add_constant(-distance));
                }
                Float => {}
            }
        }
        facts.retain(|fact| fact.as_constant().is_none());
        for fact in facts.iter_mut() {
            *fact = std::mem::take(fact).reduced();
        }
        for side in sides {
            self.join_views(side, from, facts);
        }
    }

    /// Where a value is known not to be negative, both of its readings are equal.
    fn join_views(&self, value: ValueId, block: BlockId, facts: &mut Vec<Expr>) {
        let (Some(forms), Some(bits)) = (self.forms(value), self.bits(value)) else {
            return;
        };
        let [signed, unsigned] = &forms.exact;
        let largest = limits(bits, View::Signed).1;
        if signed == unsigned || signed.as_constant().is_some() {
            return;
        }
        let equal = self.nonnegative(signed, block, facts)
            || unsigned
                .scale(-1)
                .and_then(|e| e.add_constant(largest))
                .is_some_and(|room| self.nonnegative(&room, block, facts));
        if equal && let Some(distance) = signed.sub(unsigned) {
            facts.extend(distance.scale(-1));
            facts.push(distance);
        }
    }
}
