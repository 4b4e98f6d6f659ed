//! `<unistd.h>`: the process, its users and limits, and what cannot be foreseen.

use super::errors::EINVAL;
use super::system::{Answer, Change, System};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("getegid", |call| number(call, 5)),
    ("getentropy", getentropy),
    ("geteuid", |call| number(call, 3)),
    ("getgid", |call| number(call, 4)),
    ("getpagesize", getpagesize),
    ("gethostname", gethostname),
    ("getpid", |call| number(call, 0)),
    ("getppid", |call| number(call, 1)),
    ("getrandom", getrandom),
    ("gettid", gettid),
    ("getuid", |call| number(call, 2)),
    ("mkdtemp", mkdtemp),
    ("mkostemp", |call| {
        let flags = call.int(1)?;
        mkstemp(call, 0, flags)
    }),
    ("mkostemp64", |call| {
        let flags = call.int(1)?;
        mkstemp(call, 0, flags)
    }),
    ("mkstemp", |call| mkstemp(call, 0, 0)),
    ("mkstemp64", |call| mkstemp(call, 0, 0)),
    ("mkstemps", |call| {
        let behind = call.int(1)?;
        mkstemp(call, behind, 0)
    }),
    ("mkstemps64", |call| {
        let behind = call.int(1)?;
        mkstemp(call, behind, 0)
    }),
    ("syscall", syscall),
    ("sysconf", sysconf),
    ("tmpnam", tmpnam),
    ("umask", umask),
    ("uname", uname),
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

fn random_bytes(call: &mut dyn Call, to: Pointer, count: u64) -> Result<Answer<()>, Stop> {
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

/// The number of a thread: that of the process for the first one, the next ones for the others.
fn gettid(call: &mut dyn Call) -> Outcome {
    let thread = call.threads().current().0;
    let process = call.library().system.numbers()[0];
    Ok(Value::integer(u64::from(process + thread)))
}

/// A system call by its number. What a function of the library does better is refused by name.
fn syscall(call: &mut dyn Call) -> Outcome {
    const GETPID: i64 = 39;
    const GETTID: i64 = 186;
    const GETRANDOM: i64 = 318;
    match call.long(0)? {
        GETPID => number(call, 0).map(|process| call.of_long(process.number().unwrap_or(0) as i64)),
        GETTID => gettid(call).map(|thread| call.of_long(thread.number().unwrap_or(0) as i64)),
        GETRANDOM => {
            let (to, count) = (call.pointer(1)?, call.size(2)?);
            let done = random_bytes(call, to, count)?;
            call.long_or_errno(done.map(|()| count as i64))
        }
        other => Err(Stop::Unsupported(format!(
            "the system call {other}, which the program makes by its number: call the function of the C library"
        ))),
    }
}

fn uname(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(0)?;
    match call.library().system.names() {
        Ok(names) => {
            call.write(to, &names)?;
            Ok(Value::int(0))
        }
        Err(number) => call.failed(number),
    }
}

fn gethostname(call: &mut dyn Call) -> Outcome {
    const ROOM: usize = 65;
    const TOO_LONG: i32 = 36;
    let (to, most) = (call.pointer(0)?, call.size(1)?);
    let names = match call.library().system.names() {
        Ok(names) => names,
        Err(number) => return call.failed(number),
    };
    let name = names[ROOM..].split(|byte| *byte == 0).next();
    let name = name.unwrap_or_default().to_vec();
    if name.len() as u64 >= most {
        call.write(to, &name[..most as usize])?;
        return call.failed(TOO_LONG);
    }
    call.write_string(to, &name)?;
    Ok(Value::int(0))
}

/// Makes something under a name that nothing has: the template, whose last six letters are chosen, with so many bytes kept behind them.
fn temporary(
    call: &mut dyn Call,
    behind: i32,
    make: impl Fn(&mut dyn System, &[u8]) -> Answer<i32>,
) -> Result<Answer<i32>, Stop> {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const EXISTS: i32 = 17;
    let (place, mut name) = (call.pointer(0)?, call.text(0)?);
    let end = usize::try_from(behind).ok();
    let end = end.and_then(|behind| name.len().checked_sub(behind));
    let Some(front) = end.and_then(|end| end.checked_sub(6)) else {
        return Ok(Err(EINVAL));
    };
    if &name[front..front + 6] != b"XXXXXX" {
        return Ok(Err(EINVAL));
    }
    for _ in 0..100 {
        let mut bytes = [0; 6];
        if let Err(number) = call.library().system.randomness(&mut bytes) {
            return Ok(Err(number));
        }
        for (letter, byte) in name[front..].iter_mut().zip(bytes) {
            *letter = LETTERS[usize::from(byte) % LETTERS.len()];
        }
        match make(&mut *call.library().system, &name) {
            Err(EXISTS) => {}
            Ok(made) => {
                call.write(place, &name)?;
                return Ok(Ok(made));
            }
            failed => return Ok(failed),
        }
    }
    Ok(Err(EXISTS))
}

fn mkstemp(call: &mut dyn Call, behind: i32, flags: i32) -> Outcome {
    const NEW: i32 = 0o302;
    let made = temporary(call, behind, |system, name| {
        system.open(name, NEW | flags, 0o600)
    })?;
    call.int_or_errno(made)
}

fn mkdtemp(call: &mut dyn Call) -> Outcome {
    let made = temporary(call, 0, |system, name| {
        system.change(Change::MakeFolder(name, 0o700)).map(|()| 0)
    })?;
    match made {
        Ok(_) => Ok(Value::pointer(call.pointer(0)?)),
        Err(number) => call.null_with(number),
    }
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
