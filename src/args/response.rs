//! Response files: `@file` stands for the words in the file, which may name further files.
//!
//! The quoting is GCC's as clang reads it, which is not a shell's: a backslash escapes the next byte also
//! inside single quotes, and `#` is an ordinary character. `@name` of a file that cannot be read stays a
//! word of its own, so that clang says what it thinks of it.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// A response file that names itself, directly or through others.
#[derive(Debug, PartialEq, Eq)]
pub struct Recursion;

/// Replaces every `@file` in `words` by the words in that file.
///
/// # Errors
/// [`Recursion`] if a file contains itself.
pub fn expand(words: Vec<OsString>) -> Result<Vec<OsString>, Recursion> {
    if !words.iter().any(names_file) {
        return Ok(words);
    }
    let mut expanded = Vec::new();
    expand_within(words, &mut Vec::new(), &mut expanded)?;
    Ok(expanded)
}

fn names_file(word: &OsString) -> bool {
    word.len() > 1 && word.as_bytes()[0] == b'@'
}

fn expand_within(
    words: Vec<OsString>,
    open: &mut Vec<PathBuf>,
    to: &mut Vec<OsString>,
) -> Result<(), Recursion> {
    for word in words {
        let text = match names_file(&word) {
            true => std::fs::read(Path::new(std::ffi::OsStr::from_bytes(
                &word.as_bytes()[1..],
            )))
            .ok(),
            false => None,
        };
        let Some(text) = text else {
            to.push(word);
            continue;
        };
        let path = PathBuf::from(OsString::from_vec(word.as_bytes()[1..].to_vec()));
        let path = path.canonicalize().unwrap_or(path);
        if open.contains(&path) {
            return Err(Recursion);
        }
        open.push(path);
        expand_within(split(&text), open, to)?;
        open.pop();
    }
    Ok(())
}

/// The words of a response file's text.
pub fn split(text: &[u8]) -> Vec<OsString> {
    let mut bytes = text
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(text)
        .iter()
        .copied()
        .peekable();
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | 0 => words.extend(word.take().map(OsString::from_vec)),
            b'\\' if bytes.peek().is_some() => word.get_or_insert_default().extend(bytes.next()),
            b'\'' | b'"' => {
                let word = word.get_or_insert_default();
                while let Some(inner) = bytes.next() {
                    match inner {
                        b'\\' if bytes.peek().is_some() => word.extend(bytes.next()),
                        _ if inner == byte => break,
                        _ => word.push(inner),
                    }
                }
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word.map(OsString::from_vec));
    words
}

/// `words` as the text of a response file that [`split`] and clang read back the same.
pub fn join(words: &[OsString]) -> Vec<u8> {
    let mut text = Vec::new();
    for word in words {
        text.push(b'"');
        for &byte in word.as_bytes() {
            if matches!(byte, b'"' | b'\\') {
                text.push(b'\\');
            }
            text.push(byte);
        }
        text.extend_from_slice(b"\"\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quoting_is_gcc_s() {
        let cases: &[(&str, &[&str])] = &[
            ("", &[]),
            (" a\tb\n c ", &["a", "b", "c"]),
            (r#"-DX="a b" 'c d'"#, &["-DX=a b", "c d"]),
            (r#"a\ b 'x\'y' "q\"r""#, &["a b", "x'y", "q\"r"]),
            (r#""" ''"#, &["", ""]),
            ("# not a comment", &["#", "not", "a", "comment"]),
            (r#"un"closed quote"#, &["unclosed quote"]),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text.as_bytes()), *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn joined_words_split_again(words in prop::collection::vec("[ -~\t\n]{0,12}", 0..8)) {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            prop_assert_eq!(split(&join(&words)), words);
        }
    }
}
