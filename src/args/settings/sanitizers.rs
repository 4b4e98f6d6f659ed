//! Which sanitizers are on, and the flags of AddressSanitizer that configure the checks.

use super::Settings;
use crate::diagnostics::DriverError;
use crate::instrument::{PairChecks, UseAfterReturn};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Sanitizers with a runtime or a memory layout of their own.
const FOREIGN: [&str; 15] = [
    "thread",
    "memory",
    "hwaddress",
    "numerical",
    "kernel-address",
    "kernel-hwaddress",
    "kernel-memory",
    "dataflow",
    "memtag",
    "memtag-stack",
    "memtag-heap",
    "memtag-globals",
    "scudo",
    "safe-stack",
    "realtime",
];

/// Sanitizers whose checks clang's own passes insert.
const IN_PIPELINE: [&str; 4] = ["fuzzer", "fuzzer-no-link", "local-bounds", "kcfi"];

/// Sanitizers that look at pairs of pointers: which comes first, how far apart they are.
const PAIRS: [&str; 2] = ["pointer-compare", "pointer-subtract"];
/// What our runtime does where it is asked.
pub const LEAK: &str = "leak";

impl Settings {
    pub(super) fn sanitize(&mut self, on: bool, value: &OsStr) {
        for name in value.to_string_lossy().split(',') {
            match (on, name) {
                (_, "address") => (self.address, self.address_named) = (on, on),
                (false, "all") => {
                    (self.address, self.address_named) = (false, false);
                    self.sanitizers.clear();
                }
                (true, _) => {
                    self.pipeline |= IN_PIPELINE.contains(&name);
                    self.sanitizers.push(name.to_owned());
                }
                (false, _) => self.sanitizers.retain(|known| known != name),
            }
        }
    }

    /// Without a list, all sanitizers are meant.
    pub(super) fn recover(&mut self, on: bool, value: &OsStr) {
        let value = value.to_string_lossy();
        let ours = |name| matches!(name, "address" | "all");
        if value.is_empty() || value.split(',').any(ours) {
            self.recover = on;
        }
    }

    /// Which classes get poisoned padding between their members: `1` those whose layout C++ leaves open, `2`
    /// all that the front end can pad.
    ///
    /// # Errors
    /// Of a value that clang does not know either.
    pub fn field_padding(&self) -> Result<Option<&'static str>, DriverError> {
        let Some(value) = self.field_padding.as_ref().filter(|_| self.address) else {
            return Ok(None);
        };
        Ok(match value.as_bytes() {
            b"0" => None,
            b"1" => Some("1"),
            b"2" => Some("2"),
            _ => {
                return Err(DriverError::new(format!(
                    "invalid value '{0}' in '-fsanitize-address-field-padding={0}'",
                    value.to_string_lossy()
                ))
                .next("expected 0, 1 or 2"));
            }
        })
    }

    /// Which stack objects are kept where a use after return is seen.
    ///
    /// # Errors
    /// Of a value that clang does not know either.
    pub(super) fn use_after_return(&self) -> Result<UseAfterReturn, DriverError> {
        let Some(value) = self.use_after_return.as_ref().filter(|_| self.address) else {
            return Ok(UseAfterReturn::default());
        };
        Ok(match value.as_bytes() {
            b"never" => UseAfterReturn::Never,
            b"runtime" => UseAfterReturn::Runtime,
            b"always" => UseAfterReturn::Always,
            _ => {
                return Err(DriverError::new(format!(
                    "unsupported argument '{}' to option '-fsanitize-address-use-after-return='",
                    value.to_string_lossy()
                ))
                .next("expected 'never', 'runtime' (the default) or 'always'"));
            }
        })
    }

    /// Which pairs of pointers are checked. As with clang, only where the address sanitizer is asked for by name.
    pub(super) fn pair_checks(&self) -> PairChecks {
        let is_on = |name| self.address_named && self.sanitizers.iter().any(|known| known == name);
        let asked = self.options.pairs;
        PairChecks {
            order: asked.order || is_on(PAIRS[0]),
            difference: asked.difference || is_on(PAIRS[1]),
        }
    }

    /// What LLVM's pass, which does not run, would take from `-mllvm`.
    pub(super) fn pass_option(&mut self, option: &OsStr) {
        let option = option.to_str().unwrap_or_default();
        let (name, value) = option.split_once('=').unwrap_or((option, "true"));
        let pairs = &mut self.options.pairs;
        let on = matches!(value, "" | "1" | "true" | "TRUE" | "True");
        match name.trim_start_matches('-') {
            "asan-detect-invalid-pointer-pair" => (pairs.order, pairs.difference) = (on, on),
            "asan-detect-invalid-pointer-cmp" => pairs.order = on,
            "asan-detect-invalid-pointer-sub" => pairs.difference = on,
            _ => {}
        }
    }

    /// Whether a sanitizer is none of clang's steps' business: this tool does what it stands for. Pairs of pointers
    /// without the address sanitizer are left to clang, which refuses them.
    pub fn is_ours(&self, sanitizer: &str) -> bool {
        sanitizer == "address" || self.address_named && PAIRS.contains(&sanitizer)
    }

    /// Whether the code is for a fuzzer, which must see every error at every level.
    pub(super) fn fuzzes(&self) -> bool {
        let mut names = self.sanitizers.iter();
        names.any(|known| matches!(known.as_str(), "fuzzer" | "fuzzer-no-link"))
    }

    /// Whether the program looks for leaks unless it is told otherwise.
    pub fn looks_for_leaks(&self) -> bool {
        self.sanitizers.iter().any(|known| known == LEAK)
    }

    /// Checks that no sanitizer is on that cannot work in the same program.
    ///
    /// # Errors
    /// Names the first that cannot.
    pub fn refuse_foreign_sanitizers(&self) -> Result<(), DriverError> {
        let foreign = self.sanitizers.iter().find(|name| {
            // Control-flow integrity needs link-time optimisation, which is not done here.
            FOREIGN.contains(&name.as_str()) || name.starts_with("cfi")
        });
        if self.heap_profile && self.address {
            return Err(DriverError::new(
                "'-fmemory-profile' cannot be combined with sanecc's checks: both watch the heap",
            )
            .next("drop the flag, or build with clang (SANECC_OFF=1) to profile the heap"));
        }
        match foreign.filter(|_| self.address) {
            None => Ok(()),
            Some(name) => Err(DriverError::new(format!(
                "'-fsanitize={name}' cannot be combined with sanecc's checks"
            ))
            .next("drop the flag, or build with clang (SANECC_OFF=1) to use that sanitizer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;
    use std::ffi::OsString;

    fn read(line: &str) -> Settings {
        Settings::read(&args::parse(line.split(' ').map(OsString::from)).unwrap()).unwrap()
    }

    #[test]
    fn recovering_from_our_errors_is_asked_for_by_name_or_for_all() {
        for (words, expected) in [
            ("", false),
            ("-fsanitize-recover=address", true),
            ("-fsanitize-recover=undefined", false),
            ("-fsanitize-recover=undefined,address", true),
            ("-fsanitize-recover", true),
            (
                "-fsanitize-recover=all -fno-sanitize-recover=address",
                false,
            ),
            ("-fno-sanitize-recover -fsanitize-recover=address", true),
        ] {
            assert_eq!(read(words).recover, expected, "{words}");
        }
    }

    #[test]
    fn pairs_of_pointers_need_the_address_sanitizer_by_name() {
        for (words, order, difference) in [
            ("-c", false, false),
            ("-fsanitize=pointer-compare", false, false),
            ("-fsanitize=address,pointer-compare", true, false),
            (
                "-fsanitize=pointer-subtract -fsanitize=address",
                false,
                true,
            ),
            (
                "-fsanitize=address,pointer-compare -fno-sanitize=pointer-compare",
                false,
                false,
            ),
            (
                "-fsanitize=address,pointer-compare -fno-sanitize=address",
                false,
                false,
            ),
            (
                "-fsanitize=address,pointer-subtract -fno-sanitize=all",
                false,
                false,
            ),
            ("-mllvm -asan-detect-invalid-pointer-pair", true, true),
            ("-mllvm=-asan-detect-invalid-pointer-cmp=1", true, false),
            ("-mllvm -asan-detect-invalid-pointer-sub=0", false, false),
        ] {
            let expected = PairChecks { order, difference };
            assert_eq!(read(words).pair_checks(), expected, "{words}");
        }
        assert!(read("-fsanitize=address").is_ours("pointer-compare"));
        assert!(!read("-c").is_ours("pointer-compare") && read("-c").is_ours("address"));
    }

    #[test]
    fn use_after_return_takes_the_values_of_clang() {
        let flag = |value: &str| {
            read(&format!("-fsanitize-address-use-after-return={value}")).use_after_return()
        };
        assert_eq!(flag("never").ok(), Some(UseAfterReturn::Never));
        assert_eq!(flag("always").ok(), Some(UseAfterReturn::Always));
        assert!(flag("sometimes").is_err());
        assert_eq!(
            read("-c").use_after_return().ok(),
            Some(UseAfterReturn::Runtime)
        );
    }

    #[test]
    fn fuzzers_see_every_error_at_every_level() {
        let is_strict = |words: &str| {
            let mut settings = read(words);
            settings.complete().unwrap();
            settings.options.strict
        };
        assert!(!is_strict("-O0") && is_strict("-O1"));
        for level in ["-O0", "-O1", "-O2", "-Os"] {
            assert!(is_strict(&format!("{level} -fsanitize=fuzzer")));
            assert!(is_strict(&format!("{level} -fsanitize=fuzzer-no-link")));
        }
        assert!(!is_strict("-O2 -fsanitize=fuzzer -fno-sanecc-strict"));
    }

    #[test]
    fn foreign_sanitizers_are_refused() {
        assert!(
            read("-fsanitize=thread")
                .refuse_foreign_sanitizers()
                .is_err()
        );
        assert!(
            read("-fsanitize=undefined,address")
                .refuse_foreign_sanitizers()
                .is_ok()
        );
        assert!(
            read("-fsanitize=cfi-icall")
                .refuse_foreign_sanitizers()
                .is_err()
        );
        assert!(read("-fsanitize=fuzzer").pipeline);
        assert!(
            read("-fsanitize=thread -fno-sanitize=thread")
                .refuse_foreign_sanitizers()
                .is_ok()
        );
        assert!(
            read("-fsanitize=thread -fno-sanitize=address")
                .refuse_foreign_sanitizers()
                .is_ok()
        );
    }
}
