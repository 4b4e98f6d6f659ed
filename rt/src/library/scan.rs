//! Reading strings of the program: their lengths, and how far two of them are alike.
//!
//! Nothing here is checked: what is found says how much has to be.

use super::mappings;
use crate::{platform, shadow};

pub use crate::platform::near_end;

/// The byte at an address of the program.
#[inline(always)]
pub fn byte(address: usize) -> u8 {
    // SAFETY: the library function reads it, too; the check that follows finds what it may not.
    unsafe { *(address as *const u8) }
}

/// Bytes of a string before its end.
#[inline(always)]
pub fn length(text: usize) -> usize {
    near_end(text).unwrap_or_else(|| platform::string_length(text))
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

/// Whether a string of characters `T`, at least [`LOOKED_AT`] bytes long, certainly ends in addressable memory: the addressable memory from
/// its beginning on, up to where an object ends, has an end in its last bytes, as the strings have that fill their objects.
/// Then it need not be walked through once more.
#[inline]
pub fn ends_in_addressable<T: Copy + Default + PartialEq>(text: usize) -> bool {
    let (ahead, _) = shadow::addressable_ahead(text);
    if ahead < LOOKED_AT || mappings::some_is_unreadable() {
        return false;
    }
    let end = text + ahead - ahead % size_of::<T>();
    (1..=LOOKED_AT / size_of::<T>()).any(|back| {
        let place = (end - back * size_of::<T>()) as *const T;
        // SAFETY: memory of an object, which can be read since no program has taken a part of one away.
        unsafe { place.read_unaligned() == T::default() }
    })
}

/// Bytes at the end of objects among which an end is looked for.
const LOOKED_AT: usize = 32;

/// Copies as much of a long string of characters `T`, without its end, as can be done at once: if both sides are addressable and the
/// string does not come to where it goes. The result is how many bytes.
#[inline]
pub fn copy_addressable<T>(to: usize, from: usize) -> usize {
    const WORTH_WHILE: usize = 256;
    let ((source, ends), (remaining, _)) = (
        shadow::addressable_ahead(from),
        shadow::addressable_ahead(to),
    );
    let mut most = source.min(remaining);
    if to > from {
        // What is written must not be what is read later.
        let is_apart = ends && source <= to - from;
        most = if is_apart { most } else { 0 };
    } else {
        most = most.min(from - to);
    }
    if most < WORTH_WHILE {
        return 0;
    }
    // SAFETY: addressable memory, which the function that is called writes; they do not overlap.
    unsafe {
        match size_of::<T>() {
            1 => platform::copy_blocks::<1>(to, from, most),
            _ => platform::copy_blocks::<4>(to, from, most),
        }
    }
}

/// Index of the first byte at which two strings differ or both end; at most `bound`.
#[inline(always)]
pub fn first_difference(a: usize, b: usize, bound: usize) -> usize {
    let alike = |i| byte(a + i) == byte(b + i) && byte(a + i) != 0;
    let few = platform::first_end_of_few;
    first(a, b, bound, alike, few, platform::first_end)
}

/// The same, for letters of ASCII no matter of which case.
#[inline(always)]
pub fn first_other_letter(a: usize, b: usize, bound: usize) -> usize {
    let alike = |i| byte(a + i).eq_ignore_ascii_case(&byte(b + i)) && byte(a + i) != 0;
    let few = platform::first_end_of_few_but_for_case;
    first(a, b, bound, alike, few, platform::first_end_but_for_case)
}

/// The first byte of two strings that is not alike, at most `bound`. `few` and `chunks` find it among some bytes, of which the
/// last ones may lie beyond the strings, but never in a page in which neither of them lies.
#[inline(always)]
fn first(
    a: usize,
    b: usize,
    bound: usize,
    alike: impl Fn(usize) -> bool,
    few: unsafe fn(usize, usize) -> usize,
    chunks: unsafe fn(usize, usize, usize) -> usize,
) -> usize {
    const FEW: usize = platform::FEW;
    let to_page_end = |address: usize| platform::PAGE - address % platform::PAGE;
    let mut i = 0;
    while i < bound {
        let remaining = to_page_end(a + i).min(to_page_end(b + i));
        let whole = remaining / platform::BLOCK;
        if i >= FEW && whole > 0 {
            // SAFETY: a string that goes on is mapped up to the end of the page where it goes on.
            let found = unsafe { chunks(a + i, b + i, whole) };
            i += found;
            if found < whole * platform::BLOCK {
                return i.min(bound);
            }
        } else if remaining >= FEW {
            // SAFETY: as above.
            let found = unsafe { few(a + i, b + i) };
            i += found;
            if found < FEW {
                return i.min(bound);
            }
        } else {
            // What is left of the page.
            let end = i.saturating_add(remaining).min(bound);
            while i < end {
                if !alike(i) {
                    return i;
                }
                i += 1;
            }
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
