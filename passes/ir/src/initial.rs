//! Addresses in the initial values of globals.

use crate::{FuncId, GlobalId};

/// What an address in data belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
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
