//! The expected output: all `dg-output` patterns of a test, concatenated.

use regex_lite::Regex;

/// Words of gcc 12's runtime that clang 19's has given up for shorter ones.
const NEWER: [(&str, &str); 6] = [
    ("to the left of", "(?:to the left of|before)"),
    ("to the right of", "(?:to the right of|after)"),
    ("to the left", "(?:to the left|before)"),
    ("to the right", "(?:to the right|after)"),
    ("(interceptor_|wrap_)", "(?:interceptor_|wrap_|)"),
    ("__interceptor_", "(?:__interceptor_|)"),
];

/// Whether the patterns are ones that [`judge`] can use; the error says why not.
pub fn check(patterns: &[String]) -> Result<(), String> {
    match joined(patterns) {
        Some(_) => Ok(()),
        None => Err("its pattern has references to what it matched before".to_owned()),
    }
}

/// Holds `patterns` against `output`; on a mismatch names the first pattern that does not fit behind those before it.
pub fn judge(patterns: &[String], output: &str) -> Result<(), String> {
    // A group may begin in one and end in another.
    let fits = |count: usize| joined(&patterns[..count]).is_none_or(|all| all.is_match(output));
    if joined(patterns).is_some_and(|all| all.is_match(output)) {
        return Ok(());
    }
    let first = (1..=patterns.len()).find(|&count| !fits(count));
    let culprit = &patterns[first.unwrap_or(patterns.len()) - 1];
    Err(format!("printed nothing like `{}`", culprit.escape_debug()))
}

fn joined(patterns: &[String]) -> Option<Regex> {
    let parts: String = patterns.iter().map(|pattern| newer(pattern)).collect();
    Regex::new(&format!("(?s){parts}")).ok()
}

/// The pattern, such that it takes the newer words as well.
fn newer(pattern: &str) -> String {
    let row = NEWER.iter().find_map(|(old, new)| {
        let (before, after) = pattern.split_once(old)?;
        Some(format!("{}{new}{}", newer(before), newer(after)))
    });
    row.unwrap_or_else(|| pattern.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_follow_each_other_over_lines() {
        let patterns =
            ["ERROR: (a|b).*(\n|\r\n)", "  #0 0x[0-9a-f]+ in [^\n\r]*"].map(str::to_owned);
        judge(&patterns, "x\nERROR: b y\nz\n  #0 0x12 in f\n").unwrap();
        let wrong = judge(&patterns, "  #0 0x12 in f\nERROR: b\n").unwrap_err();
        assert!(wrong.contains("#0"), "{wrong}");
    }

    #[test]
    fn a_group_may_span_patterns_and_none_is_fine() {
        let patterns = ["a(b".to_owned(), "|c)".to_owned()];
        judge(&patterns, "ac").unwrap();
        judge(&[], "ac").unwrap();
        assert!(judge(&patterns, "ad").unwrap_err().contains("|c)"));
        assert!(check(&["(a)\\1".to_owned()]).is_err());
    }

    #[test]
    fn newer_words_are_as_good() {
        let pattern = ["is 3 bytes to the right of 10.*to the left".to_owned()];
        for output in [
            "is 3 bytes to the right of 10 to the left",
            "is 3 bytes after 10 before",
        ] {
            judge(&pattern, output).unwrap();
        }
        assert!(judge(&pattern, "is 3 bytes inside of 10 before").is_err());
    }
}
