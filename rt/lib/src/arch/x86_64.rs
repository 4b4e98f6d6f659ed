//! x86-64: entry stubs and checks.

mod checks;
mod cxx;
mod fake;
mod library;
mod outside;
mod program;
mod slow;
mod slow_object;
mod stub;
mod syscalls;
mod unchecked;

pub(crate) use checks::leaves;
pub(crate) use cxx::*;
pub(crate) use fake::*;
pub(crate) use library::*;
pub(crate) use outside::*;
pub(crate) use program::*;
pub(crate) use slow_object::slow_entries;
pub(crate) use stub::*;
pub(crate) use syscalls::*;
