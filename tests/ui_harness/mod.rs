//! The parts of the harness behind `tests/ui.rs`, in the order in which a program passes through them.

pub mod bare;

pub mod program;

pub mod corpus;

pub mod compiler;

pub mod board;

pub mod report;

pub mod stacks;

pub mod formats;

pub mod verdict;

pub mod effects;

pub mod debugger;

pub mod machine;

pub mod machine_audit;

pub mod self_check;
