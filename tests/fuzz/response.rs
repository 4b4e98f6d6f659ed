//! Response files are read as clang reads them.
//!
//! The oracle is clang: told the file, and told the words that we read from it, it must say the same. Words that are no
//! flags are inputs that do not exist, which clang names in its complaints; macros appear in the job that it prints.

use crate::clang;
use crate::rounds::check;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use sanecc::args::response;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Output;

/// The names of a case's files, which may name each other and themselves.
const NAMES: [&str; 3] = ["r0", "r1", "r2"];

/// What quoting is made of, and what surrounds it.
const PIECES: [&[u8]; 30] = [
    b"a",
    b"-DX",
    b"-c",
    b"@r0",
    b"@r1",
    b"@r2",
    b"@missing",
    b"@dir",
    b"@",
    b" ",
    b"  ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b"\\",
    b"\\\\",
    b"\\\n",
    b"\"",
    b"\"\"",
    b"'",
    b"''",
    b"\\\"",
    b"\\'",
    b"#",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"$x`*",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        20 => select(&PIECES[..]).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 0..6),
        1 => (1..2000_usize).prop_map(|length| b"w ".repeat(length)),
    ];
    vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

#[test]
fn files_are_read_as_clang_reads_them() {
    check(30, vec(text(), NAMES.len()), same_as_clang);
}

fn same_as_clang(texts: Vec<Vec<u8>>) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("dir")).unwrap();
    for (name, text) in NAMES.iter().zip(&texts) {
        std::fs::write(folder.path().join(name), located(text, folder.path())).unwrap();
    }
    let first = at(&folder.path().join(NAMES[0]));
    let line = vec!["-###".into(), first, "-DEND".into()];
    let of_file = clang::command(&line, folder.path()).output().unwrap();
    match response::expand(line) {
        Err(_) => prop_assert_eq!(
            of_file.status.code(),
            Some(1),
            "we refused what clang reads"
        ),
        Ok(words) => {
            // A word that is too long, or a line: another response file, of the plainest kind.
            let plain = folder.path().join("plain");
            std::fs::write(&plain, response::join(&words)).unwrap();
            let mut of_words = match total(&words) > 100_000 {
                true => clang::command(&[at(&plain)], folder.path()),
                false => clang::command(&words, folder.path()),
            };
            let of_words = of_words.output().unwrap();
            prop_assert_eq!(said(&of_file), said(&of_words), "we read {:?}", words);
        }
    }
    Ok(())
}

fn at(file: &Path) -> OsString {
    sanecc::args::concat("@", file)
}

/// `text` with each `@name` naming a file or folder below `folder`, because a response file's names are relative to the
/// working folder of the process.
fn located(text: &[u8], folder: &Path) -> Vec<u8> {
    let mut located = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        located.push(byte);
        if byte == b'@' && matches!(text.get(at + 1), Some(b'r' | b'd' | b'm')) {
            located.extend_from_slice(folder.as_os_str().as_bytes());
            located.push(b'/');
        }
    }
    located
}

fn total(words: &[OsString]) -> usize {
    words.iter().map(|word| word.len() + 1).sum()
}

fn said(output: &Output) -> (Option<i32>, String) {
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}
