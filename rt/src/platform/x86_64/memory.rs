//! Memory that is compared in pairs of words, and fetched before it is needed.

/// Two words that are read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Pair(pub [usize; 2]);

/// Whether each place holds the pair of words that is expected there.
///
/// # Safety
/// 16 bytes can be read at each place, which is a multiple of 16.
#[inline(always)]
pub unsafe fn pairs_are<const N: usize>(places: &[usize; N], expected: &[Pair; N]) -> bool {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_load_si128, _mm_movemask_epi8, _mm_or_si128,
        _mm_setzero_si128, _mm_xor_si128,
    };
    // SAFETY: SSE2 is part of x86-64; the caller promises that the places can be read.
    unsafe {
        let mut differences = _mm_setzero_si128();
        for (place, expected) in places.iter().zip(expected) {
            let is = _mm_load_si128(*place as *const __m128i);
            let should = _mm_load_si128(expected.0.as_ptr().cast());
            differences = _mm_or_si128(differences, _mm_xor_si128(is, should));
        }
        _mm_movemask_epi8(_mm_cmpeq_epi8(differences, _mm_setzero_si128())) == 0xffff
    }
}

/// Has the cache line of an address fetched; any address will do.
#[inline(always)]
pub fn prefetch(address: usize) {
    // SAFETY: a hint, which never faults.
    unsafe {
        core::arch::x86_64::_mm_prefetch(address as *const i8, core::arch::x86_64::_MM_HINT_T0)
    };
}
