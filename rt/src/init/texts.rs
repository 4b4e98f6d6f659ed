//! What the environment says, and the program itself by functions that it may define: options and suppressions.

use crate::options::{self, Options};
use crate::platform;
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicPtr, Ordering};

/// The environment that the loader handed in: before libc's own initializer has run, `getenv` sees none.
static ENVIRONMENT: AtomicPtr<*const c_char> = AtomicPtr::new(core::ptr::null_mut());

/// Takes over the environment: strings that stay, and null at the end.
pub fn environment_is(list: *const *const c_char) {
    ENVIRONMENT.store(list.cast_mut(), Ordering::Relaxed);
}

/// The options, and the suppressions' file that `LSAN_OPTIONS` names beside theirs.
pub fn options() -> (Options<'static>, Option<&'static [u8]>) {
    let mut options = Options::default();
    let wish: &[u8] = match platform::looks_for_leaks().is_null() {
        true => b"",
        false => b"detect_leaks=1",
    };
    let texts = [
        wish,
        text_of(platform::default_options_function()),
        text_of(platform::own_default_options_function()),
        text_of(platform::leak_default_options_function()),
        variable(c"ASAN_OPTIONS"),
        variable(c"LSAN_OPTIONS"),
    ];
    let [defaults @ .., leaks] = &texts;
    for text in defaults {
        options.parse(text, &mut options::warn_of_what_is_missing);
    }
    let suppressions = options.suppressions.take();
    options.parse(leaks, &mut options::warn_of_what_is_missing);
    let leak_suppressions = core::mem::replace(&mut options.suppressions, suppressions);
    options.parse(variable(c"SANECC_OPTIONS"), &mut options::warn);
    for text in texts {
        options::tell(text, options.verbosity > 0);
    }
    if options.verbosity > 0 {
        options::tell_unknown(&texts);
    }
    (options, leak_suppressions)
}

/// The suppressions that the program brings.
pub fn default_suppressions() -> [&'static [u8]; 2] {
    [
        text_of(platform::default_suppressions_function()),
        text_of(platform::leak_default_suppressions_function()),
    ]
}

type TextFunction = extern "C" fn() -> *const c_char;

/// What a function says that a program may define; empty for null.
fn text_of(function: *const u8) -> &'static [u8] {
    if function.is_null() {
        return b"";
    }
    // SAFETY: the program defines it with this type.
    bytes_of(unsafe {
        core::mem::transmute::<*const u8, TextFunction>(function)
    }())
}

/// The value of an environment variable, empty where it is not set. The strings stay as long as the process. Nothing is set where the
/// program has rights that its caller has not (set-user-ID and the like): options name files that are written.
pub fn variable(name: &CStr) -> &'static [u8] {
    if platform::has_more_rights_than_caller() {
        return b"";
    }
    let mut place = ENVIRONMENT.load(Ordering::Relaxed);
    if place.is_null() {
        // SAFETY: the name ends with NUL.
        return bytes_of(unsafe { libc::getenv(name.as_ptr()) });
    }
    // SAFETY: the list ends with null, which is not passed.
    while let text = unsafe { *place }
        && !text.is_null()
    {
        let value = bytes_of(text)
            .strip_prefix(name.to_bytes())
            .and_then(|rest| rest.strip_prefix(b"="));
        if let Some(value) = value {
            return value;
        }
        // SAFETY: as above.
        place = unsafe { place.add(1) };
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
