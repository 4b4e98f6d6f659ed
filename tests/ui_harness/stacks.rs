//! Stacks of a report in both formats: for each of the first frames the function, the file and the line.

use serde_json::Value;

/// How many frames of a stack are compared: those below are the C library's.
const FRAMES: usize = 3;

/// The stacks of a report for people.
pub fn in_text(stderr: &str) -> Vec<Vec<String>> {
    let mut stacks: Vec<Vec<String>> = Vec::new();
    for line in stderr.lines() {
        let Some(frame) = line.strip_prefix("    #") else {
            continue;
        };
        let (number, frame) = frame.split_once(' ').unwrap_or_default();
        if number == "0" {
            stacks.push(Vec::new());
        }
        let (_, named) = frame.split_once(" in ").unwrap_or_default();
        if let Some(stack) = stacks.last_mut().filter(|stack| stack.len() < FRAMES) {
            // What is in parentheses is a module, which names no line.
            stack.push(named.split(" (/").next().unwrap_or_default().to_owned());
        }
    }
    stacks
}

/// The stacks of a record, of which `stacks` is the list.
pub fn in_json(stacks: &Value) -> Vec<Vec<String>> {
    let frames = |stack: &Value| {
        let frames = stack["frames"].as_array().cloned().unwrap_or_default();
        frames.iter().take(FRAMES).map(frame_in_json).collect()
    };
    let stacks = stacks.as_array().cloned().unwrap_or_default();
    stacks.iter().map(frames).collect()
}

fn frame_in_json(frame: &Value) -> String {
    let mut shown = frame["function"].as_str().unwrap_or_default().to_owned();
    if let (Some(file), Some(line)) = (frame["file"].as_str(), frame["line"].as_u64()) {
        shown += &format!(" {file}:{line}");
        if let Some(column) = frame["column"].as_u64() {
            shown += &format!(":{column}");
        }
    }
    shown
}
