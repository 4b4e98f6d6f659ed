//! Analyses of the analysis IR, free of LLVM. Each file begins with the question that it answers and its claim.
//!
//! Unknown is always the safe answer: an object that cannot be named has no size, an address that may have
//! gone anywhere is captured, a scope that may be over is over.

pub mod affine;
mod available;
#[cfg(test)]
mod builder;
mod caller_owned;
mod calls;
mod capture;
mod check_summaries;
mod closed_world;
mod component_solver;
mod components;
mod control;
pub mod dataflow;
#[cfg(test)]
mod differential;
mod dominators;
mod effects;
mod escape;
mod function_analyses;
mod initialized;
mod load_forwarding;
mod loops;
mod non_escaping;
mod object;
mod outlives_frame;
pub mod pentagons;
mod points_to;
mod promotable;
mod scope;
pub mod slice;
mod speculated;
mod stack_mark;
pub mod symbolic;
mod uses;
mod worklist;

pub use available::{Available, AvailableCursor, Elsewhere, Kill, Kills, MadeBy};
pub use caller_owned::CallerOwned;
pub use calls::{CallGraph, Callees, Caller, Runs, runs};
pub use capture::{Captured, GlobalEscapes};
pub use check_summaries::{CheckSummaries, Host};
pub use closed_world::entered_by_calls_alone;
pub use control::{ControlDependences, PostDominators};
pub use dominators::Dominators;
pub use effects::{Effects, Ended, Reach};
pub use escape::Escape;
pub use function_analyses::FunctionAnalyses;
pub use initialized::initialized_by_constructors;
pub use load_forwarding::LoadForwarding;
pub use loops::{Loop, Loops};
pub use non_escaping::{MayEnd, NonEscapingAllocations, NonEscapingCursor};
pub use object::{Extent, Object, is_walked_as_array, object_of};
pub use points_to::{ObjectId, PointsTo, Site, Target};
pub use promotable::promotable;
pub use scope::{ScopeCursor, Scopes};
pub use speculated::{Condition, Speculated, speculated};
pub use stack_mark::marks_a_place;
pub use uses::Uses;
