//! Is an expression never negative, given what is known?
//!
//! Claims: where [`Prover::nonnegative`] says yes, the expression is at least 0 under every valuation of the symbols in which all
//! atoms lie in their intervals and all facts hold. This decides `a <= b` as `b - a >= 0` (GreenArrays (2014), section 4.3); a no means
//! only that no proof was found. The steps, cheapest first: intervals; integer minima of quadratic parts (GreenArrays' formula of
//! Bhaskara); the choices of a minimum or maximum, each or one; and the elimination of the monomial that is furthest below
//! zero by a fact, or by the product of a fact with an atom that is not negative. Gives up after [`FUEL`] steps at each depth.

use super::atoms::{Atom, AtomId, Atoms};
use super::expression::{Expr, Monomial};

/// Steps of one proof.
const FUEL: u32 = 120;
/// Facts and choices that one proof may combine, one limit after the other.
const DEPTHS: [u32; 3] = [1, 3, 6];
/// Monomials that are tried to be removed, at each depth.
const TRIED: usize = 2;

/// Where an atom lies, and what else is known of it.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// Least value.
    pub low: i128,
    /// Greatest value.
    pub high: i128,
    /// Expressions with the atom that are never negative where it is defined.
    pub facts: Vec<Expr>,
    /// The value may be poison, so that two uses of it need not agree.
    pub wild: bool,
}

/// What a proof may use.
#[derive(Clone, Copy)]
pub struct Prover<'a> {
    /// The atoms of all expressions.
    pub atoms: &'a Atoms,
    /// What is known of symbols; index = atom. Minima and maxima follow from their parts.
    pub known: &'a [Option<Knowledge>],
    /// Expressions that are never negative here.
    pub scope: &'a [&'a Expr],
}

/// The state of one search for a proof.
struct ProofSearch {
    /// Steps left.
    fuel: u32,
    /// Facts that the proof uses so far.
    used: Vec<Expr>,
}

impl Prover<'_> {
    /// Whether `expr >= 0` can be proved.
    pub fn nonnegative(&self, expr: &Expr) -> bool {
        self.proof(expr).is_some()
    }

    /// The facts that a proof of `expr >= 0` uses, if one is found.
    pub fn proof(&self, expr: &Expr) -> Option<Vec<Expr>> {
        // Short proofs first: a long way that leads nowhere costs all the steps.
        DEPTHS.into_iter().find_map(|depth| {
            let mut search = ProofSearch {
                fuel: FUEL,
                used: Vec::new(),
            };
            self.prove(expr.clone(), depth, &mut search)
                .then_some(search.used)
        })
    }

    /// Whether `a <= b` can be proved.
    pub fn at_most(&self, a: &Expr, b: &Expr) -> bool {
        b.sub(a).is_some_and(|distance| self.nonnegative(&distance))
    }

    /// Whether `low <= expr <= high` can be proved.
    pub fn within(&self, expr: &Expr, low: i128, high: i128) -> bool {
        let (from, to) = self.interval(expr);
        let above = from.is_some_and(|n| low <= n)
            || expr
                .add_constant(-low)
                .is_some_and(|e| self.nonnegative(&e));
        above && (to.is_some_and(|n| n <= high) || self.at_most(expr, &Expr::constant(high)))
    }

    /// Whether the expression has an atom that may be poison.
    pub fn is_wild(&self, expr: &Expr) -> bool {
        expr.atoms().any(|atom| match self.atoms.get(atom) {
            Atom::Symbol(_) => self.known_of(atom).is_none_or(|known| known.wild),
            Atom::Min(choices) | Atom::Max(choices) => choices.iter().any(|e| self.is_wild(e)),
        })
    }

    pub(super) fn known_of(&self, atom: AtomId) -> Option<&Knowledge> {
        self.known.get(atom.index())?.as_ref()
    }

    fn prove(&self, goal: Expr, depth: u32, search: &mut ProofSearch) -> bool {
        if search.fuel == 0 {
            return false;
        }
        search.fuel -= 1;
        let goal = goal.reduced();
        if self.interval(&goal).0.is_some_and(|low| low >= 0) || self.quadratic(&goal) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let used = search.used.len();
        let proved =
            self.by_choices(&goal, depth, search) || self.by_elimination(&goal, depth, search);
        if !proved {
            search.used.truncate(used);
        }
        proved
    }

    /// Splits the first linear minimum or maximum into its choices.
    fn by_choices(&self, goal: &Expr, depth: u32, search: &mut ProofSearch) -> bool {
        let linear = goal.terms().iter().filter_map(|&(monomial, n)| {
            let atom = monomial.single()?;
            match self.atoms.get(atom) {
                Atom::Min(choices) => Some((atom, n, choices, true)),
                Atom::Max(choices) => Some((atom, n, choices, false)),
                Atom::Symbol(_) => None,
            }
        });
        let Some((atom, factor, choices, least)) = linear.into_iter().next() else {
            return false;
        };
        let mut holds = |choice: &Expr| {
            let without = goal.plus(&Expr::atom(atom), -factor);
            let replaced = without.and_then(|rest| rest.plus(choice, factor));
            replaced.is_some_and(|goal| self.prove(goal, depth - 1, search))
        };
        // More of a maximum is at least what any one choice gives; less of it is one of the choices, whichever it is.
        if least == (factor < 0) {
            choices.iter().any(holds)
        } else {
            choices.iter().all(&mut holds)
        }
    }

    /// Removes one of the monomials that are furthest below zero by some fact.
    fn by_elimination(&self, goal: &Expr, depth: u32, search: &mut ProofSearch) -> bool {
        let mut worst: Vec<(Option<i128>, Monomial, i128)> = goal
            .terms()
            .iter()
            .filter(|(m, _)| *m != Monomial::ONE)
            .map(|&(m, n)| (self.interval_of_term(m, n).0, m, n))
            .collect();
        // Unlimited counts as lowest.
        worst.sort_unstable_by_key(|(low, ..)| *low);
        worst
            .into_iter()
            .take(TRIED)
            .any(|(_, monomial, factor)| self.eliminate(goal, monomial, factor, depth, search))
    }

    fn eliminate(
        &self,
        goal: &Expr,
        monomial: Monomial,
        factor: i128,
        depth: u32,
        search: &mut ProofSearch,
    ) -> bool {
        let own = |atom: AtomId| self.known_of(atom).map_or(&[][..], |known| &known.facts);
        for atom in monomial.atoms() {
            for fact in self.scope.iter().copied().chain(own(atom)) {
                if self.use_fact(goal, (monomial, factor), fact, depth, search) {
                    return true;
                }
            }
        }
        // Products: the fact about what is left of the monomial, times the atom that was taken out.
        let mut tried = None;
        for atom in monomial.atoms() {
            let Some(rest) = monomial.without(atom).filter(|rest| *rest != Monomial::ONE) else {
                continue;
            };
            let positive = self.interval_of_atom(atom).0.is_some_and(|low| low >= 0);
            if tried == Some(atom) || !(positive || self.prove(Expr::atom(atom), 1, search)) {
                continue;
            }
            tried = Some(atom);
            for inner in rest.atoms() {
                for fact in self.scope.iter().copied().chain(own(inner)) {
                    if fact.coefficient(rest).signum() != factor.signum() {
                        continue;
                    }
                    let Some(product) = fact.mul(&Expr::atom(atom)) else {
                        continue;
                    };
                    if self.use_fact(goal, (monomial, factor), &product, depth, search) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Subtracts so much of `fact >= 0` from the goal that the monomial vanishes, and goes on with what is left.
    fn use_fact(
        &self,
        goal: &Expr,
        (monomial, factor): (Monomial, i128),
        fact: &Expr,
        depth: u32,
        search: &mut ProofSearch,
    ) -> bool {
        let has = fact.coefficient(monomial);
        if has == 0 || has.signum() != factor.signum() || search.fuel == 0 {
            return false;
        }
        // Of an integer, what is more than -1 is enough; times so much, that leaves some slack.
        let times = has.abs();
        let scaled = goal.scale(times).and_then(|e| e.add_constant(times - 1));
        let left = scaled.and_then(|goal| goal.plus(fact, -factor.abs()));
        let proved = left.is_some_and(|goal| self.prove(goal, depth - 1, search));
        if proved {
            search.used.push(fact.clone());
        }
        proved
    }
}

#[cfg(test)]
mod tests {
    use super::super::atoms::{Symbol, View};
    use super::super::interval::Interval;
    use super::*;
    use proptest::prelude::*;
    use sanecc_ir::{Id, ValueId};

    /// Symbols in intervals, and facts about them.
    #[derive(Default)]
    struct Scene {
        atoms: Atoms,
        known: Vec<Option<Knowledge>>,
        scope: Vec<Expr>,
    }

    impl Scene {
        fn symbol(&mut self, low: i128, high: i128) -> Expr {
            let value = ValueId::from_index(self.known.len());
            let symbol = Symbol {
                value,
                view: View::Signed,
            };
            let knowledge = Knowledge {
                low,
                high,
                ..Knowledge::default()
            };
            self.known.push(Some(knowledge));
            self.atoms.symbol(symbol)
        }

        fn proves(&self, goal: Option<Expr>) -> bool {
            let scope: Vec<&Expr> = self.scope.iter().collect();
            let prover = Prover {
                atoms: &self.atoms,
                known: &self.known,
                scope: &scope,
            };
            goal.is_some_and(|goal| prover.nonnegative(&goal))
        }

        fn bounds(&self, expr: &Expr) -> Interval {
            let scope: Vec<&Expr> = self.scope.iter().collect();
            let prover = Prover {
                atoms: &self.atoms,
                known: &self.known,
                scope: &scope,
            };
            prover.bounds(expr)
        }
    }

    const WIDE: i128 = 1 << 62;

    #[test]
    fn quadratic_expressions() {
        let mut scene = Scene::default();
        let n = scene.symbol(-WIDE, WIDE);
        let square = n.mul(&n).unwrap();
        // n*n - n is not negative at any integer, though it is between 0 and 1.
        assert!(scene.proves(square.sub(&n)));
        assert!(!scene.proves(square.sub(&n).and_then(|e| e.add_constant(-1))));
        // n*n - 5*n + 6 is 0 at 2 and 3.
        let between = square.plus(&n, -5).and_then(|e| e.add_constant(6));
        assert!(scene.proves(between.clone()));
        assert!(!scene.proves(between.and_then(|e| e.add_constant(-1))));
        let mut scene = Scene::default();
        let n = scene.symbol(2, 10);
        let square = n.mul(&n).unwrap();
        // Opens downwards: 10*n - n*n.
        assert!(scene.proves(n.scale(10).and_then(|e| e.sub(&square))));
        assert!(!scene.proves(n.scale(9).and_then(|e| e.sub(&square))));
    }

    #[test]
    fn facts_times_what_is_not_negative() {
        let mut scene = Scene::default();
        let [row, column, width, height] = [(); 4].map(|()| scene.symbol(0, 1 << 31));
        let inside = |a: &Expr, b: &Expr| b.sub(a).and_then(|e| e.add_constant(-1)).unwrap();
        scene.scope = vec![inside(&row, &height), inside(&column, &width)];
        let at = row.mul(&width).and_then(|e| e.add(&column)).unwrap();
        let size = width.mul(&height).unwrap();
        assert!(scene.proves(Some(inside(&at, &size))));
        assert!(!scene.proves(inside(&at, &size).add_constant(-1)));
        scene.scope.remove(0);
        assert!(!scene.proves(Some(inside(&at, &size))));
    }

    #[test]
    fn a_maximum_is_at_least_each_and_at_most_all() {
        let mut scene = Scene::default();
        let [a, b, c] = [(); 3].map(|()| scene.symbol(-WIDE, WIDE));
        let most = scene.atoms.max(&a, &b).unwrap();
        let least = scene.atoms.min(&a, &b).unwrap();
        assert!(scene.proves(most.sub(&a)) && !scene.proves(a.sub(&most)));
        assert!(scene.proves(a.sub(&least)) && !scene.proves(least.sub(&a)));
        assert!(scene.proves(most.sub(&least)));
        assert!(!scene.proves(c.sub(&most)));
        scene.scope = vec![c.sub(&a).unwrap(), c.sub(&b).unwrap()];
        assert!(scene.proves(c.sub(&most)));
        // A maximum as it stands in a fact.
        scene.scope = vec![most.sub(&c).unwrap()];
        assert!(scene.proves(most.add_constant(1).and_then(|e| e.sub(&c))));
        assert!(!scene.proves(a.sub(&c)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// What is proved holds at every point that the facts and intervals allow.
        #[test]
        fn proofs_hold_everywhere(
            limits in prop::array::uniform3((-4i128..5, 0i128..6)),
            facts in prop::collection::vec(prop::array::uniform4(-3i128..4), 0..4),
            goal in prop::array::uniform8(-3i128..4),
            extremes in any::<[bool; 2]>(),
        ) {
            let mut scene = Scene::default();
            let x = limits.map(|(low, width)| scene.symbol(low, low + width));
            let linear = |n: [i128; 4]| -> Option<Expr> {
                let sum = x[0].scale(n[0])?.plus(&x[1], n[1])?.plus(&x[2], n[2])?;
                sum.add_constant(n[3])
            };
            scene.scope = facts.iter().filter_map(|n| linear(*n)).collect();
            let make = |scene: &mut Scene| -> Option<Expr> {
                let mut sum = linear([goal[0], goal[1], goal[2], goal[3]])?;
                sum = sum.plus(&x[0].mul(&x[1])?, goal[4])?;
                sum = sum.plus(&x[2].mul(&x[2])?, goal[5])?;
                if extremes[0] {
                    sum = sum.plus(&scene.atoms.min(&x[0], &x[1])?, goal[6])?;
                }
                if extremes[1] {
                    sum = sum.plus(&scene.atoms.max(&x[1], &x[2])?, goal[7])?;
                }
                Some(sum)
            };
            let Some(goal) = make(&mut scene) else { return Ok(()) };
            let proved = scene.proves(Some(goal.clone()));
            let bounds = scene.bounds(&goal);
            let range = |i: usize| limits[i].0..=limits[i].0 + limits[i].1;
            for a in range(0) {
                for b in range(1) {
                    for c in range(2) {
                        let value = |symbol: Symbol| [a, b, c][symbol.value.index()];
                        let at = |e: &Expr| scene.atoms.evaluate(e, &value).unwrap();
                        if scene.scope.iter().all(|fact| at(fact) >= 0) {
                            let now = at(&goal);
                            prop_assert!(!proved || now >= 0, "{} at {a} {b} {c}", scene.atoms.show(&goal));
                            prop_assert!(bounds.0.is_none_or(|n| n <= now) && bounds.1.is_none_or(|n| now <= n));
                        }
                    }
                }
            }
        }
    }
}
