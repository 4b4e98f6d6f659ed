//! How far is a pointer from its root? Symbolic regions (GreenArrays (2014), section 4.4), as expressions beside those of the integers.
//!
//! GreenArrays keeps for each pointer the offsets that are valid around it. Here each pointer that is counted from a root
//! ([`super::regions`]) has one expression, the bytes between the two, and the root has its dereferenceable bytes:
//! those that are certainly there from it on. A pointer that walks through a loop is where it began plus so many steps, and the number of steps is a phi like
//! any other, guessed and checked with them: so `p != end` is known to stop where the distance is a multiple of the step.
//!
//! Claims: a pointer that is not `wild` is exactly so many bytes behind its root, in the integers, and points into the object or
//! to its end. LLVM takes that for granted of all address arithmetic (`inbounds`), so a pointer that may leave its object may be
//! poison: it is wild, no fact mentions it, and no comparison with it says anything. Two pointers of one root that are not wild
//! are ordered as their distances are, since no object contains the last byte of the address space.

use super::atoms::{Symbol, View};
use super::candidate_invariants::{Candidates, Relation};
use super::expression::Expr;
use super::forms::Forms;
use super::order::Knowledge;
use super::ranges::Ranges;
use super::region::asked;
use super::regions::{Origin, Regions};
use crate::{Extent, Object};
use sanecc_ir::{Address, BlockId, CastOp, Function, Op, ValueId, mutant};

/// Steps of address arithmetic that are followed from the end of a loop back to its beginning.
const MAX_CHAIN: usize = 8;
/// What the number of steps of any loop lies in.
const STEPS: (i128, i128) = (-(1 << 64), 1 << 64);

/// Where a pointer phi begins, and the constant by which it goes on: `start + step * iterations`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) start: Expr,
    pub(super) step: i128,
}

impl Default for Walk {
    /// Byte by byte from the root: of such a pointer nothing is known but its distance.
    fn default() -> Self {
        Self {
            start: Expr::default(),
            step: 1,
        }
    }
}

impl Walk {
    /// How many steps lead to `expr`, if that is a whole number whatever the symbols are.
    pub(super) fn iterations(&self, expr: &Expr) -> Option<Expr> {
        expr.sub(&self.start)?.divided(self.step)
    }
}

impl Ranges<'_> {
    /// Whether the value is a pointer that has an expression.
    pub(super) fn is_pointer(&self, value: ValueId) -> bool {
        self.regions.root(value).is_some()
    }

    /// Whether a pointer may have left the object that is known to be behind its root. One that is counted from what may be null is taken for
    /// an address like those of which nothing is known.
    pub(super) fn has_left_object(&self, pointer: ValueId) -> bool {
        let root = self.regions.root(pointer);
        root.is_some_and(|root| !self.regions.may_be_null(root)) && self.is_wild(pointer)
    }

    /// Whether two values may be compared by their expressions: integers, or pointers with one root.
    pub(super) fn are_comparable(&self, [a, b]: [ValueId; 2]) -> bool {
        self.regions.root(a) == self.regions.root(b)
    }

    /// The bytes that are certainly there behind a root, as expressions each of which is no more than that.
    pub(super) fn dereferenceable_bytes(&self, root: ValueId, block: BlockId) -> Vec<Expr> {
        match self.regions.origin(root) {
            Some(Origin::Object(object)) => self.size_of(*object, block).into_iter().collect(),
            Some(Origin::Choice(alternatives)) => self.least_dereferenceable(root, alternatives),
            Some(Origin::Passed(dereferenceable)) => self.dereferenceable_of(dereferenceable),
            None => Vec::new(),
        }
    }

    /// The least dereferenceable bytes of any of the alternatives: a number, and what all of them have in the same terms.
    fn least_dereferenceable(
        &self,
        root: ValueId,
        alternatives: &[(BlockId, ValueId)],
    ) -> Vec<Expr> {
        let Some(here) = self.analyses.block_of(root) else {
            return Vec::new();
        };
        let mut least: Option<i128> = None;
        let mut common: Option<Vec<Expr>> = None;
        for &(from, input) in alternatives {
            let Some(root) = self.regions.root(input) else {
                return Vec::new();
            };
            let Some(offset) = self.forms(input).filter(|forms| !forms.wild) else {
                return Vec::new();
            };
            let dereferenceable = self.dereferenceable_bytes(root, from);
            let left = dereferenceable
                .iter()
                .filter_map(|dereferenceable_bytes| dereferenceable_bytes.sub(&offset.exact[1]));
            let is_fixed =
                |e: &Expr| self.is_fixed_before(e, here) || mutant!("regions/fixed-room");
            let left: Vec<Expr> = left.filter(is_fixed).collect();
            let number = dereferenceable.iter().filter_map(|dereferenceable_bytes| {
                let left = dereferenceable_bytes.sub(&offset.exact[1])?;
                self.interval(&left).0
            });
            let number = number.max().unwrap_or(0);
            least = Some(least.map_or(number, |least| {
                mutant!("regions/least-room", least.min(number), least.max(number))
            }));
            common = Some(match common {
                None => left,
                Some(common) if mutant!("regions/common-room") => common,
                Some(common) => common.into_iter().filter(|e| left.contains(e)).collect(),
            });
        }
        let mut dereferenceable = common.unwrap_or_default();
        dereferenceable
            .retain(|dereferenceable_bytes| dereferenceable_bytes.as_constant().is_none());
        dereferenceable.extend(least.filter(|n| *n > 0).map(Expr::constant));
        dereferenceable
    }

    /// The bytes of the object. What could not be allocated is null, and accesses through null are asked about elsewhere; what an
    /// alloca counts is a size only where the product cannot wrap.
    fn size_of(&self, object: Object, block: BlockId) -> Option<Expr> {
        let (element, may_wrap) = match object.extent() {
            Extent::Bytes(n) => return Some(Expr::constant(i128::from(n))),
            Extent::Asked(_) => (1, false),
            Extent::Counted(element) => (element, true),
        };
        let mut product = Expr::constant(i128::from(element));
        for argument in asked(self.function, object)? {
            if self.is_wild(argument) && !mutant!("regions/size-poison") {
                return None;
            }
            product = product.mul(&self.at(argument, View::Unsigned, block)?)?;
        }
        let most = i128::from(self.function.layout.largest_object());
        let is_whole = !may_wrap
            || mutant!("regions/size-wraps")
            || self.interval(&product).1.is_some_and(|end| end <= most);
        is_whole.then_some(product)
    }

    /// The forms of a pointer that an instruction yields.
    pub(super) fn pointer(&mut self, value: ValueId, op: &Op, block: BlockId) -> Forms {
        let bits = self.function.layout.index_bits;
        let distance = match op {
            _ if self.regions.root(value) == Some(value) => {
                // An alternative of which nothing is known may be poison, and so may be what is chosen by such a condition.
                let settled = match op {
                    Op::Select { condition, .. } => {
                        !self.is_wild(*condition) || mutant!("regions/condition-poison")
                    }
                    _ => true,
                };
                (settled && !self.dereferenceable_bytes(value, block).is_empty())
                    .then(Expr::default)
            }
            Op::Address(place) => self.moved(value, place, block),
            Op::Freeze(a) => self.distance(*a),
            Op::Load { .. } => {
                let same = self.regions.load_forwarding.same(value);
                same.and_then(|same| self.distance(same))
            }
            Op::Phi(edges) => self.walking(value, edges, block),
            Op::Select {
                condition,
                then,
                otherwise,
            } => {
                let sides = [*then, *otherwise];
                let dereferenceable =
                    self.dereferenceable_bytes(self.regions.root(value).unwrap_or(value), block);
                self.either(*condition, sides, bits, block)
                    .map(|mut bounds| {
                        let inside = inside(dereferenceable)
                            .map(|dereferenceable_bytes| (-1, dereferenceable_bytes));
                        bounds.relations.extend(inside);
                        self.bounded_symbol(value, bits, bounds)
                    })
            }
            // No others are counted from anything but themselves.
            _ => None,
        };
        match distance {
            Some(distance) => Forms::exactly(distance),
            None => self.wild(value, bits),
        }
    }

    /// The distance of a pointer from its root, if it is known to be in its object.
    fn distance(&self, pointer: ValueId) -> Option<Expr> {
        let forms = self.forms(pointer).filter(|forms| !forms.wild)?;
        Some(forms.exact[1].clone())
    }

    /// Address arithmetic that does not leave the object.
    fn moved(&self, value: ValueId, place: &Address, block: BlockId) -> Option<Expr> {
        let root = self.regions.root(value)?;
        let mut distance = self.distance(place.base)?;
        let mut parts = Vec::new();
        for term in &place.terms {
            if self.is_wild(term.index) {
                return None;
            }
            let index = self.at(term.index, View::Signed, block)?;
            parts.push(index.scale(i128::from(term.scale))?);
        }
        if place.offset != 0 {
            parts.push(Expr::constant(i128::from(place.offset)));
        }
        // The sums in between must stay inside, too; which they are is not said.
        let several = parts.len() > 1;
        if several
            && !mutant!("regions/inside-between")
            && !parts.iter().all(|part| self.nonnegative(part, block, &[]))
        {
            return None;
        }
        for part in &parts {
            distance = distance.add(part)?;
        }
        (self.is_inside(&distance, root, block) || mutant!("regions/inside")).then_some(distance)
    }

    /// Whether so many bytes behind the root is in the object, or at its end.
    fn is_inside(&self, distance: &Expr, root: ValueId, block: BlockId) -> bool {
        // Null is in no object, and only null itself is no poison of what is computed from it.
        if self.regions.may_be_null(root) {
            return distance.as_constant() == Some(0) || mutant!("regions/inside-of-null");
        }
        let dereferenceable = self.dereferenceable_bytes(root, block);
        let most = i128::from(self.function.layout.largest_object());
        self.within(distance, 0, most, block, &[])
            && dereferenceable.iter().any(|dereferenceable_bytes| {
                let left = dereferenceable_bytes.sub(distance);
                left.is_some_and(|left| self.nonnegative(&left, block, &[]))
            })
    }

    /// A pointer phi, by what is guessed of it; `None` where it is given up.
    fn walking(
        &mut self,
        value: ValueId,
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Option<Expr> {
        let mut candidates = match self.candidates.remove(&value) {
            Some(candidates) => candidates,
            None => self.guess_walk(value, edges, block),
        };
        candidates
            .relations
            .retain(|relation| self.is_settled(&relation.expr));
        let distance = if candidates.wild {
            None
        } else {
            self.guessed_walk(value, &candidates, block)
        };
        self.candidates.insert(value, candidates);
        distance
    }

    fn guessed_walk(
        &mut self,
        value: ValueId,
        candidates: &Candidates,
        block: BlockId,
    ) -> Option<Expr> {
        let Walk { start, step } = &candidates.walk;
        let symbol = Symbol {
            value,
            view: View::Unsigned,
        };
        let iterations = self.atoms.symbol(symbol);
        let distance = start.plus(&iterations, *step)?;
        // All that comes in is in the object.
        let mut facts = vec![distance.clone()];
        let dereferenceable = self.dereferenceable_bytes(self.regions.root(value)?, block);
        facts.extend(
            inside(dereferenceable)
                .filter_map(|dereferenceable_bytes| dereferenceable_bytes.sub(&distance)),
        );
        let relations = candidates.relations.iter();
        facts.extend(relations.filter_map(|r| r.expr.plus(&distance, r.factor)));
        facts.retain(|fact| fact.as_constant().is_none());
        let (low, high) = candidates.intervals[0];
        let known = Knowledge {
            low,
            high,
            facts: facts.into_iter().map(Expr::reduced).collect(),
            wild: false,
        };
        self.symbol(symbol, known);
        Some(distance)
    }

    fn guess_walk(
        &mut self,
        value: ValueId,
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Candidates {
        let mut candidates = Candidates::within([STEPS; 2]);
        candidates.wild = true;
        let mut outside = Vec::new();
        let mut step = Some(0);
        let dominators = self.analyses.dominators();
        for &(from, input) in edges {
            if from == block || dominators.strictly(block, from) {
                let back = self.chain(value, input);
                step = step.zip(back).map(|(a, b)| gcd(a, b.abs()));
            } else if dominators.is_reached(from) {
                match self.distance(input) {
                    Some(distance) => outside.push(distance),
                    None => return candidates,
                }
            }
        }
        let Some(first) = outside.first() else {
            return candidates;
        };
        let walk = Walk {
            start: first.clone(),
            step: step.unwrap_or(0),
        };
        let regular = walk.step > 1
            && self.is_fixed_before(first, block)
            && outside.iter().all(|e| walk.iterations(e).is_some());
        let walk = if regular { walk } else { Walk::default() };
        let mut hull: Option<(i128, i128)> = None;
        for expr in &outside {
            let Some(iterations) = walk.iterations(expr) else {
                return candidates;
            };
            let (low, high) = self.interval(&iterations);
            let low = low.unwrap_or(STEPS.0).max(STEPS.0);
            let high = high.unwrap_or(STEPS.1).min(STEPS.1);
            hull = Some(hull.map_or((low, high), |hull| (hull.0.min(low), hull.1.max(high))));
        }
        candidates.intervals = [hull.unwrap_or(STEPS); 2];
        let mut incoming = outside;
        incoming.retain(|e| self.is_fixed_before(e, block));
        candidates.relations = self.thresholds(value, View::Unsigned, &incoming, edges, block);
        // Where one of several rooms is known to hold the pointer, it may have left the others.
        if let Some(root) = self.regions.root(value)
            && let dereferenceable @ [_, _, ..] = self.dereferenceable_bytes(root, block).as_slice()
        {
            let fixed = dereferenceable
                .iter()
                .filter(|dereferenceable_bytes| self.is_fixed_before(dereferenceable_bytes, block));
            candidates
                .relations
                .extend(fixed.map(|dereferenceable_bytes| Relation {
                    view: View::Unsigned,
                    factor: -1,
                    expr: dereferenceable_bytes.clone(),
                }));
        }
        candidates.walk = walk;
        candidates.wild = false;
        candidates
    }

    /// The bytes from a phi to what a loop hands back to it, if that is one constant.
    fn chain(&self, phi: ValueId, mut pointer: ValueId) -> Option<i128> {
        let mut bytes = 0i128;
        for _ in 0..MAX_CHAIN {
            if pointer == phi {
                return Some(bytes);
            }
            match self.function.op(pointer)? {
                Op::Address(place) if place.terms.is_empty() => {
                    bytes += i128::from(place.offset);
                    pointer = place.base;
                }
                Op::Freeze(a) => pointer = *a,
                _ => return None,
            }
        }
        None
    }

    /// Checks the guesses about a pointer phi on one edge; whether any had to be given up.
    pub(super) fn check_walk(
        &self,
        candidates: &mut Candidates,
        input: ValueId,
        from: BlockId,
        facts: &[Expr],
    ) -> bool {
        let distance = self.distance(input);
        let iterations = distance
            .as_ref()
            .and_then(|e| candidates.walk.iterations(e));
        let (Some(distance), Some(iterations)) = (distance, iterations) else {
            candidates.wild = true;
            return true;
        };
        let view = View::Unsigned;
        let grown = self.check_interval(candidates, view, STEPS, &iterations, (from, facts));
        candidates.grown += u32::from(grown);
        candidates.intervals[0] = candidates.intervals[1];
        grown | self.check_relations(candidates, view, &distance, (from, facts))
    }

    /// The difference of two pointers of one root that were made integers.
    pub(super) fn difference(&self, [a, b]: [ValueId; 2]) -> Option<Expr> {
        let pointer = |value| match self.function.op(value) {
            Some(Op::Cast(CastOp::PtrToInt, pointer)) => Some(*pointer),
            Some(_) | None => None,
        };
        let (a, b) = (pointer(a)?, pointer(b)?);
        if !self.is_pointer(a) || !self.are_comparable([a, b]) {
            return None;
        }
        self.distance(a)?.sub(&self.distance(b)?)
    }
}

/// The dereferenceable bytes that bound every pointer into the object. Of several, each of which is no more than the object has, a pointer
/// may have left all but one.
fn inside(dereferenceable: Vec<Expr>) -> impl Iterator<Item = Expr> {
    let only = dereferenceable.len() == 1;
    dereferenceable
        .into_iter()
        .filter(move |_| only || mutant!("regions/only-room"))
}

/// What a pointer's expression depends on besides its operands: what the objects behind its root were asked for, and the
/// alternatives of a choice.
pub(super) fn roots_of_pointer(
    function: &Function,
    regions: &Regions,
    pointer: ValueId,
) -> Vec<ValueId> {
    let Some(root) = regions.root(pointer) else {
        return Vec::new();
    };
    match regions.origin(root) {
        Some(Origin::Object(object)) => match object.extent() {
            Extent::Asked(_) | Extent::Counted(_) => asked(function, *object).unwrap_or_default(),
            Extent::Bytes(_) => Vec::new(),
        },
        Some(Origin::Choice(alternatives)) => alternatives.iter().map(|(_, v)| *v).collect(),
        // Relevance follows the relations of parameters by itself.
        Some(Origin::Passed(_)) => Vec::new(),
        None => Vec::new(),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
