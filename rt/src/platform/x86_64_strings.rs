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

/// Bytes in front, in whole blocks, in which two strings are alike and go on.
///
/// # Safety
/// Both can be read for `length` bytes.
#[inline(always)]
pub unsafe fn alike(a: usize, b: usize, length: usize) -> usize {
    let blocks = length / BLOCK;
    if blocks == 0 {
        return 0;
    }
    // SAFETY: the caller's promise; the wide form only where the processor has it.
    unsafe {
        match is_wide() {
            true => alike_wide(a, b, blocks),
            false => alike_narrow(a, b, blocks),
        }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn alike_wide(a: usize, b: usize, blocks: usize) -> usize {
    for block in 0..blocks {
        let offset = block * BLOCK;
        // SAFETY: the caller's promise.
        let [one, two] = [0, 32].map(|part| unsafe {
            let x = _mm256_loadu_si256((a + offset + part) as *const __m256i);
            let y = _mm256_loadu_si256((b + offset + part) as *const __m256i);
            // 0 where they differ or end.
            _mm256_min_epu8(x, _mm256_cmpeq_epi8(x, y))
        });
        let ends = _mm256_cmpeq_epi8(_mm256_min_epu8(one, two), _mm256_setzero_si256());
        if _mm256_movemask_epi8(ends) != 0 {
            return offset;
        }
    }
    blocks * BLOCK
}

unsafe fn alike_narrow(a: usize, b: usize, blocks: usize) -> usize {
    for block in 0..blocks {
        let offset = block * BLOCK;
        // SAFETY: the caller's promise; every x86-64 has SSE2.
        unsafe {
            let [p, q, r, s] = [0, 16, 32, 48].map(|part| {
                let x = _mm_loadu_si128((a + offset + part) as *const __m128i);
                let y = _mm_loadu_si128((b + offset + part) as *const __m128i);
                _mm_min_epu8(x, _mm_cmpeq_epi8(x, y))
            });
            let least = _mm_min_epu8(_mm_min_epu8(p, q), _mm_min_epu8(r, s));
            if _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) != 0 {
                return offset;
            }
        }
    }
    blocks * BLOCK
}

/// The same, with letters of ASCII alike in both cases.
///
/// # Safety
/// Both can be read for `length` bytes.
#[inline(always)]
pub unsafe fn alike_but_for_case(a: usize, b: usize, length: usize) -> usize {
    let blocks = length / BLOCK;
    for block in 0..blocks {
        let offset = block * BLOCK;
        for part in [0, 16, 32, 48] {
            // SAFETY: the caller's promise; every x86-64 has SSE2.
            unsafe {
                let x = lower(_mm_loadu_si128((a + offset + part) as *const __m128i));
                let y = lower(_mm_loadu_si128((b + offset + part) as *const __m128i));
                let ends = _mm_min_epu8(x, _mm_cmpeq_epi8(x, y));
                if _mm_movemask_epi8(_mm_cmpeq_epi8(ends, _mm_setzero_si128())) != 0 {
                    return offset;
                }
            }
        }
    }
    blocks * BLOCK
}

/// Letters made small.
///
/// # Safety
/// None: every x86-64 has SSE2.
#[inline(always)]
unsafe fn lower(text: __m128i) -> __m128i {
    // SAFETY: see above. `A` to `Z`, moved to the lowest signed values, are those below the first other one.
    unsafe {
        let moved = _mm_add_epi8(text, _mm_set1_epi8((0x80 - b'A' as i32) as i8));
        let capital = _mm_cmplt_epi8(moved, _mm_set1_epi8((-0x80 + 26) as i8));
        _mm_or_si128(text, _mm_and_si128(capital, _mm_set1_epi8(0x20)))
    }
}
