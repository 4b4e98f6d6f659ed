//! The command line as data: every argument keeps its exact spelling and gains a [`Row`].
//!
//! The reader knows which flags take a separate word, which steps read them and what they set
//! ([`table`]); everything else is [`FlagClass::Unknown`] and stays where it was. Reading never fails on an
//! unknown flag, and what was read prints back word for word. [`Settings`] is what all flags together say.

mod class;
pub mod own;
pub mod response;
mod settings;
pub mod table;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

pub use class::{FlagClass, Route};
pub use settings::{LEAK, SaveTemps, Settings, Stop, TargetMachine};
pub use table::{Form, Row};

/// One argument: one or two words of the command line and what they mean.
#[derive(Clone, Debug)]
pub struct Argument {
    /// What is known of the flag.
    row: &'static Row,
    /// The word that holds the flag, as it was written.
    word: OsString,
    /// The word after it, for flags with a separate value.
    separate: Option<OsString>,
}

static INPUT: Row = table::row("", Form::Joined, FlagClass::Input);
static END_OF_FLAGS: Row = table::row("--", Form::Alone, FlagClass::EndOfFlags);
static UNKNOWN: Row = table::row("", Form::Joined, FlagClass::Unknown);
/// An empty word is nothing to clang, not an input without a name.
static EMPTY: Row = table::row("", Form::Alone, FlagClass::InBitcode);

impl Argument {
    fn plain(row: &'static Row, word: OsString) -> Self {
        Argument {
            row,
            word,
            separate: None,
        }
    }

    /// Which steps read it.
    pub fn class(&self) -> FlagClass {
        self.row.class
    }

    /// The flag without its value; empty where no row knows it.
    pub fn spelling(&self) -> &'static str {
        self.row.spelling
    }

    /// The value of the flag (empty for flags without one); for an input, its name.
    pub fn value(&self) -> &OsStr {
        match &self.separate {
            Some(value) => value,
            None => OsStr::from_bytes(&self.word.as_bytes()[self.row.spelling.len()..]),
        }
    }

    /// The first word as it was written.
    pub fn word(&self) -> &OsStr {
        &self.word
    }

    /// The same flag with another value, which is written behind it in the same word.
    pub fn with_joined(&self, value: &[u8]) -> Self {
        let value = OsStr::from_bytes(value);
        Argument::plain(self.row, concat(self.row.spelling, value))
    }

    /// Appends the words of this argument exactly as they were read.
    pub fn print(&self, to: &mut Vec<OsString>) {
        to.push(self.word.clone());
        to.extend(self.separate.clone());
    }
}

/// The last word is a flag whose value should have followed. Clang is left to say it in its own words.
#[derive(Clone, Debug)]
pub struct MissingValue {
    /// All arguments; the last is the flag without its value.
    pub read: Vec<Argument>,
}

/// Reads `words` (without the program's name, response files expanded).
///
/// # Errors
/// [`MissingValue`] if the last word is a flag whose value should have followed; no word is lost with it.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Vec<Argument>, MissingValue> {
    let mut words = words.into_iter();
    let mut arguments = Vec::new();
    while let Some(word) = words.next() {
        if word == "--" {
            arguments.push(Argument::plain(&END_OF_FLAGS, word));
            arguments.extend(words.map(|word| Argument::plain(&INPUT, word)));
            break;
        }
        match read(word, &mut words) {
            Ok(argument) => arguments.push(argument),
            Err(alone) => {
                arguments.push(alone);
                return Err(MissingValue { read: arguments });
            }
        }
    }
    Ok(arguments)
}

/// The argument that begins with `word`; as an error, the flag whose value is missing.
fn read(word: OsString, rest: &mut impl Iterator<Item = OsString>) -> Result<Argument, Argument> {
    if word.is_empty() {
        return Ok(Argument::plain(&EMPTY, word));
    }
    if word == "-" || !word.as_bytes().starts_with(b"-") {
        return Ok(Argument::plain(&INPUT, word));
    }
    let row = table::lookup(word.as_bytes()).unwrap_or(&UNKNOWN);
    let takes_next = match row.form {
        Form::Alone | Form::Joined => false,
        Form::Either => word.len() == row.spelling.len(),
        Form::Separate | Form::Both => true,
    };
    let mut argument = Argument::plain(row, word);
    if takes_next {
        argument.separate = rest.next();
        if argument.separate.is_none() {
            return Err(argument);
        }
    }
    Ok(argument)
}

/// The words that `arguments` were read from.
pub fn print<'a>(arguments: impl IntoIterator<Item = &'a Argument>) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in arguments {
        argument.print(&mut words);
    }
    words
}

/// `a` and `b` glued together.
pub fn concat(a: impl AsRef<OsStr>, b: impl AsRef<OsStr>) -> OsString {
    let mut bytes = a.as_ref().as_bytes().to_vec();
    bytes.extend_from_slice(b.as_ref().as_bytes());
    OsString::from_vec(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn values_are_found_in_every_form() {
        let line = "-o x -oy -I dir -Idir --param a=b --param=a=b -Xarch_host -O2 -- -c";
        let read = parse(words(line)).unwrap();
        let values: Vec<_> = read.iter().map(|a| a.value().to_str().unwrap()).collect();
        assert_eq!(
            values,
            ["x", "y", "dir", "dir", "a=b", "a=b", "-O2", "", "-c"]
        );
        assert_eq!(read.last().unwrap().class(), FlagClass::Input);
    }

    #[test]
    fn the_longest_spelling_wins() {
        let read = parse(words(
            "-MMD -MM -MMDx -undef -undefined x -include-pch p -includep",
        ))
        .unwrap();
        let classes: Vec<_> = read.iter().map(Argument::class).collect();
        assert_eq!(classes[0], FlagClass::Dependency);
        assert_eq!(classes[1], FlagClass::Stop);
        assert_eq!(classes[2], FlagClass::Unknown);
        assert_eq!(read.len(), 7);
    }

    #[test]
    fn a_missing_value_is_noticed() {
        let missing = parse(words("a.c -z")).unwrap_err();
        assert_eq!(print(&missing.read), words("a.c -z"));
    }
}
