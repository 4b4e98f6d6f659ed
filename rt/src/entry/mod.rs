//! What the C entry points do, as functions that know their caller: the malloc family with its error
//! numbers and its reports, and the functions of ASan's interface by which programs poison memory of their own.

mod allocate;
mod poison;
mod ranges;
mod release;

pub use allocate::*;
pub use poison::*;
pub use ranges::is_addressable_between;
pub use release::*;

use crate::options::Options;
use crate::report::{self, Finding, Refusal};
use crate::stack::Caller;
use core::sync::atomic::{AtomicBool, Ordering};

static MAY_RETURN_NULL: AtomicBool = AtomicBool::new(true);
static CHECK_FAMILY: AtomicBool = AtomicBool::new(true);
static CHECK_TYPE: AtomicBool = AtomicBool::new(false);
static ZERO_FREES: AtomicBool = AtomicBool::new(true);
static CHECK_USABLE: AtomicBool = AtomicBool::new(true);
static USER_POISONING: AtomicBool = AtomicBool::new(true);
static CONTAINERS: AtomicBool = AtomicBool::new(true);
static ARRAY_COOKIES: AtomicBool = AtomicBool::new(true);

/// Takes over the options that concern entry points.
pub fn set_behaviour(options: &Options<'_>) {
    MAY_RETURN_NULL.store(options.allocator_may_return_null, Ordering::Relaxed);
    CHECK_FAMILY.store(options.alloc_dealloc_mismatch, Ordering::Relaxed);
    CHECK_TYPE.store(options.new_delete_type_mismatch, Ordering::Relaxed);
    let zero_frees = options.allocator_frees_and_returns_null_on_realloc_zero;
    ZERO_FREES.store(zero_frees, Ordering::Relaxed);
    CHECK_USABLE.store(options.check_malloc_usable_size, Ordering::Relaxed);
    USER_POISONING.store(options.allow_user_poisoning, Ordering::Relaxed);
    CONTAINERS.store(options.detect_container_overflow, Ordering::Relaxed);
    ARRAY_COOKIES.store(options.poison_array_cookie, Ordering::Relaxed);
}

/// Whether nothing but `delete[]` may touch the number of elements that `new[]` keeps.
pub fn guards_array_cookies() -> bool {
    ARRAY_COOKIES.load(Ordering::Relaxed)
}

/// Sets the C library's error number of this thread.
pub fn set_errno(error: i32) {
    // SAFETY: the C library's errno of this thread.
    unsafe { *libc::__errno_location() = error };
}

/// The C library's error number of this thread.
pub fn errno() -> i32 {
    // SAFETY: the C library's errno of this thread.
    unsafe { *libc::__errno_location() }
}

#[cold]
fn refuse(refusal: Refusal, caller: Caller) -> usize {
    if !MAY_RETURN_NULL.load(Ordering::Relaxed) || !refusal.may_fail() {
        report::from_caller(Finding::Refused(refusal), caller);
    }
    set_errno(libc::ENOMEM);
    0
}
