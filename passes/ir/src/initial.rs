//! Addresses in the initial values of globals.

use std::ops::Range;

use crate::{BlockId, FuncId, GlobalId};

/// What an address in data belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A label. Its function is [exposed](crate::Exposed).
    Label(FuncId, BlockId),
    /// Nothing: the offset is the address, as the source wrote it.
    Absolute,
    /// A number that is computed from addresses: [`Initial::distances`] says how.
    Number,
    /// An address that the import does not understand. What it is computed from is [exposed](crate::Exposed).
    Unknown,
}

/// One address in the initial value of a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InitialAddress {
    /// Distance in bytes from the global's start.
    pub at: u64,
    /// What it belongs to.
    pub symbol: Symbol,
    /// Distance in bytes from that symbol.
    pub offset: i64,
}

/// A number in the initial value of a global: how far an address lies behind another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distance {
    /// Distance in bytes from the global's start.
    pub at: u64,
    /// Bytes of the number, which keeps as much of the distance as it has room for.
    pub bytes: u64,
    /// Where the distance ends.
    pub to: Symbol,
    /// Where it begins.
    pub from: Symbol,
    /// Bytes that are added.
    pub offset: i64,
}

/// What a global holds when the program starts, apart from addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// The first bytes; those behind are zero. Addresses are zero here, too.
    pub bytes: Box<[u8]>,
    /// Bytes that have no value, such as padding: ordered, disjoint ranges from the global's start.
    pub undefined: Vec<Range<u64>>,
    /// Numbers that depend on where symbols lie, in the order of their places. They are zero in `bytes`.
    pub distances: Vec<Distance>,
    /// Values that the import does not understand: ordered, disjoint ranges likewise.
    pub unknown: Vec<Range<u64>>,
}
