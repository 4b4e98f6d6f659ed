//! The records of `report_format=json`, and what tools of continuous integration read instead of them.
//!
//! [`input`] finds the records, [`root`] makes paths relative to the repository, [`finding`] puts a record into words and chooses its place;
//! each other file writes one format.

pub mod annotations;
mod finding;
pub mod input;
pub mod junit;
mod root;
pub mod sarif;

pub use input::{Input, Reports};
