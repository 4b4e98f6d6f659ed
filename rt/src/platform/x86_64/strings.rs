//! x86-64: comparing strings in blocks.

use crate::platform::PAGE;
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

/// Bytes that are compared at once of short strings.
pub const FEW: usize = 16;

/// Bytes among which [`near_end`] looks.
const NEAR: usize = 64;

/// Index of the end of a string, if it is among its first [`NEAR`] bytes and these lie in one page.
#[inline(always)]
pub fn near_end(text: usize) -> Option<usize> {
    if text % PAGE > PAGE - NEAR {
        return None;
    }
    for offset in (0..NEAR).step_by(16) {
        // SAFETY: every x86-64 has SSE2; the page has the string's first byte.
        let ends = unsafe {
            let bytes = _mm_loadu_si128((text + offset) as *const __m128i);
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))
        };
        if ends != 0 {
            return Some(offset + ends.trailing_zeros() as usize);
        }
    }
    None
}

/// Copies a string of characters of `WIDTH` bytes (1 or 4) as far as it goes without its end in whole blocks, at most `capacity` bytes.
/// The result is how many; the end may be up to two blocks further.
///
/// # Safety
/// So many bytes of the string can be read, or those up to the end of the page of its end, and so many can be written; they do
/// not overlap.
#[inline(always)]
pub unsafe fn copy_blocks<const WIDTH: usize>(to: usize, from: usize, capacity: usize) -> usize {
    // Blocks lie in one page, however the string goes on, and hold whole characters.
    if from % PAGE > PAGE - BLOCK || !from.is_multiple_of(WIDTH) {
        return 0;
    }
    // SAFETY: the caller's promise; the wide form only where the processor has it.
    unsafe {
        match is_wide() {
            true => copy_blocks_wide::<WIDTH>(to, from, capacity),
            false => copy_blocks_narrow::<WIDTH>(to, from, capacity),
        }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn copy_blocks_wide<const WIDTH: usize>(to: usize, from: usize, capacity: usize) -> usize {
    let zero = _mm256_setzero_si256();
    let mut offset = 0;
    // The first step leads to where blocks begin.
    let mut step = BLOCK - from % BLOCK;
    while offset + BLOCK <= capacity {
        // SAFETY: the caller's promise.
        unsafe {
            let low = _mm256_loadu_si256((from + offset) as *const __m256i);
            let high = _mm256_loadu_si256((from + offset + 32) as *const __m256i);
            let ends = match WIDTH {
                1 => _mm256_cmpeq_epi8(_mm256_min_epu8(low, high), zero),
                _ => _mm256_cmpeq_epi32(_mm256_min_epu32(low, high), zero),
            };
            if _mm256_movemask_epi8(ends) != 0 {
                break;
            }
            _mm256_storeu_si256((to + offset) as *mut __m256i, low);
            _mm256_storeu_si256((to + offset + 32) as *mut __m256i, high);
        }
        offset += step;
        step = BLOCK;
    }
    offset
}

unsafe fn copy_blocks_narrow<const WIDTH: usize>(to: usize, from: usize, capacity: usize) -> usize {
    let mut offset = 0;
    let mut step = FEW - from % FEW;
    while offset + FEW <= capacity {
        // SAFETY: the caller's promise; every x86-64 has SSE2.
        unsafe {
            let bytes = _mm_loadu_si128((from + offset) as *const __m128i);
            let ends = match WIDTH {
                1 => _mm_cmpeq_epi8(bytes, _mm_setzero_si128()),
                _ => _mm_cmpeq_epi32(bytes, _mm_setzero_si128()),
            };
            if _mm_movemask_epi8(ends) != 0 {
                break;
            }
            _mm_storeu_si128((to + offset) as *mut __m128i, bytes);
        }
        offset += step;
        step = FEW;
    }
    offset
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
            true => first_end_wide::<false>(a, b, blocks),
            false => first_end_narrow(a, b, blocks),
        }
    }
}

#[target_feature(enable = "avx2,bmi1")]
unsafe fn first_end_wide<const LETTERS: bool>(a: usize, b: usize, blocks: usize) -> usize {
    let zero = _mm256_setzero_si256();
    let mut offset = 0;
    let end = blocks * BLOCK;
    while offset < end {
        // SAFETY: the caller's promise. A byte becomes 0 where they differ or end.
        let (one, two) = unsafe {
            let x = changed::<LETTERS>(_mm256_loadu_si256((a + offset) as *const __m256i));
            let y = changed::<LETTERS>(_mm256_loadu_si256((b + offset) as *const __m256i));
            let v = changed::<LETTERS>(_mm256_loadu_si256((a + offset + 32) as *const __m256i));
            let w = changed::<LETTERS>(_mm256_loadu_si256((b + offset + 32) as *const __m256i));
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

/// Letters made small, if they shall be alike.
#[inline]
#[target_feature(enable = "avx2")]
fn changed<const LETTERS: bool>(text: __m256i) -> __m256i {
    if !LETTERS {
        return text;
    }
    // As `lower` does it.
    let moved = _mm256_add_epi8(text, _mm256_set1_epi8(LETTERS_LOWEST));
    let capital = _mm256_cmpgt_epi8(_mm256_set1_epi8(AFTER_LETTERS), moved);
    _mm256_or_si256(text, _mm256_and_si256(capital, _mm256_set1_epi8(0x20)))
}

/// What moves `A` to the lowest signed value.
const LETTERS_LOWEST: i8 = (0x80 - b'A' as i32) as i8;
/// What is the first other one then.
const AFTER_LETTERS: i8 = -0x80 + 26;

unsafe fn first_end_narrow(a: usize, b: usize, blocks: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { in_steps(a, b, blocks * BLOCK, |text| text) }
}

/// Index of the first byte at which two strings differ or end, among the first [`FEW`]; `FEW` if there is none.
///
/// # Safety
/// Both can be read for so many bytes.
#[inline(always)]
pub unsafe fn first_end_of_few(a: usize, b: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { in_steps(a, b, FEW, |text| text) }
}

/// The same, with letters of ASCII alike in both cases.
///
/// # Safety
/// As above.
#[inline(always)]
pub unsafe fn first_end_of_few_but_for_case(a: usize, b: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { in_steps(a, b, FEW, lower) }
}

/// As [`first_end`], with letters of ASCII alike in both cases.
///
/// # Safety
/// As there.
#[inline(always)]
pub unsafe fn first_end_but_for_case(a: usize, b: usize, blocks: usize) -> usize {
    // SAFETY: the caller's promise; the wide form only where the processor has it.
    unsafe {
        match is_wide() {
            true => first_end_wide::<true>(a, b, blocks),
            false => in_steps(a, b, blocks * BLOCK, lower),
        }
    }
}

/// Compares sixteen bytes at once, as they are after `change`.
///
/// # Safety
/// As above; `end` is a multiple of sixteen bytes.
#[inline(always)]
unsafe fn in_steps(a: usize, b: usize, end: usize, change: impl Fn(__m128i) -> __m128i) -> usize {
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
        offset += FEW;
    }
    end
}

/// Letters made small.
#[inline(always)]
fn lower(text: __m128i) -> __m128i {
    // SAFETY: every x86-64 has SSE2. `A` to `Z`, moved to the lowest signed values, are those below the first other one.
    unsafe {
        let moved = _mm_add_epi8(text, _mm_set1_epi8(LETTERS_LOWEST));
        let capital = _mm_cmplt_epi8(moved, _mm_set1_epi8(AFTER_LETTERS));
        _mm_or_si128(text, _mm_and_si128(capital, _mm_set1_epi8(0x20)))
    }
}

#[cfg(test)]
mod tests;
