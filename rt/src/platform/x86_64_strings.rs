//! x86-64: comparing strings in blocks.

use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

/// Bytes that are compared at once.
pub const BLOCK: usize = 64;

/// Whether the processor has AVX2 and the system saves its registers: 0 is not known yet, 1 no, 2 yes.
static WIDE: AtomicU8 = AtomicU8::new(0);

#[inline(always)]
fn is_wide() -> bool {
    match WIDE.load(Ordering::Relaxed) {
        0 => ask(),
        known => known == 2,
    }
}

#[cold]
fn ask() -> bool {
    const OS_SAVES: u32 = 1 << 27;
    const AVX2: u32 = 1 << 5;
    const YMM: u32 = 0b110;
    let saved = || {
        let low: u32;
        // SAFETY: the instruction is there where the system uses it, which was asked for before.
        unsafe {
            core::arch::asm!("xgetbv", in("ecx") 0, out("eax") low, out("edx") _, options(nomem, nostack));
        }
        low & YMM == YMM
    };
    let wide = __cpuid(0).eax >= 7
        && __cpuid(1).ecx & OS_SAVES != 0
        && saved()
        && __cpuid_count(7, 0).ebx & AVX2 != 0;
    WIDE.store(if wide { 2 } else { 1 }, Ordering::Relaxed);
    wide
}

/// Index of the first byte at which two strings differ or end; if there is none in `blocks` blocks, their bytes.
///
/// # Safety
/// Both can be read for so many blocks.
#[inline(always)]
pub unsafe fn first_end(a: usize, b: usize, blocks: usize) -> usize {
    // SAFETY: the caller's promise; the wide form only where the processor has it.
    unsafe {
        match is_wide() {
            true => first_end_wide(a, b, blocks),
            false => first_end_narrow(a, b, blocks),
        }
    }
}

#[target_feature(enable = "avx2,bmi1")]
unsafe fn first_end_wide(a: usize, b: usize, blocks: usize) -> usize {
    let zero = _mm256_setzero_si256();
    let mut offset = 0;
    let end = blocks * BLOCK;
    while offset < end {
        // SAFETY: the caller's promise. A byte becomes 0 where they differ or end.
        let (one, two) = unsafe {
            let x = _mm256_loadu_si256((a + offset) as *const __m256i);
            let y = _mm256_loadu_si256((b + offset) as *const __m256i);
            let v = _mm256_loadu_si256((a + offset + 32) as *const __m256i);
            let w = _mm256_loadu_si256((b + offset + 32) as *const __m256i);
            (
                _mm256_min_epu8(x, _mm256_cmpeq_epi8(x, y)),
                _mm256_min_epu8(v, _mm256_cmpeq_epi8(v, w)),
            )
        };
        let either = _mm256_cmpeq_epi8(_mm256_min_epu8(one, two), zero);
        if _mm256_movemask_epi8(either) != 0 {
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(one, zero)) as u32;
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(two, zero)) as u32;
            let ends = u64::from(high) << 32 | u64::from(low);
            return offset + ends.trailing_zeros() as usize;
        }
        offset += BLOCK;
    }
    end
}

unsafe fn first_end_narrow(a: usize, b: usize, blocks: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { in_halves(a, b, blocks, |text| text) }
}

/// The same, with letters of ASCII alike in both cases.
///
/// # Safety
/// As above.
#[inline(always)]
pub unsafe fn first_end_but_for_case(a: usize, b: usize, blocks: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { in_halves(a, b, blocks, lower) }
}

/// Compares sixteen bytes at once, as they are after `change`.
///
/// # Safety
/// As above.
#[inline(always)]
unsafe fn in_halves(
    a: usize,
    b: usize,
    blocks: usize,
    change: impl Fn(__m128i) -> __m128i,
) -> usize {
    let end = blocks * BLOCK;
    let mut offset = 0;
    while offset < end {
        // SAFETY: the caller's promise; every x86-64 has SSE2.
        let ends = unsafe {
            let x = change(_mm_loadu_si128((a + offset) as *const __m128i));
            let y = change(_mm_loadu_si128((b + offset) as *const __m128i));
            let least = _mm_min_epu8(x, _mm_cmpeq_epi8(x, y));
            _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128()))
        };
        if ends != 0 {
            return offset + ends.trailing_zeros() as usize;
        }
        offset += 16;
    }
    end
}

/// Letters made small.
#[inline(always)]
fn lower(text: __m128i) -> __m128i {
    // SAFETY: every x86-64 has SSE2. `A` to `Z`, moved to the lowest signed values, are those below the first other one.
    unsafe {
        let moved = _mm_add_epi8(text, _mm_set1_epi8((0x80 - b'A' as i32) as i8));
        let capital = _mm_cmplt_epi8(moved, _mm_set1_epi8((-0x80 + 26) as i8));
        _mm_or_si128(text, _mm_and_si128(capital, _mm_set1_epi8(0x20)))
    }
}
