//! Why a link failed: which inputs do not fit this runtime, and what to do.
//!
//! Linkers name symbols that they miss, and not what the symbols mean. After a failure, the inputs are searched for undefined symbols that only another
//! runtime defines. Links that succeed are not looked at. An input that cannot be read is passed over: the linker has said so.

use super::Objects;
use crate::args::{Argument, FlagClass};
use crate::compiler::Compiler;
use crate::plan::Build;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol};
use sanecc_abi::symbols::VERSION_SYMBOL;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What an input needs that the link does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Need {
    /// This tool's runtime with another interface version.
    Version(u32),
    /// This runtime, which a flag leaves out.
    Runtime,
    /// AddressSanitizer's runtime; the compiler that made the object, where known.
    AddressSanitizer(Option<&'static str>),
    /// The runtime of the sanitizer of this flag, which cannot be in the program, too.
    Excluded(&'static str),
    /// The runtime of UndefinedBehaviorSanitizer.
    UndefinedBehavior,
}

/// The beginnings of the symbols that checked code of other sanitizers needs.
const FOREIGN: [(&str, &str); 3] = [
    ("__tsan_", "thread"),
    ("__msan_", "memory"),
    ("__hwasan_", "hwaddress"),
];

/// The beginnings of those that AddressSanitizer's checks need and its public interface does not have.
const ADDRESS: [&str; 6] = [
    "__asan_version_mismatch_check_",
    "__asan_report_load",
    "__asan_report_store",
    "__asan_register_",
    "__asan_load",
    "__asan_store",
];

/// What to say after the linker has failed: one line for each kind of mistake.
pub fn explain(build: &Build, objects: &Objects, compiler: &Compiler) -> Vec<String> {
    let lacks_shadow = super::bare::lacks_shadow(build);
    if let Some(line) = lacks_shadow.or_else(|| super::linker::lacks_lld(build, compiler)) {
        return vec![line];
    }
    let mut found: Vec<Mismatch> = Vec::new();
    for file in inputs(build, objects) {
        for (name, need) in needs(&file) {
            // Other links than those of programs leave the runtime out because it is elsewhere.
            if need == Need::Runtime && !lacks_runtime(build) {
                continue;
            }
            match found.iter_mut().find(|mismatch| mismatch.need == need) {
                Some(mismatch) => mismatch.others += 1,
                None => found.push(Mismatch {
                    need,
                    first: name,
                    others: 0,
                }),
            }
        }
    }
    if found.is_empty() && lacks_runtime(build) && !objects.is_empty() {
        found.extend(build.first().map(|position| Mismatch {
            need: Need::Runtime,
            first: build.arguments[position].value().to_string_lossy().into(),
            others: 0,
        }));
    }
    found.iter().map(|mismatch| mismatch.text(build)).collect()
}

/// Whether this is a program without the runtime.
fn lacks_runtime(build: &Build) -> bool {
    let settings = &build.settings;
    !(settings.links_runtime() || settings.shared || settings.relocatable)
}

/// Inputs with the same need.
struct Mismatch {
    need: Need,
    first: String,
    others: usize,
}

impl Mismatch {
    fn text(&self, build: &Build) -> String {
        let who = match self.others {
            0 => format!("'{}'", self.first),
            1 => format!("'{}' and another file", self.first),
            n => format!("'{}' and {n} other files", self.first),
        };
        let (is, it) = match self.others {
            0 => ("is", "it"),
            _ => ("are", "them"),
        };
        match &self.need {
            Need::Version(other) => format!(
                "{who} {is} made by another version of sanecc: for runtime interface {other}, and this link has {}; compile {it} again with this sanecc",
                sanecc_abi::VERSION
            ),
            Need::Runtime => format!(
                "{who} {is} checked by sanecc, and '{}' leaves sanecc's runtime out of the link; take it out, or add -fsanecc-runtime=always",
                without_runtime(build)
            ),
            Need::AddressSanitizer(compiler) => format!(
                "{who} {is} checked by {}'s AddressSanitizer, and this link has sanecc's runtime; compile {it} with sanecc instead of {}",
                compiler.unwrap_or("another compiler"),
                compiler.unwrap_or("it"),
            ),
            Need::Excluded(flag) => format!(
                "{who} {is} compiled with -fsanitize={flag}, whose runtime cannot be in a program beside sanecc's; compile {it} with sanecc and without that flag"
            ),
            Need::UndefinedBehavior => format!(
                "{who} {is} compiled with checks of -fsanitize=undefined, and this link has no runtime for them; link with -fsanitize=undefined, too"
            ),
        }
    }
}

/// The flag that leaves the runtime out.
fn without_runtime(build: &Build) -> String {
    let known = |argument: &&Argument| {
        let word = argument.word().to_string_lossy();
        matches!(
            &*word,
            "-nostdlib" | "--no-standard-libraries" | "-fno-sanitize-link-runtime"
        )
    };
    match build.arguments.iter().rev().find(known) {
        Some(argument) => argument.word().to_string_lossy().into_owned(),
        None => "-fsanecc-runtime=never".to_owned(),
    }
}

/// The files that the command names and did not compile, and the libraries in its own folders.
fn inputs(build: &Build, objects: &Objects) -> Vec<PathBuf> {
    let arguments = &build.arguments;
    let folders = || arguments.iter().filter(|a| a.spelling() == "-L");
    let mut files = Vec::new();
    for (position, argument) in arguments.iter().enumerate() {
        let value = argument.value();
        match argument.class() {
            FlagClass::Input if !objects.contains_key(&position) => files.push(value.into()),
            FlagClass::Library => {
                files.extend(folders().find_map(|folder| library(folder.value(), value)));
            }
            // Libtool gives archives so.
            FlagClass::Linker if argument.spelling() == "-Wl," => {
                let parts = value.as_bytes().split(|&byte| byte == b',');
                let names = parts.filter(|part| part.ends_with(b".a") || part.ends_with(b".o"));
                files.extend(names.map(|name| PathBuf::from(OsStr::from_bytes(name))));
            }
            _ => {}
        }
    }
    files
}

/// The file of `-lNAME` in `folder`.
fn library(folder: &OsStr, name: &OsStr) -> Option<PathBuf> {
    let name = name.to_string_lossy();
    let names = match name.strip_prefix(':') {
        Some(name) => vec![name.to_owned()],
        None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
    };
    let mut paths = names.iter().map(|name| Path::new(folder).join(name));
    paths.find(|path| path.is_file())
}

/// What the objects in `file` need, each with its name: that of the file, and of the member of an archive.
fn needs(file: &Path) -> Vec<(String, Need)> {
    let Ok(data) = std::fs::read(file) else {
        return Vec::new();
    };
    let name = file.display();
    let Ok(archive) = ArchiveFile::parse(&*data) else {
        let need = need(&data);
        return need
            .map(|need| (name.to_string(), need))
            .into_iter()
            .collect();
    };
    let members = archive.members().filter_map(|member| {
        let member = member.ok()?;
        let need = need(member.data(&*data).ok()?)?;
        let inside = String::from_utf8_lossy(member.name()).into_owned();
        Some((format!("{name}({inside})"), need))
    });
    // Of an archive, its first member says all.
    members.take(1).collect()
}

fn need(data: &[u8]) -> Option<Need> {
    let object = object::File::parse(data).ok()?;
    let loaded = object.kind() == object::ObjectKind::Dynamic;
    let own = object.symbols().chain(object.dynamic_symbols());
    let undefined = own.filter(|symbol| symbol.is_undefined() && !symbol.is_weak());
    undefined
        .filter_map(|symbol| need_of(symbol.name().ok()?, loaded))
        .next()
        .map(|need| match need {
            Need::AddressSanitizer(_) => Need::AddressSanitizer(compiler(&object)),
            other => other,
        })
}

/// What an undefined symbol tells; `loaded` of a shared object, which may bring a runtime of its own.
fn need_of(symbol: &str, loaded: bool) -> Option<Need> {
    let (before, after) = VERSION_SYMBOL.split_once(&sanecc_abi::VERSION.to_string())?;
    if let Some(rest) = symbol.strip_prefix(before) {
        let version = rest.strip_suffix(after)?.parse().ok()?;
        return Some(match version {
            sanecc_abi::VERSION => Need::Runtime,
            other => Need::Version(other),
        });
    }
    if ADDRESS.iter().any(|start| symbol.starts_with(start)) {
        return Some(Need::AddressSanitizer(None));
    }
    if let Some((_, flag)) = FOREIGN.iter().find(|(start, _)| symbol.starts_with(start)) {
        return Some(Need::Excluded(flag));
    }
    let unhandled = symbol.starts_with("__ubsan_handle_") && !loaded;
    unhandled.then_some(Need::UndefinedBehavior)
}

/// The compiler that made the object, by its comment.
fn compiler(object: &object::File<'_>) -> Option<&'static str> {
    let comment = object.section_by_name(".comment")?;
    let comment = String::from_utf8_lossy(comment.data().ok()?).into_owned();
    match (comment.contains("clang"), comment.contains("GCC:")) {
        (true, false) => Some("clang"),
        (false, true) => Some("gcc"),
        // Start files of the C library were made by gcc, whoever linked a shared object.
        (true, true) => Some("clang"),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_symbols_tell_what_is_needed() {
        assert_eq!(need_of(VERSION_SYMBOL, false), Some(Need::Runtime));
        let older = VERSION_SYMBOL.replace(&sanecc_abi::VERSION.to_string(), "3");
        assert_eq!(need_of(&older, true), Some(Need::Version(3)));
        for name in ["__asan_version_mismatch_check_v8", "__asan_report_store4"] {
            assert_eq!(need_of(name, true), Some(Need::AddressSanitizer(None)));
        }
        assert_eq!(
            need_of("__tsan_read4", false),
            Some(Need::Excluded("thread"))
        );
        let checked = "__ubsan_handle_type_mismatch_v1";
        assert_eq!(need_of(checked, false), Some(Need::UndefinedBehavior));
        assert_eq!(need_of(checked, true), None);
    }

    #[test]
    fn the_public_interface_tells_nothing() {
        for name in [
            "__asan_poison_memory_region",
            "__asan_report_present",
            "__asan_describe_address",
            "__sanitizer_print_stack_trace",
            "malloc",
        ] {
            assert_eq!(need_of(name, false), None, "{name}");
        }
    }
}
