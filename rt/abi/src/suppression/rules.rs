//! Suppressions as they are written: lines `kind:pattern`, empty ones, and comments that begin with `#`.

/// What a suppression is about: which errors, and which names of them the pattern is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Leaks, by any function, source file or module of the allocation's stack.
    Leak,
    /// Errors that the check of a library function finds, by the name of that function.
    InterceptorName,
    /// The same, by any function of the stack.
    InterceptorViaFunction,
    /// The same, by any module of the stack.
    InterceptorViaLibrary,
    /// Chunks freed by the wrong family of functions, by any function of the stack.
    Mismatch,
    /// Globals that two modules define, by name.
    Odr,
    /// Any error but leaks, by any function of the stack.
    Function,
    /// The same, by any source file of the stack.
    Source,
    /// The same, by any module of the stack.
    Module,
}

/// How the kinds are written.
pub const KINDS: [(&str, Kind); 9] = [
    ("leak", Kind::Leak),
    ("interceptor_name", Kind::InterceptorName),
    ("interceptor_via_fun", Kind::InterceptorViaFunction),
    ("interceptor_via_lib", Kind::InterceptorViaLibrary),
    ("alloc_dealloc_mismatch", Kind::Mismatch),
    ("odr_violation", Kind::Odr),
    ("fun", Kind::Function),
    ("src", Kind::Source),
    ("mod", Kind::Module),
];

/// A line that is no suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLine<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// What it says.
    pub text: &'a [u8],
}

/// Calls `each` with every suppression of a text.
///
/// # Errors
/// The first line that is none; those before it were passed on.
pub fn parse<'a>(text: &'a [u8], mut each: impl FnMut(Kind, &'a [u8])) -> Result<(), BadLine<'a>> {
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let (kind, pattern) = split(line).ok_or(BadLine {
            number: index + 1,
            text: line,
        })?;
        each(kind, pattern);
    }
    Ok(())
}

fn split(line: &[u8]) -> Option<(Kind, &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (_, kind) = KINDS
        .iter()
        .find(|(name, _)| name.as_bytes() == &line[..colon])?;
    Some((*kind, &line[colon + 1..]))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::format;
    use std::prelude::rust_2024::*;

    type Rules<'a> = Vec<(Kind, &'a [u8])>;

    fn read(text: &str) -> (Rules<'_>, Result<(), BadLine<'_>>) {
        let mut rules = Vec::new();
        let result = parse(text.as_bytes(), |kind, pattern| rules.push((kind, pattern)));
        (rules, result)
    }

    #[test]
    fn comments_and_blanks_are_left_out() {
        let (rules, result) = read("# why\n\n \tleak:one \r\nfun:^two::f$\n#leak:three");
        assert_eq!(result, Ok(()));
        let expected = [(Kind::Leak, &b"one"[..]), (Kind::Function, b"^two::f$")];
        assert_eq!(rules, expected);
    }

    #[test]
    fn a_line_that_is_no_suppression_is_named() {
        for line in ["leek:x", "leak", "leak x", ":x", "race:x"] {
            let text = format!("leak:a\n{line}\nleak:b");
            let (rules, result) = read(&text);
            let poisoned = BadLine {
                number: 2,
                text: line.as_bytes(),
            };
            assert_eq!((rules.len(), result), (1, Err(poisoned)));
        }
    }

    #[test]
    fn every_kind_is_read() {
        for (name, kind) in KINDS {
            assert_eq!(read(&format!("{name}:p")).0, [(kind, &b"p"[..])]);
        }
    }
}
