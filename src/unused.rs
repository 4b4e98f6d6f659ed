//! Warns of unused arguments of a command that compiles and links.
//!
//! An argument is unused if neither the compilation nor the link reads it, so no single step can tell. If the table
//! does not decide it, a dry run of clang on the whole command does.

use crate::args::{self, Argument, FlagClass};
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::plan::Build;
use crate::temporary::Folder;
use crate::tool::Stderr;
use std::io::Write;

/// Beginnings of unknown flags that compiling or linking reads, so that there is no doubt.
const USED: [&str; 15] = [
    "-f",
    // Not every `-m`: of another target's, clang says that this one does not know it.
    "-march=",
    "-mtune=",
    "-msse",
    "-mno-sse",
    "-mavx",
    "-mcmodel=",
    "-w",
    "-pedantic",
    "-ansi",
    "-pipe",
    "-pthread",
    "-static",
    "-pie",
    "-no-pie",
];

/// What clang says of an argument that nothing reads.
const REMARK: &str = "-Wunused-command-line-argument]";

/// Prints clang's remarks on unused arguments. Gives its exit code, which is not zero if it
/// refuses the command: under `-Werror`, or for a flag of another target.
///
/// # Errors
/// If clang cannot be run.
pub fn tell(build: &Build, compiler: &Compiler, folder: &Folder) -> Result<i32, DriverError> {
    if !build.arguments.iter().any(doubtful) && !are_at_odds(&build.arguments) {
        return Ok(0);
    }
    let mut words = vec!["-###".into()];
    words.extend(args::print(&build.arguments));
    let ended = compiler.run(words, Stderr::Captured, folder)?;
    let text = String::from_utf8_lossy(&ended.stderr);
    // A command that is refused as a whole ends here, so that all must be said that clang says of it.
    let refused = ended.code != 0;
    for line in text.lines().filter(|line| {
        let said = line.contains(": error: ") || line.contains(": warning: ");
        line.ends_with(REMARK) || refused && said
    }) {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
    Ok(ended.code)
}

/// Whether one flag for what is linked may leave another nothing to do.
fn are_at_odds(arguments: &[Argument]) -> bool {
    let has = |words: &[&str]| {
        let known = |argument: &Argument| words.iter().any(|word| argument.word() == *word);
        arguments.iter().any(known)
    };
    has(&["-static", "-shared", "-r"]) && has(&["-pie", "-no-pie", "-rdynamic"])
        || has(&["-pie"]) && has(&["-no-pie"])
}

fn doubtful(argument: &Argument) -> bool {
    let word = argument.word().to_string_lossy();
    match argument.class() {
        FlagClass::Unknown => {
            !USED.iter().any(|used| word.starts_with(used))
                || word.starts_with("-static-")
                || is_of_darwin(&word)
        }
        // Flags of some targets: they begin like this.
        FlagClass::Everywhere => word.starts_with("-m") || word.starts_with("--m"),
        FlagClass::Linker => {
            word.starts_with("-static-") || word.starts_with("-shared-") || is_of_darwin(&word)
        }
        _ => false,
    }
}

/// Flags that another system's linker knows, and that libtool and configure scripts try here, too.
fn is_of_darwin(word: &str) -> bool {
    const WORDS: [&str; 4] = ["-bundle", "-dynamiclib", "-flat_namespace", "-undefined"];
    WORDS.contains(&word)
}
