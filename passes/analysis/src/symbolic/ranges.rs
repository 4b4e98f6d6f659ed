//! What integers can a value be? Symbolic ranges, bit-precise (section 4.3 of the paper).
//!
//! Every integer value of at most 64 bits gets an expression for each of its two readings, with and without sign. Where the
//! operation provably does not wrap at its place, that is the expression of the operands; elsewhere the value is a symbol of its
//! own, with the limits of its type and what the operation says of its result. So the expressions of the paper's ranges are the
//! facts about a symbol here: the least of its upper bounds, the greatest of its lower ones.
//!
//! Claims: in every execution, wherever a value is defined, its readings are what the expressions say, its symbols lie in their
//! intervals, and their facts hold. A value that may be poison (`wild`: a broken promise, undefined content that LLVM shows, or
//! what is computed from such) has limits of its type only, because LLVM may let two uses of it disagree; no fact mentions it.
//! Unwritten memory is taken to have some value for each load, like AddressSanitizer does.
//!
//! Phis are solved by guessing and checking, over all of them at once: the guesses are the intervals and expressions that come
//! in from outside of a loop, and thresholds out of the comparisons with what the loop does not change ([`super::thresholds`]). A
//! round evaluates all needed values once, in reverse postorder, as if the guesses held, and then checks each on every edge with
//! the facts of that edge. What fails is dropped; an interval that fails grows at most [`DELAY`] times before it is widened to the
//! limits of the type (the paper's delayed widening). A round in which nothing fails proves all guesses by induction over the
//! steps of the execution. After [`ROUNDS`] rounds nothing is claimed. Functions that call setjmp have an edge that is not drawn:
//! nothing is claimed of them either.

use super::conditions::{Guard, guards_of_block, guards_of_edge};
use super::expression::{Atom, AtomId, Atoms, Expr, Symbol, View};
use super::order::{Knowledge, Prover};
use crate::{Dominators, Uses};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{BlockId, Function, Id, Op, Predicate, Type, ValueDef, ValueId};

/// How often an interval may grow before it is widened.
const DELAY: u32 = 3;
/// Rounds before nothing is claimed.
const ROUNDS: u32 = 10;
/// Most facts that are in scope of one question; the closest ones count.
const MAX_SCOPE: usize = 32;

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

/// A guess about a phi: `expr + factor * phi >= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) view: View,
    pub(super) factor: i128,
    pub(super) expr: Expr,
}

/// The guesses about a phi.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    /// Interval; index = view.
    intervals: [(i128, i128); 2],
    relations: Vec<Relation>,
    wild: bool,
    grown: u32,
}

/// The ranges of the values of one function that were asked for.
pub struct Ranges<'f> {
    pub(super) function: &'f Function,
    pub(super) dominators: Dominators,
    /// The block of each instruction; index = value.
    pub(super) blocks: Vec<Option<BlockId>>,
    needed: FixedBitSet,
    pub(super) atoms: Atoms,
    pub(super) known: Vec<Option<Knowledge>>,
    values: Vec<Option<Forms>>,
    /// What holds in a block because of the edge into it; index = block.
    pub(super) scopes: Vec<Vec<Expr>>,
    guesses: FxHashMap<ValueId, Guesses>,
    uses: &'f Uses,
}

impl<'f> Ranges<'f> {
    /// Solves the analysis for what `roots` need; `None` where nothing can be claimed.
    pub fn of(
        function: &'f Function,
        uses: &'f Uses,
        roots: impl IntoIterator<Item = ValueId>,
    ) -> Option<Self> {
        if function.calls_setjmp {
            return None;
        }
        let mut blocks = vec![None; function.values.len()];
        for (id, block) in function.blocks.iter() {
            for instruction in &block.instructions {
                blocks[instruction.index()] = Some(id);
            }
        }
        let mut ranges = Self {
            function,
            dominators: Dominators::of(function),
            blocks,
            needed: needed(function, roots),
            atoms: Atoms::default(),
            known: Vec::new(),
            values: vec![None; function.values.len()],
            scopes: vec![Vec::new(); function.blocks.len()],
            guesses: FxHashMap::default(),
            uses,
        };
        ranges.solve().then_some(ranges)
    }

    /// The expression of a value as it is known at the beginning of a block that its definition dominates; `None` for what is
    /// no integer of at most 64 bits.
    pub fn at(&mut self, value: ValueId, view: View, block: BlockId) -> Option<Expr> {
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
    pub fn is_wild(&mut self, value: ValueId) -> bool {
        self.forms(value).is_none_or(|forms| forms.wild)
    }

    /// The atoms of all expressions.
    pub fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// The facts that prove `expr >= 0` in a block, if they are found.
    pub fn proof(&self, expr: &Expr, block: BlockId) -> Option<Vec<Expr>> {
        self.prover(block, &[], |prover| prover.proof(expr))
    }

    /// The interval of an expression, from the limits of its symbols alone.
    pub fn interval(&self, expr: &Expr) -> (Option<i128>, Option<i128>) {
        let prover = Prover {
            atoms: &self.atoms,
            known: &self.known,
            scope: &[],
        };
        prover.interval(expr)
    }

    /// Whether `low <= expr <= high` in a block, where `more` holds, too.
    pub(super) fn within(
        &self,
        expr: &Expr,
        low: i128,
        high: i128,
        block: BlockId,
        more: &[Expr],
    ) -> bool {
        let (from, to) = self.interval(expr);
        if from.is_some_and(|n| low <= n) && to.is_some_and(|n| n <= high) {
            return true;
        }
        self.prover(block, more, |prover| prover.within(expr, low, high))
    }

    /// Whether `expr >= 0` in a block, where `more` holds, too.
    pub(super) fn nonnegative(&self, expr: &Expr, block: BlockId, more: &[Expr]) -> bool {
        self.interval(expr).0.is_some_and(|n| n >= 0)
            || self.prover(block, more, |prover| prover.nonnegative(expr))
    }

    fn prover<T>(&self, block: BlockId, more: &[Expr], ask: impl FnOnce(Prover<'_>) -> T) -> T {
        let mut scope: Vec<&Expr> = more.iter().collect();
        let mut at = Some(block);
        while let Some(block) = at.filter(|_| scope.len() < MAX_SCOPE) {
            scope.extend(&self.scopes[block.index()]);
            at = self.dominators.parent(block);
        }
        ask(Prover {
            atoms: &self.atoms,
            known: &self.known,
            scope: &scope,
        })
    }

    /// The width of an integer that has expressions.
    pub(super) fn bits(&self, value: ValueId) -> Option<u32> {
        width(self.function, value)
    }

    /// The forms of a value; those of instructions are made in order.
    pub(super) fn forms(&mut self, value: ValueId) -> Option<Forms> {
        if let Some(forms) = &self.values[value.index()] {
            return Some(forms.clone());
        }
        let bits = self.bits(value)?;
        let forms = match self.function.values[value].def {
            ValueDef::Integer(n) => {
                let signed = Expr::constant(i128::from(n));
                let modulus = if n < 0 { 1i128 << bits } else { 0 };
                let unsigned = Expr::constant(i128::from(n) + modulus);
                // Steps backwards are written as additions of negative numbers.
                let congruent = [signed.clone(), signed.clone()];
                Forms {
                    exact: [signed, unsigned],
                    congruent,
                    wild: false,
                }
            }
            ValueDef::Undefined => self.wild(value, bits, None),
            ValueDef::Param(_) | ValueDef::Constant => self.unknown(value, bits),
            // Not asked for, or in a block that nothing reaches.
            ValueDef::Instruction(_) => return None,
            ValueDef::Null
            | ValueDef::Global(_)
            | ValueDef::Function(_)
            | ValueDef::ConstantPlace(_) => return None,
        };
        self.values[value.index()] = Some(forms.clone());
        Some(forms)
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

    /// A value that may be poison. Where `high` is given, it is at least 0 and at most this whatever it is made of.
    pub(super) fn wild(&mut self, value: ValueId, bits: u32, high: Option<i128>) -> Forms {
        let exact = match high {
            Some(high) => {
                let knowledge = Knowledge {
                    low: 0,
                    high,
                    facts: Vec::new(),
                    wild: true,
                };
                let symbol = self.symbol(
                    Symbol {
                        value,
                        view: View::Signed,
                    },
                    knowledge,
                );
                [symbol.clone(), symbol]
            }
            None => [View::Signed, View::Unsigned].map(|view| self.own(value, bits, view, true)),
        };
        Forms {
            congruent: exact.clone(),
            exact,
            wild: true,
        }
    }

    /// The symbol of a value in one view, with the limits of its type.
    pub(super) fn own(&mut self, value: ValueId, bits: u32, view: View, wild: bool) -> Expr {
        let (low, high) = limits(bits, view);
        self.symbol(
            Symbol { value, view },
            Knowledge {
                low,
                high,
                facts: Vec::new(),
                wild,
            },
        )
    }

    fn solve(&mut self) -> bool {
        for _ in 0..ROUNDS {
            self.evaluate_all();
            if !self.check_guesses() {
                return true;
            }
        }
        false
    }

    /// One round: every needed value, definitions before uses except around loops.
    fn evaluate_all(&mut self) {
        self.known.clear();
        self.values.fill(None);
        self.scopes.iter_mut().for_each(Vec::clear);
        let function = self.function;
        for block in self.dominators.order().to_vec() {
            if let [from] = *function.blocks[block].predecessors.as_slice() {
                let guards = guards_of_block(function, block);
                self.scopes[block.index()] = self.facts(&guards, from);
            }
            for &instruction in &function.blocks[block].instructions {
                if self.needed.contains(instruction.index())
                    && let Some(bits) = self.bits(instruction)
                    && let Some(op) = function.op(instruction)
                {
                    let forms = match op {
                        Op::Phi(edges) => self.phi(instruction, bits, edges, block),
                        _ => self.transfer(instruction, bits, op, block),
                    };
                    self.values[instruction.index()] = Some(forms);
                }
            }
        }
    }

    /// What comparisons say that were decided in the block `from`.
    pub(super) fn facts(&mut self, guards: &[Guard], from: BlockId) -> Vec<Expr> {
        let mut facts = Vec::new();
        for guard in guards {
            self.facts_of(*guard, from, &mut facts);
        }
        facts
    }

    fn facts_of(&mut self, guard: Guard, from: BlockId, facts: &mut Vec<Expr>) {
        let sides = [guard.left, guard.right];
        if sides.iter().any(|side| self.is_wild(*side)) {
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
    fn join_views(&mut self, value: ValueId, block: BlockId, facts: &mut Vec<Expr>) {
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

    fn phi(
        &mut self,
        value: ValueId,
        bits: u32,
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Forms {
        let mut guesses = match self.guesses.get(&value) {
            Some(guesses) => guesses.clone(),
            None => {
                let guesses = self.guess(value, bits, edges, block);
                self.guesses.insert(value, guesses.clone());
                guesses
            }
        };
        if guesses.wild {
            return self.wild(value, bits, None);
        }
        // What turned out to be perhaps poison bounds nothing.
        guesses
            .relations
            .retain(|relation| self.is_settled(&relation.expr));
        let views = [View::Signed, View::Unsigned];
        let one = guesses.intervals[0].0 >= 0;
        self.guesses.insert(value, guesses.clone());
        let exact = views.map(|view| {
            let view = if one { View::Signed } else { view };
            let symbol = self.atoms.symbol(Symbol { value, view });
            let (low, high) = guesses.intervals[view as usize];
            let mut known = Knowledge {
                low,
                high,
                ..Knowledge::default()
            };
            let relations = guesses.relations.iter().filter(|r| one || r.view == view);
            known.facts = relations
                .filter_map(|relation| relation.expr.plus(&symbol, relation.factor))
                .collect();
            self.symbol(Symbol { value, view }, known)
        });
        Forms {
            congruent: exact.clone(),
            exact,
            wild: false,
        }
    }

    /// Whether no symbol of an expression may be poison, as far as this round knows.
    fn is_settled(&mut self, expr: &Expr) -> bool {
        let atoms: Vec<AtomId> = expr.atoms().collect();
        atoms
            .into_iter()
            .all(|atom| match self.atoms.get(atom).clone() {
                Atom::Symbol(symbol) => !self.is_wild(symbol.value),
                Atom::Min(choices) | Atom::Max(choices) => {
                    choices.iter().all(|choice| self.is_settled(choice))
                }
            })
    }

    /// The first guesses: what comes in over edges that were seen already, and the thresholds.
    fn guess(
        &mut self,
        value: ValueId,
        bits: u32,
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Guesses {
        let mut guesses = Guesses {
            intervals: [limits(bits, View::Signed), limits(bits, View::Unsigned)],
            relations: Vec::new(),
            wild: false,
            grown: 0,
        };
        for view in [View::Signed, View::Unsigned] {
            let mut hull: Option<(i128, i128)> = None;
            let mut incoming = Vec::new();
            for &(from, input) in edges {
                let Some(expr) = self.at(input, view, from) else {
                    continue;
                };
                let here = self.interval_on(&expr, from, bits, view);
                hull = Some(hull.map_or(here, |hull| (hull.0.min(here.0), hull.1.max(here.1))));
                if self.is_fixed_before(&expr, block) && expr.as_constant().is_none() {
                    incoming.push(expr);
                }
            }
            if let Some(hull) = hull {
                guesses.intervals[view as usize] = hull;
            }
            guesses
                .relations
                .extend(self.thresholds(value, view, &incoming, edges, block));
        }
        guesses
    }

    /// The interval of an expression on an edge, with the help of one threshold: 0.
    fn interval_on(&self, expr: &Expr, from: BlockId, bits: u32, view: View) -> (i128, i128) {
        let (low, high) = limits(bits, view);
        let (least, most) = self.interval(expr);
        let mut least = least.unwrap_or(low).max(low);
        if least < 0 && self.nonnegative(expr, from, &[]) {
            least = 0;
        }
        (least, most.unwrap_or(high).min(high))
    }

    /// Whether all symbols of an expression are defined before `block` begins, and not again before it begins once more.
    pub(super) fn is_fixed_before(&self, expr: &Expr, block: BlockId) -> bool {
        expr.atoms().all(|atom| self.is_atom_fixed(atom, block))
    }

    fn is_atom_fixed(&self, atom: AtomId, block: BlockId) -> bool {
        match self.atoms.get(atom) {
            Atom::Symbol(symbol) => match self.blocks[symbol.value.index()] {
                Some(at) => self.dominators.strictly(at, block),
                None => true,
            },
            Atom::Min(choices) | Atom::Max(choices) => choices
                .iter()
                .all(|choice| self.is_fixed_before(choice, block)),
        }
    }

    /// Checks every guess on every edge; whether any had to be given up.
    fn check_guesses(&mut self) -> bool {
        let function = self.function;
        let mut phis: Vec<ValueId> = self.guesses.keys().copied().collect();
        phis.sort_unstable();
        let mut changed = false;
        for phi in phis {
            let (Some(Op::Phi(edges)), Some(bits)) = (function.op(phi), self.bits(phi)) else {
                continue;
            };
            let (Some(block), Some(before)) = (self.blocks[phi.index()], self.guesses.get(&phi))
            else {
                continue;
            };
            let mut guesses = before.clone();
            let mut failed = false;
            for &(from, input) in edges {
                if guesses.wild {
                    break;
                }
                if self.dominators.is_reached(from) {
                    failed |= self.check_edge(&mut guesses, bits, (from, block), input);
                }
            }
            changed |= failed;
            self.guesses.insert(phi, guesses);
        }
        changed
    }

    /// Gives up what an edge contradicts, or does not prove.
    fn check_edge(
        &mut self,
        guesses: &mut Guesses,
        bits: u32,
        (from, to): (BlockId, BlockId),
        input: ValueId,
    ) -> bool {
        if self.is_wild(input) {
            guesses.wild = true;
            return true;
        }
        let guards = guards_of_edge(self.function, from, to);
        let facts = self.facts(&guards, from);
        let mut failed = false;
        let mut grown = false;
        for view in [View::Signed, View::Unsigned] {
            let Some(expr) = self.at(input, view, from) else {
                guesses.wild = true;
                return true;
            };
            let limit = limits(bits, view);
            let interval = &mut guesses.intervals[view as usize];
            let may_grow = guesses.grown < DELAY;
            let (least, most) = self.interval(&expr);
            let above = expr.add_constant(-interval.0);
            if interval.0 > limit.0
                && !above.is_some_and(|above| self.nonnegative(&above, from, &facts))
            {
                let seen = least.filter(|_| may_grow).unwrap_or(limit.0);
                // 0 is a threshold: below it the readings part.
                let threshold = interval.0 > 0 && self.nonnegative(&expr, from, &facts);
                interval.0 = if threshold {
                    0
                } else {
                    seen.clamp(limit.0, interval.0 - 1)
                };
                grown = true;
            }
            let below = expr.scale(-1).and_then(|e| e.add_constant(interval.1));
            if interval.1 < limit.1
                && !below.is_some_and(|below| self.nonnegative(&below, from, &facts))
            {
                let seen = most.filter(|_| may_grow).unwrap_or(limit.1);
                interval.1 = seen.clamp(interval.1 + 1, limit.1);
                grown = true;
            }
            guesses.relations.retain(|relation| {
                let holds = relation.view != view
                    || relation
                        .expr
                        .plus(&expr, relation.factor)
                        .is_some_and(|goal| self.nonnegative(&goal, from, &facts));
                failed |= !holds;
                holds
            });
        }
        guesses.grown += u32::from(grown);
        failed | grown
    }

    /// The users of a value.
    pub(super) fn users(&self, value: ValueId) -> &'f [ValueId] {
        self.uses.users(value)
    }
}

/// The least and the greatest integer of a type, read in this way.
pub(super) fn limits(bits: u32, view: View) -> (i128, i128) {
    match view {
        View::Signed => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        View::Unsigned => (0, (1i128 << bits) - 1),
    }
}

fn width(function: &Function, value: ValueId) -> Option<u32> {
    match function.values[value].ty {
        Type::Int(bits @ 1..=64) => Some(bits),
        _ => None,
    }
}

/// What the roots and all conditions are computed from: the backward slice, as far as it has expressions.
fn needed(function: &Function, roots: impl IntoIterator<Item = ValueId>) -> FixedBitSet {
    let mut needed = FixedBitSet::with_capacity(function.values.len());
    let mut work: Vec<ValueId> = roots.into_iter().collect();
    for (_, block) in function.blocks.iter() {
        if let Some(Op::Branch(operands)) = block.instructions.last().and_then(|v| function.op(*v))
        {
            work.extend(operands);
        }
    }
    while let Some(value) = work.pop() {
        if width(function, value).is_some()
            && !needed.put(value.index())
            && let Some(op) = function.op(value)
        {
            // What a load or a call yields is a symbol, whatever it was made from.
            if matches!(
                op,
                Op::Binary(..)
                    | Op::Compare(..)
                    | Op::Cast(..)
                    | Op::Phi(_)
                    | Op::Select { .. }
                    | Op::Freeze(_)
            ) {
                op.operands(|operand| work.push(operand));
            }
        }
    }
    needed
}
