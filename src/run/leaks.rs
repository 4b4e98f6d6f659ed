//! Allocations that nobody can reach when the program ends, by where they were made.

use super::frames;
use super::losses;
use super::program::Program;
use super::record;
use super::session::Session;
use super::style::{Style, Text};
use super::text;
use sanecc_machine::library::system::Log;
use sanecc_machine::memory::ObjectId;
use sanecc_machine::{Machine, Way};
use serde_json::json;
use std::ffi::OsString;
use std::fmt::Write;

/// Allocations of one place.
struct Group {
    /// The first of them.
    first: ObjectId,
    frames: Vec<frames::Frame>,
    thread: u32,
    bytes: u64,
    count: u64,
    /// What lost the last pointer to the first of them, and the calls that had not returned then.
    loss: Option<(Way, Vec<frames::Frame>)>,
    /// The thread that lost it.
    lost_by: u32,
}

impl Group {
    /// The words that name it.
    fn title(&self) -> String {
        let Group { bytes, count, .. } = self;
        format!("Leak of {bytes} byte(s) in {count} object(s)")
    }

    /// What is said of the loss.
    fn loss(&self) -> Option<(String, &[frames::Frame])> {
        let (way, frames) = self.loss.as_ref()?;
        let function = frames
            .first()
            .map_or("the function", |first| &first.function);
        let is_made_here = *frames == self.frames;
        let how = match way {
            _ if is_made_here => "was kept nowhere after this".to_owned(),
            Way::Overwritten => "was overwritten here".to_owned(),
            Way::Scope => "was in a variable whose block ends here".to_owned(),
            Way::Return => format!("was in a variable of {function}, which returns here"),
            Way::Freed => "was in memory that is freed here".to_owned(),
            Way::Library(name) => format!("was lost in {name}, called here"),
            Way::LastUse => "was kept nowhere after this".to_owned(),
        };
        let which = match self.count {
            1 => "the last pointer to it",
            _ => "the last pointer to the first of them",
        };
        Some((format!("{which} {how}:"), frames))
    }
}

/// The report about what a program that has ended leaves behind; none if that is nothing.
///
/// `log` has what the system has answered.
pub fn of(
    machine: &Machine<'_>,
    session: &Session<'_>,
    arguments: &[OsString],
    log: &Log,
) -> Option<String> {
    let mut groups = groups(machine, session.program());
    groups.retain(|group| !session.is_leak_suppressed(&group.frames));
    if groups.is_empty() {
        return None;
    }
    let targets: Vec<ObjectId> = groups.iter().map(|group| group.first).collect();
    let losses = losses::find(session, arguments, log, machine.thousands, &targets);
    for (group, loss) in groups.iter_mut().zip(losses) {
        let module = &session.program().module;
        group.lost_by = loss.as_ref().map_or(0, |loss| loss.trace.thread().0);
        group.loss = loss.map(|loss| (loss.way, frames::of(module, &loss.trace)));
    }
    Some(match session.is_json() {
        true => groups.iter().map(line).collect(),
        false => text_of(&groups, session.is_coloured()),
    })
}

/// A group as a line of JSON.
fn line(group: &Group) -> String {
    let mut stacks = vec![record::stack("allocated", group.thread, &group.frames)];
    let mut message = group.title();
    if let Some((how, frames)) = group.loss() {
        message += &format!("; {}", how.trim_end_matches(':'));
        stacks.push(record::stack("lost", group.lost_by, frames));
    }
    let record = json!({"tool": "sanecc", "version": 1, "kind": "memory-leak", "message": message,
        "process": std::process::id(), "executable": "sane run", "fatal": true, "indirect": false,
        "bytes": group.bytes, "count": group.count, "stacks": stacks,
        "fingerprint": record::fingerprint("memory-leak", &group.frames)});
    format!("{record}\n")
}

fn text_of(groups: &[Group], is_coloured: bool) -> String {
    let process = std::process::id();
    let mut report = Text::new(is_coloured);
    report.line(
        Style::Error,
        format_args!("=={process}==ERROR: sanecc: detected memory leaks"),
    );
    // Writing into a string does not fail.
    let _ = writeln!(report);
    for group in groups {
        let title = group.title();
        report.line(Style::Access, format_args!("{title} allocated from:"));
        text::stack(&mut report, &group.frames);
        if let Some((how, frames)) = group.loss() {
            report.line(Style::Allocation, format_args!("{how}"));
            text::stack(&mut report, frames);
        }
    }
    let bytes: u64 = groups.iter().map(|group| group.bytes).sum();
    let count: u64 = groups.iter().map(|group| group.count).sum();
    let _ = writeln!(
        report,
        "SUMMARY: sanecc: {bytes} byte(s) leaked in {count} allocation(s)."
    );
    report.finish()
}

/// The lost allocations, in the order in which the first of each place was made.
fn groups(machine: &Machine<'_>, program: &Program) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for id in machine.leaked() {
        let Some(object) = machine.memory.get(id) else {
            continue;
        };
        let thread = object.made.as_ref().map_or(0, |trace| trace.thread().0);
        let trace = object.made.as_deref().unwrap_or_default();
        let frames = frames::of(&program.module, trace);
        match groups.iter_mut().find(|group| group.frames == frames) {
            Some(group) => {
                group.bytes += object.size;
                group.count += 1;
            }
            None => groups.push(Group {
                first: id,
                loss: None,
                lost_by: 0,
                frames,
                thread,
                bytes: object.size,
                count: 1,
            }),
        }
    }
    groups
}
