//! `<dirent.h>`: reading folders.

use super::errors::ENOMEM;
use super::system::Entry;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use sanecc_ir::Type;

pub(super) const TABLE: &[Row] = &[
    ("alphasort", alphasort),
    ("alphasort64", alphasort),
    ("closedir", closedir),
    ("dirfd", dirfd),
    ("fdopendir", fdopendir),
    ("opendir", opendir),
    ("readdir", readdir),
    ("readdir64", readdir),
    ("rewinddir", rewinddir),
    ("scandir", scandir),
    ("scandir64", scandir),
];

/// A folder that is being read.
pub struct Folder {
    name: Vec<u8>,
    /// Its file, where the program has one.
    file: Option<i32>,
    entries: Vec<Entry>,
    next: usize,
}

/// Where the name stands in a `struct dirent`.
const NAME: i64 = 19;
/// Bytes of a `struct dirent` up to its last member, in a block of its own.
const LEAST: u64 = 24;
/// Bytes of a handle: room for one `struct dirent`, which `readdir` returns.
const HANDLE: u64 = 280;

fn opendir(call: &mut dyn Call) -> Outcome {
    let name = call.text(0)?;
    let entries = match call.library().system.list(&name) {
        Ok(entries) => entries,
        Err(number) => return call.null_with(number),
    };
    made(call, name, entries, None)
}

fn made(call: &mut dyn Call, name: Vec<u8>, entries: Vec<Entry>, file: Option<i32>) -> Outcome {
    let Some(handle) = call.allocate(HANDLE, 16, true) else {
        return call.null_with(ENOMEM);
    };
    let folder = Folder {
        name,
        file,
        entries,
        next: 0,
    };
    call.library().folders.insert(handle.address, folder);
    Ok(Value::pointer(handle))
}

/// Reads the folder that is open as a file, which the handle takes over.
fn fdopendir(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let system = &mut call.library().system;
    let found = system.within(file, b".");
    let found = found.and_then(|name| Ok((system.list(&name)?, name)));
    let (entries, name) = match found {
        Ok(found) => found,
        Err(number) => return call.null_with(number),
    };
    made(call, name, entries, Some(file))
}

/// The file of a handle, which one that was made by name opens only then.
fn dirfd(call: &mut dyn Call) -> Outcome {
    const FOLDER_TO_READ: i32 = 0o2_200_000;
    let handle = call.pointer(0)?;
    let known = folder(call, handle)?;
    if let Some(file) = known.file {
        return Ok(Value::int(file));
    }
    let name = known.name.clone();
    let opened = call.library().system.open(&name, FOLDER_TO_READ, 0);
    if let Ok(file) = opened {
        folder(call, handle)?.file = Some(file);
    }
    call.int_or_errno(opened)
}

fn folder(call: &mut dyn Call, handle: Pointer) -> Result<&mut Folder, Stop> {
    call.reachable(handle, 1)?;
    let folder = call.library().folders.get_mut(&handle.address);
    folder.ok_or_else(|| Stop::Unsupported("a DIR that opendir has not opened".to_owned()))
}

fn readdir(call: &mut dyn Call) -> Outcome {
    let handle = call.pointer(0)?;
    let folder = folder(call, handle)?;
    let next = folder.next;
    let Some(entry) = folder.entries.get(next).cloned() else {
        return Ok(Value::pointer(Pointer::NULL));
    };
    folder.next += 1;
    write_entry(call, handle, &entry, next as u64 + 1)?;
    Ok(Value::pointer(handle))
}

/// Bytes of the `struct dirent` of an entry.
fn length(entry: &Entry) -> u64 {
    (NAME as u64 + entry.name.len() as u64 + 1).next_multiple_of(8)
}

/// Writes a `struct dirent`: number, place, length, kind, name.
fn write_entry(call: &mut dyn Call, to: Pointer, entry: &Entry, place: u64) -> Result<(), Stop> {
    call.write_number(to, entry.inode, 8)?;
    call.write_number(to.offset(8), place, 8)?;
    call.write_number(to.offset(16), length(entry), 2)?;
    call.write_number(to.offset(18), u64::from(entry.kind), 1)?;
    call.write_string(to.offset(NAME), &entry.name)
}

/// Calls a function of the program with an address or two, which yields an `int`.
fn asked(call: &mut dyn Call, function: Pointer, about: &[Pointer]) -> Result<i32, Stop> {
    let arguments: Vec<Value> = about.iter().copied().map(Value::pointer).collect();
    let types = vec![Type::Pointer(0); about.len()];
    let answer = call.call_back(function, &arguments, &types)?;
    Ok(answer.number().unwrap_or(0) as u32 as i32)
}

fn scandir(call: &mut dyn Call) -> Outcome {
    let (name, to) = (call.text(0)?, call.pointer(1)?);
    let (filter, compare) = (call.pointer(2)?, call.pointer(3)?);
    let entries = match call.library().system.list(&name) {
        Ok(entries) => entries,
        Err(number) => return call.failed(number),
    };
    let mut kept = Vec::new();
    for (entry, place) in entries.iter().zip(1..) {
        let Some(block) = call.allocate(length(entry).max(LEAST), 16, true) else {
            return call.failed(ENOMEM);
        };
        write_entry(call, block, entry, place)?;
        match filter.is_null() || asked(call, filter, &[block])? != 0 {
            true => kept.push(block),
            false => call.release(block)?,
        }
    }
    let bytes = call.layout().pointer_bytes();
    let Some(list) = call.allocate(bytes * kept.len().max(1) as u64, 16, false) else {
        return call.failed(ENOMEM);
    };
    let at = |number: usize| list.offset((number as u64 * bytes) as i64);
    for (number, block) in kept.iter().enumerate() {
        call.store_pointer(at(number), *block)?;
        // The next one sinks to its place among those before it.
        let mut here = number;
        while here > 0 && !compare.is_null() && asked(call, compare, &[at(here - 1), at(here)])? > 0
        {
            let (before, own) = (
                call.load_pointer(at(here - 1))?,
                call.load_pointer(at(here))?,
            );
            call.store_pointer(at(here - 1), own)?;
            call.store_pointer(at(here), before)?;
            here -= 1;
        }
    }
    call.store_pointer(to, list)?;
    Ok(Value::int(kept.len() as i32))
}

/// Compares names as they are in the "C" locale.
fn alphasort(call: &mut dyn Call) -> Outcome {
    let mut names = Vec::new();
    for number in 0..2 {
        let place = call.pointer(number)?;
        let entry = call.load_pointer(place)?;
        names.push(call.whole_string(entry.offset(NAME))?);
    }
    Ok(Value::int(names[0].cmp(&names[1]) as i32))
}

fn rewinddir(call: &mut dyn Call) -> Outcome {
    let handle = call.pointer(0)?;
    let name = folder(call, handle)?.name.clone();
    let entries = call.library().system.list(&name);
    let folder = folder(call, handle)?;
    if let Ok(entries) = entries {
        folder.entries = entries;
    }
    folder.next = 0;
    Ok(Value::nothing())
}

fn closedir(call: &mut dyn Call) -> Outcome {
    let handle = call.pointer(0)?;
    folder(call, handle)?;
    let folder = call.library().folders.remove(&handle.address);
    if let Some(file) = folder.and_then(|folder| folder.file) {
        _ = call.library().system.close(file);
    }
    call.release(handle)?;
    Ok(Value::int(0))
}
