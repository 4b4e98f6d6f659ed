//! The linker of targets that clang's default linker does not serve: lld, unless the user names one.

use crate::args::Argument;
use crate::compiler::Compiler;
use crate::plan::Build;
use crate::tool::clang;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// Whether a link is to be done by another linker than the one that clang takes by itself.
pub fn is_chosen(build: &Build) -> bool {
    let names_linker = |argument: &Argument| {
        let word = argument.word().as_bytes();
        word.starts_with(b"-fuse-ld=") || word.starts_with(b"--ld-path=")
    };
    let target = build.settings.target.known();
    build.link
        && target.is_some_and(|target| target.prefers_lld())
        && !build.arguments.iter().any(names_linker)
}

/// The word that chooses the linker, if that is here; without, clang takes its own.
pub(super) fn word(build: &Build, compiler: &Compiler) -> Option<OsString> {
    let name = found(compiler).filter(|_| is_chosen(build))?;
    Some(format!("-fuse-ld={name}").into())
}

/// What to say after a link that failed for want of the linker.
pub(super) fn lacks_lld(build: &Build, compiler: &Compiler) -> Option<String> {
    let major = clang::MAJOR;
    (is_chosen(build) && found(compiler).is_none()).then(|| {
        format!(
            "lld was not found, and GNU ld up to 2.40 ends by a signal on clang's debug information for this target: install it (Debian, Ubuntu: apt-get install lld-{major}), or name a linker with -fuse-ld="
        )
    })
}

/// How clang calls the lld that it finds.
fn found(compiler: &Compiler) -> Option<String> {
    let names = ["lld".to_owned(), format!("lld-{}", clang::MAJOR)];
    let mut names = names.into_iter();
    names.find(|name| compiler.has_program(&format!("ld.{name}")))
}
