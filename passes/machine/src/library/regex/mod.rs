//! `<regex.h>`: patterns of POSIX.1-2017, chapter 9, as glibc reads them, and of GNU's interface what grep, sed and diff use.
//!
//! A match is the leftmost and of these the longest. What groups in repeated groups hold in the end, and whether `^` in one matches again, is not always as in
//! glibc. Patterns without back references take time of the text's length times the pattern's for each place where a match may begin; what takes more than a limit
//! is an error that says so.

mod bracket;
mod gnu;
mod groups;
mod matching;
mod parser;
mod program;
mod scan;
mod set;
mod syntax;
mod text;
mod token;

use super::errors::ENOMEM;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use matching::{Found, MOST, TooMuch, find};
use program::{Program, Subject};
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax::{MESSAGES, NO_MATCH, Syntax, Wrong};
use text::{Reading, Text};

pub(super) const TABLE: &[Row] = &[
    ("re_compile_fastmap", |call| {
        // Searches need no map here, but a pattern that has none is an error of the program.
        let place = call.pointer(0)?;
        compiled(call, place)?;
        Ok(Value::int(0))
    }),
    ("re_compile_pattern", gnu::compile),
    ("re_match", gnu::matches),
    ("re_search", gnu::search),
    ("re_set_registers", gnu::set_registers),
    ("re_set_syntax", gnu::set_syntax),
    ("regcomp", regcomp),
    ("regerror", regerror),
    ("regexec", regexec),
    ("regfree", regfree),
];

/// Patterns that the program has compiled, by the number in their memory.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    known: BTreeMap<u64, Rc<Compiled>>,
    next: u64,
}

/// A pattern and how texts are read for it.
#[derive(Debug)]
struct Compiled {
    program: Program,
    any_case: bool,
}

// Members of `struct re_pattern_buffer`, which `regex_t` is.
const ALLOCATED: i64 = 8;
const USED: i64 = 16;
const SYNTAX: i64 = 24;
const FIRST_LETTERS: i64 = 32;
const TRANSLATE: i64 = 40;
const GROUPS: i64 = 48;
const BITS: i64 = 56;
/// Bytes of what a pattern's memory holds: its number.
const HELD: u64 = 8;
// Bits.
const REGISTERS: u64 = 6;
const NO_GROUPS: u64 = 1 << 4;
const NOT_START: u64 = 1 << 5;
const NOT_END: u64 = 1 << 6;
const LINES: u64 = 1 << 7;

/// Bytes of a `regmatch_t`.
const MATCH: i64 = 8;

/// The table that maps each byte, if the pattern has one.
fn translation(call: &mut dyn Call, place: Pointer) -> Result<Option<Vec<u8>>, Stop> {
    let map = call.load_pointer(place.offset(TRANSLATE))?;
    match map.is_null() {
        true => Ok(None),
        false => Ok(Some(call.read(map, 256)?)),
    }
}

/// Compiles a pattern into a `struct re_pattern_buffer` whose table of translation is set.
fn compile(
    call: &mut dyn Call,
    place: Pointer,
    pattern: &[u8],
    syntax: Syntax,
    bits: u64,
) -> Result<Result<(), Wrong>, Stop> {
    let map = translation(call, place)?;
    let utf8 = call.library().utf8;
    let reading = Reading {
        utf8,
        // Case is that of the parser: an escaped letter means something else in upper case.
        any_case: false,
        translate: map.as_deref(),
    };
    let letters = Text::new(pattern, reading).letters;
    let program =
        parser::parse(&letters, syntax, utf8).and_then(|parsed| Program::new(parsed, utf8));
    let (groups, program) = match program {
        Ok(program) => (program.groups, Ok(program)),
        Err(wrong) => (0, Err(wrong)),
    };
    call.write_number(place.offset(SYNTAX), syntax.0, 8)?;
    call.write_number(place.offset(USED), 0, 8)?;
    call.write_number(place.offset(GROUPS), groups as u64, 8)?;
    call.write_number(place.offset(BITS), bits, 4)?;
    let mut block = Pointer::NULL;
    let mut answer = Ok(());
    match program {
        Err(wrong) => answer = Err(wrong),
        Ok(program) => match call.allocate(HELD, 16, true) {
            None => answer = Err(Wrong::Memory),
            Some(made) => {
                let any_case = syntax.has(Syntax::ANY_CASE);
                let patterns = &mut call.library().patterns;
                patterns.next += 1;
                let number = patterns.next;
                let compiled = Compiled { program, any_case };
                patterns.known.insert(number, Rc::new(compiled));
                call.write_number(made, number, HELD)?;
                block = made;
            }
        },
    }
    call.store_pointer(place, block)?;
    let held = if block.is_null() { 0 } else { HELD };
    call.write_number(place.offset(ALLOCATED), held, 8)?;
    Ok(answer)
}

/// The pattern in a `struct re_pattern_buffer`.
fn compiled(call: &mut dyn Call, place: Pointer) -> Result<Rc<Compiled>, Stop> {
    let block = call.load_pointer(place)?;
    let number = call.read_number(block, HELD)?;
    let known = call.library().patterns.known.get(&number).cloned();
    known.ok_or_else(|| {
        let text = "a pattern that was not compiled by regcomp or re_compile_pattern: compile it";
        Stop::Unsupported(text.to_owned())
    })
}

/// A search in a text, from its places in bytes.
struct Asked<'a> {
    place: Pointer,
    text: &'a [u8],
    /// Where it may begin, both included; from the last to the first where that is smaller.
    from: usize,
    to: usize,
    not_start: bool,
    not_end: bool,
    wants_groups: bool,
}

/// A match in bytes: the whole, then its groups.
type Spans = Vec<Option<(usize, usize)>>;

fn search(call: &mut dyn Call, asked: &Asked<'_>) -> Result<Option<Spans>, Stop> {
    let compiled = compiled(call, asked.place)?;
    let bits = call.read_number(asked.place.offset(BITS), 4)?;
    let map = translation(call, asked.place)?;
    let program = &compiled.program;
    let reading = Reading {
        utf8: program.utf8,
        any_case: compiled.any_case,
        translate: map.as_deref(),
    };
    let text = Text::new(asked.text, reading);
    let subject = Subject {
        text: &text,
        not_start: asked.not_start || bits & NOT_START != 0,
        not_end: asked.not_end || bits & NOT_END != 0,
        lines: bits & LINES != 0,
        utf8: program.utf8,
    };
    let (from, to) = (text.letter(asked.from), text.letter(asked.to));
    let found = match from <= to {
        true => find(program, &subject, from..=to, asked.wants_groups),
        false => find(program, &subject, (to..=from).rev(), asked.wants_groups),
    };
    let found = found.map_err(|TooMuch| {
        let text = format!(
            "{} on {} bytes takes more than {MOST} steps: search shorter texts, or a pattern with fewer back references and repetitions",
            call.name(),
            asked.text.len()
        );
        Stop::Unsupported(text)
    })?;
    Ok(found.map(|found| spans(&found, &text)))
}

fn spans(found: &Found, text: &Text) -> Spans {
    let whole = Some((found.start, Some(found.end)));
    let all = std::iter::once(&whole).chain(&found.groups);
    all.map(|span| {
        let (from, to) = (*span)?;
        Some((text.byte(from), text.byte(to?)))
    })
    .collect()
}

fn regcomp(call: &mut dyn Call) -> Outcome {
    const EXTENDED: i32 = 1;
    const ANY_CASE: i32 = 2;
    const NEWLINE: i32 = 4;
    const NO_SUB: i32 = 8;
    let (place, pattern, flags) = (call.pointer(0)?, call.text(1)?, call.int(2)?);
    let mut syntax = match flags & EXTENDED != 0 {
        true => Syntax::EXTENDED,
        false => Syntax::BASIC,
    };
    if flags & ANY_CASE != 0 {
        syntax = syntax.with(Syntax::ANY_CASE);
    }
    let mut bits = 0;
    if flags & NEWLINE != 0 {
        syntax = syntax
            .without(Syntax::DOT_IS_NEWLINE)
            .with(Syntax::LISTS_EXCLUDE_NEWLINE);
        bits |= LINES;
    }
    if flags & NO_SUB != 0 {
        bits |= NO_GROUPS;
    }
    for member in [FIRST_LETTERS, TRANSLATE] {
        call.store_pointer(place.offset(member), Pointer::NULL)?;
    }
    let number = match compile(call, place, &pattern, syntax, bits)? {
        Ok(()) => 0,
        // POSIX does not tell one parenthesis from the other.
        Err(Wrong::RightParenthesis) => Wrong::Parenthesis as i32,
        Err(wrong) => wrong as i32,
    };
    Ok(Value::int(number))
}

fn regexec(call: &mut dyn Call) -> Outcome {
    const NOT_BEGIN: i32 = 1;
    const NOT_END: i32 = 2;
    const START_END: i32 = 4;
    let (place, text, room) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let (matches, flags) = (call.pointer(3)?, call.int(4)?);
    if flags & !(NOT_BEGIN | NOT_END | START_END) != 0 {
        return Ok(Value::int(Wrong::Pattern as i32));
    }
    let (from, bytes) = match flags & START_END != 0 {
        false => (0, call.whole_string(text)?),
        true => {
            let from = call.read_number(matches, 4)?;
            let to = call.read_number(matches.offset(4), 4)?;
            (from as usize, call.read(text, to)?)
        }
    };
    let has_none = call.read_number(place.offset(BITS), 4)? & NO_GROUPS != 0;
    let room = if has_none { 0 } else { room };
    if from > bytes.len() {
        return Ok(Value::int(NO_MATCH));
    }
    let asked = Asked {
        place,
        text: &bytes,
        from,
        to: bytes.len(),
        not_start: flags & NOT_BEGIN != 0,
        not_end: flags & NOT_END != 0,
        wants_groups: room > 1,
    };
    let Some(found) = search(call, &asked)? else {
        return Ok(Value::int(NO_MATCH));
    };
    for number in 0..room {
        let span = found.get(number as usize).copied().flatten();
        let (from, to) = span.map_or((-1, -1), |(from, to)| (from as i64, to as i64));
        let at = matches.offset(number as i64 * MATCH);
        call.write_number(at, from as u64, 4)?;
        call.write_number(at.offset(4), to as u64, 4)?;
    }
    Ok(Value::int(0))
}

fn regerror(call: &mut dyn Call) -> Outcome {
    let (number, to, room) = (call.int(0)?, call.pointer(2)?, call.size(3)?);
    let message = usize::try_from(number).ok();
    let Some(message) = message.and_then(|number| MESSAGES.get(number)) else {
        let text = format!("regerror of {number}, which neither regcomp nor regexec returns");
        return Err(Stop::Unsupported(text));
    };
    if room > 0 {
        let shown = message.len().min(room as usize - 1);
        call.write_string(to, &message.as_bytes()[..shown])?;
    }
    Ok(call.of_size(message.len() as u64 + 1))
}

/// Frees the memory that a pattern's own is.
fn forget(call: &mut dyn Call, place: Pointer) -> Result<(), Stop> {
    let block = call.load_pointer(place)?;
    if !block.is_null() {
        if call.read_number(place.offset(ALLOCATED), 8)? == HELD {
            let number = call.read_number(block, HELD)?;
            call.library().patterns.known.remove(&number);
        }
        call.release(block)?;
        call.store_pointer(place, Pointer::NULL)?;
    }
    Ok(())
}

fn regfree(call: &mut dyn Call) -> Outcome {
    let place = call.pointer(0)?;
    forget(call, place)?;
    for member in [FIRST_LETTERS, TRANSLATE] {
        let at = place.offset(member);
        let block = call.load_pointer(at)?;
        if !block.is_null() {
            call.release(block)?;
            call.store_pointer(at, Pointer::NULL)?;
        }
    }
    call.write_number(place.offset(ALLOCATED), 0, 8)?;
    Ok(Value::nothing())
}

/// Memory of `int`s for registers; none where there is none.
fn integers(call: &mut dyn Call, count: u64) -> Result<Pointer, i32> {
    call.allocate(4 * count, 16, false).ok_or(ENOMEM)
}
