//! `<poll.h>`, `<sys/select.h>`: which files can be read or written.

use super::errors::{EBADF, EINVAL};
use super::threads::await_one;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__fdelt_chk", |call| {
        // The word of a set that a file is in; a file beyond every set ends programs.
        let file = call.long(0)?;
        if !(0..FILES_OF_A_SET).contains(&file) {
            let text = format!("a set of files, asked for file {file}: it has {FILES_OF_A_SET}");
            return Err(Stop::Unsupported(text));
        }
        Ok(call.of_long(file / 64))
    }),
    ("__poll_chk", poll),
    ("poll", poll),
    ("ppoll", ppoll),
    ("pselect", |call| {
        refuse_mask(call, 5)?;
        let limit = nanoseconds(call, 4, 1)?;
        select(call, limit)
    }),
    ("select", |call| {
        let limit = nanoseconds(call, 4, 1000)?;
        select(call, limit)
    }),
];

/// How many files a set has room for (FD_SETSIZE).
const FILES_OF_A_SET: i64 = 1024;
/// Bytes of a `struct pollfd`.
const ROW: i64 = 8;
// Events.
const READABLE: i16 = 1;
const URGENT: i16 = 2;
const WRITABLE: i16 = 4;
const FAILED: i16 = 8;
const HUNG_UP: i16 = 16;
const NO_FILE: i16 = 32;

/// No limit of time.
const FOR_EVER: i32 = -1;

/// What happened to files, in their order: at once, or when something does.
fn events(
    call: &mut dyn Call,
    asked: &[(i32, i16)],
    milliseconds: i32,
) -> Result<Result<Vec<i16>, i32>, Stop> {
    let several = call.threads().are_several();
    let at_once = match several {
        true => 0,
        false => milliseconds,
    };
    let found = call.library().system.poll(asked, at_once);
    let Ok(happened) = &found else {
        return Ok(found);
    };
    if !several || milliseconds == 0 || happened.iter().any(|events| *events != 0) {
        return Ok(found);
    }
    // Other threads may make it happen.
    let limit = u64::try_from(milliseconds)
        .ok()
        .map(|limit| limit * 1_000_000);
    match asked {
        [(file, READABLE)] => await_one(call, Some(*file), limit)?,
        [] => await_one(call, None, limit)?,
        _ => {
            let text =
                "waiting for several files, or to write, in a program that has several threads";
            return Err(Stop::Unsupported(text.to_owned()));
        }
    }
    Ok(call.library().system.poll(asked, 0))
}

fn poll_for(call: &mut dyn Call, milliseconds: i32) -> Outcome {
    let (rows, count) = (call.pointer(0)?, call.size(1)?);
    let at = |number: usize| rows.offset(number as i64 * ROW);
    let mut asked = Vec::new();
    for number in 0..count as usize {
        let file = call.read_number(at(number), 4)? as i32;
        asked.push((file, call.read_number(at(number).offset(4), 2)? as i16));
    }
    let happened = match events(call, &asked, milliseconds)? {
        Ok(happened) => happened,
        Err(number) => return call.failed(number),
    };
    for (number, events) in happened.iter().enumerate() {
        call.write_number(at(number).offset(6), *events as u64, 2)?;
    }
    let some = happened.iter().filter(|events| **events != 0).count();
    Ok(Value::int(some as i32))
}

fn poll(call: &mut dyn Call) -> Outcome {
    let milliseconds = call.int(2)?;
    poll_for(call, milliseconds)
}

fn ppoll(call: &mut dyn Call) -> Outcome {
    refuse_mask(call, 3)?;
    let limit = nanoseconds(call, 2, 1)?;
    poll_for(call, milliseconds(limit))
}

/// A set of signals for the time of the wait is not known.
fn refuse_mask(call: &mut dyn Call, number: usize) -> Result<(), Stop> {
    match call.pointer(number)?.is_null() {
        true => Ok(()),
        false => Err(Stop::Unsupported(
            "waiting for files with another mask of signals".to_owned(),
        )),
    }
}

/// A span of two words: seconds, and parts of so many nanoseconds; none for ever.
fn nanoseconds(call: &mut dyn Call, number: usize, unit: u64) -> Result<Option<u64>, Stop> {
    let from = call.pointer(number)?;
    if from.is_null() {
        return Ok(None);
    }
    let seconds = call.read_number(from, 8)?;
    let parts = call.read_number(from.offset(8), 8)?;
    let all = seconds.saturating_mul(1_000_000_000);
    Ok(Some(all.saturating_add(parts.saturating_mul(unit))))
}

fn milliseconds(limit: Option<u64>) -> i32 {
    let rounded = |limit: u64| i32::try_from(limit.div_ceil(1_000_000)).unwrap_or(i32::MAX);
    limit.map_or(FOR_EVER, rounded)
}

/// Events of a file in a set of each kind: to read, to write, of something else.
const KINDS: [(i16, i16); 3] = [
    (READABLE, READABLE | FAILED | HUNG_UP),
    (WRITABLE, WRITABLE | FAILED),
    (URGENT, URGENT),
];

fn select(call: &mut dyn Call, limit: Option<u64>) -> Outcome {
    let files = call.int(0)?;
    if !(0..=FILES_OF_A_SET as i32).contains(&files) {
        return call.failed(EINVAL);
    }
    let mut sets = Vec::new();
    for number in 1..=KINDS.len() {
        let place = call.pointer(number)?;
        sets.push((place, words(call, place, files)?));
    }
    let mut asked = Vec::new();
    for file in 0..files {
        let kinds = KINDS.iter().zip(&sets);
        let wanted = kinds.filter(|(_, (_, words))| has(words, file));
        let events = wanted.fold(0, |events, ((event, _), _)| events | event);
        if events != 0 {
            asked.push((file, events));
        }
    }
    let happened = match events(call, &asked, milliseconds(limit))? {
        Ok(happened) => happened,
        Err(number) => return call.failed(number),
    };
    if happened.iter().any(|events| events & NO_FILE != 0) {
        return call.failed(EBADF);
    }
    let mut count = 0;
    for ((_, means), (place, words)) in KINDS.iter().zip(&sets) {
        let mut left = vec![0u64; words.len()];
        for ((file, _), events) in asked.iter().zip(&happened) {
            if events & means != 0 && has(words, *file) {
                left[*file as usize / 64] |= 1 << (file % 64);
                count += 1;
            }
        }
        for (at, word) in left.iter().enumerate() {
            call.write_number(place.offset(8 * at as i64), *word, 8)?;
        }
    }
    Ok(Value::int(count))
}

/// The words of a set up to a file; none where there is no set.
fn words(call: &mut dyn Call, place: Pointer, files: i32) -> Result<Vec<u64>, Stop> {
    if place.is_null() {
        return Ok(Vec::new());
    }
    let count = (i64::from(files) + 63) / 64;
    (0..count)
        .map(|at| call.read_number(place.offset(8 * at), 8))
        .collect()
}

fn has(words: &[u64], file: i32) -> bool {
    let word = words.get(file as usize / 64);
    word.is_some_and(|word| word >> (file % 64) & 1 != 0)
}
