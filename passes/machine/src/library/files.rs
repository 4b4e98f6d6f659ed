//! `<fcntl.h>`, `<sys/stat.h>`, `<utime.h>`: opening files, and what is known of them.

use super::errors::{EBADF, EINVAL};
use super::system::{Answer, Change, File, Lock, Status};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("creat", creat),
    ("fcntl", fcntl),
    ("fcntl64", fcntl),
    ("fstat", fstat),
    ("fstat64", fstat),
    ("futimens", futimens),
    ("lstat", lstat),
    ("lstat64", lstat),
    ("open", open),
    ("open64", open),
    ("stat", stat),
    ("stat64", stat),
    ("utime", utime),
    ("utimes", utimes),
];

const CREATE: i32 = 0o100;
const TEMPORARY: i32 = 0o20_000_000;

pub(super) fn opened(call: &mut dyn Call, name: &[u8], flags: i32, mode: u32) -> Outcome {
    let library = call.library();
    let file = library.system.open(name, flags, mode & !library.mask);
    call.int_or_errno(file)
}

fn open(call: &mut dyn Call) -> Outcome {
    let (name, flags) = (call.text(0)?, call.int(1)?);
    let mode = mode_of(call, flags, 2)?;
    opened(call, &name, flags, mode)
}

/// The permissions of a file that an `open` makes: the argument of this number, where these flags make one.
pub(super) fn mode_of(call: &mut dyn Call, flags: i32, number: usize) -> Result<u32, Stop> {
    match flags & (CREATE | TEMPORARY) {
        0 => Ok(0),
        _ => Ok(call.int(number)? as u32),
    }
}

fn creat(call: &mut dyn Call) -> Outcome {
    let (name, mode) = (call.text(0)?, call.int(1)? as u32);
    opened(call, &name, CREATE | 0o1001, mode)
}

/// Writes a `struct stat` of x86-64 Linux.
pub(super) fn store(call: &mut dyn Call, to: Pointer, status: Answer<Status>) -> Outcome {
    let status = match status {
        Ok(status) => status,
        Err(number) => return call.failed(number),
    };
    let mut words = [0u64; 18];
    words[..3].copy_from_slice(&[status.dev, status.ino, status.nlink]);
    words[3] = u64::from(status.uid) << 32 | u64::from(status.mode);
    words[4] = u64::from(status.gid);
    words[5] = status.rdev;
    words[6] = status.size as u64;
    words[7] = status.blksize as u64;
    words[8] = status.blocks as u64;
    for (at, (seconds, nanoseconds)) in status.times.iter().enumerate() {
        words[9 + 2 * at] = *seconds as u64;
        words[10 + 2 * at] = *nanoseconds as u64;
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    call.write(to, &bytes)?;
    Ok(Value::int(0))
}

fn stat(call: &mut dyn Call) -> Outcome {
    let (name, to) = (call.text(0)?, call.pointer(1)?);
    let status = call.library().system.status(File::Named(&name));
    store(call, to, status)
}

fn lstat(call: &mut dyn Call) -> Outcome {
    let (name, to) = (call.text(0)?, call.pointer(1)?);
    let status = call.library().system.status(File::Link(&name));
    store(call, to, status)
}

fn fstat(call: &mut dyn Call) -> Outcome {
    let (file, to) = (call.int(0)?, call.pointer(1)?);
    let status = call.library().system.status(File::Open(file));
    store(call, to, status)
}

// Commands of fcntl.
const DUPLICATE: i32 = 0;
const GET_DESCRIPTOR: i32 = 1;
const SET_DESCRIPTOR: i32 = 2;
const GET_FLAGS: i32 = 3;
const SET_FLAGS: i32 = 4;
const DUPLICATE_CLOSED: i32 = 1030;

fn fcntl(call: &mut dyn Call) -> Outcome {
    let (file, command) = (call.int(0)?, call.int(1)?);
    let answer = match command {
        DUPLICATE | DUPLICATE_CLOSED => {
            let from = call.int(2)?;
            let system = &mut call.library().system;
            let copy = system.duplicate(file, Err(from));
            match (copy, command) {
                (Ok(copy), DUPLICATE_CLOSED) => system.closes(copy, Some(true)).map(|_| copy),
                (copy, _) => copy,
            }
        }
        // Whether another program gets the file that the process may become.
        GET_DESCRIPTOR => {
            let closes = call.library().system.closes(file, None);
            closes.map(i32::from)
        }
        SET_DESCRIPTOR => {
            let closes = call.int(2)? & 1 != 0;
            let set = call.library().system.closes(file, Some(closes));
            set.map(|_| 0)
        }
        GET_FLAGS => call.library().system.flags(file, None),
        SET_FLAGS => {
            let flags = call.int(2)?;
            call.library().system.flags(file, Some(flags))
        }
        5..=7 => {
            let place = call.pointer(2)?;
            return lock(call, file, command, place);
        }
        _ => Err(EINVAL),
    };
    call.int_or_errno(answer)
}

/// Locks by a `struct flock` of x86-64 Linux.
fn lock(call: &mut dyn Call, file: i32, command: i32, place: Pointer) -> Outcome {
    const ASK: i32 = 5;
    let asked = Lock {
        kind: call.read_number(place, 2)? as i16,
        whence: call.read_number(place.offset(2), 2)? as i16,
        start: call.read_number(place.offset(8), 8)? as i64,
        len: call.read_number(place.offset(16), 8)? as i64,
        pid: 0,
    };
    let answer = call.library().system.lock(file, command, asked);
    if let (Ok(held), ASK) = (answer, command) {
        call.write_number(place, held.kind as u64, 2)?;
        call.write_number(place.offset(2), held.whence as u64, 2)?;
        call.write_number(place.offset(8), held.start as u64, 8)?;
        call.write_number(place.offset(16), held.len as u64, 8)?;
        call.write_number(place.offset(24), held.pid as u64, 4)?;
    }
    call.int_or_errno(answer.map(|_| 0))
}

/// Two times: seconds and a part of a second of so many nanoseconds.
fn times(call: &mut dyn Call, from: Pointer, unit: i64) -> Result<[(i64, i64); 2], Stop> {
    let mut words = [0i64; 4];
    for (at, word) in words.iter_mut().enumerate() {
        *word = call.read_number(from.offset(8 * at as i64), 8)? as i64;
    }
    Ok([(words[0], words[1] * unit), (words[2], words[3] * unit)])
}

/// The same, or the present time twice where the program names none. Nanoseconds may say "now" or "as it is", as `utimensat` takes them.
pub(super) fn times_or_now(
    call: &mut dyn Call,
    from: Pointer,
    unit: i64,
) -> Result<[(i64, i64); 2], Stop> {
    match from.is_null() {
        true => Ok(now(call)),
        false => times(call, from, unit),
    }
}

/// The present time twice.
fn now(call: &mut dyn Call) -> [(i64, i64); 2] {
    let now = call.library().system.clock(0).unwrap_or_default();
    [now; 2]
}

fn utime(call: &mut dyn Call) -> Outcome {
    let (name, from) = (call.text(0)?, call.pointer(1)?);
    let times = match from.is_null() {
        true => now(call),
        false => {
            let access = call.read_number(from, 8)? as i64;
            let content = call.read_number(from.offset(8), 8)? as i64;
            [(access, 0), (content, 0)]
        }
    };
    let change = Change::Times(File::Named(&name), times);
    let done = call.library().system.change(change);
    call.int_or_errno(done.map(|()| 0))
}

fn utimes(call: &mut dyn Call) -> Outcome {
    let (name, from) = (call.text(0)?, call.pointer(1)?);
    let times = times_or_now(call, from, 1000)?;
    let change = Change::Times(File::Named(&name), times);
    let done = call.library().system.change(change);
    call.int_or_errno(done.map(|()| 0))
}

fn futimens(call: &mut dyn Call) -> Outcome {
    let (file, from) = (call.int(0)?, call.pointer(1)?);
    if file < 0 {
        return call.failed(EBADF);
    }
    let times = times_or_now(call, from, 1)?;
    let change = Change::Times(File::Open(file), times);
    let done = call.library().system.change(change);
    call.int_or_errno(done.map(|()| 0))
}
