//! Takes AddressSanitizer's runtime out of links that get this tool's.
//!
//! Build files written for gcc name `-lasan`. Both runtimes map the same shadow memory, so that such a program would link and end before
//! `main`, with a message of AddressSanitizer's about its shadow.

use crate::args::own::Runtime;
use crate::args::{Argument, FlagClass, Settings};
use crate::diagnostics::Warning;
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
    let (others, kept): (Vec<_>, Vec<_>) = arguments.into_iter().partition(is_other_runtime);
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

fn is_other_runtime(argument: &Argument) -> bool {
    let value = argument.value();
    let file = Path::new(value).file_name().unwrap_or_default();
    let is_file = |name: &str| FILES.iter().any(|start| name.starts_with(start));
    match argument.class() {
        FlagClass::Input => is_file(&file.to_string_lossy()),
        FlagClass::Library => {
            let name = value.to_string_lossy();
            name == "asan" || name.strip_prefix(':').is_some_and(is_file)
        }
        _ => false,
    }
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
    fn other_links_keep_what_they_name() {
        for line in [
            "a.o -lasanitary -lxasan libasanx.a",
            "-nostdlib a.o -lasan",
            "-fsanecc-runtime=never a.o -lasan",
            "-c a.c -lasan",
            "-r a.o -lasan",
        ] {
            assert_eq!(taken(line), (line.to_owned(), false));
        }
    }
}
