//! Target selectors: whether a directive of gcc's tests holds on x86-64 Linux.

use super::words::Word;
use regex_lite::Regex;

const TRIPLE: &str = "x86_64-pc-linux-gnu";

/// What gcc's tests ask of a target and what is there.
const THERE: [&str; 15] = [
    "alloca",
    "c++11",
    "clone",
    "fopenmp",
    "fpic",
    "fstack_protector",
    "hw",
    "lp64",
    "mmap",
    "pthread",
    "pthread_h",
    "setrlimit",
    "sse2_runtime",
    "swapcontext",
    "tls",
];
const MISSING: [&str; 2] = ["ilp32", "run_expensive_tests"];

/// Whether a selector holds, with or without the word `target` in front.
pub fn holds(selector: &[Word]) -> Result<bool, String> {
    let selector = match selector {
        [Word::Text(word), rest @ ..] if word == "target" => rest,
        [Word::List(inner)] => return holds(inner),
        other => other,
    };
    any(selector)
}

/// Whether a word that stands alone is something that [`holds`] knows.
pub fn has(name: &str) -> Result<bool, String> {
    any(&[Word::Text(name.to_owned())])
}

fn any(words: &[Word]) -> Result<bool, String> {
    let mut value = false;
    for part in words.split(|word| *word == Word::Text("||".to_owned())) {
        value |= all(part)?;
    }
    Ok(value)
}

fn all(words: &[Word]) -> Result<bool, String> {
    let mut value = true;
    for part in words.split(|word| *word == Word::Text("&&".to_owned())) {
        value &= one(part)?;
    }
    Ok(value)
}

/// Negations and one operand, or several patterns of which one must match.
fn one(words: &[Word]) -> Result<bool, String> {
    match words {
        [] => Err("a selector is empty".to_owned()),
        [Word::Text(not), rest @ ..] if not == "!" => Ok(!one(rest)?),
        [Word::List(inner)] => any(inner),
        [Word::Text(name)] => named(name),
        several => {
            let mut value = false;
            for word in several {
                value |= one(std::slice::from_ref(word))?;
            }
            Ok(value)
        }
    }
}

fn named(name: &str) -> Result<bool, String> {
    if name.contains('*') || name.matches('-').count() >= 2 {
        return Ok(glob(name, TRIPLE));
    }
    match (THERE.contains(&name), MISSING.contains(&name)) {
        (true, _) => Ok(true),
        (_, true) => Ok(false),
        _ => Err(format!("nothing is known of the target `{name}`")),
    }
}

/// Whether a pattern of the shell matches all of `text`.
pub fn glob(pattern: &str, text: &str) -> bool {
    let expression: String = pattern
        .chars()
        .map(|c| match c {
            '*' => ".*".to_owned(),
            '?' => ".".to_owned(),
            other => regex_lite::escape(&other.to_string()),
        })
        .collect();
    Regex::new(&format!("^(?s:{expression})$")).is_ok_and(|pattern| pattern.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::super::words::directives;
    use super::*;

    fn value(selector: &str) -> Result<bool, String> {
        let source = format!("{{ dg-do {{ {selector} }} }}");
        holds(&directives(&source)[0].1)
    }

    #[test]
    fn selectors_are_read() {
        for (selector, expected) in [
            ("target *-*-darwin*", false),
            ("target { ! *-*-darwin* }", true),
            ("target { i?86-*-* x86_64-*-* }", true),
            ("target pthread", true),
            ("target { ! run_expensive_tests }", true),
            (
                "target { { *-*-linux* i?86-*-* } && { { ! { x86_64-*-linux* } } || sse2_runtime } }",
                true,
            ),
            ("*-*-*", true),
        ] {
            assert_eq!(value(selector), Ok(expected), "{selector}");
        }
        assert!(value("target something_new").is_err());
    }
}
