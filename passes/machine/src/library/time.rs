//! `<time.h>`, `<sys/time.h>`: clocks and calendars.

use super::calendar::{Broken, format, local, mk_local, utc};
use super::errors::{EINVAL, EOVERFLOW};
use super::threads::sleep as sleep_for;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("asctime", |call| asctime(call, false)),
    ("asctime_r", |call| asctime(call, true)),
    ("clock", clock),
    ("clock_getres", clock_getres),
    ("clock_gettime", clock_gettime),
    ("clock_nanosleep", clock_nanosleep),
    ("ctime", |call| ctime(call, false)),
    ("ctime_r", |call| ctime(call, true)),
    ("difftime", difftime),
    ("getrusage", getrusage),
    ("gettimeofday", gettimeofday),
    ("gmtime", |call| broken_down(call, utc, false)),
    ("gmtime_r", |call| broken_down(call, utc, true)),
    ("localtime", |call| broken_down(call, local, false)),
    ("localtime_r", |call| broken_down(call, local, true)),
    ("mktime", |call| seconds_of(call, mk_local, local)),
    ("nanosleep", nanosleep),
    ("sleep", sleep),
    ("strftime", strftime),
    ("time", time),
    ("timegm", |call| seconds_of(call, Broken::seconds, utc)),
    ("tzset", |_| Ok(Value::nothing())),
    ("usleep", usleep),
];

/// The clock of the processor time of the process.
const PROCESSOR: i32 = 2;
const BILLION: i64 = 1_000_000_000;

fn time(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(0)?;
    let (seconds, _) = call.library().system.clock(0).unwrap_or((-1, 0));
    if !to.is_null() {
        let bytes = call.long_bytes();
        call.write_number(to, seconds as u64, bytes)?;
    }
    Ok(call.of_long(seconds))
}

fn clock(call: &mut dyn Call) -> Outcome {
    let time = call.library().system.clock(PROCESSOR);
    let microseconds = time.map(|(seconds, rest)| seconds * 1_000_000 + rest / 1000);
    Ok(call.of_long(microseconds.unwrap_or(-1)))
}

/// Stores seconds and a part of a second.
fn store(call: &mut dyn Call, to: Pointer, seconds: i64, rest: i64) -> Result<(), Stop> {
    let bytes = call.long_bytes();
    call.write_number(to, seconds as u64, bytes)?;
    call.write_number(to.offset(bytes as i64), rest as u64, bytes)
}

fn clock_gettime(call: &mut dyn Call) -> Outcome {
    let (clock, to) = (call.int(0)?, call.pointer(1)?);
    match call.library().system.clock(clock) {
        Ok((seconds, rest)) => {
            store(call, to, seconds, rest)?;
            Ok(Value::int(0))
        }
        Err(number) => call.failed(number),
    }
}

fn clock_getres(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(1)?;
    if !to.is_null() {
        store(call, to, 0, 1)?;
    }
    Ok(Value::int(0))
}

fn gettimeofday(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(0)?;
    let (seconds, rest) = call.library().system.clock(0).unwrap_or_default();
    if !to.is_null() {
        store(call, to, seconds, rest / 1000)?;
    }
    Ok(Value::int(0))
}

/// Processor time as that of the program; what else a `struct rusage` has is zero.
fn getrusage(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(1)?;
    let (seconds, rest) = call.library().system.clock(PROCESSOR).unwrap_or_default();
    let bytes = call.long_bytes();
    call.fill(to, 0, 18 * bytes)?;
    store(call, to, seconds, rest / 1000)?;
    Ok(Value::int(0))
}

fn difftime(call: &mut dyn Call) -> Outcome {
    let (left, right) = (call.long(0)?, call.long(1)?);
    Ok(Value::double(left.wrapping_sub(right) as f64))
}

fn wait(call: &mut dyn Call, from: Pointer) -> Result<bool, Stop> {
    let bytes = call.long_bytes();
    let seconds = call.read_number(from, bytes)? as i64;
    let rest = call.read_number(from.offset(bytes as i64), bytes)? as i64;
    if seconds < 0 || !(0..BILLION).contains(&rest) {
        return Ok(false);
    }
    let all = (seconds as u64).saturating_mul(BILLION as u64);
    sleep_for(call, all.saturating_add(rest as u64))?;
    Ok(true)
}

fn nanosleep(call: &mut dyn Call) -> Outcome {
    let from = call.pointer(0)?;
    match wait(call, from)? {
        true => Ok(Value::int(0)),
        false => call.failed(EINVAL),
    }
}

fn clock_nanosleep(call: &mut dyn Call) -> Outcome {
    let (flags, from) = (call.int(1)?, call.pointer(2)?);
    if flags != 0 {
        let text = "clock_nanosleep up to a time: only spans are known";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    let is_done = wait(call, from)?;
    Ok(Value::int(if is_done { 0 } else { EINVAL }))
}

fn sleep(call: &mut dyn Call) -> Outcome {
    let seconds = u64::from(call.int(0)? as u32);
    sleep_for(call, seconds * BILLION as u64)?;
    Ok(Value::int(0))
}

fn usleep(call: &mut dyn Call) -> Outcome {
    let microseconds = u64::from(call.int(0)? as u32);
    sleep_for(call, microseconds * 1000)?;
    Ok(Value::int(0))
}

/// Bytes of a `struct tm` in front of the name of the zone.
const NAME: i64 = 48;
/// Bytes of a `struct tm` of x86-64 Linux.
const TM: usize = 56;

/// Writes a `struct tm`.
fn write_tm(call: &mut dyn Call, to: Pointer, time: &Broken) -> Result<(), Stop> {
    for (at, field) in (0..).step_by(4).zip(time.fields) {
        call.write_number(to.offset(at), u64::from(field as u32), 4)?;
    }
    call.write_number(to.offset(40), time.offset as u64, 8)?;
    let zone = match time.zone.as_slice() {
        b"GMT" => call.static_object("GMT", &|| b"GMT\0".to_vec()),
        other => call.static_object("local zone", &|| [other, b"\0"].concat()),
    };
    call.store_pointer(to.offset(NAME), zone)
}

/// Reads a `struct tm`.
fn read_tm(call: &mut dyn Call, from: Pointer, needed: usize) -> Result<Broken, Stop> {
    let mut time = Broken::default();
    for (at, field) in (0..).step_by(4).zip(&mut time.fields).take(needed) {
        *field = call.read_number(from.offset(at), 4)? as u32 as i32;
    }
    Ok(time)
}

/// The place of a result: the argument, or memory of the library.
fn place(
    call: &mut dyn Call,
    own: bool,
    name: &'static str,
    bytes: usize,
) -> Result<Pointer, Stop> {
    match own {
        true => call.pointer(1),
        false => Ok(call.static_object(name, &|| vec![0; bytes])),
    }
}

fn seconds(call: &mut dyn Call) -> Result<i64, Stop> {
    let (from, bytes) = (call.pointer(0)?, call.long_bytes());
    Ok(call.read_number(from, bytes)? as i64)
}

fn broken_down(call: &mut dyn Call, convert: fn(i64) -> Option<Broken>, own: bool) -> Outcome {
    let Some(time) = convert(seconds(call)?) else {
        return call.null_with(EOVERFLOW);
    };
    let to = place(call, own, "struct tm", TM)?;
    write_tm(call, to, &time)?;
    Ok(Value::pointer(to))
}

/// The seconds of a `struct tm`, whose members are brought into their limits.
fn seconds_of(
    call: &mut dyn Call,
    convert: fn(&Broken) -> Option<i64>,
    normal: fn(i64) -> Option<Broken>,
) -> Outcome {
    let from = call.pointer(0)?;
    let mut time = read_tm(call, from, 6)?;
    time.fields[8] = call.read_number(from.offset(32), 4)? as u32 as i32;
    let Some(seconds) = convert(&time) else {
        call.set_errno(EOVERFLOW)?;
        return Ok(call.of_long(-1));
    };
    if let Some(normal) = normal(seconds) {
        write_tm(call, from, &normal)?;
    }
    Ok(call.of_long(seconds))
}

fn write_text(call: &mut dyn Call, time: &Broken, own: bool) -> Outcome {
    let text = format(b"%a %b %e %H:%M:%S %Y\n", time);
    let to = place(call, own, "text of a time", 64)?;
    call.write_string(to, &text)?;
    Ok(Value::pointer(to))
}

fn asctime(call: &mut dyn Call, own: bool) -> Outcome {
    let from = call.pointer(0)?;
    let time = read_tm(call, from, 7)?;
    write_text(call, &time, own)
}

fn ctime(call: &mut dyn Call, own: bool) -> Outcome {
    match local(seconds(call)?) {
        Some(time) => write_text(call, &time, own),
        None => call.null_with(EOVERFLOW),
    }
}

fn strftime(call: &mut dyn Call) -> Outcome {
    let (to, most) = (call.pointer(0)?, call.size(1)?);
    let (pattern, from) = (call.text(2)?, call.pointer(3)?);
    let mut time = read_tm(call, from, 9)?;
    if pattern
        .windows(2)
        .any(|two| matches!(two, b"%z" | b"%Z" | b"%s"))
    {
        time.offset = call.read_number(from.offset(40), 8)? as i64;
        let zone = call.load_pointer(from.offset(NAME))?;
        time.zone = call.whole_string(zone)?;
    }
    let text = format(&pattern, &time);
    if text.len() as u64 >= most {
        return Ok(call.of_size(0));
    }
    call.write_string(to, &text)?;
    Ok(call.of_size(text.len() as u64))
}
