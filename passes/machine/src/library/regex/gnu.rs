//! GNU's own interface: a pattern of any syntax, searches from a place in a text, and registers that they fill.

use super::syntax::{MESSAGES, Syntax};
use super::{Asked, BITS, GROUPS, LINES, NO_GROUPS, REGISTERS, Spans, compile as compile_pattern};
use super::{forget, integers, search as search_text};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::library::Call;
use crate::library::typed::Outcome;

/// The syntax that patterns are compiled with.
const VARIABLE: &str = "re_syntax_options";

// Who makes the memory of registers: the first search, each that needs more, or the program.
const NONE_YET: u64 = 0;
const GROWING: u64 = 1 << 1;
const FIXED: u64 = 2 << 1;

// Members of `struct re_registers`, behind their number.
const STARTS: i64 = 8;
const ENDS: i64 = 16;

pub fn set_syntax(call: &mut dyn Call) -> Outcome {
    let (syntax, place) = (call.size(0)?, call.variable(VARIABLE));
    let before = call.read_number(place, 8)?;
    call.write_number(place, syntax, 8)?;
    Ok(call.of_size(before))
}

/// Null, or what is wrong with the pattern.
pub fn compile(call: &mut dyn Call) -> Outcome {
    let (from, length, place) = (call.pointer(0)?, call.size(1)?, call.pointer(2)?);
    let pattern = call.read(from, length)?;
    let variable = call.variable(VARIABLE);
    let syntax = Syntax(call.read_number(variable, 8)?);
    let mut bits = LINES;
    if syntax.has(Syntax::NO_GROUPS) {
        bits |= NO_GROUPS;
    }
    forget(call, place)?;
    match compile_pattern(call, place, &pattern, syntax, bits)? {
        Ok(()) => Ok(Value::pointer(Pointer::NULL)),
        Err(wrong) => {
            let text = MESSAGES[wrong as usize];
            let message = call.static_object(text, &|| [text.as_bytes(), b"\0"].concat());
            Ok(Value::pointer(message))
        }
    }
}

/// The arguments of a search, and the span of places where a match may begin.
fn run(call: &mut dyn Call, range: i64, registers: usize) -> Result<Result<Spans, i32>, Stop> {
    let (place, from) = (call.pointer(0)?, call.pointer(1)?);
    let (length, start) = (i64::from(call.int(2)?), i64::from(call.int(3)?));
    if length < 0 || !(0..=length).contains(&start) {
        return Ok(Err(-1));
    }
    let text = call.read(from, length as u64)?;
    let to = call.pointer(registers)?;
    let asked = Asked {
        place,
        text: &text,
        from: start as usize,
        to: (start + range).clamp(0, length) as usize,
        not_start: false,
        not_end: false,
        wants_groups: !to.is_null(),
    };
    let Some(found) = search_text(call, &asked)? else {
        return Ok(Err(-1));
    };
    if !to.is_null() && !fill(call, place, to, &found)? {
        return Ok(Err(-2));
    }
    Ok(Ok(found))
}

/// The place of the first match, -1 if there is none.
pub fn search(call: &mut dyn Call) -> Outcome {
    let range = i64::from(call.int(4)?);
    let found = run(call, range, 5)?;
    let whole = found.map(|found| found.first().copied().flatten());
    Ok(Value::int(match whole {
        Ok(whole) => whole.map_or(-1, |(from, _)| from as i32),
        Err(number) => number,
    }))
}

/// The length of the match that begins at a place, -1 if there is none.
pub fn matches(call: &mut dyn Call) -> Outcome {
    let found = run(call, 0, 4)?;
    let whole = found.map(|found| found.first().copied().flatten());
    Ok(Value::int(match whole {
        Ok(whole) => whole.map_or(-1, |(from, to)| (to - from) as i32),
        Err(number) => number,
    }))
}

/// Writes a match to registers; whether there is memory for them.
fn fill(
    call: &mut dyn Call,
    place: Pointer,
    registers: Pointer,
    found: &Spans,
) -> Result<bool, Stop> {
    let bits = call.read_number(place.offset(BITS), 4)?;
    let groups = call.read_number(place.offset(GROUPS), 8)?;
    let wanted = match bits & NO_GROUPS != 0 {
        true => 1,
        false => groups + 1,
    };
    // One more tells GNU's programs where they end.
    let needed = wanted + 1;
    let has = match bits & REGISTERS {
        NONE_YET => 0,
        _ => call.read_number(registers, 4)?,
    };
    if bits & REGISTERS != FIXED && has < needed {
        for member in [STARTS, ENDS] {
            let at = registers.offset(member);
            if bits & REGISTERS != NONE_YET {
                let block = call.load_pointer(at)?;
                call.release(block)?;
            }
            let Ok(block) = integers(call, needed) else {
                return Ok(false);
            };
            call.store_pointer(at, block)?;
        }
        call.write_number(registers, needed, 4)?;
        let bits = bits & !REGISTERS | GROWING;
        call.write_number(place.offset(BITS), bits, 4)?;
    }
    let room = call.read_number(registers, 4)?;
    let starts = call.load_pointer(registers.offset(STARTS))?;
    let ends = call.load_pointer(registers.offset(ENDS))?;
    for number in 0..room {
        let span = match number < wanted {
            true => found.get(number as usize).copied().flatten(),
            false => None,
        };
        let (from, to) = span.map_or((-1, -1), |(from, to)| (from as i64, to as i64));
        let at = 4 * number as i64;
        call.write_number(starts.offset(at), from as u64, 4)?;
        call.write_number(ends.offset(at), to as u64, 4)?;
    }
    Ok(true)
}

/// Memory for registers that the program has made, or none.
pub fn set_registers(call: &mut dyn Call) -> Outcome {
    let (place, registers, count) = (call.pointer(0)?, call.pointer(1)?, call.int(2)?);
    let bits = call.read_number(place.offset(BITS), 4)? & !REGISTERS;
    let (kind, starts, ends) = match count {
        0 => (NONE_YET, Pointer::NULL, Pointer::NULL),
        _ => (GROWING, call.pointer(3)?, call.pointer(4)?),
    };
    call.write_number(place.offset(BITS), bits | kind, 4)?;
    call.write_number(registers, count as u64, 4)?;
    call.store_pointer(registers.offset(STARTS), starts)?;
    call.store_pointer(registers.offset(ENDS), ends)?;
    Ok(Value::nothing())
}
