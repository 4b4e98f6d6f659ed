//! What every processor's code has to do alike.

use super::SHADOW_OFFSET;
use core::ffi::c_int;
use sanecc_abi::target::{ALL, Architecture, System};
use std::vec::Vec;

unsafe extern "C" {
    fn __sanecc_own_memcpy(to: *mut u8, from: *const u8, length: usize) -> *mut u8;
    fn __sanecc_own_memmove(to: *mut u8, from: *const u8, length: usize) -> *mut u8;
    fn __sanecc_own_memset(to: *mut u8, byte: c_int, length: usize) -> *mut u8;
    fn __sanecc_own_memcmp(one: *const u8, other: *const u8, length: usize) -> c_int;
}

#[test]
fn the_shadow_lies_where_checks_look_for_it() {
    let architecture = if cfg!(target_arch = "x86_64") {
        Architecture::X86_64
    } else if cfg!(target_arch = "aarch64") {
        Architecture::AArch64
    } else {
        Architecture::RiscV64
    };
    let mut targets = ALL.iter();
    let own = targets.find(|one| one.system == System::Linux && one.architecture == architecture);
    let offset = own.and_then(|target| target.shadow_offset());
    assert_eq!(offset, Some(SHADOW_OFFSET as u64));
}

const LENGTHS: [usize; 24] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 100, 767, 768, 769, 1000, 4097,
];

fn numbers(count: usize) -> Vec<u8> {
    (0..count).map(|i| (i * 7 + i / 251) as u8).collect()
}

#[test]
fn copies_are_whole_and_nothing_else() {
    for length in LENGTHS {
        let from = numbers(length + 2);
        let mut to = std::vec![9u8; length + 2];
        // SAFETY: so many bytes are there.
        let end =
            unsafe { __sanecc_own_memcpy(to.as_mut_ptr().add(1), from.as_ptr().add(1), length) };
        // SAFETY: so many bytes are there.
        assert_eq!(end, unsafe { to.as_mut_ptr().add(1) });
        assert_eq!(to[1..=length], from[1..=length]);
        assert_eq!((to[0], to[length + 1]), (9, 9));
    }
}

#[test]
fn moves_may_overlap_either_way() {
    for length in LENGTHS {
        for by in [1, 3, 8, 15, 16, 17, 33, 500] {
            for (from, to) in [(0, by), (by, 0)] {
                let mut moved = numbers(length + by);
                let mut expected = moved.clone();
                expected.copy_within(from..from + length, to);
                // SAFETY: so many bytes are there.
                unsafe {
                    let all = moved.as_mut_ptr();
                    __sanecc_own_memmove(all.add(to), all.add(from), length);
                }
                assert_eq!(moved, expected, "{length} from {from} to {to}");
            }
        }
    }
}

#[test]
fn fills_end_where_they_should() {
    for length in LENGTHS {
        let mut filled = std::vec![9u8; length + 2];
        // SAFETY: so many bytes are there.
        unsafe { __sanecc_own_memset(filled.as_mut_ptr().add(1), 0x1f5, length) };
        assert!(filled[1..=length].iter().all(|byte| *byte == 0xf5));
        assert_eq!((filled[0], filled[length + 1]), (9, 9), "{length}");
    }
}

#[test]
fn the_first_difference_decides() {
    // SAFETY: so many bytes are there.
    let compare = |one: &[u8], other: &[u8]| unsafe {
        __sanecc_own_memcmp(one.as_ptr(), other.as_ptr(), one.len()).signum()
    };
    assert_eq!(compare(b"", b""), 0);
    assert_eq!(compare(b"abc", b"abc"), 0);
    assert_eq!(compare(b"abc", b"abd"), -1);
    assert_eq!(compare(b"a\xffc", b"a\x01d"), 1);
}
