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
    }
}
