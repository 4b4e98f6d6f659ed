//! Parses DejaGnu directives: lists of words in Tcl's notation.

/// One word of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Bare or between quotes, with escapes replaced.
    Text(String),
    /// Between braces.
    List(Vec<Word>),
}

impl Word {
    /// The text; of a list, its words with blanks between.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(words) => {
                let words: Vec<_> = words.iter().map(Word::text).collect();
                words.join(" ")
            }
        }
    }

    /// The words of a list; a text is a list of one.
    pub fn words(&self) -> &[Word] {
        match self {
            Self::Text(_) => std::slice::from_ref(self),
            Self::List(words) => words,
        }
    }
}

/// All directives of `source`, in order: each its name and what follows it. One that its line does not close is none, for
/// DejaGnu too.
pub fn directives(source: &str) -> Vec<(String, Vec<Word>)> {
    let mut found = Vec::new();
    for line in source.lines() {
        let Some(at) = line.find("{ dg-").or_else(|| line.find("{dg-")) else {
            continue;
        };
        let mut rest = line[at + 1..].chars().peekable();
        let words = list(&mut rest).unwrap_or_default();
        if let Some((Word::Text(name), words)) = words.split_first() {
            found.push((name.clone(), words.to_vec()));
        }
    }
    found
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// The words up to the brace that closes the list.
fn list(rest: &mut Chars) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    while let Some(&first) = rest.peek() {
        if first.is_whitespace() {
            rest.next();
            continue;
        }
        match first {
            '}' => {
                rest.next();
                return Some(words);
            }
            '{' => {
                rest.next();
                words.push(Word::List(list(rest)?));
            }
            '"' => {
                rest.next();
                words.push(Word::Text(text(rest, |c| c == '"')?));
                rest.next();
            }
            _ => words.push(Word::Text(text(rest, |c| c.is_whitespace() || c == '}')?)),
        }
    }
    None
}

/// Reads up to a character that `ends` the word, which stays.
fn text(rest: &mut Chars, ends: impl Fn(char) -> bool) -> Option<String> {
    let mut text = String::new();
    while let Some(&next) = rest.peek() {
        if ends(next) {
            return Some(text);
        }
        rest.next();
        text.push(match (next, next == '\\') {
            (_, true) => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                other => other,
            },
            (plain, false) => plain,
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Word {
        Word::Text(text.to_owned())
    }

    #[test]
    fn words_lists_and_escapes_are_told_apart() {
        let source = "/* { dg-do run { target { ! x } } } */\nint x;\n\
                      // { dg-output \"#\\[0-9\\] a\\n\\\\.\" }\n";
        let target = Word::List(vec![text("target"), Word::List(vec![text("!"), text("x")])]);
        assert_eq!(
            directives(source),
            [
                ("dg-do".to_owned(), vec![text("run"), target]),
                ("dg-output".to_owned(), vec![text("#[0-9] a\n\\.")]),
            ]
        );
    }

    #[test]
    fn what_its_line_does_not_close_is_no_directive() {
        let source =
            "// { dg-do run\n/* { dg-output \"x\" */\n/* { dg-output \"y }\n// { dg-do link }";
        assert_eq!(
            directives(source),
            [("dg-do".to_owned(), vec![text("link")])]
        );
    }
}
