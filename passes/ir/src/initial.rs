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

/// What a global holds when the program starts, apart from addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// The first bytes; those behind are zero. Addresses are zero here, too.
    pub bytes: Box<[u8]>,
    /// Bytes that have no value, such as padding: ordered, disjoint ranges from the global's start.
    pub undefined: Vec<Range<u64>>,
    /// Values that the import does not understand, such as the distance of two symbols: where each lies, and its bytes.
    pub unknown: Vec<Range<u64>>,
}
