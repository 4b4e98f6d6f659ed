//! `sane symbolize`: gives the frames of a report functions and lines where the program had no debug information at hand.
//!
//! It reads reports of every format: as text, as AddressSanitizer writes them, and records of `report_format=json`. Other lines stay as they are.

mod debug_files;
mod frame_line;

use crate::diagnostics::DriverError;
use crate::findings::input::{BEGINNING, cannot_open};
pub(crate) use debug_files::DebugFiles;
pub(crate) use debug_files::places_in;
use frame_line::FrameLine;
use serde_json::{Value, json};
use std::io::Read;
use std::path::PathBuf;

/// Logs, and where debug information is.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Files with reports; standard input without
    files: Vec<PathBuf>,
    /// The program or library before it was stripped, or its debug file; repeatable
    #[arg(long = "binary", value_name = "FILE")]
    binaries: Vec<PathBuf>,
    /// A folder of debug files, by build id or name; repeatable. /usr/lib/debug is always one
    #[arg(long = "debug-dir", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

/// A function that code belongs to, as far as known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub(crate) function: Option<String>,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
}

impl Place {
    /// The function, if it is known.
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// `FILE:LINE` or `FILE:LINE:COLUMN`, if they are known.
    pub fn source_line(&self) -> Option<String> {
        let mut text = format!("{}:{}", self.file.as_ref()?, self.line.unwrap_or(0));
        if let Some(column) = self.column.filter(|column| *column != 0) {
            text += &format!(":{column}");
        }
        Some(text)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.function().unwrap_or("??"))?;
        if let Some(line) = self.source_line() {
            write!(f, " {line}")?;
        }
        Ok(())
    }
}

/// What the offset of a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offsets {
    /// Of the instruction.
    Exact,
    /// Of where the call returns to.
    Return,
}

/// The logs with all that is known.
///
/// # Errors
/// If a file cannot be read, or no frame could be named though some have no name.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let mut text = String::new();
    if input.files.is_empty() {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        read.map_err(|error| DriverError::new(format!("standard input: {error}")))?;
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    for file in &input.files {
        let bytes = std::fs::read(file).map_err(|error| cannot_open(file, &error))?;
        text += &String::from_utf8_lossy(&bytes);
    }
    let mut names = Symbolizer {
        files: DebugFiles::new(&input.binaries, &input.folders)?,
        named: 0,
        unnamed: 0,
    };
    let lines = names.text(&text);
    if names.named == 0 && names.unnamed > 0 {
        return Err(DriverError::new(
            "no frame could be named: no debug information of its file was found",
        )
        .next(
            "--binary names the file before it was stripped, --debug-dir a folder of debug files",
        ));
    }
    Ok(lines)
}

struct Symbolizer {
    files: DebugFiles,
    named: usize,
    unnamed: usize,
}

impl Symbolizer {
    fn text(&mut self, text: &str) -> String {
        let mut lines = String::new();
        let mut offsets = Offsets::Return;
        // Where the next stack begins that tells the instruction itself: a fault's.
        let mut fault = false;
        let mut number = 0;
        let mut last = None;
        let mut following = text.split_inclusive('\n').peekable();
        while let Some(line) = following.next() {
            let content = line.trim_end_matches(['\n', '\r']);
            if content.starts_with(BEGINNING) {
                lines += &self.record(content).unwrap_or_else(|| content.to_owned());
                lines += &line[content.len()..];
                continue;
            }
            if content.contains("ERROR: ") {
                let by_asan = ["AddressSanitizer", "LeakSanitizer"];
                let exact = by_asan
                    .iter()
                    .any(|name| content.contains(&format!("ERROR: {name}")));
                offsets = if exact {
                    Offsets::Exact
                } else {
                    Offsets::Return
                };
                fault = false;
            }
            fault |= content.starts_with("pc 0x");
            let Some(frame) = FrameLine::read(content) else {
                if content.starts_with("    ... #0") {
                    number = 0;
                }
                if let Some((text, count)) = frame_line::folded(content, number) {
                    number += count;
                    lines += &text;
                    lines += &line[content.len()..];
                    continue;
                }
                lines += line;
                continue;
            };
            if frame.number == 0 {
                number = 0;
            }
            let exact = frame.number == 0 && std::mem::take(&mut fault);
            let offset = match offsets {
                Offsets::Return if !exact => frame.offset.saturating_sub(1),
                _ => frame.offset,
            };
            // The compiler's note places the innermost function alone. What debug information placed may be several frames of one address.
            let next = following
                .peek()
                .and_then(|line| FrameLine::read(line.trim_end()));
            let beside = [last, next.map(|next| next.address)];
            let is_one_of_several = beside.contains(&Some(frame.address));
            last = Some(frame.address);
            let places = match frame.is_placed {
                true if is_one_of_several => Vec::new(),
                true => with_lines(self.places(frame.module, frame.build_id(), offset)),
                false => self.places(frame.module, frame.build_id(), offset),
            };
            for text in frame.written(number, &places) {
                number += 1;
                lines += &text;
                lines += &line[content.len()..];
            }
        }
        lines
    }

    /// A record with the frames of its stacks named.
    fn record(&mut self, line: &str) -> Option<String> {
        let mut record: Value = serde_json::from_str(line).ok()?;
        let site = record["site"].clone();
        for stack in record["stacks"].as_array_mut()? {
            let Some(frames) = stack["frames"].as_array_mut() else {
                continue;
            };
            let old = std::mem::take(frames);
            for (index, frame) in old.iter().enumerate() {
                let is_noted = index == 0
                    && ["file", "line"]
                        .iter()
                        .all(|name| frame[name] == site[name])
                    && old.get(1).is_none_or(|next| next["pc"] != frame["pc"]);
                let named = match frame["line"].is_u64() {
                    true if !is_noted => Vec::new(),
                    true => with_lines(self.frames(frame)),
                    false => self.frames(frame),
                };
                match named.is_empty() {
                    true => frames.push(frame.clone()),
                    false => frames.extend(named.iter().map(|place| merged(frame, place))),
                }
            }
        }
        Some(record.to_string())
    }

    /// The functions that a frame of a record stands for.
    fn frames(&mut self, frame: &Value) -> Vec<Place> {
        let offset = frame["offset"]
            .as_str()
            .and_then(|text| text.strip_prefix("0x"));
        let offset = offset.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        match (frame["module"].as_str(), offset) {
            (Some(module), Some(offset)) => self.places(module, None, offset),
            _ => Vec::new(),
        }
    }

    fn places(&mut self, module: &str, id: Option<&str>, offset: u64) -> Vec<Place> {
        let places = self.files.places(module, id, offset);
        match places.is_empty() {
            true => self.unnamed += 1,
            false => self.named += 1,
        }
        places
    }
}

/// None, unless the source is known.
fn with_lines(places: Vec<Place>) -> Vec<Place> {
    match places.first().is_some_and(|place| place.line.is_some()) {
        true => places,
        false => Vec::new(),
    }
}

/// A frame of a record for one of its functions.
fn merged(frame: &Value, place: &Place) -> Value {
    let mut named = json!({ "pc": frame["pc"] });
    let members = [
        ("function", place.function.clone().map(Value::from)),
        ("file", place.file.clone().map(Value::from)),
        ("line", place.line.map(Value::from)),
        (
            "column",
            place.column.filter(|&column| column > 0).map(Value::from),
        ),
        ("module", Some(frame["module"].clone())),
        ("offset", Some(frame["offset"].clone())),
    ];
    for (name, value) in members {
        if let Some(value) = value {
            named[name] = value;
        }
    }
    named
}
