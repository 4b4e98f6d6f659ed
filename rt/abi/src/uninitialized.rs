//! What lies in pointers that were never written (`-fsanecc-mode=pointer`), so that whoever uses one is told of it.
//!
//! The compiler writes a *pattern* into each pointer of a local variable where its scope begins. No processor has the address: its highest byte is [`TAG`]. Below are a number for
//! the variable and, in the low 32 bits, [`MIDDLE`], so that a pointer to a member or an element still tells the variable, up to 2 GiB on both sides. New chunks are filled with a byte that
//! gives a pattern, too ([`ID_OF_CHUNKS`]).
//!
//! The section [`SECTION`] of the object has for each variable its function and its name, each ended by a NUL. It is not loaded; reports read it from the file.

use crate::call::hash;

/// The highest byte of a pattern. The two highest bits differ, so that the processor accepts no such address.
pub const TAG: u8 = 0xbe;
/// The low bits of a pattern.
pub const MIDDLE: u64 = 0x8000_0000;
/// The number that chunks are filled with by default.
pub const ID_OF_CHUNKS: u32 = 0xbe_bebe;
/// Where names of variables are.
pub const SECTION: &str = ".sanecc_pointers";

/// Most pointers of a variable that get a pattern each. Variables with more get none.
pub const MOST_POINTERS: usize = 32;

/// The number of a variable, of 24 bits.
pub fn id(function: &[u8], variable: &[u8]) -> u32 {
    // The rotation tells `(ab, c)` and `(a, bc)` apart.
    let mixed = hash(function).rotate_left(13) ^ hash(variable);
    match (mixed ^ mixed >> 24) & 0xff_ffff {
        ID_OF_CHUNKS => 0,
        id => id,
    }
}

/// The pattern of a variable.
pub const fn pattern(id: u32) -> u64 {
    (TAG as u64) << 56 | (id as u64) << 32 | MIDDLE
}

/// The number in an address that was made from a pattern, if it was.
pub const fn id_of(address: u64) -> Option<u32> {
    match address >> 56 == TAG as u64 {
        true => Some((address >> 32 & 0xff_ffff) as u32),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_a_pattern_tells_its_variable() {
        let id = id(b"main", b"p");
        let pattern = pattern(id);
        for offset in [0, 8, 0x7fff_ffff, -8, -0x8000_0000i64] {
            assert_eq!(id_of(pattern.wrapping_add_signed(offset)), Some(id));
        }
        assert_eq!(id_of(0xbebe_bebe_bebe_bebe), Some(ID_OF_CHUNKS));
        assert_eq!(id_of(0x6020_0000_0010), None);
        assert_eq!(id_of(0), None);
    }

    #[test]
    fn patterns_are_no_addresses() {
        let highest = |address: u64| address as i64 >> 47;
        assert!(!matches!(highest(pattern(0)), 0 | -1));
        assert!(!matches!(highest(pattern(0xff_ffff)), 0 | -1));
    }

    #[test]
    fn functions_and_variables_are_told_apart() {
        assert_ne!(id(b"ab", b"c"), id(b"a", b"bc"));
        assert_ne!(id(b"a", b"b"), id(b"b", b"a"));
    }
}
