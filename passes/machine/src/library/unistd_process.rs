//! `<unistd.h>`: the process, its users and limits, and what cannot be foreseen.

use super::errors::EINVAL;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};

pub(super) const TABLE: &[Row] = &[
    ("getegid", |call| number(call, 5)),
    ("getentropy", getentropy),
    ("geteuid", |call| number(call, 3)),
    ("getgid", |call| number(call, 4)),
    ("getpagesize", getpagesize),
    ("getpid", |call| number(call, 0)),
    ("getppid", |call| number(call, 1)),
    ("getrandom", getrandom),
    ("getuid", |call| number(call, 2)),
    ("mkstemp", mkstemp),
    ("mkstemp64", mkstemp),
    ("sysconf", sysconf),
    ("tmpnam", tmpnam),
    ("umask", umask),
];

fn number(call: &mut dyn Call, which: usize) -> Outcome {
    let numbers = call.library().system.numbers();
    Ok(Value::integer(u64::from(numbers[which])))
}

fn umask(call: &mut dyn Call) -> Outcome {
    let mask = call.int(0)? as u32 & 0o777;
    let before = std::mem::replace(&mut call.library().mask, mask);
    Ok(Value::integer(u64::from(before)))
}

fn getpagesize(_: &mut dyn Call) -> Outcome {
    Ok(Value::int(4096))
}

/// Limits of Linux, and one processor: the machine runs one thread at a time.
fn sysconf(call: &mut dyn Call) -> Outcome {
    let value = match call.int(0)? {
        0 => 2_097_152,
        2 => 100,
        4 => 1024,
        30 => 4096,
        83 | 84 => 1,
        _ => {
            call.set_errno(EINVAL)?;
            -1
        }
    };
    Ok(call.of_long(value))
}

fn random_bytes(
    call: &mut dyn Call,
    to: Pointer,
    count: u64,
) -> Result<Result<(), i32>, crate::fault::Stop> {
    let mut bytes = vec![0; count as usize];
    let done = call.library().system.randomness(&mut bytes);
    if done.is_ok() {
        call.write(to, &bytes)?;
    }
    Ok(done)
}

fn getrandom(call: &mut dyn Call) -> Outcome {
    let (to, count) = (call.pointer(0)?, call.size(1)?);
    let done = random_bytes(call, to, count)?;
    call.long_or_errno(done.map(|()| count as i64))
}

fn getentropy(call: &mut dyn Call) -> Outcome {
    let (to, count) = (call.pointer(0)?, call.size(1)?);
    if count > 256 {
        return call.failed(super::errors::EIO);
    }
    let done = random_bytes(call, to, count)?;
    call.int_or_errno(done.map(|()| 0))
}

fn mkstemp(call: &mut dyn Call) -> Outcome {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const FLAGS: i32 = 0o302;
    const EXISTS: i32 = 17;
    let (place, mut name) = (call.pointer(0)?, call.text(0)?);
    if !name.ends_with(b"XXXXXX") {
        return call.failed(EINVAL);
    }
    let front = name.len() - 6;
    for _ in 0..100 {
        let mut bytes = [0; 6];
        if let Err(number) = call.library().system.randomness(&mut bytes) {
            return call.failed(number);
        }
        let letters = bytes
            .iter()
            .map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()]);
        name.splice(front.., letters);
        match call.library().system.open(&name, FLAGS, 0o600) {
            Err(EXISTS) => {}
            Ok(file) => {
                call.write(place, &name)?;
                return Ok(Value::int(file));
            }
            Err(number) => return call.failed(number),
        }
    }
    call.failed(EXISTS)
}

/// A name that no file has.
fn tmpnam(call: &mut dyn Call) -> Outcome {
    const BYTES: usize = 20;
    let given = call.pointer(0)?;
    let to = match given.is_null() {
        true => call.static_object("tmpnam", &|| vec![0; BYTES]),
        false => given,
    };
    let mut number = [0; 4];
    if call.library().system.randomness(&mut number).is_err() {
        return Ok(Value::pointer(Pointer::NULL));
    }
    let name = format!("/tmp/file{:06x}", u32::from_le_bytes(number) & 0xff_ffff);
    call.write_string(to, name.as_bytes())?;
    Ok(Value::pointer(to))
}
