//! `<getopt.h>`: long options, which have names.

use super::Call;
use super::getopt::{Line, complain, next_word, set, set_argument};
use super::typed::Outcome;
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

/// A `struct option`: name, whether it has an argument, where the value goes, the value.
struct Long {
    name: Vec<u8>,
    argument: i32,
    flag: Pointer,
    value: i32,
}

fn long_options(call: &mut dyn Call) -> Result<Vec<Long>, Stop> {
    let mut at = call.pointer(3)?;
    let mut all = Vec::new();
    loop {
        let name = call.load_pointer(at)?;
        if name.is_null() {
            return Ok(all);
        }
        all.push(Long {
            name: call.whole_string(name)?,
            argument: call.read_number(at.offset(8), 4)? as i32,
            flag: call.load_pointer(at.offset(16))?,
            value: call.read_number(at.offset(24), 4)? as u32 as i32,
        });
        at = at.offset(32);
    }
}

/// What stands in front of the equals sign of an option.
fn name_of(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == b'=');
    &text[..end.unwrap_or(text.len())]
}

/// Whether a word with one dash is a long option: one that is no letter, or the beginning of a name that is longer than a letter.
pub(super) fn is_long(call: &mut dyn Call, line: &Line, text: &[u8]) -> Result<bool, Stop> {
    if !line.letters.contains(&text[1]) {
        return Ok(true);
    }
    let name = name_of(&text[1..]);
    let mut all = long_options(call)?.into_iter();
    Ok(text.len() > 2 && all.any(|one| one.name.starts_with(name)))
}

/// The value of the long option behind these dashes.
pub(super) fn long_option(call: &mut dyn Call, line: &Line, at: i64, dashes: &str) -> Outcome {
    set(call, "optind", at + 1)?;
    let (word, text) = line.word(call, at)?;
    let text = &text[dashes.len()..];
    let end = text.iter().position(|byte| *byte == b'=');
    let name = name_of(text);
    let all = long_options(call)?;
    let exact = all.iter().position(|one| one.name == name);
    let mut fits = (0..all.len()).filter(|one| all[*one].name.starts_with(name));
    let found = exact.or_else(|| fits.next().filter(|_| fits.next().is_none()));
    let shown = String::from_utf8_lossy(name).into_owned();
    let wrong = Value::int(i32::from(b'?'));
    let Some(found) = found else {
        set(call, "optopt", 0)?;
        complain(
            call,
            line,
            &format!("unrecognized option '{dashes}{shown}'"),
        )?;
        return Ok(wrong);
    };
    let option = &all[found];
    match (option.argument, end) {
        (0, Some(_)) => {
            set(call, "optopt", i64::from(option.value))?;
            complain(
                call,
                line,
                &format!("option '{dashes}{shown}' doesn't allow an argument"),
            )?;
            return Ok(wrong);
        }
        (_, Some(end)) => set_argument(call, word.offset((dashes.len() + end) as i64 + 1))?,
        (1, None) => match next_word(call, line, at)? {
            Some(word) => {
                set_argument(call, word)?;
                set(call, "optind", at + 2)?;
            }
            None => {
                set(call, "optopt", i64::from(option.value))?;
                complain(
                    call,
                    line,
                    &format!("option '{dashes}{shown}' requires an argument"),
                )?;
                return Ok(Value::int(i32::from(if line.quiet { b':' } else { b'?' })));
            }
        },
        _ => {}
    }
    let place = call.pointer(4)?;
    if !place.is_null() {
        call.write_number(place, found as u64, 4)?;
    }
    if option.flag.is_null() {
        return Ok(Value::int(option.value));
    }
    call.write_number(option.flag, option.value as u32 as u64, 4)?;
    Ok(Value::int(0))
}
