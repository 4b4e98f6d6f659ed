//! Allocations that nobody can reach when the program ends, by where they were made.

use super::frames;
use super::program::Program;
use super::record;
use super::text;
use sanecc_machine::Machine;
use serde_json::json;
use std::fmt::Write;

/// Allocations of one place.
struct Group {
    frames: Vec<frames::Frame>,
    thread: u32,
    bytes: u64,
    count: u64,
}

impl Group {
    /// The words that name it.
    fn title(&self) -> String {
        let Group { bytes, count, .. } = self;
        format!("Leak of {bytes} byte(s) in {count} object(s)")
    }
}

/// The report about what a program that has ended leaves behind; none if that is nothing.
pub fn of(machine: &Machine<'_>, program: &Program, as_json: bool) -> Option<String> {
    let groups = groups(machine, program);
    if groups.is_empty() {
        return None;
    }
    let mut report = String::new();
    if as_json {
        for group in &groups {
            let record = json!({"tool": "sanecc", "version": 1, "kind": "memory-leak", "message": group.title(),
                "process": std::process::id(), "executable": "sane run", "fatal": true, "indirect": false,
                "bytes": group.bytes, "count": group.count, "stacks": [record::stack("allocated", group.thread, &group.frames)]});
            let _ = writeln!(report, "{record}");
        }
        return Some(report);
    }
    let process = std::process::id();
    // Writing into a string does not fail.
    let _ = writeln!(
        report,
        "=={process}==ERROR: sanecc: detected memory leaks\n"
    );
    for group in &groups {
        let _ = writeln!(report, "{} allocated from:", group.title());
        text::stack(&mut report, &group.frames);
    }
    let bytes: u64 = groups.iter().map(|group| group.bytes).sum();
    let count: u64 = groups.iter().map(|group| group.count).sum();
    let _ = writeln!(
        report,
        "SUMMARY: sanecc: {bytes} byte(s) leaked in {count} allocation(s)."
    );
    Some(report)
}

/// The lost allocations, in the order in which the first of each place was made.
fn groups(machine: &Machine<'_>, program: &Program) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for id in machine.leaked() {
        let Some(object) = machine.memory.get(id) else {
            continue;
        };
        let thread = object.made.as_ref().map_or(0, |trace| trace.thread.0);
        let trace = object.made.as_deref().unwrap_or_default();
        let frames = frames::of(&program.module, trace);
        match groups.iter_mut().find(|group| group.frames == frames) {
            Some(group) => {
                group.bytes += object.size;
                group.count += 1;
            }
            None => groups.push(Group {
                frames,
                thread,
                bytes: object.size,
                count: 1,
            }),
        }
    }
    groups
}
