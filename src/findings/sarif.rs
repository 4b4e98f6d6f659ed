//! `sane sarif`: the records as one SARIF 2.1.0 log.

use super::finding::{self, Spot, list, spot_of, text, title};
use super::input::Reports;
use super::root::{Place, Root};
use crate::sarif::Log;
use serde_json::Value;
use serde_sarif::sarif::{
    ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, PropertyBag, Region,
    Result as Finding, ResultLevel, Stack, StackFrame,
};
use std::collections::{BTreeMap, BTreeSet};

/// What paths in the repository are relative to.
const ROOT: &str = "SRCROOT";

/// Places of a record other than that of the error, and what they are.
const PLACES: [(&str, &str); 3] = [
    ("passed", "the arguments were passed here"),
    ("kept", "a pointer to the array was kept first here"),
    ("source", "the pointer comes from here"),
];

/// The log as text.
pub fn text_of(reports: &Reports) -> String {
    log(reports).text()
}

fn log(reports: &Reports) -> Log {
    let (records, root) = (&reports.records, &reports.root);
    let kinds: BTreeSet<&str> = records.iter().filter_map(|r| r["kind"].as_str()).collect();
    let rules = kinds.iter();
    let results = records.iter();
    Log {
        rules: rules
            .map(|kind| ((*kind).to_owned(), readable(kind)))
            .collect(),
        results: results.map(|record| finding(record, root)).collect(),
        bases: BTreeMap::from([(ROOT.to_owned(), base(root))]),
    }
}

/// A kind as words: `Heap buffer overflow`.
fn readable(kind: &str) -> String {
    let words = kind.replace('-', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The folder of the repository, for who has the files.
fn base(root: &Root) -> ArtifactLocation {
    let folder = uri(&format!("{}/", root.folder().display()));
    ArtifactLocation::builder().uri(folder).build()
}

fn finding(record: &Value, root: &Root) -> Finding {
    let stacks = list(&record["stacks"]);
    let related = stacks.iter().skip(1).filter_map(|stack| {
        let frames = list(&stack["frames"]).iter();
        let spots: Vec<Spot> = frames.filter_map(|frame| spot_of(frame, root)).collect();
        let inside = |spot: &&Spot| matches!(spot.file, Place::Inside(_));
        let mut place = location(spots.iter().find(inside).or(spots.first())?);
        place.message = Some(message(title(stack)));
        Some(place)
    });
    let places = PLACES.iter().filter_map(|(name, title)| {
        let mut place = location(&spot_of(&record[*name], root)?);
        place.message = Some(message((*title).to_owned()));
        Some(place)
    });
    let related: Vec<Location> = related.chain(places).collect();
    let fingerprint = (
        "sanecc/v1".to_owned(),
        text(&record["fingerprint"]).to_owned(),
    );
    let known = PROPERTIES.iter();
    let known = known.filter_map(|&name| Some((name.to_owned(), record.get(name)?.clone())));
    let mut finding = Finding::builder()
        .rule_id(text(&record["kind"]))
        .level(ResultLevel::Error)
        .message(message(finding::sentence(record)))
        .partial_fingerprints(BTreeMap::from([fingerprint]))
        .stacks(
            stacks
                .iter()
                .map(|stack| stack_of(stack, root))
                .collect::<Vec<_>>(),
        )
        .properties(properties(known))
        .build();
    finding.locations = finding::spot(record, root).map(|spot| vec![location(&spot)]);
    finding.related_locations = Some(related).filter(|related| !related.is_empty());
    finding
}

/// What SARIF has no name for.
const PROPERTIES: [&str; 8] = [
    "process",
    "thread",
    "executable",
    "fatal",
    "address",
    "pc",
    "access",
    "object",
];

fn properties(known: impl IntoIterator<Item = (String, Value)>) -> PropertyBag {
    let known: BTreeMap<_, _> = known.into_iter().collect();
    PropertyBag::builder().additional_properties(known).build()
}

fn message(text: String) -> Message {
    Message::builder().text(text).build()
}

fn stack_of(stack: &Value, root: &Root) -> Stack {
    let frame = |frame: &Value| {
        let known = ["pc", "offset"].map(|name| (name.to_owned(), frame[name].clone()));
        let mut place = Location::builder().build();
        if let Some(file) = frame["file"].as_str() {
            let (line, column) = (frame["line"].as_i64(), frame["column"].as_i64());
            place.physical_location = Some(physical(&root.place(file), line, column));
        }
        place.logical_locations = frame["function"].as_str().map(logical);
        let mut made = StackFrame::builder()
            .location(place)
            .properties(properties(known))
            .build();
        made.thread_id = stack["thread"].as_i64();
        made.module = frame["module"].as_str().map(str::to_owned);
        made
    };
    Stack::builder()
        .message(message(title(stack)))
        .frames(list(&stack["frames"]).iter().map(frame).collect::<Vec<_>>())
        .build()
}

fn location(spot: &Spot) -> Location {
    let number = |n: u64| i64::try_from(n).ok();
    let (line, column) = (number(spot.line), spot.column.and_then(number));
    let mut location = Location::builder().build();
    location.physical_location = Some(physical(&spot.file, line, column));
    location.logical_locations = spot.function.as_deref().map(logical);
    location
}

fn physical(file: &Place, line: Option<i64>, column: Option<i64>) -> PhysicalLocation {
    let mut artifact = ArtifactLocation::builder().uri(uri(file.path())).build();
    artifact.uri_base_id = matches!(file, Place::Inside(_)).then(|| ROOT.to_owned());
    let mut physical = PhysicalLocation::builder()
        .artifact_location(artifact)
        .build();
    // A column alone names no region.
    physical.region = line.map(|line| {
        let mut region = Region::builder().start_line(line).build();
        region.start_column = column;
        region
    });
    physical
}

fn logical(function: &str) -> Vec<LogicalLocation> {
    let named = LogicalLocation::builder().fully_qualified_name(function);
    vec![named.kind("function").build()]
}

/// A path as a URI: absolute ones of the scheme `file`, relative ones relative.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~+".contains(&byte);
    let escaped: String = path
        .bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect();
    match path.starts_with('/') {
        true => format!("file://{escaped}"),
        false => escaped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::input::records;
    use serde_json::json;

    const RECORD: &str = r#"{"tool":"sanecc","version":1,"kind":"heap-use-after-free","message":"m","process":7,"thread":1,"fatal":true,"address":"0x1","site":{"file":"dir/a b.c","line":3,"column":4,"function":"f"},"stacks":[{"role":"error","thread":1,"frames":[{"pc":"0x5","function":"f","module":"/bin/p","offset":"0x2"}]},{"role":"freed","thread":0,"frames":[{"pc":"0x9"},{"pc":"0x6","function":"g","file":"/src/b.c","line":8}]}],"fingerprint":"0123456789abcdef"}"#;

    #[test]
    fn a_record_maps_to_a_result() {
        let text = format!("hello\n{RECORD}\n{{\"tool\":\"other\"}}\n{RECORD}");
        let records = records(text.as_bytes(), "test").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let root = Root::new(Some(folder.path())).unwrap();
        let log = json!(log(&Reports { records, root }).whole());
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(
            run["tool"]["driver"]["rules"],
            json!([{ "id": "heap-use-after-free", "shortDescription": { "text": "Heap use after free" } }])
        );
        assert_eq!(run["results"].as_array().unwrap().len(), 2);
        let result = &run["results"][0];
        assert_eq!(result["ruleId"], "heap-use-after-free");
        let place = &result["locations"][0];
        let physical = &place["physicalLocation"];
        assert_eq!(
            physical["artifactLocation"],
            json!({ "uri": "dir/a%20b.c", "uriBaseId": "SRCROOT" })
        );
        let base = run["originalUriBaseIds"]["SRCROOT"]["uri"]
            .as_str()
            .unwrap();
        assert!(
            base.starts_with("file:///") && base.ends_with('/'),
            "{base}"
        );
        assert_eq!(
            physical["region"],
            json!({ "startLine": 3, "startColumn": 4 })
        );
        assert_eq!(place["logicalLocations"][0]["fullyQualifiedName"], "f");
        let related = &result["relatedLocations"][0];
        assert_eq!(related["message"]["text"], "freed by thread T0 here");
        let artifact = &related["physicalLocation"]["artifactLocation"];
        assert_eq!(*artifact, json!({ "uri": "file:///src/b.c" }));
        assert_eq!(
            result["partialFingerprints"]["sanecc/v1"],
            "0123456789abcdef"
        );
        assert_eq!(result["properties"]["process"], 7);
        assert_eq!(result["stacks"][0]["frames"][0]["module"], "/bin/p");
    }

    #[test]
    fn named_places_of_a_record_are_related_ones() {
        for (name, title) in PLACES {
            let place = r#"{"file":"c.c","line":10,"column":19,"function":"h"}"#;
            let text = RECORD.replace("\"stacks\":", &format!("\"{name}\":{place},\"stacks\":"));
            let records = records(text.as_bytes(), "test").unwrap();
            let folder = tempfile::tempdir().unwrap();
            let root = Root::new(Some(folder.path())).unwrap();
            let log = json!(log(&Reports { records, root }).whole());
            let related = &log["runs"][0]["results"][0]["relatedLocations"][1];
            assert_eq!(related["message"]["text"], title);
            let region = &related["physicalLocation"]["region"];
            assert_eq!(*region, json!({ "startLine": 10, "startColumn": 19 }));
        }
    }

    #[test]
    fn what_is_cut_off_is_no_record() {
        let error = records(&RECORD.as_bytes()[..80], "log").unwrap_err();
        assert!(error.to_string().contains("log:1: "), "{error}");
    }
}
