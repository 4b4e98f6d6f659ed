//! What holds on an edge: the splits of the extended SSA form (GreenArrays (2014), section 4.1), without rewriting anything.
//!
//! Where GreenArrays gives a value a new name behind a conditional, here the edge carries the [`Guard`]s that hold on it, and a block
//! with that one edge in front of it, and all that it dominates, may use them. Guards are about the values as they are; what
//! depends on them, and what they depend on, is split with them, because expressions are over the same symbols (GreenArrays'
//! transitive dependences).
//!
//! Claims: whenever an edge is taken, the last evaluation of each of its guards was true. A use that the block dominates sees the
//! same evaluation, because definition, comparison and edge dominate each other in this order. Frozen conditions say nothing: a
//! comparison of poison, once frozen, may be true.
//!
//! Besides comparisons, a condition may be the bit that says whether arithmetic wrapped: where it is not set, the arithmetic is that of the
//! integers ([`Held::exact`]).

use sanecc_ir::{
    BinaryOp, Block, BlockId, Computed, Function, Op, Predicate, Type, ValueDef, ValueId, mutant,
};

/// Most guards of one edge.
const MAX_GUARDS: usize = 8;
/// How deep a condition is taken apart.
const MAX_DEPTH: u32 = 4;

/// A comparison that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// How it compares.
    pub predicate: Predicate,
    /// Left side.
    pub left: ValueId,
    /// Right side.
    pub right: ValueId,
}

/// All that holds in one place because of the way that control took there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Comparisons that hold.
    pub guards: Vec<Guard>,
    /// Bits that are not set, each of which would say that arithmetic wrapped ([`Computed::Overflow`]).
    pub exact: Vec<ValueId>,
}

impl Held {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.guards.is_empty() && self.exact.is_empty()
    }
}

/// The predicate that holds where `predicate` does not.
pub fn negated(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Eq => Predicate::Ne,
        Predicate::Ne => Predicate::Eq,
        Predicate::ULt => Predicate::UGe,
        Predicate::ULe => Predicate::UGt,
        Predicate::UGt => Predicate::ULe,
        Predicate::UGe => Predicate::ULt,
        Predicate::SLt if mutant!("conditions/negated") => Predicate::SGt,
        Predicate::SLt => Predicate::SGe,
        Predicate::SLe => Predicate::SGt,
        Predicate::SGt => Predicate::SLe,
        Predicate::SGe => Predicate::SLt,
        Predicate::Float(how) => Predicate::Float(how.negated()),
    }
}

/// The comparisons that hold in a block because there is only one edge into it.
pub fn guards_of_block(function: &Function, block: BlockId) -> Vec<Guard> {
    held_in_block(function, block).guards
}

/// The comparisons that hold whenever control goes from one block to the other.
pub fn guards_of_edge(function: &Function, from: BlockId, to: BlockId) -> Vec<Guard> {
    held_on_edge(function, from, to).guards
}

/// The comparisons that hold where a condition is true, or where it is not.
pub fn guards_of_condition(function: &Function, condition: ValueId, holds: bool) -> Vec<Guard> {
    held_by_condition(function, condition, holds).guards
}

/// What holds in a block because there is only one edge into it.
pub fn held_in_block(function: &Function, block: BlockId) -> Held {
    match *function.blocks[block].predecessors.as_slice() {
        [only] => held_on_edge(function, only, block),
        [first, ..] if mutant!("conditions/one-way-in") => held_on_edge(function, first, block),
        _ => Held::default(),
    }
}

/// What holds whenever control goes from one block to the other.
pub fn held_on_edge(function: &Function, from: BlockId, to: BlockId) -> Held {
    let mut held = Held::default();
    let Block {
        instructions,
        successors,
        ..
    } = &function.blocks[from];
    let Some(Op::Branch(operands)) = instructions.last().and_then(|last| function.op(*last)) else {
        return held;
    };
    let mut edges = successors
        .iter()
        .enumerate()
        .filter(|(_, successor)| **successor == to);
    let (Some((number, _)), None) = (
        edges.next(),
        edges.next().filter(|_| !mutant!("conditions/one-edge")),
    ) else {
        return held;
    };
    match *operands.as_slice() {
        [condition] if successors.len() == 2 && is_bit(function, condition) => {
            let holds = number == 0 || mutant!("conditions/other-branch");
            collect(function, condition, holds, MAX_DEPTH, &mut held);
        }
        [value, ref cases @ ..] if !cases.is_empty() && successors.len() == operands.len() => {
            let case = |right, predicate| Guard {
                predicate,
                left: value,
                right,
            };
            if number == 0 && !mutant!("conditions/switch-default") {
                let others = cases.iter().take(MAX_GUARDS);
                let others = others.map(|&right| case(right, Predicate::Ne));
                held.guards.extend(others);
            } else {
                held.guards
                    .push(case(cases[number.max(1) - 1], Predicate::Eq));
            }
        }
        _ => {}
    }
    held
}

/// What holds where a condition is true, or where it is not.
pub fn held_by_condition(function: &Function, condition: ValueId, holds: bool) -> Held {
    let mut held = Held::default();
    collect(function, condition, holds, MAX_DEPTH, &mut held);
    held
}

fn is_bit(function: &Function, value: ValueId) -> bool {
    function.values[value].ty == Type::Int(1)
}

/// Takes conjunctions apart, also where they are written as choices.
fn collect(function: &Function, condition: ValueId, holds: bool, depth: u32, held: &mut Held) {
    if held.guards.len() + held.exact.len() >= MAX_GUARDS
        || depth == 0
        || !is_bit(function, condition)
    {
        return;
    }
    let constant = |value: ValueId| match function.values[value].def {
        ValueDef::Integer(n) => Some(n != 0),
        _ => None,
    };
    match function.op(condition) {
        Some(&Op::Compare(predicate, left, right)) if !matches!(predicate, Predicate::Float(_)) => {
            let predicate = if holds { predicate } else { negated(predicate) };
            held.guards.push(Guard {
                predicate,
                left,
                right,
            });
        }
        Some(&Op::Binary(BinaryOp::And, a, b)) if holds || mutant!("conditions/and-fails") => {
            collect(function, a, true, depth - 1, held);
            collect(function, b, true, depth - 1, held);
        }
        Some(&Op::Binary(BinaryOp::Or, a, b)) if !holds || mutant!("conditions/or-holds") => {
            collect(function, a, holds, depth - 1, held);
            collect(function, b, holds, depth - 1, held);
        }
        Some(&Op::Binary(BinaryOp::Xor, a, b)) if constant(b) == Some(true) => {
            collect(function, a, !holds, depth - 1, held);
        }
        Some(&Op::Select {
            condition,
            then,
            otherwise,
        }) if constant(otherwise) == Some(false)
            && (holds || mutant!("conditions/select-and-fails")) =>
        {
            collect(function, condition, true, depth - 1, held);
            collect(function, then, true, depth - 1, held);
        }
        Some(&Op::Select {
            condition,
            then,
            otherwise,
        }) if constant(then) == Some(true) && (!holds || mutant!("conditions/select-or-holds")) => {
            collect(function, condition, holds, depth - 1, held);
            collect(function, otherwise, holds, depth - 1, held);
        }
        Some(Op::Element(..))
            if (!holds || mutant!("conditions/overflow-bit"))
                && matches!(
                    function.computed.get(&condition),
                    Some(Computed::Overflow { .. })
                ) =>
        {
            held.exact.push(condition);
        }
        // Anything else is true or not; that is all.
        Some(_) | None => {}
    }
}
