//! `system` and `popen`: commands of the shell, which run natively.

use super::errors::{EINVAL, ENOSYS};
use super::streams::Stream;
use super::system::Answer;
use super::typed::Outcome;
use super::{Call, Row, exec, stdio_files};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[("pclose", pclose), ("popen", popen), ("system", system)];

/// What the shell of a command ends with that it cannot run.
const NOT_FOUND: i32 = 127;

/// A process that runs a command. In the new one, file `to` is `from`, if these are given.
fn start(
    call: &mut dyn Call,
    command: &[u8],
    redirected: Option<(i32, i32)>,
) -> Result<Answer<i32>, Stop> {
    let environment = exec::own_environment(call)?;
    let system = &mut call.library().system;
    let child = system.fork();
    if child != Ok(0) {
        return Ok(child);
    }
    if let Some((from, to)) = redirected {
        _ = system.duplicate(from, Ok(to));
        _ = system.closes(to, Some(false));
    }
    let words = [b"sh", b"-c", command].map(<[u8]>::to_vec);
    match system.become_program(exec::SHELL, &words, &environment) {
        ENOSYS => {
            let command = String::from_utf8_lossy(command).into_owned();
            Err(Stop::Unsupported(format!("the command `{command}`")))
        }
        _ => Err(Stop::Exit(NOT_FOUND)),
    }
}

/// Waits for the end of a child. Other threads wait, too.
fn end_of(call: &mut dyn Call, child: i32) -> Outcome {
    let ended = call.library().system.wait(child, 0);
    call.int_or_errno(ended.map(|(_, status)| status))
}

fn system(call: &mut dyn Call) -> Outcome {
    let command = call.pointer(0)?;
    if command.is_null() {
        return Ok(Value::int(1));
    }
    let command = call.whole_string(command)?;
    match start(call, &command, None)? {
        Ok(child) => end_of(call, child),
        Err(number) => call.failed(number),
    }
}

fn popen(call: &mut dyn Call) -> Outcome {
    let (command, mode) = (call.text(0)?, call.text(1)?);
    let reads = match mode.first() {
        Some(b'r') => true,
        Some(b'w') => false,
        _ => return call.null_with(EINVAL),
    };
    let ends = match call.library().system.pipe() {
        Ok(ends) => ends,
        Err(number) => return call.null_with(number),
    };
    let (own, other, standard) = match reads {
        true => (ends.0, ends.1, 1),
        false => (ends.1, ends.0, 0),
    };
    for end in [own, other] {
        _ = call.library().system.closes(end, Some(true));
    }
    let child = start(call, &command, Some((other, standard)))?;
    let system = &mut call.library().system;
    _ = system.close(other);
    match child {
        Ok(child) => {
            let stream = stdio_files::stream(call, Stream::new(own, reads, !reads))?;
            if let Some(file) = stream.number().filter(|file| *file != 0) {
                call.library().commands.insert(file as u64, child);
            }
            Ok(stream)
        }
        Err(number) => {
            _ = system.close(own);
            call.null_with(number)
        }
    }
}

fn pclose(call: &mut dyn Call) -> Outcome {
    let file: Pointer = call.pointer(0)?;
    let child = call.library().commands.remove(&file.address);
    stdio_files::fclose(call)?;
    match child {
        Some(child) => end_of(call, child),
        None => call.failed(EINVAL),
    }
}
