//! The JSON record of an error says what the text report of another run says of it. Addresses, which differ, count as equal.

use super::report::{Dialect, Report};
use super::stacks;
use serde_json::Value;
use std::process::Output;

/// What one of the formats says.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    code: Option<i32>,
    /// The first line, without addresses.
    message: String,
    kind: String,
    thread: String,
    /// Direction and size, and how many bytes of it are addressable.
    access: Option<(String, String)>,
    addressable: usize,
    /// File and line of the error, and the object's name, size and distance, as far as they are told.
    place: Option<(String, usize)>,
    object: Option<String>,
    /// Thread, function and place of the first frames of each stack.
    stacks: Vec<Vec<String>>,
}

/// Compares two outputs of one program.
///
/// # Errors
/// What they say, where they differ.
pub fn compare(text: &Output, json: &Output) -> Result<(), String> {
    let [mut text, mut json] = [said_in_text(text)?, said_in_json(json)?];
    for said in [&mut text, &mut json] {
        // Which instruction meets the end of the stack depends on where the system has put it.
        if said.kind == "stack-overflow"
            && let Some((function, _)) = said.stacks[0][0].clone().split_once(' ')
        {
            said.stacks[0][0] = function.to_owned();
        }
    }
    if let (Some((short, _)), Some((whole, _))) = (&text.place, &mut json.place)
        && whole.ends_with(&format!("/{short}"))
    {
        // A summary has the path as the compiler was given it, a record the whole one.
        short.clone_into(whole);
    }
    leave_shared_out(text.stacks.len(), &mut json.stacks);
    leave_folded_out(&text.stacks, &mut json.stacks);
    match text == json {
        true => Ok(()),
        false => Err(format!("text and JSON differ:\n{text:#?}\n{json:#?}")),
    }
}

/// Lets frames of a record count as folded where the report for people has folded them.
fn leave_folded_out(text: &[Vec<String>], json: &mut [Vec<String>]) {
    let stacks = text.iter().zip(json);
    for (shown, frame) in stacks.flat_map(|(text, json)| text.iter().zip(json)) {
        if shown == stacks::FOLDED {
            shown.clone_into(frame);
        }
    }
}

/// Leaves out the second chunk's stacks of a record where they are those of the first: people are told of one chunk once.
fn leave_shared_out(in_text: usize, json: &mut Vec<Vec<String>>) {
    let second = in_text.min(json.len());
    let (known, more) = json.split_at(second);
    if known.ends_with(more) {
        json.truncate(second);
    }
}

fn said_in_text(output: &Output) -> Result<Said, String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let report = Report::read(Dialect::Sanecc, &stderr)?.ok_or("no report")?;
    let (_, title) = stderr
        .split_once("ERROR: sanecc: ")
        .ok_or("no first line of a report")?;
    let (message, rest) = title.split_once(" at pc ").ok_or("no pc in the title")?;
    let (_, thread) = rest.split_once("(thread T").ok_or("no thread")?;
    let line = |start: &[&str]| {
        let mut lines = stderr.lines();
        lines.find(|line| start.iter().any(|start| line.starts_with(start)))
    };
    let mut access = line(&["READ of size", "WRITE of size"]).map(|line| {
        let mut words = line.split(' ');
        let direction = words.next().unwrap_or_default().to_lowercase();
        (direction, words.nth(2).unwrap_or_default().to_owned())
    });
    if let Some(caused) = line(&["The signal is caused by a"]) {
        let word = caused.split(' ').nth(6).unwrap_or_default().to_lowercase();
        access = ["read", "write"]
            .contains(&word.as_str())
            .then_some((word, String::new()));
    }
    let addressable = stderr
        .split_once(", of which the first ")
        .map_or(Some(0), |(_, rest)| rest.split(' ').next()?.parse().ok())
        .ok_or("no number of addressable bytes")?;
    Ok(Said {
        code: output.status.code(),
        message: without_addresses(message.trim_end_matches(',')),
        kind: report.summary_kind,
        thread: thread.split(')').next().unwrap_or_default().to_owned(),
        access,
        addressable,
        place: report.place,
        object: object_in_text(&stderr),
        stacks: stacks::in_text(&stderr),
    })
}

/// `10: 0 after`: size and distance.
fn object_in_text(stderr: &str) -> Option<String> {
    for line in stderr.lines() {
        let Some((address, rest)) = line.split_once(" is ") else {
            continue;
        };
        if !address.starts_with("0x") {
            continue;
        }
        if rest.starts_with("in the stack of thread") {
            return object_in_frame(stderr);
        }
        let (distance, object) = rest.split_once(" bytes ")?;
        let (side, object) = object.split_once(' ')?;
        let object = object.trim_start_matches("of ");
        let size = match object.split_once("-byte region") {
            Some((size, _)) => size,
            None => object.rsplit_once(" of size ")?.1,
        };
        let distance = same_in_all_runs(distance.parse().ok()?);
        return Some(format!("{size}: {distance} {side}"));
    }
    None
}

/// The object of a frame that an access is said to have missed.
fn object_in_frame(stderr: &str) -> Option<String> {
    let (objects, access) = stderr.split_once(" <== the access at offset ")?;
    let (_, object) = objects.rsplit_once("    [")?;
    let (start, rest) = object.split_once(", ")?;
    let (end, _) = rest.split_once(')')?;
    let (offset, _) = access.split_once(' ')?;
    let number = |text: &str| text.parse::<i64>().ok();
    let start = number(start)?;
    Some(distance(number(end)? - start, number(offset)? - start))
}

fn said_in_json(output: &Output) -> Result<Said, String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut records = stderr.lines();
    let record = records.next().ok_or("no record")?;
    if let Some(more) = records.next() {
        return Err(format!("more than one record: {more}"));
    }
    let record: Value =
        serde_json::from_str(record).map_err(|error| format!("{error}: {record}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let access = record.get("access").map(|access| {
        let size = access.get("size").map(Value::to_string);
        (text(&access["direction"]), size.unwrap_or_default())
    });
    // What a summary names; else the first frame of which a line is known, unless the compiler has noted the place itself.
    let frames = record["stacks"][0]["frames"].as_array();
    let mut places = [&record["place"], &record["site"]]
        .into_iter()
        .chain(frames.into_iter().flatten());
    let place = places.find(|place| place["line"].is_u64());
    let place = place.unwrap_or(&Value::Null);
    Ok(Said {
        code: output.status.code(),
        message: without_addresses(text(&record["message"]).trim_end_matches(',')),
        kind: text(&record["kind"]),
        thread: record["thread"].to_string(),
        access,
        addressable: number(&record["access"]["addressable"]),
        place: place["line"]
            .is_u64()
            .then(|| (text(&place["file"]), number(&place["line"]))),
        object: object_in_json(&record["object"]),
        stacks: stacks::in_json(&record["stacks"]),
    })
}

fn object_in_json(object: &Value) -> Option<String> {
    let (size, offset) = (object["size"].as_i64()?, object["offset"].as_i64()?);
    Some(distance(size, offset))
}

fn distance(size: i64, offset: i64) -> String {
    match offset {
        ..0 => format!("{size}: {} before", same_in_all_runs(-offset)),
        _ if offset >= size => format!("{size}: {} after", same_in_all_runs(offset - size)),
        _ => format!("{size}: {offset} inside"),
    }
}

/// How far the stack lies from the heap is another number in each run.
fn same_in_all_runs(distance: i64) -> String {
    match distance {
        ..ANOTHER_AREA => distance.to_string(),
        _ => "far".to_owned(),
    }
}

/// Bytes between areas of memory that the kernel places.
const ANOTHER_AREA: i64 = 1 << 36;

fn without_addresses(text: &str) -> String {
    let mut pieces = text.split("0x");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        text + "0x" + piece.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    })
}
