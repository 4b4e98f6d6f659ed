//! The report as one page: markup, style, script and data in one file that loads nothing.
//!
//! Sources and accesses are JSON, compressed (zlib), in base64, one piece for each file: the script unpacks a file when it is opened, so a page about a large
//! program opens at once. Nothing of a program is ever parsed as markup: base64 cannot end a script element, and the script sets texts alone.

use super::json;
use super::model::{File, Model, Totals};
use crate::remarks::{Sources, State, sentence};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// In the order in which they need each other.
const SCRIPTS: [&str; 6] = [
    include_str!("data.js"),
    include_str!("charts.js"),
    include_str!("tables.js"),
    include_str!("lines.js"),
    include_str!("details.js"),
    include_str!("main.js"),
];

/// The sign of each state, which tells it without colour.
fn sign(state: State) -> &'static str {
    match state {
        State::Proved => "✓",
        State::Coalesced => "∪",
        State::Hoisted => "↥",
        State::Library => "ƒ",
        State::Checked => "●",
        State::Unchecked => "○",
    }
}

/// The page, called `title`.
pub fn page(title: &str, model: &Model<'_>, sources: &mut Sources) -> String {
    let mut data = piece("index", &index(title, model, sources));
    for (number, file) in model.files.iter().enumerate() {
        data += &piece(&format!("file{number}"), &content(file, model, sources));
    }
    let parts = [
        ("{title}", escaped(title)),
        ("{summary}", escaped(&super::text::list(&model.totals))),
        ("{style}", STYLE.to_owned()),
        ("{script}", SCRIPTS.join("\n")),
        ("{data}", data),
    ];
    filled(PAGE, &parts)
}

/// The template with its marks replaced; what replaces them is not looked at again.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut whole = String::new();
    let mut rest = template;
    while let Some((at, mark, part)) = parts
        .iter()
        .filter_map(|(mark, part)| Some((rest.find(mark)?, mark, part)))
        .min_by_key(|(at, ..)| *at)
    {
        whole += &rest[..at];
        whole += part;
        rest = &rest[at + mark.len()..];
    }
    whole + rest
}

/// As text of an element or a quoted attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            other => safe.push(other),
        }
    }
    safe
}

/// An element that holds a piece of the data.
fn piece(id: &str, value: &Value) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Cannot fail: memory takes everything.
    let _ = encoder.write_all(value.to_string().as_bytes());
    let packed = STANDARD.encode(encoder.finish().unwrap_or_default());
    let mut element = String::new();
    let _ = writeln!(
        element,
        "<script type=\"application/octet-stream\" id=\"{id}\">{packed}</script>"
    );
    element
}

/// All but sources and accesses.
fn index(title: &str, model: &Model<'_>, sources: &mut Sources) -> Value {
    let states: Vec<Value> = State::ALL
        .iter()
        .map(
            |&state| json!({"name": state.name(), "meaning": state.meaning(), "sign": sign(state)}),
        )
        .collect();
    let files: Vec<Value> = model
        .files
        .iter()
        .map(|file| {
            let lines = sources.text(&file.path).map(|text| text.lines().count());
            json!({"name": file.name, "totals": numbers(&file.totals), "cost": file.cost, "lines": lines})
        })
        .collect();
    let functions: Vec<Value> = model
        .functions
        .iter()
        .map(|one| json!([one.name, one.file, one.line, numbers(&one.totals), one.cost]))
        .collect();
    let waits: Vec<Value> = model
        .waits
        .iter()
        .map(|wait| {
            json!({
                "fact": wait.fact.sentence(),
                "checks": wait.checks,
                "cost": wait.cost,
                "advice": wait.fact.advice(),
                "example": wait.example,
            })
        })
        .collect();
    let silent: Vec<Value> = model
        .silent
        .iter()
        .map(|silent| json!([silent.name, silent.why]))
        .collect();
    let apart = model.apart.iter();
    let apart: Vec<Value> = apart
        .map(|apart| json!([apart.object, apart.reason]))
        .collect();
    json!({
        "title": title,
        "units": model.units,
        "states": states,
        "totals": numbers(&model.totals),
        "named": json::totals(&model.totals),
        "counted": model.counted,
        "executed": model.executed,
        "files": files,
        "functions": functions,
        "unknown": waits,
        "silent": silent,
        "apart": apart,
    })
}

fn numbers(totals: &Totals) -> Value {
    json!(totals.0)
}

/// Texts that a file's accesses share.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: String) -> usize {
        if let Some(&known) = self.known.get(&text) {
            return known;
        }
        self.all.push(text.clone());
        self.known.insert(text, self.all.len() - 1);
        self.all.len() - 1
    }
}

/// The source and the accesses of a file: line, column, state, sentence, reasons, how often in the object, executions of the line.
fn content(file: &File<'_>, model: &Model<'_>, sources: &mut Sources) -> Value {
    let mut texts = Texts::default();
    let mut accesses: Vec<Value> = Vec::new();
    let mut places: BTreeMap<(u32, u32, usize), usize> = BTreeMap::new();
    for access in &file.accesses {
        let record = access.record;
        let says = texts.number(sentence::decision(record, &model.places));
        let why = sentence::why(record).into_iter();
        let why: Vec<usize> = why.map(|text| texts.number(text)).collect();
        let (line, column) = (record.line.unwrap_or(0), record.column.unwrap_or(0));
        // Unrolled loops and inlined functions have an access many times.
        if let Some(&same) = places.get(&(line, column, says)) {
            let times = accesses[same][5].as_u64().unwrap_or(1) + 1;
            accesses[same][5] = times.into();
            if let Some(reasons) = accesses[same][4].as_array_mut() {
                let new = why.iter().filter(|why| !reasons.contains(&json!(why)));
                let new: Vec<Value> = new.map(|why| json!(why)).collect();
                reasons.extend(new);
            }
            continue;
        }
        places.insert((line, column, says), accesses.len());
        let state = record.state() as usize;
        accesses.push(json!([line, column, state, says, why, 1, access.executed]));
    }
    let text = sources.text(&file.path);
    json!({"text": text, "texts": texts.all, "accesses": accesses})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let parts = [("{a}", "{b}".to_owned()), ("{b}", "x".to_owned())];
        assert_eq!(filled("<{a}|{b}|{c}>", &parts), "<{b}|x|{c}>");
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(escaped("<script>\"'&"), "&lt;script&gt;&quot;&#39;&amp;");
    }

    #[test]
    fn no_script_ends_its_own_element() {
        for script in SCRIPTS {
            assert!(!script.contains("</script") && !script.contains("<!--"));
            // Texts of programs must never be parsed as markup.
            for way in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
            ] {
                assert!(!script.contains(way), "{way}");
            }
        }
    }
}
