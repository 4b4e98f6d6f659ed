//! What `asan_defaults` stands for: each option whose default is another one than AddressSanitizer's, of LLVM 19.

use super::Options;

/// The options as ASan has them. Those of the quarantine have two names each, of which one may be set: where neither is, these are asked for in
/// `quarantine_bytes` and `batch_bytes`.
const TEXT: &[u8] = b"detect_leaks=1:allocator_may_return_null=0:disable_coredump=1:malloc_context_size=30:quarantine_share=0";

impl Options<'_> {
    /// The defaults, ASan's own if that is wanted.
    pub fn defaults(as_asan: bool) -> Self {
        let mut options = Options::default();
        if as_asan {
            options.parse(TEXT, &mut |_| {});
        }
        options
    }

    /// Most bytes of freed memory that are not reused, if options say so.
    pub fn quarantine_bytes(&self) -> Option<usize> {
        let megabytes = self
            .quarantine_size_mb
            .map(|size| size.saturating_mul(1 << 20));
        let usual = self.asan_defaults.then_some(256 << 20);
        megabytes.or(self.quarantine_size).or(usual)
    }

    /// Bytes that a thread keeps of what it has freed, if options say so.
    pub fn batch_bytes(&self) -> Option<usize> {
        let kilobytes = self.thread_local_quarantine_size_kb;
        let usual = self.asan_defaults.then_some(1024);
        kilobytes.or(usual).map(|size| size.saturating_mul(1 << 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_no_mistake() {
        let mut options = Options::default();
        options.parse(TEXT, &mut |complaint| panic!("{complaint:?}"));
    }

    #[test]
    fn what_is_set_wins_over_what_asan_has() {
        let mut options = Options::defaults(true);
        options.parse(
            b"asan_defaults=1:detect_leaks=0:quarantine_size=5",
            &mut |_| {},
        );
        assert!(!options.detect_leaks && !options.allocator_may_return_null);
        assert_eq!(options.quarantine_bytes(), Some(5));
        assert_eq!(options.batch_bytes(), Some(1 << 20));
        assert_eq!(Options::defaults(false).quarantine_bytes(), None);
    }

    /// The table of differences in the documentation has these options and no others.
    #[test]
    fn the_differences_are_told() {
        let page = include_str!("../../../docs/options.md");
        let part = page
            .split("\n## ")
            .find(|part| part.starts_with("Defaults that differ"));
        let rows = part.unwrap().lines().filter(|line| line.starts_with("| `"));
        let mut told: std::vec::Vec<&str> =
            rows.map(|row| row.split('`').nth(1).unwrap()).collect();
        let text = core::str::from_utf8(TEXT).unwrap();
        let mut set: std::vec::Vec<&str> = text
            .split(':')
            .map(|one| one.split('=').next().unwrap())
            .collect();
        set.extend(["quarantine_size_mb", "thread_local_quarantine_size_kb"]);
        told.sort_unstable();
        set.sort_unstable();
        assert_eq!(told, set);
    }
}
