//! What instrumented code and the runtime agree on.
//!
//! The passes write these records and call these symbols; the runtime reads and defines them. Both
//! sides take every name, offset and code from here, so they cannot drift apart silently: whoever
//! changes the meaning of anything in this crate raises [`VERSION`], and objects that were compiled
//! against another version fail to link (see [`symbols::VERSION_SYMBOL`]).
#![no_std]

pub mod bare;
pub mod call;
pub mod count;
pub mod frame;
pub mod global;
pub mod kind;
pub mod library;
pub mod provenance;
pub mod rel;
pub mod shadow;
pub mod site;
pub mod style;
pub mod suppression;
pub mod symbols;
pub mod target;
pub mod uninitialized;
pub mod variadic;

/// Version of everything in this crate. Also spelled out in [`symbols::VERSION_SYMBOL`].
pub const VERSION: u32 = 12;

#[cfg(test)]
mod tests {
    extern crate std;

    #[test]
    fn the_symbol_carries_the_version() {
        let version = std::format!("_v{}_", super::VERSION);
        assert!(super::symbols::VERSION_SYMBOL.contains(&version));
    }
}
