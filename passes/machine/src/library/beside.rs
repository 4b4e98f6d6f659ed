//! `openat` and its kin: names that are relative to an open folder.

use super::errors::EINVAL;
use super::files::{opened, store, times_or_now};
use super::system::{Change, File};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__openat_2", |call| openat(call, Some(0))),
    ("__openat64_2", |call| openat(call, Some(0))),
    ("faccessat", faccessat),
    ("fchmodat", fchmodat),
    ("fchownat", fchownat),
    ("fstatat", fstatat),
    ("fstatat64", fstatat),
    ("linkat", linkat),
    ("mkdirat", mkdirat),
    ("openat", |call| openat(call, None)),
    ("openat64", |call| openat(call, None)),
    ("readlinkat", readlinkat),
    ("renameat", renameat),
    ("symlinkat", symlinkat),
    ("unlinkat", unlinkat),
    ("utimensat", utimensat),
];

/// In the place of a folder: the working folder of the process.
const WORKING_FOLDER: i32 = -100;
// Flags.
const NO_FOLLOW: i32 = 0x100;
const REMOVE_FOLDER: i32 = 0x200;
const FOLLOW: i32 = 0x400;
const EMPTY_NAME: i32 = 0x1000;

/// What two arguments name, from the one of this number on: an open folder, and a name in it. None where that fails; then `errno` says why.
fn name(call: &mut dyn Call, first: usize) -> Result<Option<Vec<u8>>, Stop> {
    let (folder, name) = (call.int(first)?, call.text(first + 1)?);
    if folder == WORKING_FOLDER || name.is_empty() || name.starts_with(b"/") {
        return Ok(Some(name));
    }
    match call.library().system.within(folder, &name) {
        Ok(name) => Ok(Some(name)),
        Err(number) => {
            call.set_errno(number)?;
            Ok(None)
        }
    }
}

/// What a function yields whose names are wrong.
fn failed() -> Outcome {
    Ok(Value::int(-1))
}

/// Refuses flags whose meaning is not known.
fn only(flags: i32, known: &[i32], name: &str) -> Result<(), Stop> {
    match known.contains(&flags) {
        true => Ok(()),
        false => Err(Stop::Unsupported(format!(
            "{name} with the flags {flags:#x}"
        ))),
    }
}

fn changed(call: &mut dyn Call, change: Change<'_>) -> Outcome {
    let done = call.library().system.change(change);
    call.int_or_errno(done.map(|()| 0))
}

fn openat(call: &mut dyn Call, mode: Option<u32>) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let flags = call.int(2)?;
    let mode = match mode {
        Some(mode) => mode,
        None => super::files::mode_of(call, flags, 3)?,
    };
    opened(call, &name, flags, mode)
}

fn unlinkat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    match call.int(2)? {
        0 => changed(call, Change::Unlink(&name)),
        REMOVE_FOLDER => changed(call, Change::RemoveFolder(&name)),
        _ => call.failed(EINVAL),
    }
}

fn mkdirat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let mode = call.int(2)? as u32 & !call.library().mask;
    changed(call, Change::MakeFolder(&name, mode))
}

fn fstatat(call: &mut dyn Call) -> Outcome {
    let (folder, to, flags) = (call.int(0)?, call.pointer(2)?, call.int(3)?);
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let file = match (name.is_empty(), flags & NO_FOLLOW != 0) {
        (true, _) if flags & EMPTY_NAME != 0 && folder != WORKING_FOLDER => File::Open(folder),
        (_, true) => File::Link(&name),
        (_, false) => File::Named(&name),
    };
    let status = call.library().system.status(file);
    store(call, to, status)
}

fn faccessat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let (mode, flags) = (call.int(2)?, call.int(3)?);
    only(flags, &[0], "faccessat")?;
    let done = call.library().system.access(&name, mode);
    call.int_or_errno(done.map(|()| 0))
}

fn fchmodat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let (mode, flags) = (call.int(2)? as u32, call.int(3)?);
    only(flags, &[0], "fchmodat")?;
    changed(call, Change::Permissions(File::Named(&name), mode))
}

fn fchownat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let (user, group) = (call.int(2)? as u32, call.int(3)? as u32);
    let flags = call.int(4)?;
    only(flags, &[0, NO_FOLLOW], "fchownat")?;
    let file = match flags {
        NO_FOLLOW => File::Link(&name),
        _ => File::Named(&name),
    };
    changed(call, Change::Owner(file, user, group))
}

fn linkat(call: &mut dyn Call) -> Outcome {
    let (Some(from), Some(to)) = (name(call, 0)?, name(call, 2)?) else {
        return failed();
    };
    let from = match call.int(4)? & FOLLOW {
        0 => Ok(from),
        _ => call.library().system.real_path(&from),
    };
    match from {
        Ok(from) => changed(call, Change::Link(&from, &to)),
        Err(number) => call.failed(number),
    }
}

fn renameat(call: &mut dyn Call) -> Outcome {
    let (Some(from), Some(to)) = (name(call, 0)?, name(call, 2)?) else {
        return failed();
    };
    changed(call, Change::Rename(&from, &to))
}

fn symlinkat(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    let Some(at) = name(call, 1)? else {
        return failed();
    };
    changed(call, Change::SymbolicLink(&text, &at))
}

fn readlinkat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return Ok(call.of_long(-1));
    };
    let (to, most) = (call.pointer(2)?, call.size(3)?);
    super::unistd::link_text(call, &name, to, most)
}

fn utimensat(call: &mut dyn Call) -> Outcome {
    let Some(name) = name(call, 0)? else {
        return failed();
    };
    let from = call.pointer(2)?;
    let times = times_or_now(call, from, 1)?;
    let file = match call.int(3)? & NO_FOLLOW {
        0 => File::Named(&name),
        _ => File::Link(&name),
    };
    changed(call, Change::Times(file, times))
}
