//! `<stdio.h>`: characters, lines and blocks.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::library::streams::{Buffering, Stream};
use crate::library::system::{Answer, System};

pub(super) const TABLE: &[Row] = &[
    ("_IO_getc", fgetc),
    ("_IO_putc", fputc),
    ("__fread_chk", fread_checked),
    ("clearerr", clearerr),
    ("clearerr_unlocked", clearerr),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("ferror", ferror),
    ("ferror_unlocked", ferror),
    ("fgetc", fgetc),
    ("fgetc_unlocked", fgetc),
    ("fputc", fputc),
    ("fputc_unlocked", fputc),
    ("fputs", fputs),
    ("fputs_unlocked", fputs),
    ("fread", fread),
    ("fread_unlocked", fread),
    ("fwrite", fwrite),
    ("fwrite_unlocked", fwrite),
    ("getc", fgetc),
    ("getc_unlocked", fgetc),
    ("getchar", getchar),
    ("getchar_unlocked", getchar),
    ("getw", getw),
    ("perror", perror),
    ("putc", fputc),
    ("putc_unlocked", fputc),
    ("putchar", putchar),
    ("putchar_unlocked", putchar),
    ("puts", puts),
    ("putw", putw),
    ("ungetc", ungetc),
];

/// EOF.
pub(super) const END: i32 = -1;
/// Bytes of a `FILE`, whose content the library keeps elsewhere.
pub(crate) const FILE_BYTES: u64 = 216;

/// The variables of the standard streams, by their files.
const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];

/// What `stdin`, `stdout` or `stderr` points to.
pub(super) fn standard(call: &mut dyn Call, file: usize) -> Result<Pointer, Stop> {
    let place = call.variable(STANDARD[file]);
    let stream = call.load_pointer(place)?;
    let library = call.library();
    // Noted at the first use; later the variable is the program's.
    if !library.streams.knows_standard(file as i32) && library.streams.get(stream.address).is_none()
    {
        let mut made = Stream::new(file as i32, file == 0, file != 0);
        if file == 2 {
            made.buffering = Some(Buffering::None);
        }
        library.streams.add_standard(stream.address, made);
    }
    Ok(stream)
}

/// Does something with a stream; a failure is in `errno` and yields none.
///
/// # Errors
/// If it is no open stream.
pub(super) fn with<T>(
    call: &mut dyn Call,
    file: Pointer,
    act: impl FnOnce(&mut Stream, &mut dyn System) -> Answer<T>,
) -> Result<Option<T>, Stop> {
    // A closed stream is freed memory: to look at it is the error.
    call.reachable(file, 1)?;
    if call.library().streams.get(file.address).is_none() {
        for number in 0..STANDARD.len() {
            standard(call, number)?;
        }
    }
    let library = call.library();
    let Some(stream) = library.streams.get(file.address) else {
        let text = "a FILE that no function of the library has opened";
        return Err(Stop::Unsupported(text.to_owned()));
    };
    match act(stream, &mut *library.system) {
        Ok(done) => Ok(Some(done)),
        Err(number) => {
            call.set_errno(number)?;
            Ok(None)
        }
    }
}

/// Writes bytes to a stream; whether all went well.
pub(super) fn put(call: &mut dyn Call, file: Pointer, bytes: &[u8]) -> Result<bool, Stop> {
    let done = with(call, file, |stream, system| stream.put(system, bytes))?;
    Ok(done.is_some())
}

fn put_byte(call: &mut dyn Call, file: Pointer) -> Outcome {
    let byte = call.int(0)? as u8;
    let is_done = put(call, file, &[byte])?;
    Ok(Value::int(if is_done { i32::from(byte) } else { END }))
}

fn fputc(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(1)?;
    put_byte(call, file)
}

fn putchar(call: &mut dyn Call) -> Outcome {
    let file = standard(call, 1)?;
    put_byte(call, file)
}

fn fputs(call: &mut dyn Call) -> Outcome {
    let (text, file) = (call.text(0)?, call.pointer(1)?);
    let is_done = put(call, file, &text)?;
    Ok(Value::int(if is_done { 1 } else { END }))
}

fn puts(call: &mut dyn Call) -> Outcome {
    let mut text = call.text(0)?;
    text.push(b'\n');
    let file = standard(call, 1)?;
    let is_done = put(call, file, &text)?;
    Ok(Value::int(if is_done { text.len() as i32 } else { END }))
}

fn perror(call: &mut dyn Call) -> Outcome {
    let place = call.errno();
    let number = call.read_number(place, 4)? as i32;
    let front = call.pointer(0)?;
    let mut text = match front.is_null() {
        true => Vec::new(),
        false => call.whole_string(front)?,
    };
    if !text.is_empty() {
        text.extend(b": ");
    }
    text.extend(super::errors::message(number).bytes());
    text.push(b'\n');
    let file = standard(call, 2)?;
    put(call, file, &text)?;
    Ok(Value::nothing())
}

/// Elements of a block that fit into memory, and their bytes.
fn extent(call: &dyn Call, each: usize, count: usize) -> Result<(u64, u64), Stop> {
    let (each, count) = (call.size(each)?, call.size(count)?);
    Ok((each, each.saturating_mul(count)))
}

fn fwrite(call: &mut dyn Call) -> Outcome {
    let (from, file) = (call.pointer(0)?, call.pointer(3)?);
    let (each, bytes) = extent(call, 1, 2)?;
    if bytes == 0 {
        return Ok(call.of_size(0));
    }
    let held = call.read(from, bytes)?;
    let is_done = put(call, file, &held)?;
    Ok(call.of_size(if is_done { bytes / each } else { 0 }))
}

fn read_block(call: &mut dyn Call, to: Pointer, file: Pointer, each: u64, bytes: u64) -> Outcome {
    if bytes == 0 {
        return Ok(call.of_size(0));
    }
    let taken = with(call, file, |stream, system| {
        stream.take(system, bytes as usize)
    })?;
    let taken = taken.unwrap_or_default();
    if !taken.is_empty() {
        let to = call.for_bytes(to, bytes);
        call.write(to, &taken)?;
    }
    Ok(call.of_size(taken.len() as u64 / each))
}

fn fread(call: &mut dyn Call) -> Outcome {
    let (to, file) = (call.pointer(0)?, call.pointer(3)?);
    let (each, bytes) = extent(call, 1, 2)?;
    read_block(call, to, file, each, bytes)
}

/// The second argument is the size of the memory, which the machine knows better.
fn fread_checked(call: &mut dyn Call) -> Outcome {
    let (to, file) = (call.pointer(0)?, call.pointer(4)?);
    let (each, bytes) = extent(call, 2, 3)?;
    read_block(call, to, file, each, bytes)
}

fn get_byte(call: &mut dyn Call, file: Pointer) -> Outcome {
    let byte = with(call, file, |stream, system| stream.get(system))?;
    Ok(Value::int(byte.flatten().map_or(END, i32::from)))
}

fn fgetc(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    get_byte(call, file)
}

fn getchar(call: &mut dyn Call) -> Outcome {
    flush_lines(call)?;
    let file = standard(call, 0)?;
    get_byte(call, file)
}

/// Whoever reads from a terminal sees first what was written to it.
pub(super) fn flush_lines(call: &mut dyn Call) -> Result<(), Stop> {
    let library = call.library();
    if library.system.is_terminal(0) {
        _ = library.streams.flush_all(&mut *library.system);
    }
    Ok(())
}

fn ungetc(call: &mut dyn Call) -> Outcome {
    let (code, file) = (call.int(0)?, call.pointer(1)?);
    if code != END {
        with(call, file, |stream, _| {
            stream.push_back(code as u8);
            Ok(())
        })?;
    }
    Ok(Value::int(if code == END { END } else { code & 0xff }))
}

fn getw(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    let taken = with(call, file, |stream, system| stream.take(system, 4))?;
    let bytes = taken.and_then(|taken| <[u8; 4]>::try_from(taken).ok());
    Ok(Value::int(bytes.map_or(END, i32::from_le_bytes)))
}

fn putw(call: &mut dyn Call) -> Outcome {
    let (word, file) = (call.int(0)?, call.pointer(1)?);
    let is_done = put(call, file, &word.to_le_bytes())?;
    Ok(Value::int(if is_done { 0 } else { END }))
}

fn feof(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    let is_so = with(call, file, |stream, _| Ok(stream.at_end))?;
    Ok(Value::int(i32::from(is_so == Some(true))))
}

fn ferror(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    let is_so = with(call, file, |stream, _| Ok(stream.failed))?;
    Ok(Value::int(i32::from(is_so == Some(true))))
}

fn clearerr(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(0)?;
    with(call, file, |stream, _| {
        stream.at_end = false;
        stream.failed = false;
        Ok(())
    })?;
    Ok(Value::nothing())
}
