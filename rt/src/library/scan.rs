//! Reading strings of the program: their lengths, and how far two of them are alike.
//!
//! Nothing here is checked: what is found says how much has to be.

use crate::platform;

/// The byte at an address of the program.
#[inline(always)]
pub fn byte(address: usize) -> u8 {
    // SAFETY: the library function reads it, too; the check that follows finds what it may not.
    unsafe { *(address as *const u8) }
}

/// Bytes of a string before its end.
#[inline(always)]
pub fn length(text: usize) -> usize {
    platform::string_length(text)
}

/// The same, but at most `bound`.
#[inline(always)]
pub fn bounded_length(text: usize, bound: usize) -> usize {
    platform::bounded_string_length(text, bound)
}

/// Where the first such byte of a string is, or its end.
#[inline(always)]
pub fn first_or_end(text: usize, byte: i32) -> usize {
    platform::first_byte_or_end(text, byte)
}

/// Where the last such byte of a block is; 0 if there is none.
#[inline(always)]
pub fn last(block: usize, length: usize, byte: i32) -> usize {
    platform::last_byte(block, length, byte)
}

/// Index of the first byte at which two strings differ or both end; at most `bound`.
#[inline(always)]
pub fn first_difference(a: usize, b: usize, bound: usize) -> usize {
    let alike = |i| byte(a + i) == byte(b + i) && byte(a + i) != 0;
    first(a, b, bound, alike, platform::first_end)
}

/// The same, for letters of ASCII no matter of which case.
#[inline(always)]
pub fn first_other_letter(a: usize, b: usize, bound: usize) -> usize {
    let alike = |i| byte(a + i).eq_ignore_ascii_case(&byte(b + i)) && byte(a + i) != 0;
    first(a, b, bound, alike, platform::first_end_but_for_case)
}

/// The first byte of two strings that is not alike, at most `bound`. `blocks` finds it in whole blocks, of which the
/// last one may go beyond the strings, but never into a page in which neither of them lies.
#[inline(always)]
fn first(
    a: usize,
    b: usize,
    bound: usize,
    alike: impl Fn(usize) -> bool,
    blocks: unsafe fn(usize, usize, usize) -> usize,
) -> usize {
    let to_page_end = |address: usize| platform::PAGE - address % platform::PAGE;
    let mut i = 0;
    while i < bound {
        let room = to_page_end(a + i).min(to_page_end(b + i));
        let whole = room / platform::BLOCK;
        if whole > 0 {
            // SAFETY: a string that goes on is mapped up to the end of the page where it goes on.
            let found = unsafe { blocks(a + i, b + i, whole) };
            i += found;
            if found < whole * platform::BLOCK {
                return i.min(bound);
            }
        }
        // What is left of the page.
        let end = i.saturating_add(room % platform::BLOCK).min(bound);
        while i < end {
            if !alike(i) {
                return i;
            }
            i += 1;
        }
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow(a: &[u8], b: &[u8], bound: usize, alike: fn(u8, u8) -> bool) -> usize {
        let differ = |i: &usize| !alike(a[*i], b[*i]) || a[*i] == 0;
        (0..bound.min(a.len())).find(differ).unwrap_or(bound)
    }

    proptest! {
        #[test]
        fn differences_are_found_wherever_strings_lie(
            length in 0usize..9000, change in 0usize..9000, byte in any::<u8>(),
            at in 0usize..70, bt in 0usize..70, bound in 0usize..10_000, upper in any::<bool>(),
        ) {
            let mut a = vec![b'x'; length];
            let mut b = a.clone();
            if upper {
                b.make_ascii_uppercase();
            }
            if let Some(changed) = b.get_mut(change) {
                *changed = byte;
            }
            a.push(0);
            b.push(0);
            let place = |text: &[u8], offset: usize| {
                let mut memory = vec![7u8; offset];
                memory.extend_from_slice(text);
                memory.extend([0; 64]);
                memory
            };
            let (ma, mb) = (place(&a, at), place(&b, bt));
            let (pa, pb) = (ma.as_ptr() as usize + at, mb.as_ptr() as usize + bt);
            let bound = bound.min(length + 1);
            prop_assert_eq!(first_difference(pa, pb, bound), slow(&a, &b, bound, |a, b| a == b));
            let letters = slow(&a, &b, bound, |a, b| a.eq_ignore_ascii_case(&b));
            prop_assert_eq!(first_other_letter(pa, pb, bound), letters);
        }
    }
}
