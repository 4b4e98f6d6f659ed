//! The exact semantics of the analysis IR: runs a program and stops at its first undefined step.

pub mod checks;
pub mod concrete;
pub mod domain;
pub mod fault;
pub mod memory;
pub mod place;
pub mod watch;

mod decode;
mod exceptions;
pub mod library;
mod run;
pub mod threads;

pub use run::{
    Judge, LOOKS, Look, Loss, Machine, Moment, Options, Outcome, Seen, Stretch, Watch, Way,
};
