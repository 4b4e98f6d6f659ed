//! Where does a pointer begin that walks through loops, or that several indices lead to?
//!
//! Claims nothing: whatever pointer is named, an access that ends within its addressable bytes is addressable. Gives up where a pointer has two beginnings, and
//! after [`MOST_STEPS`].

use sanecc_ir::{Function, Op, Term, ValueId};

/// Most address computations, phis and selections between a pointer and its beginning.
const MOST_STEPS: usize = 16;

/// The beginning of a pointer.
pub(super) struct Beginning {
    /// The pointer that all steps lead away from.
    pub(super) base: ValueId,
    /// The address computations on the way.
    pub(super) steps: Vec<ValueId>,
    /// The phis on the way.
    pub(super) phis: Vec<ValueId>,
    /// Their variable parts.
    pub(super) terms: Vec<Term>,
}

/// Follows a pointer back through address computations, phis and selections.
pub(super) fn beginning(function: &Function, pointer: ValueId) -> Option<Beginning> {
    let mut pending = vec![pointer];
    let mut seen = Vec::new();
    let (mut steps, mut phis, mut terms) = (Vec::new(), Vec::new(), Vec::new());
    let mut base = None;
    while let Some(one) = pending.pop() {
        if seen.contains(&one) {
            continue;
        }
        seen.push(one);
        if seen.len() > MOST_STEPS {
            return None;
        }
        match function.op(one) {
            Some(Op::Address(address)) => {
                steps.push(one);
                terms.extend(&address.terms);
                pending.push(address.base);
            }
            Some(Op::Phi(edges)) => {
                phis.push(one);
                pending.extend(edges.iter().map(|(_, value)| *value));
            }
            Some(Op::Select {
                then, otherwise, ..
            }) => pending.extend([*then, *otherwise]),
            Some(_) | None => match base {
                None => base = Some(one),
                Some(_) => return None,
            },
        }
    }
    Some(Beginning {
        base: base?,
        steps,
        phis,
        terms,
    })
}
