//! Multiplicative hashing of words (Knuth, The Art of Computer Programming, volume 3, section 6.4).
//!
//! The product has 64 bits however wide a word is, so that its upper half depends on every bit of the word.

/// 2^64 divided by the golden ratio.
pub const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number below `1 << bits` for a word; `bits` is from 1 to 32.
#[inline(always)]
pub const fn of(word: usize, bits: u32) -> usize {
    ((word as u64).wrapping_mul(FACTOR) >> (u64::BITS - bits)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_stride_spread() {
        const BITS: u32 = 8;
        for shift in [0, 3, 6, 12, 20] {
            let mut hit = [0u32; 1 << BITS];
            (1..=1usize << BITS).for_each(|number| hit[of(number << shift, BITS)] += 1);
            assert!(hit.iter().all(|count| *count <= 3), "stride {}", 1 << shift);
        }
    }

    #[test]
    fn numbers_have_the_bits_that_were_asked_for() {
        for bits in 1..=32 {
            assert!((1..500usize).all(|word| (of(word << 9, bits) as u64) < 1 << bits));
        }
    }
}
