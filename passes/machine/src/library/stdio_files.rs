//! `<stdio.h>`: opening, places, buffers, names of files.

use super::errors::EINVAL;
use super::stdio::{END, FILE_BYTES, with};
use super::streams::{Buffering, Stream};
use super::system::Change;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("fclose", fclose),
    ("fdopen", fdopen),
    ("fflush", fflush),
    ("fflush_unlocked", fflush),
    ("fgetpos", fgetpos),
    ("fgetpos64", fgetpos),
    ("fileno", fileno),
    ("fileno_unlocked", fileno),
    ("flockfile", nothing),
    ("fopen", fopen),
    ("fopen64", fopen),
    ("freopen", freopen),
    ("freopen64", freopen),
    ("fseek", fseek),
    ("fseeko", fseek),
    ("fseeko64", fseek),
    ("fsetpos", fsetpos),
    ("fsetpos64", fsetpos),
    ("ftell", ftell),
    ("ftello", ftell),
    ("ftello64", ftell),
    ("funlockfile", nothing),
    ("remove", remove),
    ("rename", rename),
    ("rewind", rewind),
    ("setbuf", setbuf),
    ("setbuffer", setbuf),
    ("setlinebuf", setlinebuf),
    ("setvbuf", setvbuf),
    ("tmpfile", tmpfile),
    ("tmpfile64", tmpfile),
];

const CREATE: i32 = 0o100;
const EXCLUSIVE: i32 = 0o200;
const TRUNCATE: i32 = 0o1000;
const APPEND: i32 = 0o2000;

/// Flags of `open`, whether it reads, and whether it writes, by a mode of `fopen`.
fn mode(text: &[u8]) -> Option<(i32, bool, bool)> {
    let both = text.contains(&b'+');
    let exclusive = if text.contains(&b'x') { EXCLUSIVE } else { 0 };
    let (flags, reads, writes) = match text.first()? {
        b'r' => (0, true, both),
        b'w' => (CREATE | TRUNCATE | exclusive, both, true),
        b'a' => (CREATE | APPEND | exclusive, both, true),
        _ => return None,
    };
    let access = match (reads, writes) {
        (true, true) => 2,
        (false, true) => 1,
        _ => 0,
    };
    Some((flags | access, reads, writes))
}

/// A `FILE` for an open file. It is on the heap, so that a use after `fclose` is one of freed memory.
pub(super) fn stream(call: &mut dyn Call, made: Stream) -> Outcome {
    let Some(block) = call.allocate(FILE_BYTES, 16, true) else {
        _ = call.library().system.close(made.file);
        return call.null_with(super::errors::ENOMEM);
    };
    call.library().streams.add(block.address, made);
    Ok(Value::pointer(block))
}

fn open(call: &mut dyn Call, name: &[u8], text: &[u8]) -> Result<Result<Stream, i32>, Stop> {
    let Some((flags, reads, writes)) = mode(text) else {
        return Ok(Err(EINVAL));
    };
    let library = call.library();
    let permissions = 0o666 & !library.mask;
    let opened = library.system.open(name, flags, permissions);
    if let (Ok(file), true) = (opened, flags & APPEND != 0) {
        // The place that ftell says before the first write.
        _ = library.system.seek(file, 0, 2);
    }
    Ok(opened.map(|file| Stream::new(file, reads, writes)))
}

fn fopen(call: &mut dyn Call) -> Outcome {
    let (name, mode) = (call.text(0)?, call.text(1)?);
    match open(call, &name, &mode)? {
        Ok(made) => stream(call, made),
        Err(number) => call.null_with(number),
    }
}

fn fdopen(call: &mut dyn Call) -> Outcome {
    let (file, text) = (call.int(0)?, call.text(1)?);
    match mode(&text) {
        Some((_, reads, writes)) => stream(call, Stream::new(file, reads, writes)),
        None => call.null_with(EINVAL),
    }
}

fn tmpfile(call: &mut dyn Call) -> Outcome {
    const TEMPORARY: i32 = 0o20_200_000;
    let opened = call.library().system.open(b"/tmp", TEMPORARY | 2, 0o600);
    match opened {
        Ok(file) => stream(call, Stream::new(file, true, true)),
        Err(number) => call.null_with(number),
    }
}

/// Ends a stream; whether all went well.
fn close(call: &mut dyn Call, file: Pointer) -> Result<bool, Stop> {
    with(call, file, |_, _| Ok(()))?;
    let library = call.library();
    let Some(mut stream) = library.streams.remove(file.address) else {
        return Ok(false);
    };
    let flushed = stream.flush(&mut *library.system);
    let closed = library.system.close(stream.file);
    match flushed.and(closed) {
        Ok(()) => Ok(true),
        Err(number) => {
            call.set_errno(number)?;
            Ok(false)
        }
    }
}

pub(super) fn fclose(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    let is_done = close(call, file)?;
    if !is_standard(call, file) {
        call.release(file)?;
    }
    Ok(Value::int(if is_done { 0 } else { END }))
}

/// Whether a `FILE` is memory of the library, which lasts.
fn is_standard(call: &mut dyn Call, file: Pointer) -> bool {
    call.library().streams.is_standard(file.address)
}

fn freopen(call: &mut dyn Call) -> Outcome {
    let (name, mode, file) = (call.pointer(0)?, call.text(1)?, call.pointer(2)?);
    if name.is_null() {
        let text =
            "freopen without a name, which changes the mode: close the file and open it again";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    let name = call.whole_string(name)?;
    let before = with(call, file, |stream, system| {
        _ = stream.flush(system);
        Ok(stream.file)
    })?;
    let before = before.unwrap_or(END);
    _ = call.library().system.close(before);
    match open(call, &name, &mode)? {
        Ok(mut made) => {
            let library = call.library();
            if made.file != before && library.system.duplicate(made.file, Ok(before)).is_ok() {
                _ = library.system.close(made.file);
                made.file = before;
            }
            library.streams.add(file.address, made);
            Ok(Value::pointer(file))
        }
        Err(number) => {
            call.library().streams.remove(file.address);
            if !is_standard(call, file) {
                call.release(file)?;
            }
            call.null_with(number)
        }
    }
}

fn fflush(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    if file.is_null() {
        let library = call.library();
        let done = library.streams.flush_all(&mut *library.system);
        return match done {
            Ok(()) => Ok(Value::int(0)),
            Err(number) => call.failed(number),
        };
    }
    let done = with(call, file, |stream, system| stream.flush(system))?;
    Ok(Value::int(if done.is_some() { 0 } else { END }))
}

fn fseek(call: &mut dyn Call) -> Outcome {
    let (file, offset, whence) = (call.pointer(0)?, call.long(1)?, call.int(2)?);
    let done = with(call, file, |stream, system| {
        stream.seek(system, offset, whence)
    })?;
    Ok(Value::int(if done.is_some() { 0 } else { -1 }))
}

fn rewind(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    with(call, file, |stream, system| {
        stream.failed = false;
        stream.seek(system, 0, 0)
    })?;
    Ok(Value::nothing())
}

fn ftell(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    let place = with(call, file, |stream, system| stream.tell(system))?;
    Ok(call.of_long(place.unwrap_or(-1)))
}

/// An `fpos_t` is the place and the state of a conversion, which is empty.
fn fgetpos(call: &mut dyn Call) -> Outcome {
    let (file, to) = (call.pointer(0)?, call.pointer(1)?);
    let place = with(call, file, |stream, system| stream.tell(system))?;
    let Some(place) = place else {
        return Ok(Value::int(-1));
    };
    call.write_number(to, place as u64, 8)?;
    call.fill(to.offset(8), 0, 8)?;
    Ok(Value::int(0))
}

fn fsetpos(call: &mut dyn Call) -> Outcome {
    let (file, from) = (call.pointer(0)?, call.pointer(1)?);
    let place = call.read_number(from, 8)? as i64;
    let done = with(call, file, |stream, system| stream.seek(system, place, 0))?;
    Ok(Value::int(if done.is_some() { 0 } else { -1 }))
}

fn fileno(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    let number = with(call, file, |stream, _| Ok(stream.file))?;
    Ok(Value::int(number.unwrap_or(-1)))
}

fn set_buffering(call: &mut dyn Call, buffering: Buffering) -> Outcome {
    let file = call.pointer(0)?;
    with(call, file, |stream, _| {
        stream.buffering = Some(buffering);
        Ok(())
    })?;
    Ok(Value::int(0))
}

fn setvbuf(call: &mut dyn Call) -> Outcome {
    let buffering = match call.int(2)? {
        0 => Buffering::Full,
        1 => Buffering::Line,
        2 => Buffering::None,
        _ => return Ok(Value::int(-1)),
    };
    set_buffering(call, buffering)
}

fn setbuf(call: &mut dyn Call) -> Outcome {
    let buffering = match call.pointer(1)?.is_null() {
        true => Buffering::None,
        false => Buffering::Full,
    };
    set_buffering(call, buffering)?;
    Ok(Value::nothing())
}

fn setlinebuf(call: &mut dyn Call) -> Outcome {
    set_buffering(call, Buffering::Line)?;
    Ok(Value::nothing())
}

fn nothing(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    with(call, file, |_, _| Ok(()))?;
    Ok(Value::nothing())
}

fn remove(call: &mut dyn Call) -> Outcome {
    const IS_FOLDER: i32 = 21;
    let name = call.text(0)?;
    let system = &mut call.library().system;
    let done = match system.change(Change::Unlink(&name)) {
        Err(IS_FOLDER) => system.change(Change::RemoveFolder(&name)),
        done => done,
    };
    call.int_or_errno(done.map(|()| 0))
}

fn rename(call: &mut dyn Call) -> Outcome {
    let (from, to) = (call.text(0)?, call.text(1)?);
    let done = call.library().system.change(Change::Rename(&from, &to));
    call.int_or_errno(done.map(|()| 0))
}
