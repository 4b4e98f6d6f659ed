//! Slices of a module: what influences memory accesses, and what outside data influences (GreenArrays (2014), sections 4.2 and 4.5).
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`graph`] | GreenArrays' sparse evaluation graph: what influences what, through data, control, memory and calls |
//! | [`build`] | its edges, operation by operation (the rules of figures 8 and 18) |
//! | [`memory`] | which memory a pointer names: GreenArrays' points-to sets |
//! | [`sources`] | how data flows through functions that are not here; where outside data comes from |
//! | [`backward`] | 4.2: the slice that decides where memory is touched |
//! | [`taint`] | 4.5: the slice that outside data decides |

mod backward;
mod build;
mod graph;
mod memory;
mod sources;
mod taint;

pub use backward::{MemorySlice, may_overflow};
pub use graph::{Graph, Node};
pub use memory::{AliasRules, MemoryId, Named};
pub use taint::Taint;
