//! `<stdio.h>`: printf and scanf in all their forms.

use super::arguments::Arguments;
use super::errors::{EILSEQ, ENOMEM, EOVERFLOW};
use super::format::{Source, print, scan};
use super::stdio::{put, standard, with};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__asprintf_chk", |call| asprintf(call, 2, false)),
    ("__dprintf_chk", |call| dprintf(call, 2, false)),
    ("__fprintf_chk", |call| fprintf(call, 2, false)),
    ("__isoc23_fscanf", |call| fscanf(call, false)),
    ("__isoc23_scanf", |call| scanf(call, false)),
    ("__isoc23_sscanf", |call| sscanf(call, false)),
    ("__isoc23_vfscanf", |call| fscanf(call, true)),
    ("__isoc23_vscanf", |call| scanf(call, true)),
    ("__isoc23_vsscanf", |call| sscanf(call, true)),
    ("__isoc99_fscanf", |call| fscanf(call, false)),
    ("__isoc99_scanf", |call| scanf(call, false)),
    ("__isoc99_sscanf", |call| sscanf(call, false)),
    ("__isoc99_vfscanf", |call| fscanf(call, true)),
    ("__isoc99_vscanf", |call| scanf(call, true)),
    ("__isoc99_vsscanf", |call| sscanf(call, true)),
    ("__printf_chk", |call| printf(call, 1, false)),
    ("__snprintf_chk", |call| snprintf(call, 4, false)),
    ("__sprintf_chk", |call| sprintf(call, 3, false)),
    ("__vasprintf_chk", |call| asprintf(call, 2, true)),
    ("__vdprintf_chk", |call| dprintf(call, 2, true)),
    ("__vfprintf_chk", |call| fprintf(call, 2, true)),
    ("__vprintf_chk", |call| printf(call, 1, true)),
    ("__vsnprintf_chk", |call| snprintf(call, 4, true)),
    ("__vsprintf_chk", |call| sprintf(call, 3, true)),
    ("asprintf", |call| asprintf(call, 1, false)),
    ("dprintf", |call| dprintf(call, 1, false)),
    ("fprintf", |call| fprintf(call, 1, false)),
    ("fprintf_unlocked", |call| fprintf(call, 1, false)),
    ("fscanf", |call| fscanf(call, false)),
    ("printf", |call| printf(call, 0, false)),
    ("printf_unlocked", |call| printf(call, 0, false)),
    ("scanf", |call| scanf(call, false)),
    ("snprintf", |call| snprintf(call, 2, false)),
    ("sprintf", |call| sprintf(call, 1, false)),
    ("sscanf", |call| sscanf(call, false)),
    ("vasprintf", |call| asprintf(call, 1, true)),
    ("vdprintf", |call| dprintf(call, 1, true)),
    ("vfprintf", |call| fprintf(call, 1, true)),
    ("vfscanf", |call| fscanf(call, true)),
    ("vprintf", |call| printf(call, 0, true)),
    ("vscanf", |call| scanf(call, true)),
    ("vsnprintf", |call| snprintf(call, 2, true)),
    ("vsprintf", |call| sprintf(call, 1, true)),
    ("vsscanf", |call| sscanf(call, true)),
];

/// Those behind the format: of the call, or of the list that stands there.
pub(super) fn arguments(
    call: &mut dyn Call,
    format: usize,
    is_list: bool,
) -> Result<Arguments, Stop> {
    match is_list {
        true => Arguments::of_list(call, format + 1),
        false => Ok(Arguments::Direct(format + 1)),
    }
}

/// The text that a format makes; none if it has a character that the locale does not have.
fn made(call: &mut dyn Call, format: usize, is_list: bool) -> Result<Option<Vec<u8>>, Stop> {
    let text = call.text(format)?;
    let mut arguments = arguments(call, format, is_list)?;
    let made = print(call, &text, &mut arguments)?;
    match made {
        None => call.set_errno(EILSEQ)?,
        Some(ref made) if i32::try_from(made.len()).is_err() => {
            call.set_errno(EOVERFLOW)?;
            return Ok(None);
        }
        Some(_) => {}
    }
    Ok(made)
}

fn to_stream(call: &mut dyn Call, file: Pointer, format: usize, is_list: bool) -> Outcome {
    let Some(text) = made(call, format, is_list)? else {
        return Ok(Value::int(-1));
    };
    let is_done = put(call, file, &text)?;
    Ok(Value::int(if is_done { text.len() as i32 } else { -1 }))
}

fn printf(call: &mut dyn Call, format: usize, is_list: bool) -> Outcome {
    let file = standard(call, 1)?;
    to_stream(call, file, format, is_list)
}

fn fprintf(call: &mut dyn Call, format: usize, is_list: bool) -> Outcome {
    let file = call.pointer(0)?;
    to_stream(call, file, format, is_list)
}

fn dprintf(call: &mut dyn Call, format: usize, is_list: bool) -> Outcome {
    let file = call.int(0)?;
    let Some(text) = made(call, format, is_list)? else {
        return Ok(Value::int(-1));
    };
    let mut rest = text.as_slice();
    while !rest.is_empty() {
        match call.library().system.write(file, rest) {
            Ok(bytes) => rest = &rest[bytes..],
            Err(number) => return call.failed(number),
        }
    }
    Ok(Value::int(text.len() as i32))
}

fn sprintf(call: &mut dyn Call, format: usize, is_list: bool) -> Outcome {
    let to = call.pointer(0)?;
    let Some(text) = made(call, format, is_list)? else {
        return Ok(Value::int(-1));
    };
    call.write_string(to, &text)?;
    Ok(Value::int(text.len() as i32))
}

fn snprintf(call: &mut dyn Call, format: usize, is_list: bool) -> Outcome {
    let (to, most) = (call.pointer(0)?, call.size(1)?);
    let Some(text) = made(call, format, is_list)? else {
        return Ok(Value::int(-1));
    };
    if most > 0 {
        let kept = (text.len() as u64).min(most - 1) as usize;
        call.write_string(to, &text[..kept])?;
    }
    Ok(Value::int(text.len() as i32))
}

fn asprintf(call: &mut dyn Call, format: usize, is_list: bool) -> Outcome {
    let place = call.pointer(0)?;
    let Some(text) = made(call, format, is_list)? else {
        return Ok(Value::int(-1));
    };
    let Some(block) = call.allocate(text.len() as u64 + 1, 16, false) else {
        return call.failed(ENOMEM);
    };
    call.write_string(block, &text)?;
    call.store_pointer(place, block)?;
    Ok(Value::int(text.len() as i32))
}

/// A stream that scanf reads.
struct OfStream {
    file: Pointer,
}

impl Source for OfStream {
    fn peek(&mut self, call: &mut dyn Call) -> Result<Option<u8>, Stop> {
        let byte = with(call, self.file, |stream, system| stream.peek(system))?;
        Ok(byte.flatten())
    }

    fn advance(&mut self, call: &mut dyn Call) {
        if let Some(stream) = call.library().streams.get(self.file.address) {
            stream.advance();
        }
    }
}

fn from_stream(call: &mut dyn Call, file: Pointer, format: usize, is_list: bool) -> Outcome {
    let text = call.text(format)?;
    let mut arguments = arguments(call, format, is_list)?;
    scan_stream(call, file, &text, &mut arguments)
}

/// Reads what a format describes from a stream.
pub(super) fn scan_stream(
    call: &mut dyn Call,
    file: Pointer,
    format: &[u8],
    arguments: &mut Arguments,
) -> Outcome {
    let stored = scan(call, &mut OfStream { file }, format, arguments)?;
    Ok(Value::int(stored))
}

fn scanf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let file = standard(call, 0)?;
    from_stream(call, file, 0, is_list)
}

fn fscanf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let file = call.pointer(0)?;
    from_stream(call, file, 1, is_list)
}

fn sscanf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let (from, format) = (call.text(0)?, call.text(1)?);
    let mut arguments = arguments(call, 1, is_list)?;
    let mut source = (from.as_slice(), 0);
    let stored = scan(call, &mut source, &format, &mut arguments)?;
    Ok(Value::int(stored))
}
