//! Stacks of a report in both formats: for each of the first frames the function, the file and the line.

use serde_json::Value;

/// How many frames of a stack are compared: those below are the C library's.
const FRAMES: usize = 3;

/// Stands for a frame that is shown with others as one line.
pub const FOLDED: &str = "folded";

/// The stacks of a report for people.
pub fn in_text(stderr: &str) -> Vec<Vec<String>> {
    let mut stacks: Vec<Vec<String>> = Vec::new();
    for line in stderr.lines() {
        if let Some(folded) = line.strip_prefix("    ... #") {
            let (numbers, _) = folded.split_once(':').unwrap_or_default();
            let numbers = numbers.split(" to #").map(str::parse::<usize>);
            let numbers: Vec<_> = numbers.filter_map(Result::ok).collect();
            let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
            if first == 0 {
                stacks.push(Vec::new());
            }
            if let Some(stack) = stacks.last_mut() {
                let room = FRAMES.saturating_sub(stack.len()).min(last - first + 1);
                stack.extend(vec![FOLDED.to_owned(); room]);
            }
            continue;
        }
        let marked = line.strip_prefix("    #");
        let Some(frame) = marked.or_else(|| line.strip_prefix("  > #")) else {
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
