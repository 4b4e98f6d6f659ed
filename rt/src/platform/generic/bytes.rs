//! What compilers expect of a C library (`memcpy` and its like), for the runtime's own memory. A program may have functions of these names, with checks
//! in them that ask the very shadow that is being written; so the runtime calls none of the program's (`rt/lib/prelink.sh` gives them these names).
//!
//! Up to 32 bytes go at once, more in steps of 16, which compilers make vectors of where the processor has any.

use super::super::compare::this_is_no_call;
use core::ffi::c_int;

/// What is copied in one step.
type Step = [u64; 2];

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
