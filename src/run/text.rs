//! A report as text, in the form of those of checked programs.

use super::facts::Facts;
use super::frames::{self, Frame};
use super::objects::{Object, What};
use super::snippet::{self, Mark};
use sanecc_machine::fault::Access;
use std::fmt::Write;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// So many calls are shown of a stack.
const MOST_FRAMES: usize = 30;

/// The whole report.
pub fn of(facts: &Facts) -> String {
    let process = std::process::id();
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = writeln!(
        text,
        "=={process}==ERROR: sanecc: {} (thread T{})",
        facts.title, facts.thread
    );
    access(&mut text, facts);
    if let Some(said) = &facts.said {
        let _ = writeln!(text, "{said}");
    }
    stack(&mut text, &facts.frames);
    if let (Some(address), Some(object)) = (facts.address, &facts.object) {
        describe(&mut text, address, object);
    }
    for further in &facts.stacks {
        let _ = writeln!(text, "{}", further.title);
        stack(&mut text, &further.frames);
    }
    advice(&mut text, "note", facts.note.as_deref());
    advice(&mut text, "help", facts.help);
    let _ = writeln!(text, "SUMMARY: sanecc: {}", summary(facts));
    let _ = writeln!(text, "=={process}==ABORTING");
    text
}

/// The report of a claim that does not hold: what `-fsanecc-audit` says, on its first line, then where.
pub fn of_refuted(why: &str, frames: &[Frame]) -> String {
    let process = std::process::id();
    let (title, more) = why.split_once('\n').unwrap_or((why, ""));
    let mut text = format!("=={process}==ERROR: sanecc: {title} (thread T0)\n{more}\n");
    stack(&mut text, frames);
    let place = frames::own(frames).or(frames.first());
    let place = place.map_or(String::new(), |frame| {
        format!(" {frame} in {}", frame.function)
    });
    let _ = writeln!(text, "SUMMARY: sanecc: unsound-removal{place}");
    let _ = writeln!(text, "=={process}==ABORTING");
    text
}

/// Kind and place.
fn summary(facts: &Facts) -> String {
    let place = frames::own(&facts.frames).or(facts.frames.first());
    place.map_or(facts.kind.to_owned(), |frame| {
        format!("{} {frame} in {}", facts.kind, frame.function)
    })
}

fn access(text: &mut String, facts: &Facts) {
    let place = facts.frames.first();
    let place = place.map_or(String::new(), |frame| format!("{} {frame}", frame.function));
    let by = match facts.library {
        Some(library) => format!("in {library} called from {place}"),
        None => format!("in {place}"),
    };
    let Some(touch) = facts.touch else {
        if facts.library.is_some() && facts.kind != "bad-free" && facts.kind != "double-free" {
            let _ = writeln!(text, "error {by}");
        }
        return;
    };
    let what = match touch.access {
        Access::Read => "READ",
        Access::Write => "WRITE",
    };
    let address = facts.address.unwrap_or(0);
    let _ = write!(text, "{what} of size {} at {address:#x} {by}", touch.bytes);
    if touch.addressable > 0 {
        let some = touch.addressable;
        let _ = write!(text, ", of which the first {some} bytes are addressable");
    }
    text.push('\n');
}

/// The line of the innermost call of the program itself, and the calls.
pub(super) fn stack(text: &mut String, all: &[Frame]) {
    let own = frames::own_number(all);
    if let Some(frame) = own.map(|number| &all[number]) {
        snippet::write(text, &frame.file, frame.line, Mark::Column(frame.column));
    }
    for (number, frame) in all.iter().take(MOST_FRAMES).enumerate() {
        let mark = if Some(number) == own { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark} #{number} in {} {frame}", frame.function);
    }
    if all.len() > MOST_FRAMES {
        let _ = writeln!(text, "    ... and {} more", all.len() - MOST_FRAMES);
    }
    text.push('\n');
}

fn describe(text: &mut String, address: u64, object: &Object) {
    let distance = distance(address, object);
    let (start, size) = (object.start, object.size);
    let end = start.wrapping_add(size);
    match object.what {
        What::Heap => {
            let _ = writeln!(
                text,
                "{address:#x} is {distance} {size}-byte region [{start:#x},{end:#x})"
            );
            let allocated = match object.freed.is_empty() {
                true => "allocated",
                false => "previously allocated",
            };
            let [maker, ender] = object.threads;
            for (role, thread, frames) in [
                ("freed", ender, &object.freed),
                (allocated, maker, &object.allocated),
            ] {
                if !frames.is_empty() {
                    let _ = writeln!(text, "{role} by thread T{thread} here:");
                    stack(text, frames);
                }
            }
            return;
        }
        What::Stack => {
            let _ = write!(
                text,
                "{address:#x} is {distance} local variable '{}' of {}",
                object.name, object.function
            );
            if let Some(thread) = object.stack_of.filter(|thread| *thread != 0) {
                let _ = write!(text, " in the stack of thread T{thread}");
            }
        }
        What::Dynamic => {
            let _ = write!(
                text,
                "{address:#x} is {distance} local object of variable size of {}",
                object.function
            );
        }
        What::Arguments => {
            let _ = write!(
                text,
                "{address:#x} is {distance} memory of the arguments of {}",
                object.function
            );
        }
        What::Global => {
            let _ = write!(
                text,
                "{address:#x} is {distance} global variable '{}'",
                object.name
            );
        }
        What::Function => {
            let _ = write!(text, "{address:#x} is in function '{}'", object.name);
        }
        What::Library => {
            let _ = write!(
                text,
                "{address:#x} is {distance} memory of the library ({})",
                object.name
            );
        }
    }
    if object.what == What::Global
        && let Some(declared) = &object.declared
    {
        let _ = write!(text, " defined in {}:{}", declared.file, declared.line);
    }
    match object.what {
        What::Function => text.push('\n'),
        _ => _ = writeln!(text, " [{start:#x},{end:#x}) of size {size}"),
    }
    if let Some(declared) = &object.declared {
        let name = object.name.rsplit('.').next().unwrap_or_default();
        snippet::write(text, &declared.file, declared.line, Mark::Word(name));
    }
    text.push('\n');
}

/// Where an address is, seen from an object.
fn distance(address: u64, object: &Object) -> String {
    let at = address.wrapping_sub(object.start) as i64;
    match u64::try_from(at) {
        Err(_) => format!("{} bytes before", at.unsigned_abs()),
        Ok(at) if at >= object.size && at > 0 => format!("{} bytes after", at - object.size),
        Ok(at) => format!("{at} bytes inside of"),
    }
}

/// A note or hint, in lines of a terminal's width.
fn advice(text: &mut String, name: &str, advice: Option<&str>) {
    let Some(advice) = advice else { return };
    let begin = format!("  = {name}: ");
    let mut line = begin.clone();
    for word in advice.split(' ') {
        if line.len() + word.len() > WIDTH && line.len() > begin.len() {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(begin.len());
        }
        line.push_str(word);
        line.push(' ');
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_advice_is_wrapped() {
        let mut text = String::new();
        let words = "the variable is gone at the end of the block that declares it: declare it in the block that uses it";
        advice(&mut text, "help", Some(words));
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        let joined: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(joined.join(" "), format!("= help: {words}"));
    }
}
