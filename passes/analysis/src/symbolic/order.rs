//! Is an expression never negative, given what is known?
//!
//! Claims: where [`Prover::nonnegative`] says yes, the expression is at least 0 under every valuation of the symbols in which all
//! atoms lie in their intervals and all facts hold. This decides `a <= b` as `b - a >= 0` (section 4.3 of the paper); a no means
//! only that no proof was found. The steps, cheapest first: intervals; integer minima of quadratic parts (the paper's formula of
//! Bhaskara); the choices of a minimum or maximum, each or one; and the elimination of the monomial that is furthest below
//! zero by a fact, or by the product of a fact with an atom that is not negative. Gives up after [`FUEL`] steps at each depth.

use super::expression::{Atom, AtomId, Atoms, Expr, Monomial};

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

/// An interval of integers; `None` is without limit.
pub type Interval = (Option<i128>, Option<i128>);

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
struct Search {
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
            let mut search = Search {
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

    /// The interval of an expression, from those of its atoms alone.
    pub fn interval(&self, expr: &Expr) -> Interval {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        let parts = expr
            .terms()
            .iter()
            .map(|&(m, n)| self.interval_of_term(m, n));
        parts.fold((Some(0), Some(0)), |all, part| {
            (sum(all.0, part.0), sum(all.1, part.1))
        })
    }

    /// Whether the expression has an atom that may be poison.
    pub fn is_wild(&self, expr: &Expr) -> bool {
        expr.atoms().any(|atom| match self.atoms.get(atom) {
            Atom::Symbol(_) => self.known_of(atom).is_none_or(|known| known.wild),
            Atom::Min(choices) | Atom::Max(choices) => choices.iter().any(|e| self.is_wild(e)),
        })
    }

    fn known_of(&self, atom: AtomId) -> Option<&Knowledge> {
        self.known.get(atom.index())?.as_ref()
    }

    fn interval_of_term(&self, monomial: Monomial, factor: i128) -> Interval {
        let mut interval = (Some(1), Some(1));
        let mut last: Option<(AtomId, u32)> = None;
        // Equal atoms stand side by side, so that a square is known not to be negative.
        for atom in monomial.atoms() {
            match &mut last {
                Some((same, power)) if *same == atom => *power += 1,
                Some((other, power)) => {
                    interval = times(interval, self.power(*other, *power));
                    last = Some((atom, 1));
                }
                None => last = Some((atom, 1)),
            }
        }
        if let Some((atom, power)) = last {
            interval = times(interval, self.power(atom, power));
        }
        times(interval, (Some(factor), Some(factor)))
    }

    fn power(&self, atom: AtomId, power: u32) -> Interval {
        let base = self.interval_of_atom(atom);
        let mut result = base;
        for _ in 1..power {
            result = times(result, base);
        }
        if power.is_multiple_of(2) {
            result.0 = Some(result.0.unwrap_or(0).max(0));
        }
        result
    }

    fn interval_of_atom(&self, atom: AtomId) -> Interval {
        let each = |choices: &[Expr]| choices.iter().map(|e| self.interval(e)).collect::<Vec<_>>();
        let least = |ends: Vec<Option<i128>>| {
            ends.into_iter()
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .min()
        };
        let most = |ends: Vec<Option<i128>>| {
            ends.into_iter()
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .max()
        };
        match self.atoms.get(atom) {
            Atom::Symbol(_) => self
                .known_of(atom)
                .map_or((None, None), |known| (Some(known.low), Some(known.high))),
            Atom::Min(choices) => {
                let all = each(choices);
                let low = least(all.iter().map(|i| i.0).collect());
                (low, all.iter().filter_map(|i| i.1).min())
            }
            Atom::Max(choices) => {
                let all = each(choices);
                let high = most(all.iter().map(|i| i.1).collect());
                (all.iter().filter_map(|i| i.0).max(), high)
            }
        }
    }

    fn prove(&self, goal: Expr, depth: u32, search: &mut Search) -> bool {
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
    fn by_choices(&self, goal: &Expr, depth: u32, search: &mut Search) -> bool {
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
    fn by_elimination(&self, goal: &Expr, depth: u32, search: &mut Search) -> bool {
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
        search: &mut Search,
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
        search: &mut Search,
    ) -> bool {
        let has = fact.coefficient(monomial);
        if has == 0 || has.signum() != factor.signum() || search.fuel == 0 {
            return false;
        }
        let scaled = goal.scale(has.abs());
        let left = scaled.and_then(|goal| goal.plus(fact, -factor.abs()));
        let proved = left.is_some_and(|goal| self.prove(goal, depth - 1, search));
        if proved {
            search.used.push(fact.clone());
        }
        proved
    }

    /// Whether `a*x^2 + b*x + rest` is at least 0 for one of the goal's squares, at all integers in the interval of `x`.
    fn quadratic(&self, goal: &Expr) -> bool {
        goal.terms().iter().any(|&(monomial, a)| {
            let mut atoms = monomial.atoms();
            let (Some(x), Some(y), None) = (atoms.next(), atoms.next(), atoms.next()) else {
                return false;
            };
            x == y && self.quadratic_in(goal, x, monomial, a).unwrap_or(false)
        })
    }

    fn quadratic_in(&self, goal: &Expr, x: AtomId, square: Monomial, a: i128) -> Option<bool> {
        let linear = Monomial::atom(x);
        let b = goal.coefficient(linear);
        let part = |m: Monomial| m == square || m == linear;
        let mut c = 0i128;
        for &(monomial, n) in goal.terms().iter().filter(|(m, _)| !part(*m)) {
            c = c.checked_add(self.interval_of_term(monomial, n).0?)?;
        }
        let (low, high) = self.interval_of_atom(x);
        let (low, high) = (low?, high?);
        let at = |x: i128| -> Option<i128> {
            a.checked_mul(x)?
                .checked_add(b)?
                .checked_mul(x)?
                .checked_add(c)
        };
        // A parabola that opens upwards is least beside its vertex -b/2a, one that opens downwards at an end.
        let vertex = b.checked_neg()?.div_euclid(a.checked_mul(2)?);
        let places = if a > 0 {
            [
                vertex.clamp(low, high),
                vertex.checked_add(1)?.clamp(low, high),
            ]
        } else {
            [low, high]
        };
        Some(at(places[0])? >= 0 && at(places[1])? >= 0)
    }
}

fn times(a: Interval, b: Interval) -> Interval {
    if a == (Some(0), Some(0)) || b == (Some(0), Some(0)) {
        return (Some(0), Some(0));
    }
    let nonnegative = |i: Interval| i.0.is_some_and(|low| low >= 0);
    if nonnegative(a) && nonnegative(b) {
        let product = |x: Option<i128>, y: Option<i128>| x?.checked_mul(y?);
        // A product that is too large is still not negative.
        return (Some(product(a.0, b.0).unwrap_or(0)), product(a.1, b.1));
    }
    let ends = || -> Option<[i128; 4]> {
        let (a, b) = ((a.0?, a.1?), (b.0?, b.1?));
        Some([
            a.0.checked_mul(b.0)?,
            a.0.checked_mul(b.1)?,
            a.1.checked_mul(b.0)?,
            a.1.checked_mul(b.1)?,
        ])
    };
    match ends() {
        Some(ends) => (ends.iter().min().copied(), ends.iter().max().copied()),
        None => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::expression::{Symbol, View};
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
            if !scene.proves(Some(goal.clone())) {
                return Ok(());
            }
            let range = |i: usize| limits[i].0..=limits[i].0 + limits[i].1;
            for a in range(0) {
                for b in range(1) {
                    for c in range(2) {
                        let value = |symbol: Symbol| [a, b, c][symbol.value.index()];
                        let at = |e: &Expr| scene.atoms.evaluate(e, &value).unwrap();
                        if scene.scope.iter().all(|fact| at(fact) >= 0) {
                            prop_assert!(at(&goal) >= 0, "{} at {a} {b} {c}", scene.atoms.show(&goal));
                        }
                    }
                }
            }
        }
    }
}
