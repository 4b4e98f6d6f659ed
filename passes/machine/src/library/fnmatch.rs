//! `<fnmatch.h>`: patterns of file names (POSIX.1-2017, Shell 2.13).

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;

pub(super) const TABLE: &[Row] = &[("fnmatch", fnmatch)];

// Flags.
const PATH: i32 = 1;
const NO_ESCAPE: i32 = 2;
const PERIOD: i32 = 4;
const LEADING_FOLDERS: i32 = 8;
const ANY_CASE: i32 = 16;
/// What glibc has beyond this: alternatives in brackets behind `?*+@!`.
const EXTENDED: i32 = 32;

fn fnmatch(call: &mut dyn Call) -> Outcome {
    let (pattern, text, flags) = (call.text(0)?, call.text(1)?, call.int(2)?);
    if flags & EXTENDED != 0 {
        let text = "fnmatch with FNM_EXTMATCH";
        return Err(crate::fault::Stop::Unsupported(text.to_owned()));
    }
    let fits = Names { text: &text, flags }.fits(&pattern, 0);
    Ok(Value::int(i32::from(!fits)))
}

/// A name, and how it is compared.
struct Names<'a> {
    text: &'a [u8],
    flags: i32,
}

impl Names<'_> {
    fn has(&self, flag: i32) -> bool {
        self.flags & flag != 0
    }

    /// Whether a byte there begins with a period that only a period fits.
    fn is_hidden(&self, at: usize) -> bool {
        let begins = at == 0 || self.has(PATH) && self.text[at - 1] == b'/';
        self.has(PERIOD) && begins && self.text.get(at) == Some(&b'.')
    }

    fn same(&self, a: u8, b: u8) -> bool {
        match self.has(ANY_CASE) {
            true => a.eq_ignore_ascii_case(&b),
            false => a == b,
        }
    }

    /// Whether the pattern fits the name from a place on.
    fn fits(&self, pattern: &[u8], at: usize) -> bool {
        let Some((&first, rest)) = pattern.split_first() else {
            let is_folder = self.has(LEADING_FOLDERS) && self.text.get(at) == Some(&b'/');
            return at == self.text.len() || is_folder;
        };
        let here = self.text.get(at).copied();
        // Neither a wildcard nor a bracket fits these.
        let is_plain =
            here.is_some_and(|byte| byte == b'/') && self.has(PATH) || self.is_hidden(at);
        match first {
            b'*' => {
                if self.is_hidden(at) {
                    return false;
                }
                let ends = at..=self.text.len();
                let mut reached = ends
                    .take_while(|&end| end == at || !self.has(PATH) || self.text[end - 1] != b'/');
                reached.any(|end| self.fits(rest, end))
            }
            b'?' => here.is_some() && !is_plain && self.fits(rest, at + 1),
            b'[' => match (here, self.bracket(rest, here.unwrap_or(0))) {
                (None, Some(_)) => false,
                (Some(_), Some((fits, rest))) => fits && !is_plain && self.fits(rest, at + 1),
                (_, None) => here == Some(b'[') && self.fits(rest, at + 1),
            },
            b'\\' if !self.has(NO_ESCAPE) => match rest.split_first() {
                Some((&byte, rest)) => {
                    here.is_some_and(|here| self.same(here, byte)) && self.fits(rest, at + 1)
                }
                None => false,
            },
            byte => here.is_some_and(|here| self.same(here, byte)) && self.fits(rest, at + 1),
        }
    }

    /// Whether a byte is one of a bracket, and the pattern behind it. None if it is no bracket, because it has no end.
    fn bracket<'p>(&self, pattern: &'p [u8], byte: u8) -> Option<(bool, &'p [u8])> {
        let is_not = matches!(pattern.first(), Some(b'!' | b'^'));
        let mut at = usize::from(is_not);
        let first = at;
        let mut fits = false;
        loop {
            let low = match *pattern.get(at)? {
                b']' if at > first => return Some((fits != is_not, &pattern[at + 1..])),
                b'[' if pattern.get(at + 1) == Some(&b':') => {
                    let name = &pattern[at + 2..];
                    let end = name.windows(2).position(|two| two == b":]")?;
                    fits |= is_of_class(&name[..end], byte);
                    at += 2 + end + 2;
                    continue;
                }
                // One letter by its name: in these locales the name is the letter.
                b'[' if matches!(
                    pattern[at + 1..],
                    [b'=', _, b'=', b']', ..] | [b'.', _, b'.', b']', ..]
                ) =>
                {
                    at += 4;
                    pattern[at - 2]
                }
                b'\\' if !self.has(NO_ESCAPE) => {
                    at += 1;
                    *pattern.get(at)?
                }
                low => low,
            };
            at += 1;
            let high = match pattern[at..] {
                [b'-', high, ..] if high != b']' => {
                    at += 2;
                    high
                }
                _ => low,
            };
            let between = |byte: u8| (low..=high).contains(&byte);
            fits |= between(byte)
                || self.has(ANY_CASE)
                    && (between(byte.to_ascii_lowercase()) || between(byte.to_ascii_uppercase()));
        }
    }
}

fn is_of_class(name: &[u8], byte: u8) -> bool {
    match name {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"cntrl" => byte.is_ascii_control(),
        b"digit" => byte.is_ascii_digit(),
        b"graph" => byte.is_ascii_graphic(),
        b"lower" => byte.is_ascii_lowercase(),
        b"print" => byte.is_ascii_graphic() || byte == b' ',
        b"punct" => byte.is_ascii_punctuation(),
        b"space" => matches!(byte, b' ' | 9..=13),
        b"upper" => byte.is_ascii_uppercase(),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => false,
    }
}
