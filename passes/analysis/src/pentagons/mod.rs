//! Pentagons, the baseline of GreenArrays' comparison (GreenArrays, OOPSLA 2014, section 6, figure 25).
//!
//! Intervals of constants and strict upper bounds `x < y`, after Logozzo and Fähndrich, "Pentagons: A Weakly Relational Abstract
//! Domain for the Efficient Validation of Array Accesses" (2010), in the sparse form that the authors of GreenArrays compare with: one
//! fact for each value, sharpened by the conditionals that dominate a use. Without the upper bounds it is the interval analysis.
//! No check is left out in earnest because of it: it shows what the symbolic analyses are worth, and that they miss nothing that
//! the simpler domain finds.
//!
//! Claims: as those of [`crate::symbolic::Ranges`], bit-precise in both readings of a value; what may be poison has no facts.
//!
//! | file | idea |
//! | --- | --- |
//! | [`span`] | an interval, and what operations make of it |
//! | [`state`] | what is known of a value, and the join at a phi |
//! | [`transfer`] | the transfer functions, widening |
//! | [`guards`] | what conditionals add at a place |
//! | [`in_bounds`] | does an access stay in its object |

mod guards;
mod in_bounds;
mod span;
mod state;
mod transfer;

use crate::FunctionAnalyses;
use crate::dataflow::{Facts, solve_sparse};
use sanecc_ir::{Function, Op, Type, ValueId};

use crate::symbolic::View;
use state::State;

/// How much of the domain is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Intervals alone.
    Intervals,
    /// With strict upper bounds.
    Pentagons,
}

/// What the domain says of the values of one function.
pub struct Pentagons<'f> {
    function: &'f Function,
    analyses: &'f FunctionAnalyses<'f>,
    domain: Domain,
    facts: Facts<State>,
    /// What holds in a block because of the one edge into it; index = block.
    guards: Vec<Vec<crate::symbolic::Guard>>,
}

impl<'f> Pentagons<'f> {
    /// Solves the analysis; `None` where nothing can be claimed: an edge is not drawn (setjmp), or it took too long.
    pub fn of(analyses: &'f FunctionAnalyses<'f>, domain: Domain) -> Option<Self> {
        let _span = tracing::debug_span!("pentagons").entered();
        let function = analyses.function();
        if function.calls_setjmp {
            return None;
        }
        let guards = function
            .blocks
            .iter()
            .map(|(id, _)| crate::symbolic::guards_of_block(function, id))
            .collect();
        let mut pentagons = Self {
            function,
            analyses,
            domain,
            facts: Facts::none(function),
            guards,
        };
        let order = pentagons.order();
        solve_sparse(&mut pentagons, &order).then_some(pentagons)
    }

    /// How much of the domain it was solved with.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// The width of an integer value of at most 64 bits.
    fn bits(&self, value: ValueId) -> Option<u32> {
        match self.function.values[value].ty {
            Type::Int(bits @ 1..=64) => Some(bits),
            _ => None,
        }
    }

    /// What is known where the value is defined.
    fn state(&self, value: ValueId) -> Option<State> {
        let bits = self.bits(value)?;
        if let Some(n) = self.function.integer(value) {
            return Some(State::constant(n, bits));
        }
        match self.function.op(value) {
            Some(_) => self.facts.get(value).cloned(),
            None => Some(State::anything(bits, self.is_undefined(value))),
        }
    }

    fn is_undefined(&self, value: ValueId) -> bool {
        !matches!(
            self.function.values[value].def,
            sanecc_ir::ValueDef::Param(_)
        )
    }

    /// The value that has the same number in this reading, before it was made wider.
    fn root(&self, mut value: ValueId, view: View) -> ValueId {
        use sanecc_ir::CastOp::{SExt, ZExt};
        while let Some(&Op::Cast(cast, from)) = self.function.op(value) {
            let same = match (cast, view) {
                (SExt, View::Signed) | (ZExt, View::Unsigned) => true,
                // Both readings agree where nothing is negative.
                (ZExt, View::Signed) | (SExt, View::Unsigned) => self
                    .state(from)
                    .is_some_and(|state| !state.wild && state.spans[0].low >= 0),
                _ => false,
            };
            if !same || self.bits(from).is_none_or(|bits| bits == 1) {
                break;
            }
            value = from;
        }
        value
    }
}

#[cfg(test)]
mod tests;
