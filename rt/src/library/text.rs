//! Lengths of strings.

use crate::platform;

/// Characters of a string before its NUL, or `most` if there is none among these.
///
/// # Safety
/// That many bytes, or those to the NUL, are mapped.
pub unsafe fn length(address: usize, most: usize) -> usize {
    platform::bounded_string_length(address, most)
}

/// Bytes that are read of a string of which at most so many characters are wanted: its NUL is looked at only if it comes before.
///
/// # Safety
/// As [`length`].
pub unsafe fn size(address: usize, most: Option<usize>) -> usize {
    let most = most.unwrap_or(usize::MAX);
    // SAFETY: as the caller promises.
    let length = unsafe { length(address, most) };
    if length < most { length + 1 } else { length }
}

/// Characters of a string of `wchar_t` before its NUL.
///
/// # Safety
/// The string is mapped to its NUL.
pub unsafe fn wide_length(address: usize) -> usize {
    platform::wide_string_length(address)
}

/// Characters of a string of `wchar_t` of which at most `most` are wanted: its NUL is looked at only if it comes before.
///
/// # Safety
/// That many characters, or those to the NUL, are mapped.
pub unsafe fn wide_size(address: usize, most: usize) -> usize {
    // SAFETY: as the caller promises; nothing is read behind the NUL.
    let character = |index| unsafe { (address as *const u32).add(index).read_unaligned() };
    let before = (0..most).position(|index| character(index) == 0);
    before.map_or(most, |length| length + 1)
}

/// Characters of a string of `wchar_t` that are read in any case when at most `most` bytes of what it becomes in the locale's
/// encoding are wanted. How many bytes a character takes is known of ASCII alone; others are taken to be as long as can be.
///
/// # Safety
/// As [`wide_size`].
pub unsafe fn converted_size(address: usize, most: usize) -> usize {
    /// `MB_LEN_MAX`
    const LONGEST: usize = 16;
    let mut bytes = 0;
    let mut count = 0;
    while bytes < most {
        // SAFETY: the function reads it, too: there is room for what comes of it.
        let character = unsafe { (address as *const u32).add(count).read_unaligned() };
        count += 1;
        bytes += match character {
            0 => break,
            1..0x80 => 1,
            _ => LONGEST,
        };
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alignment_and_length() {
        for start in 0..9 {
            for characters in 0..20 {
                let mut bytes = [0x80u8; 48];
                bytes[start + characters] = 0;
                let address = bytes[start..].as_ptr() as usize;
                // SAFETY: the array goes on behind the NUL.
                unsafe {
                    assert_eq!(length(address, usize::MAX), characters);
                    assert_eq!(size(address, None), characters + 1);
                    for most in 0..24 {
                        assert_eq!(length(address, most), characters.min(most));
                        assert_eq!(size(address, Some(most)), (characters + 1).min(most));
                    }
                }
            }
        }
    }

    #[test]
    fn wide_strings() {
        let text = [u32::from('a'), 0x100, 0x1_0000, 0];
        // SAFETY: it ends with a NUL.
        assert_eq!(unsafe { wide_length(text.as_ptr() as usize) }, 3);
        let sizes = [(0, 0), (1, 1), (3, 3), (4, 4), (9, 4)];
        for (most, size) in sizes {
            // SAFETY: as above.
            assert_eq!(unsafe { wide_size(text.as_ptr() as usize, most) }, size);
        }
        // The second may become as many bytes as are wanted.
        for (most, size) in [(0, 0), (1, 1), (2, 2), (17, 2), (18, 3), (99, 4)] {
            // SAFETY: as above.
            let found = unsafe { converted_size(text.as_ptr() as usize, most) };
            assert_eq!(found, size);
        }
    }
}
