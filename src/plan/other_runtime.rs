//! Takes AddressSanitizer's runtime out of links that get this tool's.
//!
//! Build files written for gcc name `-lasan`. Both runtimes map the same shadow memory, so that such a program would link and end before
//! `main`, with a message of AddressSanitizer's about its shadow.

use crate::args::own::Runtime;
use crate::args::{Argument, FlagClass, Settings};
use crate::diagnostics::Warning;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How the files of AddressSanitizer's runtimes begin: gcc's, and clang's.
const FILES: [&str; 2] = ["libasan.", "libclang_rt.asan"];

/// `arguments` without that runtime, and what to say of it.
pub(super) fn take_out(
    arguments: Vec<Argument>,
    settings: &Settings,
) -> (Vec<Argument>, Option<Warning>) {
    if !is_concerned(settings) {
        return (arguments, None);
    }
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for argument in arguments {
        match without_other_runtime(&argument) {
            Rest::All => kept.push(argument),
            Rest::Some(rest) => {
                kept.extend(rest);
                others.push(argument);
            }
        }
    }
    let Some(first) = others.first() else {
        return (kept, None);
    };
    let mut words = Vec::new();
    first.print(&mut words);
    let shown = words.join(" ".as_ref());
    let warning = Warning {
        cause: format!(
            "'{}' is left out of the link: it is AddressSanitizer's runtime, and a program can have only one",
            shown.to_string_lossy()
        ),
        next: "sanecc links its own runtime; take the flag out of the build's flags for sanecc"
            .to_owned(),
    };
    (kept, Some(warning).filter(|_| !settings.silent))
}

/// Whether something is linked that has, or gets from the program that loads it, this tool's runtime.
fn is_concerned(settings: &Settings) -> bool {
    let loaded =
        settings.shared && settings.runtime == Runtime::Auto && !settings.no_standard_library;
    let ours = settings.stop.is_none() && !settings.elsewhere && !settings.foreign_driver;
    ours && settings.target.is_supported() && (settings.links_runtime() || loaded)
}

/// What is kept of an argument.
enum Rest {
    All,
    /// Another one in its place, or nothing.
    Some(Option<Argument>),
}

fn without_other_runtime(argument: &Argument) -> Rest {
    let value = argument.value();
    let is_taken = match argument.class() {
        FlagClass::Input => is_file(value.as_bytes()),
        FlagClass::Library => is_library(value.as_bytes()),
        // What the linker itself is told.
        FlagClass::Linker if argument.spelling() == "-Xlinker" => is_for_linker(value.as_bytes()),
        FlagClass::Linker if argument.spelling() == "-Wl," => {
            return without_words(argument, value.as_bytes());
        }
        _ => false,
    };
    if is_taken {
        Rest::Some(None)
    } else {
        Rest::All
    }
}

/// Takes words for the linker out of an argument that has several, with commas between.
fn without_words(argument: &Argument, value: &[u8]) -> Rest {
    let mut rest: Vec<&[u8]> = Vec::new();
    let mut words = value.split(|&byte| byte == b',').peekable();
    let mut found = false;
    while let Some(word) = words.next() {
        // The name of a library may be a word of its own.
        let is_split = matches!(word, b"-l" | b"--library" | b"-library");
        if is_split && words.next_if(|name| is_library(name)).is_some() || is_for_linker(word) {
            found = true;
        } else {
            rest.push(word);
        }
    }
    match (found, rest.is_empty()) {
        (false, _) => Rest::All,
        (true, true) => Rest::Some(None),
        (true, false) => Rest::Some(Some(argument.with_joined(&rest.join(&b',')))),
    }
}

/// Whether a word for the linker names the runtime.
fn is_for_linker(word: &[u8]) -> bool {
    let name = [&b"-l"[..], b"--library=", b"-library="]
        .iter()
        .find_map(|flag| word.strip_prefix(*flag));
    // Paths of other kinds are values of flags.
    let is_input = word.ends_with(b".a") || word.windows(3).any(|part| part == b".so");
    name.map_or(is_input && is_file(word), is_library)
}

/// Whether this is the name of the runtime behind `-l`.
fn is_library(name: &[u8]) -> bool {
    name == b"asan" || name.strip_prefix(b":").is_some_and(is_file)
}

/// Whether this is the path of the runtime's file.
fn is_file(path: &[u8]) -> bool {
    let file = Path::new(OsStr::from_bytes(path)).file_name();
    let name = file.unwrap_or_default().as_bytes();
    FILES.iter().any(|start| name.starts_with(start.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    fn taken(line: &str) -> (String, bool) {
        let arguments = args::parse(line.split(' ').map(Into::into)).unwrap();
        let settings = Settings::read(&arguments).unwrap();
        let (kept, warning) = take_out(arguments, &settings);
        let words = args::print(&kept).join(" ".as_ref());
        (words.into_string().unwrap(), warning.is_some())
    }

    #[test]
    fn one_runtime_is_linked() {
        for flag in [
            "-lasan",
            "-l asan",
            "-l:libasan.so.8",
            "/usr/lib/libasan.a",
            "/l/libclang_rt.asan-x86_64.so",
        ] {
            assert_eq!(
                taken(&format!("a.o {flag} -lm")),
                ("a.o -lm".to_owned(), true)
            );
            let shared = format!("-shared a.o {flag} -lm");
            assert_eq!(taken(&shared), ("-shared a.o -lm".to_owned(), true));
        }
        assert_eq!(taken("-w a.o -lasan"), ("-w a.o".to_owned(), false));
    }

    #[test]
    fn words_for_the_linker_are_looked_at() {
        for (line, kept) in [
            ("a.o -Wl,-lasan -lm", "a.o -lm"),
            ("a.o -Xlinker -lasan -lm", "a.o -lm"),
            (
                "a.o -Wl,-Bstatic,-lasan,-Bdynamic",
                "a.o -Wl,-Bstatic,-Bdynamic",
            ),
            ("a.o -Wl,-l,asan,-lm", "a.o -Wl,-lm"),
            ("a.o -Wl,--library=asan", "a.o"),
            ("a.o -Wl,--library,asan", "a.o"),
            ("a.o -Wl,-l:libasan.so.8", "a.o"),
            (
                "a.o -Wl,--whole-archive,/l/libclang_rt.asan-x86_64.a,--no-whole-archive",
                "a.o -Wl,--whole-archive,--no-whole-archive",
            ),
        ] {
            assert_eq!(taken(line), (kept.to_owned(), true), "{line}");
        }
    }

    #[test]
    fn other_links_keep_what_they_name() {
        for line in [
            "a.o -lasanitary -lxasan libasanx.a",
            "a.o -Wl,-lubsan,-l,m,-rpath,libasanx -Xlinker -lm -Wl,-Map=libasan.map -Wl,-Map,libasan.map",
            "-nostdlib a.o -lasan",
            "-nostdlib a.o -Wl,-lasan",
            "-fsanecc-runtime=never a.o -lasan",
            "-c a.c -lasan",
            "-r a.o -lasan",
        ] {
            assert_eq!(taken(line), (line.to_owned(), false));
        }
    }
}
