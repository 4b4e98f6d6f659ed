//! A report as text, in the form of those of checked programs.

use super::facts::Facts;
use super::frames::{self, Frame};
use super::objects::{Declared, Member, Object, What};
use super::snippet::{self, Mark};
use super::style::{Style, Text};
use sanecc_machine::fault::Access;
use std::fmt::Write;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// So many calls are shown of a stack.
const MOST_FRAMES: usize = 30;

/// The whole report.
pub fn of(facts: &Facts, is_coloured: bool) -> String {
    let process = std::process::id();
    let mut text = Text::new(is_coloured);
    let (title, thread) = (&facts.title, facts.thread);
    text.line(
        Style::Error,
        format_args!("=={process}==ERROR: sanecc: {title} (thread T{thread})"),
    );
    access(&mut text, facts);
    if let Some(said) = &facts.said {
        let _ = writeln!(text, "{said}");
    }
    stack(&mut text, &facts.frames);
    if let (Some(address), Some(member)) = (facts.address, &facts.member) {
        describe_member(&mut text, address, member);
    }
    if let (Some(address), Some(object)) = (facts.address, &facts.object) {
        describe(&mut text, address, object);
    }
    if let Some((address, Some(object))) = &facts.other {
        describe(&mut text, *address, object);
    }
    for further in &facts.stacks {
        let _ = writeln!(text, "{}", further.title);
        stack(&mut text, &further.frames);
    }
    advice(&mut text, "note", facts.note.as_deref());
    advice(&mut text, "help", facts.help);
    let _ = writeln!(text, "SUMMARY: sanecc: {}", summary(facts));
    let _ = writeln!(text, "=={process}==ABORTING");
    text.finish()
}

/// The report of a claim that does not hold: what `-fsanecc-audit` says, on its first line, then where.
pub fn of_refuted(why: &str, frames: &[Frame], is_coloured: bool) -> String {
    let process = std::process::id();
    let (title, more) = why.split_once('\n').unwrap_or((why, ""));
    let mut text = Text::new(is_coloured);
    text.line(
        Style::Error,
        format_args!("=={process}==ERROR: sanecc: {title} (thread T0)"),
    );
    let _ = writeln!(text, "{more}");
    stack(&mut text, frames);
    let place = frames::own(frames).or(frames.first());
    let place = place.map_or(String::new(), |frame| {
        format!(" {frame} in {}", frame.function)
    });
    let _ = writeln!(text, "SUMMARY: sanecc: unsound-removal{place}");
    let _ = writeln!(text, "=={process}==ABORTING");
    text.finish()
}

/// Kind and place.
fn summary(facts: &Facts) -> String {
    let place = frames::own(&facts.frames).or(facts.frames.first());
    place.map_or(facts.kind.to_owned(), |frame| {
        format!("{} {frame} in {}", facts.kind, frame.function)
    })
}

fn access(text: &mut Text, facts: &Facts) {
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
    text.style(Style::Access);
    let _ = write!(text, "{what} of size {} at {address:#x}", touch.bytes);
    text.plain();
    let _ = write!(text, " {by}");
    if touch.addressable > 0 {
        let some = touch.addressable;
        let _ = write!(text, ", of which the first {some} bytes are addressable");
    }
    let _ = writeln!(text);
}

/// The line of the innermost call of the program itself, and the calls.
pub(super) fn stack(text: &mut Text, all: &[Frame]) {
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
    let _ = writeln!(text);
}

/// The array that was left, and where it is.
fn describe_member(text: &mut Text, address: u64, member: &Member) {
    let (start, size) = (member.start, member.size);
    let distance = distance(address, start, size);
    let name = match member.name.as_str() {
        "" => String::new(),
        name => format!(" '{name}'"),
    };
    let holder = match member.holder.as_str() {
        "" => String::new(),
        holder => format!(" of {holder}"),
    };
    let end = start.wrapping_add(size);
    text.line(
        Style::Location,
        format_args!(
            "{address:#x} is {distance} member{name}{holder} [{start:#x},{end:#x}) of size {size}"
        ),
    );
}

fn describe(text: &mut Text, address: u64, object: &Object) {
    let distance = distance(address, object.start, object.size);
    let (start, size) = (object.start, object.size);
    let end = start.wrapping_add(size);
    let (name, function) = (&object.name, &object.function);
    let what = match object.what {
        What::Heap => {
            text.line(
                Style::Location,
                format_args!("{address:#x} is {distance} {size}-byte region [{start:#x},{end:#x})"),
            );
            traces(text, object);
            return;
        }
        What::Function => format!("in function '{name}'"),
        What::Stack => {
            let stack = object.stack_of.filter(|thread| *thread != 0);
            let stack = stack.map_or(String::new(), |thread| {
                format!(" in the stack of thread T{thread}")
            });
            format!("{distance} local variable '{name}' of {function}{stack}")
        }
        What::Dynamic => format!("{distance} local object of variable size of {function}"),
        What::Arguments => format!("{distance} memory of the arguments of {function}"),
        What::Global => match &object.declared {
            Some(Declared { file, line }) => {
                format!("{distance} global variable '{name}' defined in {file}:{line}")
            }
            None => format!("{distance} global variable '{name}'"),
        },
        What::Library => format!("{distance} memory of the library ({name})"),
    };
    let range = match object.what {
        What::Function => String::new(),
        _ => format!(" [{start:#x},{end:#x}) of size {size}"),
    };
    text.line(
        Style::Location,
        format_args!("{address:#x} is {what}{range}"),
    );
    if let Some(declared) = &object.declared {
        let name = object.name.rsplit('.').next().unwrap_or_default();
        snippet::write(text, &declared.file, declared.line, Mark::Word(name));
    }
    let _ = writeln!(text);
}

/// Who freed and allocated a heap object.
fn traces(text: &mut Text, object: &Object) {
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
            text.line(
                Style::Allocation,
                format_args!("{role} by thread T{thread} here:"),
            );
            stack(text, frames);
        }
    }
}

/// Where an address is, seen from an object.
fn distance(address: u64, start: u64, size: u64) -> String {
    let at = address.wrapping_sub(start) as i64;
    match u64::try_from(at) {
        Err(_) => format!("{} bytes before", at.unsigned_abs()),
        Ok(at) if at >= size && at > 0 => format!("{} bytes after", at - size),
        Ok(at) => format!("{at} bytes inside of"),
    }
}

/// A note or hint, in lines of a terminal's width.
fn advice(text: &mut Text, name: &str, advice: Option<&str>) {
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
        let mut text = Text::new(false);
        let words = "the variable is gone at the end of the block that declares it: declare it in the block that uses it";
        advice(&mut text, "help", Some(words));
        let text = text.finish();
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        let joined: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(joined.join(" "), format!("= help: {words}"));
    }
}
