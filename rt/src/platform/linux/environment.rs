//! The environment of the process.

use super::has_more_rights_than_caller;
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicPtr, Ordering};

/// The environment that the loader handed in: before libc's own initializer has run, `getenv` sees none.
static ENVIRONMENT: AtomicPtr<*const c_char> = AtomicPtr::new(core::ptr::null_mut());

/// Sets the environment: strings that stay, and null at the end.
pub fn set_environment(list: *const *const c_char) {
    ENVIRONMENT.store(list.cast_mut(), Ordering::Relaxed);
}

/// The value of an environment variable, empty where it is not set. The strings stay as long as the process. Nothing is set where the
/// program has rights that its caller has not (set-user-ID and the like): options name files that are written.
pub fn environment_variable(name: &CStr) -> &'static [u8] {
    if has_more_rights_than_caller() {
        return b"";
    }
    let mut entry = ENVIRONMENT.load(Ordering::Relaxed);
    if entry.is_null() {
        // SAFETY: the name ends with NUL.
        return bytes_of(unsafe { libc::getenv(name.as_ptr()) });
    }
    // SAFETY: the list ends with null, which is not passed.
    while let text = unsafe { *entry }
        && !text.is_null()
    {
        let value = bytes_of(text)
            .strip_prefix(name.to_bytes())
            .and_then(|rest| rest.strip_prefix(b"="));
        if let Some(value) = value {
            return value;
        }
        // SAFETY: as above.
        entry = unsafe { entry.add(1) };
    }
    b""
}

fn bytes_of(text: *const c_char) -> &'static [u8] {
    if text.is_null() {
        return b"";
    }
    // SAFETY: strings of the environment or constants of the program.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}
