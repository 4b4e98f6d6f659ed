//! Objects: what a run keeps of each, while it lives and after.

use super::bits::Initialized;
use super::poison::Poison;
use super::provenance::Provenance;
use crate::place::Trace;
use sanecc_ir::{FuncId, GlobalId, ValueId};

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Allocated by the library function of this name.
    Heap(&'static str),
    /// A local variable of a function, or what its `alloca` gave.
    Stack {
        /// The function.
        function: FuncId,
        /// The instruction.
        alloca: ValueId,
    },
    /// The copy of an argument that is passed by value, or variadic arguments.
    Arguments(FuncId),
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// The library's own, by name.
    Library(&'static str),
}

/// How an object ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was freed.
    Freed,
    /// Its block was left.
    Scope,
    /// Its function returned.
    Return,
    /// Its thread ended.
    Thread,
}

/// A living object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Address of its first byte.
    pub address: u64,
    /// How many bytes it has.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
    /// Bytes that an access may touch without a further question.
    pub(crate) reach: u64,
    /// Bytes that the program has forbidden itself.
    pub(crate) poison: Option<Box<[Option<Poison>]>>,
    /// The program may not write it.
    pub constant: bool,
    /// Pointers are held to parts of it.
    pub(super) viewed: bool,
    /// Where it was made, of heap allocations.
    pub made: Option<Trace>,
    /// Its bytes; those of functions are none.
    pub(crate) bytes: Vec<u8>,
    pub(crate) initialized: Initialized,
    pub(crate) provenance: Provenance,
}

/// What is known of an object that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Address of its first byte.
    pub address: u64,
    /// How many bytes it had.
    pub size: u64,
    /// What it was.
    pub kind: Kind,
    /// How it ended.
    pub how: End,
    /// Where it was made, of heap allocations.
    pub made: Option<Trace>,
    /// Where it ended, of heap allocations.
    pub ended: Option<Trace>,
}
