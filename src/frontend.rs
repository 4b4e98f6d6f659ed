//! First step of a compilation: clang's front end writes bitcode on which no pass has run.
//!
//! Flags of clang's inner command line (`-Xclang`) turn AddressSanitizer on, which works for every target: the front end then marks each function that
//! is to be checked, honours `no_sanitize` and ignore lists, emits the ends of scopes, and answers
//! `__has_feature(address_sanitizer)`. Side outputs whose names clang derives from the output get the names that they have without this tool.

use crate::args::{Argument, FlagClass, Settings, Stop, concat};
use crate::plan::language::{self, Kind};
use crate::plan::{Build, Unit};
use sanecc_abi::target::Architecture;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Flags that clang's inner command line always gets.
const MARKS: [&str; 4] = [
    "-fsanitize=address",
    // As clang does under AddressSanitizer: the runtime's `new` keeps to no more than the standard asks.
    "-fno-assume-sane-operator-new",
    "-disable-llvm-passes",
    "-disable-O0-optnone",
];

/// On 32-bit Arm, clang leaves frames of C out of the unwind tables, and keeps frame pointers of Thumb code in another register than those of Arm code. The runtime
/// follows both.
const ARM_FRAMES: [&str; 2] = ["-funwind-tables", "-mframe-chain=aapcs"];

/// Turns off what clang says of the command line as a whole; the first step of a command has said it.
pub const SAID_BEFORE: [&str; 3] = [
    "-Wno-invalid-command-line-argument",
    "-Wno-overriding-option",
    "-Wno-option-ignored",
];

/// The words of the step for `unit`, which writes `bitcode`.
///
/// `speaks` is whether this step tells of unused arguments; one step of a command does.
pub fn words(build: &Build, unit: &Unit, bitcode: &Path, speaks: bool) -> Vec<OsString> {
    let options = &build.settings.options;
    // Remarks name local variables by the values' names; `-fsanecc-print` shows them.
    let mut words: Vec<OsString> = vec!["-fno-discard-value-names".into()];
    for mark in MARKS {
        words.extend(["-Xclang".into(), mark.into()]);
    }
    if !options.plan.ignore_scopes {
        // Emits the ends of scopes at -O0, too.
        words.extend(["-Xclang", "-fsanitize-address-use-after-scope"].map(OsString::from));
    }
    if build.settings.own_array_cookies {
        let flag = "-fsanitize-address-poison-custom-array-cookie";
        words.extend(["-Xclang", flag].map(OsString::from));
    }
    if let Ok(Some(padding)) = build.settings.field_padding() {
        let flag = concat("-fsanitize-address-field-padding=", OsStr::new(padding));
        words.extend(["-Xclang".into(), flag]);
    }
    for list in ignore_lists(build) {
        words.extend(["-Xclang".into(), list]);
    }
    if options.adds_frame_pointers {
        words.extend(["-Xclang".into(), "-mframe-pointer=non-leaf".into()]);
    }
    if is_arm(build) {
        words.extend(ARM_FRAMES.map(OsString::from));
    }
    if options.adds_debug && options.remarks.is_empty() {
        // An object is to depend on the preprocessed text alone, as caches and engines that preprocess first
        // take for granted; preprocessing squeezes blanks. Before the user's words: they may ask for columns,
        // as remarks do without words.
        words.push("-gno-column-info".into());
    }
    // Only where the user sets languages is one set here, and only before an input: after the last one
    // clang would remark on it.
    let sets = build
        .arguments
        .iter()
        .any(|argument| argument.class() == FlagClass::Language);
    let mut language = OsString::from("none");
    let mut ended = false;
    for (position, argument) in build.arguments.iter().enumerate() {
        match argument.class() {
            FlagClass::EndOfFlags => {
                last_words(&mut words, build, unit, bitcode, speaks);
                if sets {
                    set_language(&mut words, &mut language, &unit.language);
                }
                words.push("--".into());
                ended = true;
            }
            FlagClass::Input if position == unit.position => {
                if sets && !ended {
                    set_language(&mut words, &mut language, &unit.language);
                }
                argument.print(&mut words);
            }
            FlagClass::Input if speaks && is_linked(build, position) => {
                set_language(&mut words, &mut language, OsStr::new("none"));
                argument.print(&mut words);
            }
            FlagClass::Sanitize => words.extend(without_ours(argument, &build.settings)),
            class if class.stages().front_end.passes(speaks) => argument.print(&mut words),
            _ => {}
        }
    }
    if !ended {
        last_words(&mut words, build, unit, bitcode, speaks);
    }
    words
}

/// Whether code is made for 32-bit Arm with a system.
fn is_arm(build: &Build) -> bool {
    let target = build.settings.target.known();
    target.is_some_and(|target| target.architecture == Architecture::Arm)
}

/// The ignore lists that hold, by either name. Clang's outer command line drops them where it knows of no sanitizer.
fn ignore_lists(build: &Build) -> Vec<OsString> {
    let mut lists = Vec::new();
    for argument in &build.arguments {
        let word = argument.word().as_bytes();
        let file = [&b"-fsanitize-ignorelist="[..], b"-fsanitize-blacklist="]
            .iter()
            .find_map(|flag| word.strip_prefix(*flag));
        if let Some(file) = file {
            lists.push(concat("-fsanitize-ignorelist=", OsStr::from_bytes(file)));
        } else if matches!(
            word,
            b"-fno-sanitize-ignorelist" | b"-fno-sanitize-blacklist"
        ) {
            lists.clear();
        }
    }
    lists
}

fn set_language(words: &mut Vec<OsString>, current: &mut OsString, wanted: &OsStr) {
    if current != wanted {
        words.extend(["-x".into(), wanted.to_owned()]);
        *current = wanted.to_owned();
    }
}

/// An `-fsanitize=` list without what is not clang's to do: `address` goes to its inner command line alone.
pub fn without_ours(argument: &Argument, settings: &Settings) -> Option<OsString> {
    without(argument, |name| settings.is_ours(name))
}

/// An `-fsanitize=` list without those names; `None` if no other is there.
pub fn without(argument: &Argument, is_left_out: impl Fn(&str) -> bool) -> Option<OsString> {
    let list = argument.value().to_string_lossy().into_owned();
    let kept: Vec<&str> = list.split(',').filter(|name| !is_left_out(name)).collect();
    let flag = argument.spelling();
    (!kept.is_empty()).then(|| format!("{flag}{}", kept.join(",")).into())
}

/// Whether the input at `position` is for the linker; clang remarks on such inputs when nothing is linked.
fn is_linked(build: &Build, position: usize) -> bool {
    let named = build.arguments[..position]
        .iter()
        .rev()
        .find(|a| a.class() == FlagClass::Language);
    let file = Path::new(build.arguments[position].value());
    named.is_none_or(|named| named.value() == "none")
        && language::of_file(file, false).0 == Kind::Linked
}

/// What must come after the user's flags to be heeded.
fn last_words(words: &mut Vec<OsString>, build: &Build, unit: &Unit, bitcode: &Path, speaks: bool) {
    let settings = &build.settings;
    if settings.options.adds_debug {
        words.push("-gline-tables-only".into());
        // Names of files stay as they were given: clang would cut off what they share with the working folder.
        words.push("-fdebug-compilation-dir=.".into());
    }
    if build
        .arguments
        .iter()
        .any(|a| a.class() == FlagClass::SplitDwarf)
        && settings.debug
    {
        // What `-gsplit-dwarf` implies for the tables; the split itself happens in code generation.
        words.push("-ggnu-pubnames".into());
    }
    if !speaks {
        words.push("-Qunused-arguments".into());
    }
    if build.first() != Some(unit.position) {
        words.extend(SAID_BEFORE.map(OsString::from));
    }
    if settings.save_temps.is_some() {
        words.push("-save-temps=obj".into());
    }
    if settings.coverage {
        let (notes, data) = coverage_files(build, unit);
        words.extend(["-Xclang".into(), concat("-coverage-notes-file=", notes)]);
        words.extend(["-Xclang".into(), concat("-coverage-data-file=", data)]);
    }
    record_command(words, build);
    dependency_names(words, build, unit);
    words.extend(module_name(build, unit));
    words.extend([
        "-emit-llvm".into(),
        "-c".into(),
        "-o".into(),
        bitcode.into(),
    ]);
}

/// The user's command line for the object, where asked: escaped as clang does it, so that it can be split
/// at blanks again.
fn record_command(words: &mut Vec<OsString>, build: &Build) {
    let settings = &build.settings;
    let places = [
        (settings.record_in_section, "-record-command-line"),
        (settings.record_in_debug, "-dwarf-debug-flags"),
    ];
    for (_, flag) in places.into_iter().filter(|(wanted, _)| *wanted) {
        let mut line = b"sanecc".to_vec();
        for word in &build.words {
            line.push(b' ');
            for &byte in word.as_bytes() {
                if matches!(byte, b' ' | b'\\') {
                    line.push(b'\\');
                }
                line.push(byte);
            }
        }
        words.extend(["-Xclang".into(), flag.into()]);
        words.extend(["-Xclang".into(), OsString::from_vec(line)]);
    }
}

/// Names for make rules where the user left them to clang, which derives them from the output.
fn dependency_names(words: &mut Vec<OsString>, build: &Build, unit: &Unit) {
    let asked = build.settings.dependency;
    if !asked.wanted {
        return;
    }
    let output = build.settings.output.as_ref();
    if !asked.target {
        let target = output.cloned().unwrap_or_else(|| concat(unit.stem(), ".o"));
        words.extend(["-MQ".into(), target]);
    }
    if !asked.file {
        let file = match output {
            Some(output) => Path::new(output).with_extension("d").into(),
            None => concat(unit.stem(), ".d"),
        };
        words.extend(["-MF".into(), file]);
    }
}

/// Where the interface of a module goes, if the user left that to clang, which derives it from the output.
fn module_name(build: &Build, unit: &Unit) -> Option<OsString> {
    let words = || build.arguments.iter().map(|argument| argument.word());
    let is_named = |word: &OsStr| word.as_bytes().starts_with(b"-fmodule-output=");
    let is_left = words().any(|word| word == "-fmodule-output") && !words().any(is_named);
    let is_module = unit.language.as_bytes().starts_with(b"c++-module");
    let output = build.settings.output.as_deref();
    let output = output.filter(|_| build.settings.stop == Some(Stop::Object));
    let beside = output.unwrap_or(build.arguments[unit.position].value());
    let file = Path::new(beside).with_extension("pcm");
    (is_left && is_module).then(|| concat("-fmodule-output=", file))
}

/// The notes and data files of GCC-style coverage, absolute, as clang names them without this tool.
fn coverage_files(build: &Build, unit: &Unit) -> (PathBuf, PathBuf) {
    let base = match (&build.settings.output, build.link) {
        (Some(output), false) => PathBuf::from(output),
        _ => PathBuf::from(concat(concat(dump_prefix(build), unit.stem()), ".o")),
    };
    let base = std::path::absolute(&base).unwrap_or(base);
    (base.with_extension("gcno"), base.with_extension("gcda"))
}

/// What clang puts before the names of a linking command's side outputs.
pub fn dump_prefix(build: &Build) -> OsString {
    match (
        &build.settings.dump_prefix,
        build.link,
        &build.settings.output,
    ) {
        (Some(prefix), _, _) => prefix.clone(),
        (None, false, _) => OsString::new(),
        (None, true, Some(output)) => concat(Path::new(output), "-"),
        (None, true, None) => "a-".into(),
    }
}
