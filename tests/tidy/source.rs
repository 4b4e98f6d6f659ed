//! The source texts that the rules read, and how to look for words in them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose Rust files are ours to keep to the rules; tests may contain anything that a test needs.
pub const CODE: [&str; 4] = ["passes", "src", "rt", "xtask"];

/// A source file, with its path below the root.
pub struct Source {
    pub path: PathBuf,
    pub text: String,
}

impl Source {
    pub fn is_rust(&self) -> bool {
        self.path
            .extension()
            .is_some_and(|extension| extension == "rs")
    }

    pub fn is_below(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// `path:line: what`.
    pub fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path.display(), line + 1)
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text file of the repository, but for what is generated or is a licence.
pub fn all_files() -> Vec<Source> {
    let mut sources = Vec::new();
    collect(root(), &mut sources);
    assert!(
        sources.len() > 50,
        "found only {} files: the walk is broken",
        sources.len()
    );
    sources
}

fn collect(folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            if !matches!(name.as_str(), "target" | ".git" | "bench-results") {
                collect(&path, sources);
            }
        } else if name != "Cargo.lock" && !name.starts_with("LICENSE") {
            // What is no text, a bitcode sample say, has no lines to check.
            if let Ok(text) = fs::read_to_string(&path) {
                sources.push(Source {
                    path: path.strip_prefix(root()).unwrap().to_owned(),
                    text,
                });
            }
        }
    }
}

/// Our Rust files.
pub fn code() -> Vec<Source> {
    let mut files = all_files();
    files.retain(|file| file.is_rust() && CODE.iter().any(|folder| file.is_below(folder)));
    files
}

/// The lines of a Rust file without comments and without what is between quotes, numbered from 0. Good enough to look
/// for words; raw strings over several lines are taken for code.
pub fn code_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number, strip(line)))
}

fn strip(line: &str) -> String {
    let mut code = String::new();
    let mut characters = line.chars().peekable();
    let mut quoted = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' if quoted => {
                characters.next();
            }
            '"' => quoted = !quoted,
            // A quote as a character literal opens no string.
            '\'' if !quoted && characters.peek() == Some(&'"') => {
                characters.next();
            }
            '/' if !quoted && characters.peek() == Some(&'/') => break,
            _ if !quoted => code.push(character),
            _ => {}
        }
    }
    code
}

/// Whether `word` stands in `code` by itself and not within a longer identifier.
pub fn has_word(code: &str, word: &str) -> bool {
    let in_identifier = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word).any(|(start, _)| {
        !in_identifier(code[..start].chars().next_back())
            && !in_identifier(code[start + word.len()..].chars().next())
    })
}

/// The rules themselves, on lines that they must and must not catch.
mod rules {
    use super::{has_word, strip};

    #[test]
    fn comments_and_strings_are_no_code() {
        assert_eq!(strip(r#"call("unsafe \" // x"); // unsafe"#), "call(); ");
        assert_eq!(
            strip(r#"if c == '"' { unsafe_thing() }"#),
            "if c == ' { unsafe_thing() }"
        );
    }

    #[test]
    fn a_word_is_not_part_of_an_identifier() {
        assert!(has_word("unsafe { x }", "unsafe"));
        assert!(!has_word("#![forbid(unsafe_code)]", "unsafe"));
        assert!(!has_word("product::new()", "duct"));
    }
}
