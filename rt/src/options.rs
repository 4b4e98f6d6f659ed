//! Options at run time: `SANECC_OPTIONS`, then `ASAN_OPTIONS` for what the former leaves open, in ASan's
//! syntax: `name=value`, separated by `:`, `,` or white space.

use crate::heap::quarantine;
use crate::report::out::{Bytes, Out};
use core::fmt::Write;

/// What can be set. `malloc_context_size` and so on are ASan's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<'a> {
    /// Exit status after a report.
    pub exitcode: i32,
    /// End by `SIGABRT` instead of exiting.
    pub abort_on_error: bool,
    /// End the program after the first report.
    pub halt_on_error: bool,
    /// Where the program goes on, report each error once.
    pub suppress_equal_pcs: bool,
    /// MiB of freed memory that is kept from use; `None` is the default.
    pub quarantine_size_mb: Option<usize>,
    /// Percent of the heap in use that freed memory may hold back; 0: only `quarantine_size_mb` bounds it.
    pub quarantine_share: usize,
    /// Frames of the stack traces kept with heap blocks.
    pub malloc_context_size: usize,
    /// A request of more MiB fails.
    pub max_allocation_size_mb: Option<usize>,
    /// A request that cannot be met returns null instead of ending the program.
    pub allocator_may_return_null: bool,
    /// Freeing with another family of functions than allocating is an error.
    pub alloc_dealloc_mismatch: bool,
    /// Report faults of the program.
    pub handle_segv: bool,
    /// See `handle_segv`, for `SIGBUS`.
    pub handle_sigbus: bool,
    /// Run signal handlers of ours on a stack of their own, so that a stack overflow can be reported.
    pub use_sigaltstack: bool,
    /// Keep stack objects whose address may outlive the call where a use after return is seen.
    pub detect_stack_use_after_return: bool,
    /// Name functions and lines in stack traces.
    pub symbolize: bool,
    /// Respect `__asan_poison_memory_region`.
    pub allow_user_poisoning: bool,
    /// Heed what containers say of their room.
    pub detect_container_overflow: bool,
    /// Reports go to `<this>.<pid>` instead of standard error.
    pub log_path: Option<&'a [u8]>,
    /// 0: reports only; 1: also what was set up.
    pub verbosity: usize,
    /// Print the options.
    pub help: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            exitcode: 1,
            abort_on_error: false,
            halt_on_error: true,
            suppress_equal_pcs: true,
            quarantine_size_mb: None,
            quarantine_share: quarantine::DEFAULT_SHARE,
            malloc_context_size: 8,
            max_allocation_size_mb: None,
            allocator_may_return_null: true,
            alloc_dealloc_mismatch: true,
            handle_segv: true,
            handle_sigbus: true,
            use_sigaltstack: true,
            detect_stack_use_after_return: true,
            symbolize: true,
            allow_user_poisoning: true,
            detect_container_overflow: true,
            log_path: None,
            verbosity: 0,
            help: false,
        }
    }
}

/// How one option is read: its name, what it does, and how its value is stored (false: not a value for it).
struct Row {
    name: &'static str,
    help: &'static str,
    set: for<'a> fn(&mut Options<'a>, &'a [u8]) -> bool,
}

fn boolean(value: &[u8], place: &mut bool) -> bool {
    match value {
        b"1" | b"true" | b"yes" => *place = true,
        b"0" | b"false" | b"no" => *place = false,
        _ => return false,
    }
    true
}

fn number<T: core::str::FromStr>(value: &[u8]) -> Option<T> {
    core::str::from_utf8(value).ok()?.parse().ok()
}

fn store<T>(value: Option<T>, place: &mut T) -> bool {
    value.map(|value| *place = value).is_some()
}

static ROWS: [Row; 20] = [
    Row {
        name: "exitcode",
        help: "exit status after a report",
        set: |o, v| store(number(v), &mut o.exitcode),
    },
    Row {
        name: "abort_on_error",
        help: "end by SIGABRT",
        set: |o, v| boolean(v, &mut o.abort_on_error),
    },
    Row {
        name: "halt_on_error",
        help: "0: go on after a report; checks do so only in code compiled with -fsanecc-recover (default 1)",
        set: |o, v| boolean(v, &mut o.halt_on_error),
    },
    Row {
        name: "suppress_equal_pcs",
        help: "where the program goes on, report the errors of each place once (default 1)",
        set: |o, v| boolean(v, &mut o.suppress_equal_pcs),
    },
    Row {
        name: "quarantine_size_mb",
        help: "MiB of freed memory that is not reused, at most (default 16)",
        set: |o, v| store(number(v).map(Some), &mut o.quarantine_size_mb),
    },
    Row {
        name: "quarantine_share",
        help: "the same in percent of the heap in use, but at least 1 MiB (default 25; 0: no such bound)",
        set: |o, v| store(number(v), &mut o.quarantine_share),
    },
    Row {
        name: "malloc_context_size",
        help: "frames of the stack traces of allocations (1 to 64, default 8)",
        set: |o, v| store(number(v), &mut o.malloc_context_size),
    },
    Row {
        name: "max_allocation_size_mb",
        help: "larger requests fail",
        set: |o, v| store(number(v).map(Some), &mut o.max_allocation_size_mb),
    },
    Row {
        name: "allocator_may_return_null",
        help: "0: a request that cannot be met ends the program with a report (default 1)",
        set: |o, v| boolean(v, &mut o.allocator_may_return_null),
    },
    Row {
        name: "alloc_dealloc_mismatch",
        help: "report malloc with delete and the like (default 1)",
        set: |o, v| boolean(v, &mut o.alloc_dealloc_mismatch),
    },
    Row {
        name: "handle_segv",
        help: "report SIGSEGV (default 1)",
        set: |o, v| signal(v, &mut o.handle_segv),
    },
    Row {
        name: "handle_sigbus",
        help: "report SIGBUS (default 1)",
        set: |o, v| signal(v, &mut o.handle_sigbus),
    },
    Row {
        name: "use_sigaltstack",
        help: "handle signals on a stack of their own (default 1)",
        set: |o, v| boolean(v, &mut o.use_sigaltstack),
    },
    Row {
        name: "detect_stack_use_after_return",
        help: "find uses of stack objects after their function has returned (default 1)",
        set: |o, v| boolean(v, &mut o.detect_stack_use_after_return),
    },
    Row {
        name: "symbolize",
        help: "names and lines in stack traces (default 1)",
        set: |o, v| boolean(v, &mut o.symbolize),
    },
    Row {
        name: "allow_user_poisoning",
        help: "respect __asan_poison_memory_region (default 1)",
        set: |o, v| boolean(v, &mut o.allow_user_poisoning),
    },
    Row {
        name: "detect_container_overflow",
        help: "respect what containers of the C++ library say of their room; all units that use one must be compiled alike (default 1)",
        set: |o, v| boolean(v, &mut o.detect_container_overflow),
    },
    Row {
        name: "log_path",
        help: "write reports to <value>.<pid>",
        set: |o, v| path(v, &mut o.log_path),
    },
    Row {
        name: "verbosity",
        help: "1: tell what was set up",
        set: |o, v| store(number(v), &mut o.verbosity),
    },
    Row {
        name: "help",
        help: "print this",
        set: |o, v| boolean(v, &mut o.help),
    },
];

/// ASan also has 2, "let nobody replace the handler", which is never done here.
fn signal(value: &[u8], place: &mut bool) -> bool {
    boolean(value, place) || value == b"2" && boolean(b"1", place)
}

fn path<'a>(value: &'a [u8], place: &mut Option<&'a [u8]>) -> bool {
    *place = (value != b"stderr").then_some(value);
    !value.is_empty()
}

/// What was wrong with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint<'a> {
    /// Nobody knows the name.
    Unknown(&'a [u8]),
    /// The value does not fit the name.
    BadValue(&'static str, &'a [u8]),
}

impl<'a> Options<'a> {
    /// Takes over what `text` sets; tells `complain` about the rest.
    pub fn parse(&mut self, text: &'a [u8], mut complain: impl FnMut(Complaint<'a>)) {
        let mut rest = text;
        while let Some((name, value)) = next_setting(&mut rest) {
            match ROWS.iter().find(|row| row.name.as_bytes() == name) {
                None => complain(Complaint::Unknown(name)),
                Some(row) if !(row.set)(self, value) => {
                    complain(Complaint::BadValue(row.name, value))
                }
                Some(_) => {}
            }
        }
    }
}

/// Takes the next `name=value` off the text. A value may stand in quotes.
fn next_setting<'a>(rest: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let is_separator = |byte: &u8| matches!(byte, b':' | b',' | b' ' | b'\t' | b'\n' | b'\r');
    let start = rest.iter().position(|byte| !is_separator(byte))?;
    let text = &rest[start..];
    let name_end = text
        .iter()
        .position(|byte| *byte == b'=' || is_separator(byte))
        .unwrap_or(text.len());
    let (name, after) = text.split_at(name_end);
    let Some(after) = after.strip_prefix(b"=") else {
        *rest = after;
        return Some((name, b"1"));
    };
    if let Some(quote @ (b'"' | b'\'')) = after.first()
        && let Some(length) = after[1..].iter().position(|byte| byte == quote)
    {
        *rest = &after[length + 2..];
        return Some((name, &after[1..=length]));
    }
    let value_end = after.iter().position(is_separator).unwrap_or(after.len());
    *rest = &after[value_end..];
    Some((name, &after[..value_end]))
}

/// Prints a complaint about `SANECC_OPTIONS`.
pub fn warn(complaint: Complaint<'_>) {
    let mut out = Out::stderr();
    let _ = match complaint {
        Complaint::Unknown(name) => {
            writeln!(
                out,
                "sanecc: warning: SANECC_OPTIONS: there is no option '{}' (help=1 lists them)",
                Bytes(name)
            )
        }
        Complaint::BadValue(name, value) => {
            writeln!(
                out,
                "sanecc: warning: SANECC_OPTIONS: '{}' is no value for {name}",
                Bytes(value)
            )
        }
    };
}

/// Prints all options.
pub fn print_help() {
    let mut out = Out::stderr();
    let _ = writeln!(
        out,
        "sanecc: options for SANECC_OPTIONS (and ASAN_OPTIONS), name=value, separated by ':'"
    );
    for row in &ROWS {
        let _ = writeln!(out, "  {:<26} {}", row.name, row.help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> (Options<'_>, Vec<Complaint<'_>>) {
        let mut options = Options::default();
        let mut complaints = Vec::new();
        options.parse(text.as_bytes(), |complaint| complaints.push(complaint));
        (options, complaints)
    }

    #[test]
    fn settings_in_all_separators() {
        let (options, complaints) =
            parse("exitcode=23:quarantine_size_mb=0, handle_segv=0 \nlog_path='a b:c':help");
        assert_eq!(complaints, []);
        assert_eq!(options.exitcode, 23);
        assert_eq!(options.quarantine_size_mb, Some(0));
        assert!(!options.handle_segv && options.help);
        assert_eq!(options.log_path, Some(&b"a b:c"[..]));
        assert!(options.handle_sigbus);
    }

    #[test]
    fn later_settings_win() {
        assert_eq!(parse("exitcode=1:exitcode=2").0.exitcode, 2);
    }

    #[test]
    fn complaints_name_what_is_wrong() {
        let (options, complaints) = parse("exitcod=1:exitcode=one:symbolize=maybe");
        assert_eq!(options, Options::default());
        let expected = [
            Complaint::Unknown(b"exitcod"),
            Complaint::BadValue("exitcode", b"one"),
            Complaint::BadValue("symbolize", b"maybe"),
        ];
        assert_eq!(complaints, expected);
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[a-z_=:,\"' 0-9]{0,60}") {
            parse(&text);
        }
    }
}
