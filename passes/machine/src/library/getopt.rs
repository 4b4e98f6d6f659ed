//! `<getopt.h>`: options of the command line.

use super::getopt_long::{is_long, long_option};
use super::typed::Outcome;
use super::{Call, Row, stdio};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("getopt", |call| getopt(call, Style::Letters)),
    ("getopt_long", |call| getopt(call, Style::Long)),
    ("getopt_long_only", |call| getopt(call, Style::LongOnly)),
];

/// Which options there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Of one letter.
    Letters,
    /// Names behind two dashes, too.
    Long,
    /// Names behind one dash or two.
    LongOnly,
}

/// Where `getopt` is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// The next letter of a word of several options; 0 for the next word.
    inside: usize,
    /// How many words in front of the present one were no options, and stand behind it now.
    passed: i64,
}

/// No more options.
const END: i32 = -1;

/// The command line and how options are written.
pub(super) struct Line {
    count: i64,
    list: Pointer,
    pub(super) letters: Vec<u8>,
    /// An option stops at the first word that is none.
    in_order: bool,
    /// Words that are no options count as those of option 1.
    as_options: bool,
    /// A missing argument is told by ':'.
    pub(super) quiet: bool,
}

impl Line {
    fn of(call: &mut dyn Call) -> Result<Self, Stop> {
        let (count, list) = (i64::from(call.int(0)?), call.pointer(1)?);
        let mut letters = call.text(2)?;
        let first = letters.first().copied();
        let in_order = first == Some(b'+') || first != Some(b'-') && has(call, b"POSIXLY_CORRECT")?;
        if matches!(first, Some(b'+' | b'-')) {
            letters.remove(0);
        }
        Ok(Line {
            count,
            list,
            in_order,
            as_options: first == Some(b'-'),
            quiet: letters.first() == Some(&b':'),
            letters,
        })
    }

    fn place(&self, call: &dyn Call, at: i64) -> Pointer {
        self.list.offset(at * call.layout().pointer_bytes() as i64)
    }

    pub(super) fn word(&self, call: &mut dyn Call, at: i64) -> Result<(Pointer, Vec<u8>), Stop> {
        let place = self.place(call, at);
        let word = call.load_pointer(place)?;
        Ok((word, call.whole_string(word)?))
    }

    /// Moves a word to an earlier place, so that options come first.
    fn move_up(&self, call: &mut dyn Call, from: i64, to: i64) -> Result<(), Stop> {
        let place = self.place(call, from);
        let word = call.load_pointer(place)?;
        for at in (to..from).rev() {
            let (place, next) = (self.place(call, at), self.place(call, at + 1));
            let one = call.load_pointer(place)?;
            call.store_pointer(next, one)?;
        }
        let place = self.place(call, to);
        call.store_pointer(place, word)
    }
}

fn has(call: &mut dyn Call, name: &[u8]) -> Result<bool, Stop> {
    Ok(!super::process::value(call, name)?.is_null())
}

fn number(call: &mut dyn Call, name: &'static str) -> Result<i64, Stop> {
    let place = call.variable(name);
    Ok(i64::from(call.read_number(place, 4)? as u32 as i32))
}

pub(super) fn set(call: &mut dyn Call, name: &'static str, number: i64) -> Result<(), Stop> {
    let place = call.variable(name);
    call.write_number(place, number as u64, 4)
}

pub(super) fn set_argument(call: &mut dyn Call, argument: Pointer) -> Result<(), Stop> {
    let place = call.variable("optarg");
    call.store_pointer(place, argument)
}

/// Says what is wrong with an option, unless the program wants to do that.
pub(super) fn complain(call: &mut dyn Call, line: &Line, text: &str) -> Result<(), Stop> {
    if line.quiet || number(call, "opterr")? == 0 {
        return Ok(());
    }
    let (_, name) = line.word(call, 0)?;
    let text = format!("{}: {text}\n", String::from_utf8_lossy(&name));
    let stream = stdio::standard(call, 2)?;
    stdio::put(call, stream, text.as_bytes())?;
    Ok(())
}

fn getopt(call: &mut dyn Call, style: Style) -> Outcome {
    let line = Line::of(call)?;
    set_argument(call, Pointer::NULL)?;
    let mut at = number(call, "optind")?;
    if at == 0 {
        at = 1;
        call.library().option.inside = 0;
    }
    if call.library().option.inside == 0 {
        let first = at;
        loop {
            if at >= line.count {
                set(call, "optind", first)?;
                return Ok(Value::int(END));
            }
            let (word, text) = line.word(call, at)?;
            let is_option = text.len() > 1 && text[0] == b'-';
            if !is_option && line.as_options {
                set_argument(call, word)?;
                set(call, "optind", at + 1)?;
                return Ok(Value::int(1));
            }
            if is_option {
                break;
            }
            if line.in_order {
                set(call, "optind", first)?;
                return Ok(Value::int(END));
            }
            at += 1;
        }
        let (_, text) = line.word(call, at)?;
        // Words that were passed over stay behind the option and its argument.
        line.move_up(call, at, first)?;
        call.library().option.passed = at - first;
        at = first;
        if text == b"--" {
            set(call, "optind", at + 1)?;
            return Ok(Value::int(END));
        }
        if style != Style::Letters && text.starts_with(b"--") {
            return long_option(call, &line, at, "--");
        }
        if style == Style::LongOnly && is_long(call, &line, &text)? {
            return long_option(call, &line, at, "-");
        }
        call.library().option.inside = 1;
    }
    letter(call, &line, at)
}

/// The word behind an option, which is its argument: it moves to where the option is now.
pub(super) fn next_word(
    call: &mut dyn Call,
    line: &Line,
    at: i64,
) -> Result<Option<Pointer>, Stop> {
    let from = at + 1 + call.library().option.passed;
    if from >= line.count {
        return Ok(None);
    }
    line.move_up(call, from, at + 1)?;
    Ok(Some(line.word(call, at + 1)?.0))
}

/// The next letter of a word of options.
fn letter(call: &mut dyn Call, line: &Line, at: i64) -> Outcome {
    let (word, text) = line.word(call, at)?;
    let inside = call.library().option.inside;
    let letter = text.get(inside).copied().unwrap_or(b'?');
    let is_last = inside + 1 >= text.len();
    let known = line
        .letters
        .iter()
        .position(|one| *one == letter && letter != b':');
    call.library().option.inside = if is_last { 0 } else { inside + 1 };
    let next = if is_last { at + 1 } else { at };
    set(call, "optind", next)?;
    let Some(known) = known else {
        set(call, "optopt", i64::from(letter))?;
        complain(
            call,
            line,
            &format!("invalid option -- '{}'", char::from(letter)),
        )?;
        return Ok(Value::int(i32::from(b'?')));
    };
    let rest = &line.letters[known + 1..];
    if !rest.starts_with(b":") {
        return Ok(Value::int(i32::from(letter)));
    }
    let optional = rest.starts_with(b"::");
    call.library().option.inside = 0;
    set(call, "optind", at + 1)?;
    if !is_last {
        set_argument(call, word.offset(inside as i64 + 1))?;
    } else if !optional {
        match next_word(call, line, at)? {
            Some(word) => {
                set_argument(call, word)?;
                set(call, "optind", at + 2)?;
            }
            None => {
                set(call, "optopt", i64::from(letter))?;
                let text = format!("option requires an argument -- '{}'", char::from(letter));
                complain(call, line, &text)?;
                return Ok(Value::int(i32::from(if line.quiet { b':' } else { b'?' })));
            }
        }
    }
    Ok(Value::int(i32::from(letter)))
}
