//! Patterns of suppressions, with sanitizers' meaning: a text matches if the pattern occurs anywhere in it; `*` stands
//! for any characters, `^` at the beginning and `$` at the end hold the pattern there. Nothing matches no text.

/// Whether a text matches a pattern.
pub fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (at_start, pattern) = match pattern.strip_prefix(b"^") {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let (at_end, pattern) = match pattern.strip_suffix(b"$") {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    if text.is_empty() {
        return false;
    }
    let mut rest = text;
    let mut pieces = pattern.split(|byte| *byte == b'*').peekable();
    let mut is_held = at_start;
    while let Some(piece) = pieces.next() {
        let is_last = pieces.peek().is_none();
        let place = if is_last && at_end {
            // The last occurrence is the one that can end the text.
            rest.len()
                .checked_sub(piece.len())
                .filter(|place| rest[*place..] == *piece && (!is_held || *place == 0))
        } else if is_held {
            rest.starts_with(piece).then_some(0)
        } else {
            find(rest, piece)
        };
        let Some(place) = place else { return false };
        rest = &rest[place + piece.len()..];
        is_held = false;
    }
    true
}

fn find(text: &[u8], piece: &[u8]) -> Option<usize> {
    if piece.is_empty() {
        return Some(0);
    }
    text.windows(piece.len()).position(|window| window == piece)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn as_sanitizers_match() {
        let cases = [
            ("abc", "xabcx", true),
            ("^abc", "xabc", false),
            ("^abc", "abcx", true),
            ("abc$", "abcx", false),
            ("abc$", "abcabc", true),
            ("^abc$", "abc", true),
            ("^abc$", "abcabc", false),
            ("a*c", "xaxxcx", true),
            ("^a*c$", "abbc", true),
            ("^a*c$", "abbcd", false),
            ("*", "anything", true),
            ("", "anything", true),
            ("*", "", false),
            ("^*", "x", true),
            ("libc.so", "/lib/libc.so.6", true),
            ("foo*$", "xfoobar", true),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(
                matches(pattern.as_bytes(), text.as_bytes()),
                expected,
                "{pattern} {text}"
            );
        }
    }

    /// The same by trying everything.
    fn slowly(pattern: &[u8], text: &[u8]) -> bool {
        fn from(pattern: &[u8], text: &[u8]) -> bool {
            match pattern.split_first() {
                None => true,
                Some((b'$', [])) => text.is_empty(),
                Some((b'*', rest)) => (0..=text.len()).any(|skip| from(rest, &text[skip..])),
                Some((byte, rest)) => text
                    .split_first()
                    .is_some_and(|(first, others)| first == byte && from(rest, others)),
            }
        }
        let starts = match pattern.strip_prefix(b"^") {
            Some(rest) => from(rest, text),
            None => (0..=text.len()).any(|skip| from(pattern, &text[skip..])),
        };
        !text.is_empty() && starts
    }

    proptest! {
        #[test]
        fn agrees_with_trying_everything(pattern in "\\^?[ab*]{0,6}\\$?", text in "[ab]{0,8}") {
            prop_assert_eq!(matches(pattern.as_bytes(), text.as_bytes()), slowly(pattern.as_bytes(), text.as_bytes()));
        }
    }
}
