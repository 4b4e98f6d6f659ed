//! Which checks of library functions are made: the options that ASan has for it.

use crate::options::Options;
use core::sync::atomic::{AtomicU32, Ordering};

/// `replace_intrin`
pub const INTRINSICS: u32 = 1;
/// `replace_str`
pub const STRINGS: u32 = 1 << 1;
/// `strict_string_checks`
pub const STRICT: u32 = 1 << 2;
/// `strict_memcmp`
pub const STRICT_MEMCMP: u32 = 1 << 3;
/// `intercept_strlen`
pub const STRLEN: u32 = 1 << 4;
/// `intercept_strcmp`
pub const STRCMP: u32 = 1 << 5;
/// `intercept_strchr`
pub const STRCHR: u32 = 1 << 6;
/// `intercept_strstr`
pub const STRSTR: u32 = 1 << 7;
/// `intercept_strspn`
pub const STRSPN: u32 = 1 << 8;
/// `intercept_strpbrk`
pub const STRPBRK: u32 = 1 << 9;
/// `intercept_strtok`
pub const STRTOK: u32 = 1 << 10;
/// `intercept_memcmp`
pub const MEMCMP: u32 = 1 << 11;
/// `intercept_memmem`
pub const MEMMEM: u32 = 1 << 12;
/// `check_printf`
pub const PRINTF: u32 = 1 << 13;
/// `intercept_send`
pub const SEND: u32 = 1 << 14;
/// `handle_ioctl`
pub const IOCTL: u32 = 1 << 15;
/// `intercept_stat`
pub const STAT: u32 = 1 << 16;
/// `intercept_strndup`
pub const STRNDUP: u32 = 1 << 17;
/// `intercept_libraries`
pub const LIBRARIES: u32 = 1 << 18;
/// `detect_invalid_join`
pub const JOIN: u32 = 1 << 19;

/// What is on by default: everything that is not strict, and no devices.
const DEFAULT: u32 = (1 << 20) - 1 - STRICT - IOCTL;

static SWITCHES: AtomicU32 = AtomicU32::new(DEFAULT);

/// Whether a check is made.
#[inline(always)]
pub fn is_on(switch: u32) -> bool {
    SWITCHES.load(Ordering::Relaxed) & switch != 0
}

/// All that are on.
pub fn all() -> u32 {
    SWITCHES.load(Ordering::Relaxed)
}

/// Takes over the options.
pub fn set(options: &Options<'_>) {
    let switches = [
        (INTRINSICS, options.replace_intrin),
        (STRINGS, options.replace_str),
        (STRICT, options.strict_string_checks),
        (STRICT_MEMCMP, options.strict_memcmp),
        (STRLEN, options.intercept_strlen),
        (STRCMP, options.intercept_strcmp),
        (STRCHR, options.intercept_strchr),
        (STRSTR, options.intercept_strstr),
        (STRSPN, options.intercept_strspn),
        (STRPBRK, options.intercept_strpbrk),
        (STRTOK, options.intercept_strtok),
        (MEMCMP, options.intercept_memcmp),
        (MEMMEM, options.intercept_memmem),
        (PRINTF, options.check_printf),
        (SEND, options.intercept_send),
        (IOCTL, options.handle_ioctl),
        (STAT, options.intercept_stat),
        (STRNDUP, options.intercept_strndup),
        (LIBRARIES, options.intercept_libraries),
        (JOIN, options.detect_invalid_join),
    ];
    let on = switches.iter().filter(|(_, wanted)| *wanted);
    SWITCHES.store(on.fold(0, |all, (bit, _)| all | bit), Ordering::Relaxed);
}
