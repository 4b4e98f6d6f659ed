//! What a target says about memory.

/// What a target says about addresses, integers of C and the stack. Sizes are in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width of a pointer in the default address space.
    pub pointer_bits: u32,
    /// Width that address arithmetic wraps at.
    pub index_bits: u32,
    /// Width of `size_t` and `ptrdiff_t`.
    pub size_bits: u32,
    /// Width of `long`.
    pub long_bits: u32,
    /// The most significant byte comes first.
    pub big_endian: bool,
    /// An object may lie at address zero.
    pub null_is_memory: bool,
    /// Calls go to lower addresses.
    pub stack_grows_down: bool,
}

impl Default for Layout {
    /// That of x86-64 Linux.
    fn default() -> Self {
        Layout::of_width(64)
    }
}

impl Layout {
    /// A little-endian target whose pointers, `size_t` and `long` all have this many bits, with an unmapped page at address zero.
    pub fn of_width(bits: u32) -> Self {
        Layout {
            pointer_bits: bits,
            index_bits: bits,
            size_bits: bits,
            long_bits: bits,
            big_endian: false,
            null_is_memory: false,
            stack_grows_down: true,
        }
    }

    /// Bytes of a pointer, at least one.
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits.div_ceil(8)).max(1)
    }

    /// The greatest size of an object in bytes: distances in it are numbers with sign.
    pub fn largest_object(&self) -> u64 {
        u64::MAX >> (65 - self.index_bits.clamp(1, 64))
    }

    /// A distance in bytes as address arithmetic keeps it: modulo two to the index width, with sign.
    pub fn wrap(&self, distance: i64) -> i64 {
        match self.index_bits {
            bits @ 1..64 => {
                let unused = 64 - bits;
                distance << unused >> unused
            }
            _ => distance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_wrap_at_the_index_width() {
        let narrow = Layout::of_width(32);
        assert_eq!(narrow.wrap(i64::from(u32::MAX)), -1);
        assert_eq!(narrow.wrap(1 << 31), i64::from(i32::MIN));
        assert_eq!(narrow.wrap(i64::from(i32::MAX)), i64::from(i32::MAX));
        assert_eq!(Layout::of_width(64).wrap(i64::MIN), i64::MIN);
        assert_eq!(narrow.pointer_bytes(), 4);
        assert_eq!(narrow.largest_object(), (1 << 31) - 1);
        assert_eq!(Layout::of_width(64).largest_object(), i64::MAX as u64);
    }
}
