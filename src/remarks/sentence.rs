//! A record in words.

use super::record::{Account, Record};
use sanecc_instrument::Switch;
use std::collections::BTreeMap;

/// What is done about an access. `places` has the place of each access by its identifier.
pub fn decision(record: &Record, places: &BTreeMap<&str, String>) -> String {
    let what = action(record, places);
    let size = match record.bytes {
        Some(1) => " of 1 byte".to_owned(),
        Some(bytes) => format!(" of {bytes} bytes"),
        None => String::new(),
    };
    let function = readable(&record.function);
    let inlined = match record.symbol == record.function {
        true => String::new(),
        false => format!(" (inlined into {})", readable(&record.symbol)),
    };
    let rule = record.rule.as_deref();
    let rule = rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
    format!("{}{size} in {function}{inlined}: {what}{rule}", record.kind)
}

/// The same without the access and the rule.
pub fn action(record: &Record, places: &BTreeMap<&str, String>) -> String {
    let rule = record.rule.as_deref();
    let claim = rule.and_then(claim_of);
    match record.decision.as_str() {
        "removed" => match claim {
            Some(claim) => format!("no check: {}", lower(claim)),
            None => "no check".to_owned(),
        },
        "merged" => match record.proof.checked_by[..] {
            [] => "covered by other checks".to_owned(),
            [ref first, ref others @ ..] => {
                let more = match others.len() {
                    0 => String::new(),
                    1 => " and another one".to_owned(),
                    more => format!(" and {more} others"),
                };
                let by = places
                    .get(first.as_str())
                    .map_or(first.as_str(), String::as_str);
                format!("covered by the check at {by}{more}")
            }
        },
        "hoisted" => format!(
            "{}; otherwise {} each time",
            before_loop(rule),
            check(record)
        ),
        "checked" => format!("checked: {}", check(record)),
        "library" => "checked by the runtime when the library function is called".to_owned(),
        "unchecked" => {
            "not checked: data from outside has no influence on it (-fsanecc-taint)".to_owned()
        }
        other => other.to_owned(),
    }
}

/// Whether code of a function of the source stands in another one. In C++ a symbol has more than the name: scopes and parameters.
pub fn is_inlined(function: &str, symbol: &str) -> bool {
    let own = |name: &str| {
        let readable = readable(name);
        let name = readable.split('(').next().unwrap_or_default();
        name.rsplit("::").next().unwrap_or_default().to_owned()
    };
    function != symbol && own(function) != own(symbol)
}

/// What holds where a rule applies.
fn claim_of(name: &str) -> Option<&'static str> {
    let rule = Switch::rules().find(|rule| rule.name() == name);
    rule.and_then(Switch::claim)
}

fn before_loop(rule: Option<&str>) -> &'static str {
    match rule {
        Some("cached-bound") => {
            "not checked below the addressable length that was read before the loop"
        }
        _ => "not checked if one check of its whole range before the loop passes",
    }
}

fn check(record: &Record) -> &'static str {
    let has = |name: &str| record.check.iter().any(|check| check == name);
    match (has("bounds"), has("shadow")) {
        (true, true) => "its offset is compared with the object's bounds, and its shadow is read",
        (true, false) => "its offset is compared with the object's bounds",
        (false, _) => "its shadow is read",
    }
}

/// The proof, and the reasons of what is checked.
pub fn why(record: &Record) -> Vec<String> {
    let proof = &record.proof;
    let named = |text: &str| with_names(text, &proof.values);
    let mut lines = Vec::new();
    lines.extend(place(proof, named));
    let when = match record.decision.as_str() {
        "hoisted" => "before the loop",
        _ => "proved",
    };
    for fact in &proof.facts {
        lines.push(format!("{when}: {}", named(fact)));
    }
    lines.extend(proof.temporal.as_ref().map(|why| format!("alive: {why}")));
    for assumption in &proof.assumptions {
        lines.push(format!("assumed: {}", named(assumption)));
    }
    for reason in &record.reasons {
        lines.push(format!("not removed: {reason}"));
    }
    lines
}

/// Where in the object the access is.
fn place(proof: &Account, named: impl Fn(&str) -> String) -> Option<String> {
    let (offset, bytes, size) = match (&proof.offset, &proof.bytes, &proof.size) {
        (Some(offset), Some(bytes), Some(size)) => (named(offset), named(bytes), named(size)),
        _ => {
            return proof
                .object
                .as_ref()
                .map(|object| format!("object: {object}"));
        }
    };
    let object = proof.object.as_deref().unwrap_or("the object");
    let size = match object.ends_with(" bytes") {
        true => String::new(),
        false => format!(" of {size} bytes"),
    };
    Some(format!(
        "place: {bytes} bytes at offset {offset} of {object}{size}"
    ))
}

/// A formula with the source's names for values.
fn with_names(text: &str, values: &BTreeMap<String, String>) -> String {
    let mut named = String::new();
    let mut word = String::new();
    let end = |word: &mut String, named: &mut String| {
        let whole = std::mem::take(word);
        named.push_str(values.get(&whole).unwrap_or(&whole));
    };
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || character == '_' {
            word.push(character);
        } else {
            end(&mut word, &mut named);
            named.push(character);
        }
    }
    end(&mut word, &mut named);
    named.replace(" + -", " - ")
}

/// A function's name as its source has it. Only names with the mark of a mangled one are taken for such: `f` would be `float`.
pub fn readable(function: &str) -> String {
    match function.starts_with("_Z") || function.starts_with("_R") {
        true => addr2line::demangle_auto(function.into(), None).into_owned(),
        false => function.to_owned(),
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn formulas_get_the_names_of_the_source() {
        let values = BTreeMap::from([("v1", "n"), ("v0", "a"), ("v4u", "(i & 7)")]);
        let values = values
            .into_iter()
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect();
        let text = with_names("[v0 .. v0 + v1*4 + -1] is addressable", &values);
        assert_eq!(text, "[a .. a + n*4 - 1] is addressable");
        assert_eq!(with_names("4*v4u + v10", &values), "4*(i & 7) + v10");
    }

    #[test]
    fn only_mangled_names_are_demangled() {
        for (name, expected) in [("f", "f"), ("i", "i"), ("_Z1fi", "f(int)"), ("_x", "_x")] {
            assert_eq!(readable(name), expected);
        }
    }

    #[test]
    fn each_decision_is_a_sentence() {
        let begin = r#"{"id":"a.c:f:a1","file":"a.c","line":2,"function":"_Z1fv","symbol":"main","kind":"read","bytes":4"#;
        let places = BTreeMap::from([("a.c:f:a0", "a.c:1:7".to_owned())]);
        for (rest, expected) in [
            (
                r#""decision":"removed","rule":"in-bounds""#,
                "no check: the offset and the size of the object are constant [in-bounds]",
            ),
            (
                r#""decision":"merged","rule":"coalesce","proof":{"checked_by":["a.c:f:a0","all callers"]}"#,
                "covered by the check at a.c:1:7 and another one [coalesce]",
            ),
            (
                r#""decision":"checked","check":["bounds"],"rule":"bounds-only""#,
                "checked: its offset is compared with the object's bounds [bounds-only]",
            ),
            (
                r#""decision":"library""#,
                "checked by the runtime when the library function is called",
            ),
        ] {
            let text = decision(&record(&format!("{begin},{rest}}}")), &places);
            assert_eq!(
                text,
                format!("read of 4 bytes in f() (inlined into main): {expected}")
            );
        }
    }
}
