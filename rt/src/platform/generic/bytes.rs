//! What compilers expect of a C library (`memcpy` and its like), for the runtime's own memory. A program may have functions of these names, with checks
//! in them that ask the very shadow that is being written; so the runtime calls none of the program's (`rt/lib/prelink.sh` gives them these names).
//!
//! Up to 32 bytes go at once, more in steps of 16, which compilers make vectors of where the processor has any.

use core::arch::asm;
use core::ffi::c_int;

/// What is copied in one step.
type Step = [u64; 2];

/// Keeps the compiler from taking a loop for what it implements.
#[inline(always)]
fn this_is_no_call() {
    // SAFETY: does nothing.
    unsafe { asm!("", options(nostack, preserves_flags)) };
}

/// Word by word: some compilers take a larger piece of memory for a copy that they call a function for.
///
/// # Safety
/// So many bytes can be read.
#[inline(always)]
unsafe fn load(from: *const u8) -> Step {
    let from = from.cast::<u64>();
    // SAFETY: as the caller promises.
    unsafe { [from.read_unaligned(), from.add(1).read_unaligned()] }
}

/// # Safety
/// So many bytes can be written.
#[inline(always)]
unsafe fn store(to: *mut u8, [first, second]: Step) {
    let to = to.cast::<u64>();
    // SAFETY: as the caller promises.
    unsafe {
        to.write_unaligned(first);
        to.add(1).write_unaligned(second);
    }
}

/// Copies the first and the last of `$ty`, read before either is written.
macro_rules! ends {
    ($ty:ty, $to:ident, $from:ident, $length:ident) => {{
        let last = $length - size_of::<$ty>();
        // SAFETY: at least so many bytes, as the caller says.
        unsafe {
            let head = $from.cast::<$ty>().read_unaligned();
            let tail = $from.add(last).cast::<$ty>().read_unaligned();
            $to.cast::<$ty>().write_unaligned(head);
            $to.add(last).cast::<$ty>().write_unaligned(tail);
        }
    }};
}

/// Up to 32 bytes, which may overlap.
///
/// # Safety
/// So many bytes can be read and written.
#[inline(always)]
unsafe fn copy_few(to: *mut u8, from: *const u8, length: usize) {
    match length {
        0 => {}
        1 => ends!(u8, to, from, length),
        2..4 => ends!(u16, to, from, length),
        4..8 => ends!(u32, to, from, length),
        8..16 => ends!(u64, to, from, length),
        _ => {
            let last = length - size_of::<Step>();
            // SAFETY: at least so many bytes, as the caller says.
            unsafe {
                let (head, tail) = (load(from), load(from.add(last)));
                store(to, head);
                store(to.add(last), tail);
            }
        }
    }
}

/// From the first byte to the last; what is read lies not before what is written.
///
/// # Safety
/// More than 16 bytes can be read and written.
unsafe fn copy_up(to: *mut u8, from: *const u8, length: usize) {
    let last = length - 16;
    // SAFETY: the last step ends with the last byte.
    unsafe {
        let tail = load(from.add(last));
        let mut done = 0;
        while done < last {
            let part = load(from.add(done));
            store(to.add(done), part);
            this_is_no_call();
            done += 16;
        }
        store(to.add(last), tail);
    }
}

/// From the last byte to the first; what is read lies before what is written.
///
/// # Safety
/// More than 16 bytes can be read and written.
unsafe fn copy_down(to: *mut u8, from: *const u8, length: usize) {
    // SAFETY: the last step begins with the first byte.
    unsafe {
        let head = load(from);
        let mut left = length;
        while left > 16 {
            left -= 16;
            let part = load(from.add(left));
            store(to.add(left), part);
            this_is_no_call();
        }
        store(to, head);
    }
}

/// `memcpy`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memcpy(
    to: *mut u8,
    from: *const u8,
    length: usize,
) -> *mut u8 {
    // SAFETY: as the caller says.
    unsafe {
        match length {
            0..=32 => copy_few(to, from, length),
            _ => copy_up(to, from, length),
        }
    }
    to
}

/// `memmove`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memmove(
    to: *mut u8,
    from: *const u8,
    length: usize,
) -> *mut u8 {
    // SAFETY: as the caller says.
    unsafe {
        match length {
            0..=32 => copy_few(to, from, length),
            _ if to.addr().wrapping_sub(from.addr()) < length => copy_down(to, from, length),
            _ => copy_up(to, from, length),
        }
    }
    to
}

/// `memset`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memset(to: *mut u8, byte: c_int, length: usize) -> *mut u8 {
    let byte = byte as u8;
    // SAFETY: steps lie in bounds, as the caller says.
    unsafe {
        let all: Step = [u64::from_ne_bytes([byte; 8]); 2];
        let mut done = 0;
        while done + 16 <= length {
            store(to.add(done), all);
            this_is_no_call();
            done += 16;
        }
        let rest = length - done;
        match (rest, done) {
            (0, _) => {}
            (_, 16..) => store(to.add(length - 16), all),
            _ => copy_few(to, all.as_ptr().cast(), rest),
        }
    }
    to
}

/// `memcmp`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_memcmp(
    one: *const u8,
    other: *const u8,
    length: usize,
) -> c_int {
    for i in 0..length {
        // SAFETY: as the caller says.
        let [one, other] = unsafe { [*one.add(i), *other.add(i)] };
        if one != other {
            return c_int::from(one) - c_int::from(other);
        }
        this_is_no_call();
    }
    0
}

/// `bcmp`.
///
/// # Safety
/// As in C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_own_bcmp(
    one: *const u8,
    other: *const u8,
    length: usize,
) -> c_int {
    // SAFETY: as the caller says.
    unsafe { __sanecc_own_memcmp(one, other, length) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    const LENGTHS: [usize; 24] = [
        0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 100, 767, 768, 769, 1000,
        4097,
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
            let end = unsafe {
                __sanecc_own_memcpy(to.as_mut_ptr().add(1), from.as_ptr().add(1), length)
            };
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
}
