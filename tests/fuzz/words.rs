//! Random command lines: from the table of flags in every form of value, from clang's own list of flags, and from
//! nothing but bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sanecc::args::table::ROWS;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::clang::CLANG;

/// Small files of every kind that a command line may name.
pub const FILES: [(&str, &str); 9] = [
    ("a.c", "int main(void) { return 0; }\n"),
    ("b.c", "int b(int x) { return x * 2; }\n"),
    ("p.i", "int p;\n"),
    ("x.cpp", "int x() { return 1; }\n"),
    ("h.h", "#define H 2\n"),
    ("s.S", ".globl s\ns: nop\n"),
    ("t.s", "nop\n"),
    ("m.ll", "define i32 @m() { ret i32 1 }\n"),
    ("r", "-DR=1 'a b' \"-DS=\\\"q\\\"\"\n"),
];

/// The values that flags get: what exists, what does not, and what means something.
const VALUES: [&str; 26] = [
    "a.c",
    "b.c",
    "h.h",
    "dir",
    "missing",
    "",
    "0",
    "1",
    "2",
    "x",
    "a=b",
    "c",
    "c++",
    "none",
    "all",
    "address",
    "-c",
    "-o",
    "-",
    "a,b",
    "obj",
    "gcc",
    "auto",
    "out",
    "sub/out.o",
    "defs",
];

/// Flags that builds use and no row of the table needs to know.
const ORDINARY: [&str; 25] = [
    "-fsanecc-embed-remarks",
    "-Wall",
    "-Werror",
    "-Wextra",
    "-w",
    "-pedantic",
    "-ansi",
    "-std=c99",
    "-std=gnu11",
    "-pipe",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-pie",
    "-no-pie",
    "-static",
    "-pthread",
    "-march=native",
    "-fno-strict-aliasing",
    "-ffunction-sections",
    "-fvisibility=hidden",
    "-fno-common",
    "-O2",
    "-Os",
    "-g",
];

/// Flags of sanecc's own.
const OWN: [&str; 14] = [
    "-fsanecc-mode=shadow",
    "-fsanecc-mode=pointer",
    "-fsanecc-mode=none",
    "-fsanecc-elide=none",
    "-fsanecc-runtime=always",
    "-fsanecc-runtime=never",
    "-fsanecc-time",
    "-fsanecc-claims",
    "-fno-sanecc-claims",
    "-fsanecc-whole-program",
    "-fsanecc-verify-each",
    "-fno-sanecc-verify-each",
    "-fno-sanecc-strict",
    "-fsanecc-bisect-limit=3",
];

/// The folder with [`FILES`] in it, which is this process's working folder from the first call on.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
        fill(&folder);
        std::env::set_current_dir(&folder).unwrap();
        folder
    })
}

/// Makes `folder` with [`FILES`] and what cannot be written as text.
pub fn fill(folder: &Path) {
    std::fs::create_dir_all(folder.join("dir")).unwrap();
    std::fs::create_dir_all(folder.join("sub")).unwrap();
    for (name, text) in FILES {
        std::fs::write(folder.join(name), text).unwrap();
    }
    // An archive and an object without anything in them would not do for a linker; for a plan the names do.
    std::fs::write(folder.join("l.a"), "!<arch>\n").unwrap();
    std::fs::write(folder.join("o.o"), "").unwrap();
}

/// The flags that clang itself lists, as it lists them: a `=` at the end wants a value.
fn listed() -> &'static [String] {
    static LISTED: OnceLock<Vec<String>> = OnceLock::new();
    LISTED.get_or_init(|| {
        let output = Command::new(CLANG)
            .arg("--autocomplete=-")
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let flags = text.lines().filter_map(|line| line.split('\t').next());
        let flags: Vec<_> = flags.map(str::to_owned).collect();
        assert!(
            flags.len() > 1000,
            "clang listed only {} flags",
            flags.len()
        );
        flags
    })
}

fn words(list: &[&str]) -> Vec<OsString> {
    list.iter().map(OsString::from).collect()
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![select(&VALUES[..]).prop_map(str::to_owned), "[ -~]{0,6}"]
}

/// A flag with its value joined, after `=`, after a comma, apart, more than one, or missing.
fn with_value(flag: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<OsString>> {
    (flag, value(), value(), 0..7_u8).prop_map(|(flag, one, two, form)| match form {
        0 | 1 => vec![flag.into()],
        2 => vec![format!("{flag}{one}").into()],
        3 => vec![format!("{flag}={one}").into()],
        4 => vec![format!("{flag},{one},{two}").into()],
        5 => vec![flag.into(), one.into()],
        _ => vec![flag.into(), one.into(), two.into()],
    })
}

fn of_table() -> impl Strategy<Value = Vec<OsString>> {
    with_value((0..ROWS.len()).prop_map(|at| ROWS[at].spelling.to_owned()))
}

fn of_clang() -> impl Strategy<Value = Vec<OsString>> {
    with_value((0..listed().len()).prop_map(|at| listed()[at].clone()))
}

fn input() -> impl Strategy<Value = Vec<OsString>> {
    select(
        &[
            "a.c", "b.c", "p.i", "x.cpp", "s.S", "t.s", "m.ll", "l.a", "o.o", "h.h", "-",
        ][..],
    )
    .prop_map(|name| words(&[name]))
}

/// Bytes as no keyboard makes them; never NUL, which ends a word.
fn bytes() -> impl Strategy<Value = Vec<OsString>> {
    vec(1..=u8::MAX, 0..12).prop_map(|bytes| vec![OsString::from_vec(bytes)])
}

fn odd() -> impl Strategy<Value = Vec<OsString>> {
    prop_oneof![
        Just(words(&["--"])),
        Just(words(&["-"])),
        Just(words(&[""])),
        Just(words(&["@"])),
        Just(words(&["@missing"])),
        Just(words(&["@r"])),
        Just(words(&["@dir"])),
        Just(words(&["-Xclang", "-emit-pch"])),
        Just(words(&["-cc1"])),
        (1..3000_usize).prop_map(|length| vec!["-D".repeat(length).into()]),
        (1..3000_usize).prop_map(|length| vec!["l".repeat(length).into()]),
    ]
}

fn own() -> impl Strategy<Value = Vec<OsString>> {
    select(&OWN[..]).prop_map(|flag| words(&[flag]))
}

fn ordinary() -> impl Strategy<Value = Vec<OsString>> {
    select(&ORDINARY[..]).prop_map(|flag| words(&[flag]))
}

fn flat(groups: Vec<Vec<OsString>>) -> Vec<OsString> {
    groups.into_iter().flatten().collect()
}

/// Anything at all.
pub fn any_line() -> impl Strategy<Value = Vec<OsString>> {
    let group = prop_oneof![
        6 => of_table(),
        2 => of_clang(),
        2 => input(),
        2 => bytes(),
        2 => odd(),
        1 => own(),
        1 => ordinary(),
    ];
    vec(group, 0..16).prop_map(flat)
}

/// Lines that may well mean something: a few flags around one or two inputs.
pub fn likely_line() -> impl Strategy<Value = Vec<OsString>> {
    let stop = prop_oneof![
        4 => Just(vec![]),
        4 => Just(words(&["-c"])),
        2 => Just(words(&["-S"])),
        1 => Just(words(&["-E"])),
        1 => Just(words(&["-c", "-emit-llvm"])),
    ];
    let output = prop_oneof![
        3 => Just(vec![]),
        2 => Just(words(&["-o", "out"])),
        1 => Just(words(&["-osub/out.o"])),
    ];
    let flag =
        prop_oneof![4 => of_table(), 3 => of_clang(), 2 => ordinary(), 1 => own(), 1 => input()];
    (
        stop,
        output,
        vec(flag, 0..4),
        vec(input(), 1..3),
        any::<bool>(),
    )
        .prop_map(|(stop, output, flags, inputs, first)| {
            let (mut line, rest) = match first {
                true => (flat(inputs), flat(flags)),
                false => (flat(flags), flat(inputs)),
            };
            line.extend(stop);
            line.extend(rest);
            line.extend(output);
            line
        })
}
