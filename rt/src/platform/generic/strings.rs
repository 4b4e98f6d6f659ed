//! Comparing strings in blocks, word by word.

use crate::platform::PAGE;

/// Bytes that are compared at once.
pub const BLOCK: usize = 64;
/// Bytes that are compared at once of short strings.
pub const FEW: usize = 16;
/// Bytes among which [`near_end`] looks.
const NEAR: usize = 64;

type Word = u64;
const WORD: usize = size_of::<Word>();
/// The lowest bit of each byte.
const ONES: Word = Word::from_ne_bytes([1; WORD]);
/// The highest bit of each byte.
const TOPS: Word = Word::from_ne_bytes([0x80; WORD]);

/// # Safety
/// A word can be read there.
#[inline(always)]
unsafe fn word(address: usize) -> Word {
    // SAFETY: as the caller promises. The first byte becomes the lowest.
    Word::from_le(unsafe { (address as *const Word).read_unaligned() })
}

/// Has the highest bit of each byte set that is 0, and no other.
#[inline(always)]
fn zeroes(word: Word) -> Word {
    !((word & !TOPS).wrapping_add(!TOPS) | word | !TOPS)
}

/// Index of the first byte whose highest bit is set.
#[inline(always)]
fn first(marks: Word) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// Index of the end of a string, if it is among its first [`NEAR`] bytes and these lie in one page.
#[inline(always)]
pub fn near_end(text: usize) -> Option<usize> {
    if text % PAGE > PAGE - NEAR {
        return None;
    }
    (0..NEAR).step_by(WORD).find_map(|offset| {
        // SAFETY: the page has the string's first byte.
        let ends = zeroes(unsafe { word(text + offset) });
        (ends != 0).then(|| offset + first(ends))
    })
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
    if from % PAGE > PAGE - FEW || !from.is_multiple_of(WIDTH) {
        return 0;
    }
    let mut offset = 0;
    // The first step leads to where blocks begin.
    let mut step = FEW - from % FEW;
    while offset + FEW <= capacity {
        // SAFETY: the caller's promise.
        unsafe {
            let words = [word(from + offset), word(from + offset + WORD)];
            let ends = |word: Word| match WIDTH {
                1 => zeroes(word) != 0,
                _ => word as u32 == 0 || word >> 32 == 0,
            };
            if words.into_iter().any(ends) {
                break;
            }
            let place = (to + offset) as *mut Word;
            place.write_unaligned(words[0].to_le());
            place.add(1).write_unaligned(words[1].to_le());
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
    // SAFETY: the caller's promise.
    unsafe { in_steps(a, b, blocks * BLOCK, lower) }
}

/// Compares a word at once, as they are after `change`.
///
/// # Safety
/// As above; `end` is a multiple of words.
#[inline(always)]
unsafe fn in_steps(a: usize, b: usize, end: usize, change: impl Fn(Word) -> Word) -> usize {
    for offset in (0..end).step_by(WORD) {
        // SAFETY: the caller's promise.
        let (x, y) = unsafe { (change(word(a + offset)), change(word(b + offset))) };
        let ends = zeroes(x) | TOPS & !zeroes(x ^ y);
        if ends != 0 {
            return offset + first(ends);
        }
    }
    end
}

/// Letters made small.
#[inline(always)]
fn lower(text: Word) -> Word {
    let low = text & !TOPS;
    // The highest bit of a byte tells whether it is at least `A`, and whether it is beyond `Z`; that of `text`, that it is no letter of ASCII.
    let from_a = low.wrapping_add(ONES * (0x80 - b'A' as Word));
    let behind_z = low.wrapping_add(ONES * (0x80 - b'Z' as Word - 1));
    let capital = from_a & !behind_z & !text & TOPS;
    text | capital >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters in memory with `PAGE` bytes to spare, and what is to be done with them from an address.
    fn text(length: usize) -> Vec<u8> {
        let mut text: Vec<u8> = (0..length).map(|i| b'a' + (i % 23) as u8).collect();
        text.resize(length + PAGE, 0);
        text
    }

    #[test]
    fn strings_differ_or_end_where_they_do() {
        for length in [0, 1, 7, 8, 15, 64, 100, 300] {
            for differs_at in [0, 3, 8, 63, 99, 299] {
                let (one, mut other) = (text(length), text(length));
                if differs_at < length {
                    other[differs_at] = 0xff;
                }
                let upper = one.to_ascii_uppercase();
                let [a, b, c] = [&one, &other, &upper].map(|text| text.as_ptr() as usize);
                let blocks = length.div_ceil(BLOCK) + 1;
                // SAFETY: all of it can be read.
                unsafe {
                    assert_eq!(first_end(a, b, blocks), length.min(differs_at));
                    assert_eq!(first_end_of_few(a, b), length.min(differs_at).min(FEW));
                    assert_eq!(first_end_but_for_case(a, c, blocks), length);
                    assert_eq!(first_end(a, c, blocks), 0);
                }
            }
        }
    }

    #[test]
    fn only_letters_have_cases() {
        for byte in 0..=255u8 {
            let word = Word::from_le_bytes([byte, b'A', 0, 0xff, byte, b'[', b'@', byte]);
            let expected = word.to_le_bytes().map(|byte| byte.to_ascii_lowercase());
            assert_eq!(lower(word).to_le_bytes(), expected);
        }
    }

    #[test]
    fn a_near_end_is_found() {
        let text = text(200);
        let start = (text.as_ptr() as usize).next_multiple_of(PAGE);
        let mut page = vec![1u8; 3 * PAGE];
        let base = (page.as_ptr() as usize).next_multiple_of(PAGE) - page.as_ptr() as usize;
        page[base + 21] = 0;
        assert_eq!(near_end(page.as_ptr() as usize + base), Some(21));
        assert_eq!(near_end(page.as_ptr() as usize + base + 21), Some(0));
        assert_eq!(near_end(page.as_ptr() as usize + base + 22), None);
        assert!(near_end(start + PAGE - 8).is_none());
    }

    fn check(copy: unsafe fn(usize, usize, usize) -> usize, width: usize) {
        for length in [0, 40, 64, 130, 300, 1000] {
            for capacity in [64, 128, 200, 1024] {
                for offset in (0..80).step_by(width) {
                    let from = text(offset + length * width);
                    let mut to = vec![1; offset + length * width + PAGE];
                    let (source, target) = (from[offset..].as_ptr(), to[offset..].as_mut_ptr());
                    // SAFETY: there is more than a page of everything.
                    let copied = unsafe { copy(target as usize, source as usize, capacity) };
                    assert!(copied <= capacity && copied <= length * width);
                    assert!(copied.is_multiple_of(width));
                    assert_eq!(to[offset..offset + copied], from[offset..offset + copied]);
                    assert!(to[offset + capacity..].iter().all(|byte| *byte == 1));
                }
            }
        }
    }

    #[test]
    fn copies_stop_before_the_end_and_keep_within_their_room() {
        check(copy_blocks::<1>, 1);
        check(copy_blocks::<4>, 4);
    }
}
