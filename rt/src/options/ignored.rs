//! Options of AddressSanitizer that have no effect here, why, and who is told.

use super::next_setting;
use super::table::ROWS;
use crate::output::{Bytes, Out};
use core::fmt::Write;

/// An option without effect.
pub(super) struct Ignored {
    pub(super) name: &'static str,
    /// AddressSanitizer's default.
    default: &'static [u8],
    reason: &'static str,
}

const fn ignored(name: &'static str, default: &'static str, reason: &'static str) -> Ignored {
    Ignored {
        name,
        default: default.as_bytes(),
        reason,
    }
}

#[rustfmt::skip]
pub(super) static IGNORED: &[Ignored] = &[
    ignored("debug", "0", "it makes AddressSanitizer check itself; here the tests do that"),
    ignored("report_globals", "1", "globals are checked in all code that is compiled for it"),
    ignored("min_uar_stack_size_log", "16", "each thread has as many slots of the fake stack as its depth of calls has needed"),
    ignored("max_uar_stack_size_log", "20", "each thread has as many slots of the fake stack as its depth of calls has needed"),
    ignored("uar_noreserve", "0", "memory of the fake stack is never reserved before it is used"),
    ignored("unmap_shadow_on_exit", "0", "threads that run until the end need the shadow; the end of the process gives it back"),
    ignored("poison_partial", "1", "poison is always laid out"),
    ignored("start_deactivated", "0", "the runtime is active from the start"),
    ignored("verify_asan_link_order", "1", "the runtime does not depend on the order of libraries, and refuses a second one"),
    ignored("windows_hook_rtl_allocators", "0", "of Windows"),
    ignored("external_symbolizer_path", "", "the runtime reads symbols and lines itself"),
    ignored("allow_addr2line", "0", "the runtime reads symbols and lines itself"),
    ignored("fast_unwind_on_check", "0", "unwind tables are always used"),
    ignored("fast_unwind_on_fatal", "0", "unwind tables are always used"),
    ignored("fast_unwind_on_malloc", "1", "traces of allocations always follow frame pointers"),
    ignored("log_to_syslog", "0", "reports go to standard error or to a file"),
    ignored("strip_env", "1", "of macOS"),
    ignored("verify_interceptors", "1", "of macOS; nothing is interposed here"),
    ignored("detect_deadlocks", "1", "of ThreadSanitizer"),
    ignored("clear_shadow_mmap_threshold", "65536", "large pieces of shadow are given back to the system as they become addressable"),
    ignored("legacy_pthread_cond", "0", "condition variables are not interposed"),
    ignored("intercept_tls_get_addr", "1", "thread-local memory is found by the loader's own lists"),
    ignored("can_use_proc_maps_statm", "1", "the kernel is asked only for reports and limits"),
    ignored("full_address_space", "0", "of 32-bit kernels"),
    ignored("compress_stack_depot", "0", "traces are kept as they are"),
    ignored("intercept_intrin", "1", "replace_intrin turns these checks off"),
    ignored("decorate_proc_maps", "0", "mappings of the runtime have no names"),
    ignored("html_cov_report", "0", "AddressSanitizer itself reads it and makes no use of it"),
    ignored("sancov_path", "sancov", "AddressSanitizer itself reads it and makes no use of it"),
    ignored("detect_write_exec", "0", "mappings that are writable and executable are not looked for"),
    ignored("test_only_emulate_no_memorymap", "0", "for tests of the sanitizers"),
    ignored("test_only_replace_dlopen_main_program", "0", "for tests of the sanitizers"),
    ignored("enable_symbolizer_markup", "0", "traces are made readable at once"),
    ignored("log_pointers", "0", "it makes LeakSanitizer tell of its search; here the tests look at that"),
    ignored("log_threads", "0", "it makes LeakSanitizer tell of its search; here the tests look at that"),
];

/// Tells what of `text`, options for AddressSanitizer, has no effect. Programs' own tests compare standard error, and scripts set such options for all
/// programs alike: only whoever asks is told.
pub fn tell(text: &[u8]) {
    let mut rest = text;
    while let Some((name, _)) = next_setting(&mut rest) {
        if let Some(row) = find(name) {
            row.tell();
        }
    }
}

/// The option without effect of this name.
pub(super) fn find(name: &[u8]) -> Option<&'static Ignored> {
    IGNORED.iter().find(|row| row.name.as_bytes() == name)
}

impl Ignored {
    /// Says that it has no effect.
    fn tell(&self) {
        let _ = writeln!(
            Out::stderr(),
            "sanecc: note: option {} has no effect: {}",
            self.name,
            self.reason
        );
    }

    /// Says so to somebody who has set it to what is not its default.
    pub(super) fn tell_unless_default(&self, value: &[u8]) {
        if !self.is_default(value) {
            self.tell();
        }
    }

    fn is_default(&self, value: &[u8]) -> bool {
        let plain = |value: &[u8]| match value {
            b"false" | b"no" => b'0',
            b"true" | b"yes" => b'1',
            [digit] => *digit,
            _ => b' ',
        };
        value == self.default || (plain(value) != b' ' && plain(value) == plain(self.default))
    }
}

/// Prints the names in `texts` that nobody knows, in the words of the sanitizers.
pub fn tell_unknown(texts: &[&[u8]]) {
    let mut count = 0;
    for_each_unknown(texts, &mut |_| count += 1);
    if count == 0 {
        return;
    }
    let mut out = Out::stderr();
    let _ = writeln!(out, "WARNING: found {count} unrecognized flag(s):");
    for_each_unknown(texts, &mut |name| {
        let _ = writeln!(out, "    {}", Bytes(name));
    });
}

fn for_each_unknown(texts: &[&[u8]], each: &mut dyn FnMut(&[u8])) {
    for text in texts {
        let mut rest = *text;
        while let Some((name, _)) = next_setting(&mut rest) {
            let known = ROWS.iter().map(|row| row.name);
            let mut known = known.chain(IGNORED.iter().map(|row| row.name));
            if !known.any(|known| known.as_bytes() == name) {
                each(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_is_neither_an_option_nor_ignored() {
        let mut unknown = Vec::new();
        let texts: [&[u8]; 2] = [b"exitcode=1:foo=bar", b"debug=1 zip"];
        for_each_unknown(&texts, &mut |name| unknown.push(name.to_vec()));
        assert_eq!(unknown, [b"foo", b"zip"]);
    }

    #[test]
    fn values_are_defaults_however_they_are_written() {
        let row = ignored("one", "1", "");
        for (value, expected) in [
            ("1", true),
            ("true", true),
            ("yes", true),
            ("0", false),
            ("10", false),
        ] {
            assert_eq!(row.is_default(value.as_bytes()), expected, "{value}");
        }
    }
}
