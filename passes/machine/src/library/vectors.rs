//! `<sys/uio.h>`: reading and writing several pieces of memory at once.

use super::errors::EINVAL;
use super::threads::await_file;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Pointer;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[("readv", readv), ("writev", writev)];

/// The most pieces (IOV_MAX), and the most bytes.
const MOST: i32 = 1024;
const MOST_BYTES: u64 = 0x7fff_f000;

/// The pieces: where each is, and of how many bytes. None if there are too many.
fn pieces(call: &mut dyn Call) -> Result<Option<Vec<(Pointer, u64)>>, Stop> {
    let (list, count) = (call.pointer(1)?, call.int(2)?);
    if !(0..=MOST).contains(&count) {
        return Ok(None);
    }
    let bytes = call.layout().pointer_bytes() as i64;
    let mut all = Vec::new();
    for number in 0..i64::from(count) {
        let at = list.offset(number * 2 * bytes);
        let piece = call.load_pointer(at)?;
        all.push((piece, call.read_number(at.offset(bytes), bytes as u64)?));
    }
    let total = all
        .iter()
        .fold(0, |sum: u64, one| sum.saturating_add(one.1));
    Ok(Some(all).filter(|_| total <= MOST_BYTES))
}

fn readv(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let Some(pieces) = pieces(call)? else {
        return call.long_or_errno(Err(EINVAL));
    };
    await_file(call, file)?;
    let total = pieces.iter().map(|one| one.1).sum::<u64>();
    let mut bytes = vec![0; total as usize];
    let read = call.library().system.read(file, &mut bytes);
    if let Ok(read) = read {
        let mut left = &bytes[..read];
        for (to, room) in pieces {
            let (here, behind) = left.split_at(left.len().min(room as usize));
            if !here.is_empty() {
                let to = call.for_bytes(to, room);
                call.write(to, here)?;
            }
            left = behind;
        }
    }
    call.long_or_errno(read.map(|read| read as i64))
}

fn writev(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let Some(pieces) = pieces(call)? else {
        return call.long_or_errno(Err(EINVAL));
    };
    let mut bytes = Vec::new();
    for (from, count) in pieces {
        if count > 0 {
            bytes.extend(call.read(from, count)?);
        }
    }
    let written = call.library().system.write(file, &bytes);
    call.long_or_errno(written.map(|written| written as i64))
}
