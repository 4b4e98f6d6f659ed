//! `sane sarif`: the records of `report_format=json`, one JSON object a line, as one SARIF 2.1.0 log.

use crate::diagnostics::DriverError;
use serde_json::Value;
use serde_sarif::sarif::{
    ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, PropertyBag, Region,
    ReportingDescriptor, Result as Finding, ResultLevel, Run, Sarif, Stack, StackFrame,
    ToolComponent, Version,
};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::ExitCode;

/// What each record begins with; programs print other lines, too.
const BEGINNING: &str = "{\"tool\":\"sanecc\"";
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// Prints the log for the records in these files, or in standard input.
pub fn run(files: &[PathBuf]) -> ExitCode {
    match read_all(files) {
        Ok(records) => {
            println!("{:#}", serde_json::json!(log(&records)));
            ExitCode::SUCCESS
        }
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}

fn read_all(files: &[PathBuf]) -> Result<Vec<Value>, DriverError> {
    if files.is_empty() {
        return records(std::io::stdin(), "standard input");
    }
    let mut all = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let file = std::fs::File::open(path)
            .map_err(|error| DriverError::new(format!("cannot open '{name}': {error}")))?;
        all.extend(records(file, &name)?);
    }
    Ok(all)
}

/// The records among the lines of a file.
fn records(from: impl Read, name: &str) -> Result<Vec<Value>, DriverError> {
    let mut found = Vec::new();
    for (index, line) in BufReader::new(from).split(b'\n').enumerate() {
        let place = || format!("{name}:{}", index + 1);
        let line = line.map_err(|error| DriverError::new(format!("{}: {error}", place())))?;
        let line = String::from_utf8_lossy(&line);
        if line.starts_with(BEGINNING) {
            let record = serde_json::from_str(&line)
                .map_err(|error| DriverError::new(format!("{}: {error}", place())))?;
            found.push(record);
        }
    }
    Ok(found)
}

/// The log.
fn log(records: &[Value]) -> Sarif {
    let kinds: BTreeSet<&str> = records.iter().filter_map(|r| r["kind"].as_str()).collect();
    let rules: Vec<_> = kinds
        .iter()
        .map(|kind| ReportingDescriptor::builder().id(*kind).build())
        .collect();
    let driver = ToolComponent::builder()
        .name("sanecc")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(rules)
        .build();
    let run = Run::builder()
        .tool(driver)
        .results(records.iter().map(finding).collect::<Vec<_>>())
        .build();
    Sarif::builder()
        .schema(SCHEMA)
        .version(Version::V2_1_0.to_string())
        .runs(vec![run])
        .build()
}

fn finding(record: &Value) -> Finding {
    let stacks = record["stacks"].as_array().map_or(&[][..], Vec::as_slice);
    let innermost = |stack: &Value| {
        let frames = stack["frames"].as_array()?;
        let has_line = |frame: &&Value| frame["line"].is_u64();
        let is_own = |frame: &&Value| has_line(frame) && frame["own"] == true;
        let own = frames.iter().find(is_own);
        own.or_else(|| frames.iter().find(has_line)).cloned()
    };
    // What a summary names, else the compiler's own note of the place, which needs no debug information.
    let mut named = [&record["place"], &record["site"]].into_iter();
    let named = named.find(|place| place["line"].is_u64());
    let place = named
        .cloned()
        .or_else(|| stacks.first().and_then(innermost));
    let related = stacks.iter().skip(1).filter_map(|stack| {
        let mut place = location(&innermost(stack)?);
        place.message = Some(said(stack));
        Some(place)
    });
    let related: Vec<Location> = related.collect();
    let fingerprint = ("sanecc/v1".to_owned(), text(&record["fingerprint"]));
    let known = PROPERTIES.iter();
    let known = known.filter_map(|&name| Some((name.to_owned(), record.get(name)?.clone())));
    let mut finding = Finding::builder()
        .rule_id(text(&record["kind"]))
        .level(ResultLevel::Error)
        .message(message(text(&record["message"])))
        .partial_fingerprints(BTreeMap::from([fingerprint]))
        .stacks(stacks.iter().map(stack).collect::<Vec<_>>())
        .properties(properties(known))
        .build();
    finding.locations = place.map(|place| vec![location(&place)]);
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

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn message(text: String) -> Message {
    Message::builder().text(text).build()
}

fn said(stack: &Value) -> Message {
    let role = text(&stack["role"]);
    message(format!("{role} by thread T{} here", stack["thread"]))
}

fn stack(stack: &Value) -> Stack {
    let frames = stack["frames"].as_array().map_or(&[][..], Vec::as_slice);
    let frame = |frame: &Value| {
        let known = ["pc", "offset"].map(|name| (name.to_owned(), frame[name].clone()));
        let mut made = StackFrame::builder()
            .location(location(frame))
            .properties(properties(known))
            .build();
        made.thread_id = stack["thread"].as_i64();
        made.module = frame["module"].as_str().map(str::to_owned);
        made
    };
    Stack::builder()
        .message(said(stack))
        .frames(frames.iter().map(frame).collect::<Vec<_>>())
        .build()
}

/// A place with `file`, `line`, `column`, `function`, as far as it has them.
fn location(place: &Value) -> Location {
    let mut location = Location::builder().build();
    if let Some(file) = place["file"].as_str() {
        let artifact = ArtifactLocation::builder().uri(uri(file)).build();
        let mut physical = PhysicalLocation::builder()
            .artifact_location(artifact)
            .build();
        // A column alone names no region.
        physical.region = place["line"].as_i64().map(|line| {
            let mut region = Region::builder().start_line(line).build();
            region.start_column = place["column"].as_i64();
            region
        });
        location.physical_location = Some(physical);
    }
    location.logical_locations = place["function"].as_str().map(|function| {
        vec![
            LogicalLocation::builder()
                .fully_qualified_name(function)
                .kind("function")
                .build(),
        ]
    });
    location
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
    use serde_json::json;

    const RECORD: &str = r#"{"tool":"sanecc","version":1,"kind":"heap-use-after-free","message":"m","process":7,"thread":1,"fatal":true,"address":"0x1","site":{"file":"dir/a b.c","line":3,"column":4,"function":"f"},"stacks":[{"role":"error","thread":1,"frames":[{"pc":"0x5","function":"f","module":"/bin/p","offset":"0x2"}]},{"role":"freed","thread":0,"frames":[{"pc":"0x9"},{"pc":"0x6","function":"g","file":"/src/b.c","line":8}]}],"fingerprint":"0123456789abcdef"}"#;

    #[test]
    fn a_record_maps_to_a_result() {
        let text = format!("hello\n{RECORD}\n{{\"tool\":\"other\"}}\n{RECORD}");
        let records = records(text.as_bytes(), "test").unwrap();
        let log = json!(log(&records));
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(
            run["tool"]["driver"]["rules"],
            json!([{ "id": "heap-use-after-free" }])
        );
        assert_eq!(run["results"].as_array().unwrap().len(), 2);
        let result = &run["results"][0];
        assert_eq!(result["ruleId"], "heap-use-after-free");
        let place = &result["locations"][0];
        let physical = &place["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "dir/a%20b.c");
        assert_eq!(
            physical["region"],
            json!({ "startLine": 3, "startColumn": 4 })
        );
        assert_eq!(place["logicalLocations"][0]["fullyQualifiedName"], "f");
        let related = &result["relatedLocations"][0];
        assert_eq!(related["message"]["text"], "freed by thread T0 here");
        let uri = &related["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(uri, "file:///src/b.c");
        assert_eq!(
            result["partialFingerprints"]["sanecc/v1"],
            "0123456789abcdef"
        );
        assert_eq!(result["properties"]["process"], 7);
        assert_eq!(result["stacks"][0]["frames"][0]["module"], "/bin/p");
    }

    #[test]
    fn what_is_cut_off_is_no_record() {
        let error = records(&RECORD.as_bytes()[..80], "log").unwrap_err();
        assert!(error.to_string().contains("log:1: "), "{error}");
    }
}
