//! The lit directives of a test: commands, conditions and macros.

/// One `RUN:`, with the lines that continue it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Line of the file, from 1.
    pub line: usize,
    /// The command, before substitution.
    pub command: String,
}

/// Everything that a test says to lit.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// What to run, in order.
    pub runs: Vec<Run>,
    /// All of these conditions must hold.
    pub requires: Vec<String>,
    /// None of these may hold.
    pub unsupported: Vec<String>,
    /// The test is known to fail in LLVM itself where one of these holds.
    pub xfail: Vec<String>,
    /// Macros: name with its `%{}`, and value.
    pub defines: Vec<(String, String)>,
}

const KEYWORDS: [&str; 5] = ["RUN:", "REQUIRES:", "UNSUPPORTED:", "XFAIL:", "DEFINE:"];

impl Directives {
    /// Reads them out of a source file.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut directives = Self::default();
        // A directive that ends in a backslash: keyword, first line, text so far.
        let mut open: Option<(&str, usize, String)> = None;
        for (index, line) in text.lines().enumerate() {
            let found = KEYWORDS
                .iter()
                .find_map(|keyword| Some((*keyword, value(line, keyword)?)));
            let Some((keyword, value)) = found else {
                continue;
            };
            let (first, mut text) = match open.take() {
                Some((of, first, text)) if of == keyword => (first, text),
                Some((of, first, _)) => return Err(format!("line {first}: {of} goes nowhere")),
                None => (index + 1, String::new()),
            };
            match value.strip_suffix('\\') {
                Some(part) => {
                    text.push_str(part.trim());
                    text.push(' ');
                    open = Some((keyword, first, text));
                }
                None => {
                    text.push_str(value);
                    directives.take(keyword, first, text)?;
                }
            }
        }
        match open {
            Some((keyword, line, _)) => Err(format!("line {line}: {keyword} goes nowhere")),
            None => Ok(directives),
        }
    }

    fn take(&mut self, keyword: &str, line: usize, text: String) -> Result<(), String> {
        let list = || text.split(',').map(|one| one.trim().to_owned());
        match keyword {
            "RUN:" => self.runs.push(Run {
                line,
                command: text,
            }),
            "REQUIRES:" => self.requires.extend(list()),
            "UNSUPPORTED:" => self.unsupported.extend(list()),
            "XFAIL:" => self.xfail.extend(list()),
            _ => {
                let (name, value) = text
                    .split_once('=')
                    .ok_or_else(|| format!("line {line}: `{text}` defines nothing"))?;
                self.defines
                    .push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        Ok(())
    }
}

/// What follows `keyword`, which stands at the beginning of a comment.
fn value<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let (before, value) = line.split_once(keyword)?;
    before
        .chars()
        .all(|c| c.is_whitespace() || "/*#".contains(c))
        .then(|| value.trim().trim_end_matches("*/").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_lists_are_split() {
        let text = "// RUN: %clang %s \\\n// RUN:   -o %t\n// RUN: %t\n\
                    // REQUIRES: a && b, c\n// CHECK: RUN: no\nint x; // UNSUPPORTED: never\n/* XFAIL: * */\n\
                    // DEFINE: %{x} = a=b";
        let directives = Directives::read(text).unwrap();
        let run = |line, command: &str| Run {
            line,
            command: command.to_owned(),
        };
        assert_eq!(
            directives,
            Directives {
                runs: vec![run(1, "%clang %s -o %t"), run(3, "%t")],
                requires: vec!["a && b".to_owned(), "c".to_owned()],
                unsupported: vec![],
                xfail: vec!["*".to_owned()],
                defines: vec![("%{x}".to_owned(), "a=b".to_owned())],
            }
        );
    }

    #[test]
    fn a_line_that_continues_nowhere_is_an_error() {
        assert!(Directives::read("// RUN: a \\\n").is_err());
        assert!(Directives::read("// RUN: a \\\n// REQUIRES: b\n").is_err());
    }
}
