//! `__sanitizer_weak_hook_...`: functions of a fuzzer that are told what the program compares and looks for, so that it can guess
//! an input with the same bytes. Where nobody defines them, a call costs one look at an address.
//!
//! They are told after the check, and get the place of the call first and the real function's result last.

use super::{Invocation, strings};
use crate::platform;

/// Whether nobody wants to be told of `memcmp`.
#[inline(always)]
pub fn memcmp_is_unwatched() -> bool {
    platform::memcmp_hook().is_null()
}

/// Whether nobody wants to be told of `strcmp`.
#[inline(always)]
pub fn strcmp_is_unwatched() -> bool {
    platform::strcmp_hook().is_null()
}

/// Whether nobody wants to be told of `strncmp`.
#[inline(always)]
pub fn strncmp_is_unwatched() -> bool {
    platform::strncmp_hook().is_null()
}

/// `strcmp`, of which somebody is told. Apart, so that the other needs no registers for it.
#[cold]
#[inline(never)]
pub fn strcmp_watched(a: usize, b: usize, call: Invocation) -> usize {
    let result = strings::compare(a, b, call);
    strcmp(a, b, call);
    result as usize
}

/// As [`strcmp_watched`].
#[cold]
#[inline(never)]
pub fn strncmp_watched(a: usize, b: usize, bound: usize, call: Invocation) -> usize {
    let result = strings::compare_bounded(a, b, bound, call);
    strncmp(a, b, bound, call);
    result as usize
}

macro_rules! hooks {
    ($($(#[$doc:meta])* $name:ident ($($argument:ident),*) = $hook:ident;)*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name($($argument: usize,)* call: Invocation) {
                #[cold]
                #[inline(never)]
                fn tell(hook: *const u8, $($argument: usize,)* call: Invocation) {
                    type Real = extern "C" fn($(word!($argument)),*) -> usize;
                    type Hook = extern "C" fn(usize, $(word!($argument),)* usize);
                    // SAFETY: the function's type, as far as registers go, and that of the hook, which the interface fixes.
                    unsafe {
                        let result = call.real::<Real>()($($argument),*);
                        core::mem::transmute::<*const u8, Hook>(hook)(call.pc, $($argument,)* result);
                    }
                }
                let hook = platform::$hook();
                if !hook.is_null() {
                    tell(hook, $($argument,)* call);
                }
            }
        )*
    };
}

macro_rules! word {
    ($argument:ident) => {
        usize
    };
}

hooks! {
    /// Of `memcmp` and `bcmp`.
    memcmp(a, b, length) = memcmp_hook;
    /// Of `memmem`.
    memmem(chunk, length, wanted, size) = memmem_hook;
    /// Of `strcmp`.
    strcmp(a, b) = strcmp_hook;
    /// Of `strncmp`.
    strncmp(a, b, bound) = strncmp_hook;
    /// Of `strcasecmp`.
    strcasecmp(a, b) = strcasecmp_hook;
    /// Of `strncasecmp`.
    strncasecmp(a, b, bound) = strncasecmp_hook;
    /// Of `strstr` alone.
    plain_strstr(text, wanted) = strstr_hook;
    /// Of `strcasestr`.
    strcasestr(text, wanted) = strcasestr_hook;
}

/// Of `strstr` and `strcasestr`, which are checked alike.
#[inline(always)]
pub fn strstr(text: usize, wanted: usize, call: Invocation) {
    if platform::strstr_hook().is_null() && platform::strcasestr_hook().is_null() {
        return;
    }
    match call.row().is_some_and(|row| row.name == "strcasestr") {
        true => strcasestr(text, wanted, call),
        false => plain_strstr(text, wanted, call),
    }
}
