//! Options at run time: `SANECC_OPTIONS`, then `ASAN_OPTIONS` for what the former leaves open, in ASan's
//! syntax: `name=value`, separated by `:`, `,` or white space. [`table`] lists them.

mod asan_defaults;
mod ignored;
mod include;
mod table;
mod value;

use crate::output::{Bytes, Out};
use core::fmt::Write;
use table::ROWS;

pub use ignored::{tell, tell_unknown};
pub use table::Options;
pub use value::{Format, Handle};

/// How one option is read: its name, what it does, and how its value is stored (false: not a value for it).
struct Row {
    name: &'static str,
    help: &'static str,
    set: for<'a> fn(&mut Options<'a>, &'a [u8]) -> bool,
}

/// What was wrong with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint<'a> {
    /// No option has the name; the value.
    Unknown(&'a [u8], &'a [u8]),
    /// The value does not fit the name.
    BadValue(&'static str, &'a [u8]),
    /// The file of `include` cannot be read.
    Unreadable(&'a [u8]),
}

impl<'a> Options<'a> {
    /// Takes over what `text` sets; tells `complain` about the rest.
    pub fn parse(&mut self, text: &'a [u8], complain: &mut dyn FnMut(Complaint<'a>)) {
        self.parse_nested(text, complain, 0);
    }

    fn parse_nested(
        &mut self,
        text: &'a [u8],
        complain: &mut dyn FnMut(Complaint<'a>),
        depth: usize,
    ) {
        let mut rest = text;
        while let Some((name, value)) = next_setting(&mut rest) {
            match ROWS.iter().find(|row| row.name.as_bytes() == name) {
                None => complain(Complaint::Unknown(name, value)),
                Some(row) if !(row.set)(self, value) => {
                    complain(Complaint::BadValue(row.name, value))
                }
                Some(_) => self.include_files(complain, depth),
            }
        }
    }

    /// Reads the files that were just named.
    fn include_files(&mut self, complain: &mut dyn FnMut(Complaint<'a>), depth: usize) {
        const DEEPEST: usize = 8;
        let required = self.include.take();
        let optional = self.include_if_exists.take();
        for name in [required, optional].into_iter().flatten() {
            match include::read(name) {
                Some(text) if depth < DEEPEST => self.parse_nested(text, complain, depth + 1),
                Some(_) | None if required.is_some() => complain(Complaint::Unreadable(name)),
                Some(_) | None => {}
            }
        }
    }
}

/// Hands over complaints that concern also those who wrote for AddressSanitizer: they get less than they asked for.
pub fn warn_of_what_is_missing(complaint: Complaint<'_>) {
    match complaint {
        Complaint::Unreadable(_) => warn(complaint),
        Complaint::Unknown(..) | Complaint::BadValue(..) => {}
    }
}

/// Ends the program because of options that exclude each other.
pub fn refuse(why: &str) -> ! {
    let mut out = Out::stderr();
    let _ = writeln!(out, "sanecc: error: options: {why}");
    out.flush();
    crate::platform::exit(1)
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
    if let Complaint::Unknown(name, value) = complaint
        && let Some(option) = ignored::find(name)
    {
        return option.tell_unless_default(value);
    }
    let mut out = Out::stderr();
    let _ = match complaint {
        Complaint::Unknown(name, _) => {
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
        Complaint::Unreadable(name) => {
            writeln!(
                out,
                "sanecc: warning: options cannot be read from '{}'",
                Bytes(name)
            )
        }
    };
}

/// Prints all options.
pub fn print_help(format: Format) {
    let mut out = Out::stderr();
    let title = match format {
        Format::Asan => "Available flags for AddressSanitizer:",
        Format::Text | Format::Json => {
            "sanecc: options for SANECC_OPTIONS (and ASAN_OPTIONS), name=value, separated by ':'"
        }
    };
    let _ = writeln!(out, "{title}");
    for row in ROWS {
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
        options.parse(text.as_bytes(), &mut |complaint| complaints.push(complaint));
        (options, complaints)
    }

    /// Programs' own tests look for this word among what `help=1` prints, and leave out what AddressSanitizer would not let pass.
    #[test]
    fn the_list_of_options_is_not_taken_for_address_sanitizers() {
        assert!(
            ROWS.iter()
                .all(|row| !row.help.contains("AddressSanitizer"))
        );
    }

    #[test]
    fn settings_in_all_separators() {
        let (options, complaints) =
            parse("exitcode=23:quarantine_size_mb=0, handle_segv=0 \nlog_path='a b:c':help");
        assert_eq!(complaints, []);
        assert_eq!(options.exitcode, 23);
        assert_eq!(options.quarantine_size_mb, Some(0));
        assert!(options.handle_segv == Handle::No && options.help);
        assert_eq!(options.log_path, Some(&b"a b:c"[..]));
        assert_eq!(options.handle_sigbus, Handle::Yes);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let (_, complaints) = parse("include=/nothing:include_if_exists=/nothing");
        assert_eq!(complaints, [Complaint::Unreadable(b"/nothing")]);
    }

    #[test]
    fn numbers_may_be_hexadecimal_and_must_fit() {
        let (options, complaints) =
            parse("exitcode=0x2a:verbosity=99999999999999999999:quarantine_share=-1");
        assert_eq!((options.exitcode, options.verbosity), (42, 0));
        assert_eq!(complaints.len(), 2);
    }

    #[test]
    fn files_of_options_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let inner = file("inner", "exitcode=7 symbolize=0");
        let outer = file(
            "outer",
            &format!("color=never include={inner}\nverbosity=1"),
        );
        let text = format!("include_if_exists={outer}.not:include={outer}");
        let (options, complaints) = parse(&text);
        assert_eq!(complaints, []);
        assert_eq!((options.exitcode, options.verbosity), (7, 1));
        assert_eq!(options.color, crate::output::Colour::Never);
        let circle = folder.path().join("circle");
        std::fs::write(&circle, format!("include={}", circle.display())).unwrap();
        let text = format!("include={}", circle.display());
        assert!(matches!(parse(&text).1[..], [Complaint::Unreadable(_)]));
    }

    #[test]
    fn the_page_of_options_is_complete() {
        let page = include_str!("../../../docs/options.md");
        let parts: Vec<_> = page.split("\n## ").skip(1).collect();
        let has = |part: usize, name: &str| parts[part].contains(&format!("| `{name}` |"));
        for row in ROWS {
            let is_described = has(1, row.name) && !has(2, row.name);
            assert!(
                is_described,
                "docs/options.md: no row for `{}` in the first table",
                row.name
            );
        }
        for row in ignored::IGNORED {
            let is_option = ROWS.iter().any(|option| option.name == row.name);
            let is_described = is_option || has(2, row.name);
            assert!(
                is_described,
                "docs/options.md: no row for `{}` in the second table",
                row.name
            );
        }
        let rows = parts[2].lines().filter(|line| line.starts_with("| `"));
        for line in rows {
            let mut known = ignored::IGNORED.iter();
            let is_known = known.any(|row| line.starts_with(&format!("| `{}` |", row.name)));
            assert!(
                is_known && !line.ends_with("|  |"),
                "docs/options.md: unknown or empty: {line}"
            );
        }
        let known = |line: &&str| {
            ROWS.iter()
                .any(|row| line.starts_with(&format!("| `{}` |", row.name)))
        };
        let listed = parts[1].lines().filter(|line| line.starts_with("| `"));
        assert!(listed.clone().all(|line| known(&line)), "{listed:?}");
        assert_eq!(listed.count(), ROWS.len(), "a row for each option");
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
            Complaint::Unknown(b"exitcod", b"1"),
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
