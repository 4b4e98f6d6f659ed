//! Response files: `@file` stands for the words in the file, which may name further files.
//!
//! The quoting is GCC's as clang reads it, which is not a shell's: a backslash escapes the next byte also
//! inside single quotes, and `#` is an ordinary character. `@name` of a file that cannot be read stays an
//! ordinary word, so that clang diagnoses it.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// What clang refuses: a file that names itself, directly or through others, and broken UTF-16.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused;

/// Replaces every `@file` in `words` by the words in that file.
///
/// # Errors
/// [`Refused`] if a file contains itself or is no text.
pub fn expand(words: Vec<OsString>) -> Result<Vec<OsString>, Refused> {
    if !words.iter().any(names_file) {
        return Ok(words);
    }
    let mut expanded = Vec::new();
    expand_into(words, &mut Vec::new(), &mut expanded)?;
    Ok(expanded)
}

fn names_file(word: &OsString) -> bool {
    word.len() > 1 && word.as_bytes()[0] == b'@'
}

fn expand_into(
    words: Vec<OsString>,
    open: &mut Vec<PathBuf>,
    to: &mut Vec<OsString>,
) -> Result<(), Refused> {
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
            return Err(Refused);
        }
        open.push(path);
        expand_into(split(&utf8(text)?), open, to)?;
        open.pop();
    }
    Ok(())
}

/// `text` without a byte order mark, and as UTF-8 if the mark says that it is UTF-16.
fn utf8(text: Vec<u8>) -> Result<Vec<u8>, Refused> {
    let unit = match text[..] {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        [0xef, 0xbb, 0xbf, ref rest @ ..] => return Ok(rest.to_vec()),
        _ => return Ok(text),
    };
    let (units, []) = text[2..].as_chunks() else {
        return Err(Refused);
    };
    let decoded = char::decode_utf16(units.iter().map(|&bytes| unit(bytes)));
    let text: Result<String, _> = decoded.collect();
    text.map(String::into_bytes).map_err(|_| Refused)
}

/// The words of a response file's text.
pub fn split(text: &[u8]) -> Vec<OsString> {
    let mut bytes = text.iter().copied().peekable();
    let mut words = Vec::new();
    let mut word = Vec::new();
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => end(&mut word, &mut words),
            b'\\' if bytes.peek().is_some() => word.extend(bytes.next()),
            b'\'' | b'"' => {
                while let Some(inner) = bytes.next() {
                    match inner {
                        b'\\' if bytes.peek().is_some() => word.extend(bytes.next()),
                        _ if inner == byte => break,
                        _ => word.push(inner),
                    }
                }
            }
            _ => word.push(byte),
        }
    }
    end(&mut word, &mut words);
    words
}

/// Ends a word. As clang has it, quotes around nothing make no word, and a NUL cuts off what follows it.
fn end(word: &mut Vec<u8>, words: &mut Vec<OsString>) {
    if word.is_empty() {
        return;
    }
    let mut word = std::mem::take(word);
    word.truncate(
        word.iter()
            .position(|&byte| byte == 0)
            .unwrap_or(word.len()),
    );
    words.push(OsString::from_vec(word));
}

/// `words`, none of them empty, as the text of a response file that [`split`] and clang read back the same. For an
/// empty word the format has no way.
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
            (r#""" '' a"""#, &["a"]),
            ("a\0b c", &["a", "c"]),
            ("# not a comment", &["#", "not", "a", "comment"]),
            (r#"un"closed quote"#, &["unclosed quote"]),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text.as_bytes()), *expected, "{text}");
        }
    }

    #[test]
    fn marks_tell_the_encoding() {
        let text = |bytes: &[u8]| utf8(bytes.to_vec());
        assert_eq!(text(b"\xef\xbb\xbfa"), Ok(b"a".to_vec()));
        assert_eq!(text(b"\xff\xfea\0\xe4\0"), Ok("a\u{e4}".into()));
        assert_eq!(text(b"\xfe\xff\0a"), Ok(b"a".to_vec()));
        assert_eq!(text(b"\xff\xfea"), Err(Refused));
        assert_eq!(text(b"\xfe\xff\xd8\0"), Err(Refused));
    }

    proptest! {
        #[test]
        fn joined_words_split_again(words in prop::collection::vec("[ -~\t\n]{1,12}", 0..8)) {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            prop_assert_eq!(split(&join(&words)), words);
        }
    }
}
