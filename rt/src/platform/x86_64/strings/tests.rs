//! Strings compared and copied, of all lengths and at all distances.

use super::*;

/// Letters in memory with `PAGE` bytes to spare, and what is to be done with them from an address.
fn text(length: usize) -> Vec<u8> {
    let mut text: Vec<u8> = (0..length).map(|i| b'a' + (i % 23) as u8).collect();
    text.resize(length + PAGE, 0);
    text
}

#[test]
fn narrow_and_wide_forms_agree() {
    for (length, blocks) in [(0, 1), (15, 1), (64, 2), (100, 2), (300, 3), (300, 8)] {
        let (one, upper) = (text(length), text(length).to_ascii_uppercase());
        let (a, b) = (one.as_ptr() as usize, upper.as_ptr() as usize);
        let end = length.min(blocks * BLOCK);
        // SAFETY: all of it can be read.
        unsafe {
            assert_eq!(first_end_narrow(a, a, blocks), end);
            assert_eq!(in_steps(a, b, blocks * BLOCK, lower), end);
            if is_wide() {
                assert_eq!(first_end_wide::<false>(a, a, blocks), end);
                assert_eq!(first_end_wide::<true>(a, b, blocks), end);
            }
        }
    }
}

/// What a copy says that it has copied, and whether that is so and nothing else was touched.
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
                assert!(copied + 2 * BLOCK > capacity.min(length * width));
                assert_eq!(to[offset..offset + copied], from[offset..offset + copied]);
                assert!(to[offset + capacity..].iter().all(|byte| *byte == 1));
            }
        }
    }
}

#[test]
fn copies_stop_before_the_end_and_keep_within_their_room() {
    check(copy_blocks_narrow::<1>, 1);
    check(copy_blocks_narrow::<4>, 4);
    if is_wide() {
        check(copy_blocks_wide::<1>, 1);
        check(copy_blocks_wide::<4>, 4);
    }
}
