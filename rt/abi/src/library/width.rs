//! Which rows hold where a word has 32 bits.
//!
//! Sizes and offsets of structures in the rows are those of 64 bits, and an argument of 64 bits would be two words. A row without any of that holds for both
//! widths. Calls of the other functions are left alone there: that costs missed errors, never false reports.

use super::effects::{Effect, Extent};
use super::{Prototype, Row};

/// Functions that look into structures by themselves.
const OWN: [&str; 6] = [
    "mmap64",
    "pkey_mprotect",
    "prlimit",
    "prlimit64",
    "setrlimit",
    "setrlimit64",
];

impl Row {
    /// Whether the row holds where pointers have so many bits.
    pub fn holds_for(&self, pointer_bits: u32) -> bool {
        pointer_bits == 64
            || self.prototype.is_of_words()
                && match &self.effects {
                    Some(effects) => effects.list.iter().all(Effect::holds_for_words),
                    None => !OWN.contains(&self.name),
                }
    }
}

impl Prototype {
    /// Whether neither result nor parameters are wider than a word of 32 bits in general registers, and a `long double` is none.
    fn is_of_words(&self) -> bool {
        let letters = self.parameters.bytes().chain([self.result]);
        letters.into_iter().all(|letter| !b"qx".contains(&letter))
    }
}

impl Effect {
    fn holds_for_words(&self) -> bool {
        match self {
            Effect::Reads(_, extent)
            | Effect::Writes(_, extent)
            | Effect::HasRead(_, extent)
            | Effect::HasWritten(_, extent) => extent.holds_for_words(),
            Effect::When(_, _, effect) => effect.holds_for_words(),
            Effect::Prints(..)
            | Effect::Scans(..)
            | Effect::SocketAddress(..)
            | Effect::FileName(..)
            | Effect::Texts(..)
            | Effect::TextsUpTo(..)
            | Effect::Forks(..)
            | Effect::Capacity(..)
            | Effect::Joins(..)
            | Effect::Detaches(..) => true,
            Effect::HasFilled(..)
            | Effect::Vector(..)
            | Effect::Message(..)
            | Effect::Messages(..)
            | Effect::Subject(..)
            | Effect::Request(..)
            | Effect::Seccomp { .. }
            | Effect::Masks(..) => false,
        }
    }
}

impl Extent {
    fn holds_for_words(&self) -> bool {
        /// Bytes of an `int`: what is larger may be a structure, a pointer or a time.
        const LARGEST: u32 = 4;
        match *self {
            Extent::Bytes(bytes)
            | Extent::SizeAnd(_, bytes)
            | Extent::Elements(_, bytes)
            | Extent::IntElements(_, bytes)
            | Extent::ResultElements(bytes)
            | Extent::ResultElementsUpTo(_, bytes)
            | Extent::ResultAnd(bytes)
            | Extent::LengthAnd(_, bytes) => bytes <= LARGEST,
            Extent::Word
            | Extent::Size(_)
            | Extent::Int(_)
            | Extent::Result
            | Extent::ResultUpTo(_)
            | Extent::ResultAndNul
            | Extent::ResultAndNulUpTo(_)
            | Extent::ResultTimes(_)
            | Extent::UpToReturned(_)
            | Extent::Text
            | Extent::TextUpTo(_)
            | Extent::TextUpToBytes(_)
            | Extent::WideText
            | Extent::AddressOf(_)
            | Extent::PagesOf(_) => true,
            Extent::SizeAt(..) | Extent::DirectoryEntry => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::library::find;

    #[test]
    fn rows_without_structures_hold_for_words() {
        for name in [
            "memcpy",
            "printf",
            "read",
            "frexp",
            "strtol",
            "strtod",
            "pthread_join",
        ] {
            assert!(find(name).unwrap().holds_for(32), "{name}");
        }
        for name in [
            "stat",
            "readv",
            "nanosleep",
            "lseek64",
            "strtoll",
            "strtold",
        ] {
            let row = find(name);
            assert!(
                row.is_none_or(|row| !row.holds_for(32) && row.holds_for(64)),
                "{name}"
            );
        }
    }
}
