//! Analyses of the mirror, free of LLVM. Each file asks one question of a function and says what it claims.
//!
//! Unknown is always the safe answer: an object that cannot be named has no size, an address that may have
//! gone anywhere is captured, a scope that may be over is over.

mod across;
pub mod affine;
mod available;
mod callers;
mod calls;
mod capture;
mod components;
mod control;
mod dominators;
mod effects;
mod escape;
mod heap;
mod initialized;
mod lasting;
mod loops;
mod object;
pub mod pentagons;
mod points_to;
mod promotable;
mod reloads;
mod scope;
#[cfg(test)]
mod sketch;
pub mod slice;
mod speculated;
pub mod symbolic;
#[cfg(test)]
mod trial;
mod uses;

pub use across::{Across, Host};
pub use available::{Available, AvailableCursor, Elsewhere, Ending, Endings, MadeBy};
pub use calls::{CallGraph, Callees, Caller, Runs, runs};
pub use capture::{Captured, captured_globals, exposed_globals};
pub use control::{ControlDependences, PostDominators};
pub use dominators::Dominators;
pub use effects::{Effects, Ended, Reach};
pub use escape::{escapes, marks_a_place};
pub use heap::{MayEnd, OwnBlocks, OwnBlocksCursor};
pub use initialized::initialized_by_constructors;
pub use lasting::Lasting;
pub use loops::{Loop, Loops};
pub use object::{Extent, Object, is_walked_as_array, object_of};
pub use points_to::{ObjectId, PointsTo, Site, Target};
pub use promotable::promotable;
pub use reloads::Reloads;
pub use scope::{ScopeCursor, Scopes};
pub use speculated::{Condition, Speculated, speculated};
pub use uses::Uses;
