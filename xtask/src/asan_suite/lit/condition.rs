//! Conditions of `REQUIRES:`, `UNSUPPORTED:`, `XFAIL:` and `%if`: features joined by `&&`, `||`, `!` and parentheses.

use regex_lite::Regex;

/// Whether `condition` holds where `features` are what there is. A comma-separated list is not a condition.
pub fn holds(condition: &str, features: &[&str]) -> Result<bool, String> {
    let tokens = tokens(condition)?;
    let mut parser = Parser {
        tokens: &tokens,
        features,
    };
    let value = parser.any()?;
    match parser.tokens {
        [] => Ok(value),
        [rest, ..] => Err(format!("`{rest}` is unexpected in `{condition}`")),
    }
}

/// Splits into operators and names; a regular expression in `{{}}` is part of the name that it stands in.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let token = Regex::new(r"^(?:&&|\|\||[!()]|\*|(?:[-+=._a-zA-Z0-9]|\{\{.+?\}\})+)")
        .expect("a valid expression");
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while !rest.is_empty() {
        let found = token
            .find(rest)
            .ok_or_else(|| format!("cannot read `{rest}`"))?;
        tokens.push(found.as_str().to_owned());
        rest = rest[found.end()..].trim_start();
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: &'a [String],
    features: &'a [&'a str],
}

impl Parser<'_> {
    fn take(&mut self, wanted: &str) -> bool {
        let found = self.tokens.first().is_some_and(|token| token == wanted);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut value = self.all()?;
        while self.take("||") {
            value |= self.all()?;
        }
        Ok(value)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut value = self.one()?;
        while self.take("&&") {
            value &= self.one()?;
        }
        Ok(value)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.take("!") {
            return Ok(!self.one()?);
        }
        if self.take("(") {
            let value = self.any()?;
            return match self.take(")") {
                true => Ok(value),
                false => Err("a parenthesis is not closed".to_owned()),
            };
        }
        let Some((name, rest)) = self.tokens.split_first() else {
            return Err("a condition ends too early".to_owned());
        };
        self.tokens = rest;
        if matches!(&**name, "&&" | "||" | ")") {
            return Err(format!("`{name}` is unexpected"));
        }
        is_there(name, self.features)
    }
}

fn is_there(name: &str, features: &[&str]) -> Result<bool, String> {
    if matches!(name, "*" | "true") {
        return Ok(true);
    }
    if !name.contains("{{") {
        return Ok(features.contains(&name));
    }
    let mut pattern = String::from("^");
    let mut rest = name;
    while let Some((literal, behind)) = rest.split_once("{{") {
        let (expression, after) = behind.split_once("}}").unwrap_or((behind, ""));
        pattern.push_str(&format!("{}(?:{expression})", regex_lite::escape(literal)));
        rest = after;
    }
    pattern.push_str(&regex_lite::escape(rest));
    pattern.push('$');
    let pattern = Regex::new(&pattern).map_err(|error| format!("{name}: {error}"))?;
    Ok(features.iter().any(|feature| pattern.is_match(feature)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: &[&str] = &["linux", "x86_64-target-arch", "target=x86_64-pc-linux-gnu"];

    #[test]
    fn operators_bind_as_in_c() {
        for (condition, value) in [
            ("linux", true),
            ("darwin", false),
            ("!darwin && linux", true),
            ("darwin || linux && !linux", false),
            ("(darwin || linux) && x86_64-target-arch", true),
            ("*", true),
        ] {
            assert_eq!(holds(condition, FEATURES), Ok(value), "{condition}");
        }
    }

    #[test]
    fn targets_are_matched_whole() {
        assert_eq!(holds("target={{.*linux.*}}", FEATURES), Ok(true));
        assert_eq!(
            holds("target={{.*-windows-(gnu|msvc)}}", FEATURES),
            Ok(false)
        );
        assert_eq!(holds("target=x86_64{{.*}}", FEATURES), Ok(true));
        assert_eq!(holds("target=x86_64{{-pc}}", FEATURES), Ok(false));
    }

    #[test]
    fn nonsense_is_an_error() {
        for condition in ["", "linux &&", "(linux", "linux linux", "a ? b", "&& a"] {
            assert!(holds(condition, FEATURES).is_err(), "{condition}");
        }
    }
}
