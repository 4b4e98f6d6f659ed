//! A record in words, and the place that it is shown at.

use super::root::{Place, Root};
use serde_json::Value;
use std::path::Path;

/// A place in a source.
#[derive(Clone, Debug)]
pub struct Spot {
    pub file: Place,
    /// From 1.
    pub line: u64,
    /// From 1; none if not known.
    pub column: Option<u64>,
    pub function: Option<String>,
}

/// The text of a member, empty without.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The members of a list, none without.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Where a record is shown: the place of the access, if it is in the repository; else the innermost call there; else what is known.
pub fn spot(record: &Value, root: &Root) -> Option<Spot> {
    let frames = list(&record["stacks"][0]["frames"]);
    let site = &record["site"];
    // The compiler's note needs no debug information, and has the path as the compiler was given it. Debug information has the folder, too.
    let absolute = frames.iter().find(|frame| is_same(site, frame));
    let site = spot_of(absolute.unwrap_or(site), root);
    let places = frames.iter().filter_map(|frame| spot_of(frame, root));
    let mut all = site.into_iter().chain(places);
    let first = all.next()?;
    let is_inside = |spot: &Spot| matches!(spot.file, Place::Inside(_));
    if is_inside(&first) {
        return Some(first);
    }
    Some(all.find(is_inside).unwrap_or(first))
}

/// Whether a frame shows the place that the compiler noted, with an absolute path.
fn is_same(site: &Value, frame: &Value) -> bool {
    let name = |value: &Value| {
        Path::new(text(&value["file"]))
            .file_name()
            .map(ToOwned::to_owned)
    };
    site["line"].is_u64()
        && site["line"] == frame["line"]
        && name(site) == name(frame)
        && text(&frame["file"]).starts_with('/')
}

/// The place of a frame or a site, if it has a line.
pub fn spot_of(place: &Value, root: &Root) -> Option<Spot> {
    Some(Spot {
        file: root.place(place["file"].as_str()?),
        line: place["line"].as_u64()?,
        column: place["column"].as_u64(),
        function: place["function"].as_str().map(ToOwned::to_owned),
    })
}

/// What happened, in one sentence without addresses, so that the same error has the same words.
pub fn sentence(record: &Value) -> String {
    let kind = text(&record["kind"]);
    let access = &record["access"];
    let Some(size) = access["size"].as_u64() else {
        // Others name no address but where nothing else is known.
        return said(record);
    };
    let mut words = format!("{kind}: {} of {}", text(&access["direction"]), bytes(size));
    if let Some(library) = record["library"].as_str() {
        words += &format!(" by {library}");
    }
    if let Some(function) = record["site"]["function"].as_str() {
        words += &format!(" in {function}");
    }
    words + &object(&record["object"])
}

/// The title of the report without its address.
fn said(record: &Value) -> String {
    let message = text(&record["message"]);
    let words = message.split(" on address 0x").next().unwrap_or(message);
    match text(&record["kind"]) {
        kind if words.starts_with(kind) => words.to_owned(),
        kind => format!("{kind}: {words}"),
    }
}

fn object(object: &Value) -> String {
    let (Some(size), Some(offset)) = (object["size"].as_u64(), object["offset"].as_i64()) else {
        return String::new();
    };
    let distance = offset.unsigned_abs();
    let place = match u64::try_from(offset) {
        Err(_) => format!("{} before", bytes(distance)),
        Ok(offset) if offset >= size => format!("{} after", bytes(offset - size)),
        Ok(offset) => format!("{} into", bytes(offset)),
    };
    let state = match text(&object["state"]) {
        "freed" => "freed ",
        _ => "",
    };
    let name = match object["name"].as_str() {
        Some(name) => format!(" '{name}'"),
        None => String::new(),
    };
    let kind = text(&object["kind"]);
    format!(", {place} a {state}{kind} object{name} of {}", bytes(size))
}

fn bytes(count: u64) -> String {
    match count {
        1 => "1 byte".to_owned(),
        count => format!("{count} bytes"),
    }
}

/// The stacks as text, a line for each frame.
pub fn stacks(record: &Value, root: &Root) -> Vec<String> {
    let mut lines = Vec::new();
    for stack in list(&record["stacks"]) {
        lines.push(title(stack));
        for (number, frame) in list(&stack["frames"]).iter().enumerate() {
            let function = frame["function"].as_str().unwrap_or("??");
            let place = match spot_of(frame, root) {
                Some(spot) => format!("{}:{}", spot.file.path(), spot.line),
                None => format!("({}+{})", text(&frame["module"]), text(&frame["offset"])),
            };
            lines.push(format!("  #{number} {function} {place}"));
        }
    }
    lines
}

/// What a stack is of.
pub fn title(stack: &Value) -> String {
    format!(
        "{} by thread T{} here",
        text(&stack["role"]),
        stack["thread"]
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sentences_have_no_addresses() {
        let record = json!({"kind": "heap-use-after-free", "message": "heap-use-after-free on address 0x1",
            "access": {"direction": "write", "size": 1}, "library": "memset", "site": {"function": "f"},
            "object": {"kind": "heap", "size": 10, "offset": 3, "state": "freed"}});
        assert_eq!(
            sentence(&record),
            "heap-use-after-free: write of 1 byte by memset in f, 3 bytes into a freed heap object of 10 bytes"
        );
        let before = json!({"kind": "k", "access": {"direction": "read", "size": 4},
            "object": {"kind": "stack", "name": "a", "size": 8, "offset": -4}});
        let words = "k: read of 4 bytes, 4 bytes before a stack object 'a' of 8 bytes";
        assert_eq!(sentence(&before), words);
        let after = json!({"kind": "k", "access": {"direction": "read", "size": 4},
            "object": {"kind": "global", "size": 8, "offset": 8}});
        assert_eq!(
            sentence(&after),
            "k: read of 4 bytes, 0 bytes after a global object of 8 bytes"
        );
        let twice = json!({"kind": "double-free", "message": "double-free on address 0x60"});
        assert_eq!(sentence(&twice), "double-free");
        let leak = json!({"kind": "memory-leak", "message": "Direct leak of 7 byte(s)"});
        assert_eq!(sentence(&leak), "memory-leak: Direct leak of 7 byte(s)");
    }

    #[test]
    fn the_place_is_the_innermost_one_in_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let root = Root::new(Some(folder.path())).unwrap();
        let frames = json!([
            {"file": "/usr/include/v.h", "line": 7, "function": "at"},
            {"file": path("src/a.cc"), "line": 3, "column": 9, "function": "main"},
        ]);
        let record = |site: Value| json!({"site": site, "stacks": [{"frames": frames}]});
        let in_header = record(json!({"file": "/usr/include/v.h", "line": 7}));
        let found = spot(&in_header, &root).unwrap();
        assert_eq!((found.file.path(), found.line), ("src/a.cc", 3));
        // The folder of the compilation is in the debug information alone.
        let relative = record(json!({"file": "a.cc", "line": 3}));
        assert_eq!(spot(&relative, &root).unwrap().file.path(), "src/a.cc");
        assert!(spot(&json!({"stacks": []}), &root).is_none());
    }
}
