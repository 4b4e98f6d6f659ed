//! The alignment that `operator new` was asked for, as far as headers keep it.

/// An alignment from 8 to 512 bytes. Smaller ones are as addressable as none, larger ones as addressable as 512, as with AddressSanitizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment(u8);

const LEAST: usize = 8;
const MOST: usize = 512;

/// Bits of [`Alignment::code`].
pub const BITS: u32 = 3;
const _: () = assert!((MOST / LEAST).ilog2() + 1 < 1 << BITS);

impl Alignment {
    /// None was asked for.
    pub const NONE: Alignment = Alignment(0);

    /// What is kept of a request.
    pub fn of(bytes: usize) -> Alignment {
        match bytes.min(MOST) / LEAST {
            0 => Alignment::NONE,
            units => Alignment(units.ilog2() as u8 + 1),
        }
    }

    /// Bytes; 0 where none was asked for.
    pub fn bytes(self) -> usize {
        match self.0 {
            0 => 0,
            code => LEAST << (code - 1),
        }
    }

    /// As a number below `1 << BITS`.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The alignment of a number of so many bits.
    #[inline(always)]
    pub const fn from_code(code: u8) -> Alignment {
        Alignment(code & ((1 << BITS) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_of_the_range_counts_as_its_ends() {
        let kept = [0, 1, 4, 8, 16, 64, 512, 4096, usize::MAX / 2 + 1]
            .map(|bytes| Alignment::of(bytes).bytes());
        assert_eq!(kept, [0, 0, 0, 8, 16, 64, 512, 512, 512]);
    }
}
