//! Symbolic analyses after "Validation of Memory Accesses Through Symbolic Analyses" (GreenArrays, OOPSLA 2014).
//!
//! | file | section of GreenArrays |
//! | --- | --- |
//! | [`expression`], [`atoms`], [`show`] | 4.3: symbolic expressions |
//! | [`order`], [`interval`], [`bounds`], [`quadratic`] | 4.3 and 5: when is one at most another |
//! | [`assumptions`] | 4.2: operations that are guarded, by demand |
//! | [`conditions`], [`facts`] | 4.1: splitting of live ranges at conditionals |
//! | [`ranges`], [`relevance`], [`forms`] | 4.3: symbolic ranges |
//! | [`transfer`], [`arithmetic`], [`bits`], [`choice`], [`intrinsics`] | 4.3: operations, with 4.2's wrap-around proved instead of guarded |
//! | [`candidate_invariants`], [`thresholds`] | 4.3: phis, with delayed widening |
//! | [`regions`], [`roots`], [`pointers`] | 4.4: where pointers are in their objects |
//! | [`region`] | 4.4: does an access stay in its object |
//! | [`parameters`], [`chains`], [`passing`] | 4.6: what callers know |
//! | [`results`] | what callees return |

mod arithmetic;
mod assumptions;
mod atoms;
mod bits;
mod bounds;
mod candidate_invariants;
mod chains;
mod choice;
mod conditions;
mod expression;
mod facts;
mod forms;
mod formula;
mod interval;
mod intrinsics;
mod order;
mod parameters;
mod passing;
mod pointers;
mod quadratic;
mod ranges;
mod region;
mod regions;
mod relevance;
mod results;
mod roots;
mod show;
mod thresholds;
mod transfer;

#[cfg(test)]
mod algebra;
#[cfg(test)]
mod concrete;

pub use assumptions::NoWrap;
pub use atoms::{Atom, AtomId, Atoms, Symbol, View};
pub use chains::{Outlives, Passing, parameters_of_all};
pub use conditions::{
    Guard, Held, guards_of_block, guards_of_condition, guards_of_edge, held_by_condition,
    held_in_block, held_on_edge,
};
pub use expression::{Expr, Monomial};
pub use formula::Formula;
pub use interval::Interval;
pub use order::{Knowledge, Prover};
pub(crate) use parameters::values_of;
pub use parameters::{DereferenceableBytes, Less, Parameters};
pub use ranges::{PoisonFlags, Ranges};
pub(crate) use region::asked;
pub use region::{LOWEST_MAPPED, PointerWalk, RangeProof, Stated, Unproved, roots_of_access};
pub use regions::{Origin, PointeeSet, Regions};
pub use relevance::{flagged_operations, needs_freeze};
pub use results::{Results, results_of_all};
