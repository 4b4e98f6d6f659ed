//! The texts of options and suppressions: from the environment, and from functions that the program may define.

use crate::options::{self, Options};
use crate::platform;
use core::ffi::{CStr, c_char};

/// The options, and the suppressions' file that `LSAN_OPTIONS` names beside theirs.
pub fn options() -> (Options<'static>, Option<&'static [u8]>) {
    let wish: &[u8] = match platform::looks_for_leaks().is_null() {
        true => b"",
        false => b"detect_leaks=1",
    };
    let texts = [
        wish,
        text_of(platform::default_options_function()),
        text_of(platform::own_default_options_function()),
        text_of(platform::leak_default_options_function()),
        platform::environment_variable(c"ASAN_OPTIONS"),
        platform::environment_variable(c"LSAN_OPTIONS"),
    ];
    let own = platform::environment_variable(c"SANECC_OPTIONS");
    let mut options = Options::defaults(wants_asan_defaults(&texts, own));
    let [defaults @ .., leaks] = &texts;
    for text in defaults {
        options.parse(text, &mut options::warn_of_what_is_missing);
    }
    let suppressions = options.suppressions.take();
    options.parse(leaks, &mut options::warn_of_what_is_missing);
    let leak_suppressions = core::mem::replace(&mut options.suppressions, suppressions);
    options.parse(own, &mut options::warn);
    if options.verbosity > 0 {
        texts.iter().for_each(|text| options::tell(text));
        options::tell_unknown(&texts);
    }
    (options, leak_suppressions)
}

/// Whether any of the texts asks for ASan's defaults, which come before all that is set; the last word counts.
fn wants_asan_defaults(texts: &[&'static [u8]], own: &'static [u8]) -> bool {
    let mut options = Options::default();
    for text in texts.iter().copied().chain([own]) {
        options.parse(text, &mut |_| {});
    }
    options.asan_defaults
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

fn bytes_of(text: *const c_char) -> &'static [u8] {
    if text.is_null() {
        return b"";
    }
    // SAFETY: strings of the environment or constants of the program.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}
