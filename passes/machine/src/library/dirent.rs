//! `<dirent.h>`: reading folders.

use super::system::Entry;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("closedir", closedir),
    ("opendir", opendir),
    ("readdir", readdir),
    ("readdir64", readdir),
    ("rewinddir", rewinddir),
];

/// A folder that is being read.
pub struct Folder {
    name: Vec<u8>,
    entries: Vec<Entry>,
    next: usize,
}

/// Bytes of a handle: room for one `struct dirent`, which `readdir` returns.
const HANDLE: u64 = 280;

fn opendir(call: &mut dyn Call) -> Outcome {
    let name = call.text(0)?;
    let entries = match call.library().system.list(&name) {
        Ok(entries) => entries,
        Err(number) => return call.null_with(number),
    };
    let Some(handle) = call.allocate(HANDLE, 16, true) else {
        return call.null_with(super::errors::ENOMEM);
    };
    let folder = Folder {
        name,
        entries,
        next: 0,
    };
    call.library().folders.insert(handle.address, folder);
    Ok(Value::pointer(handle))
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
    // struct dirent: number, place, length of the entry, kind, name.
    let length = (19 + entry.name.len() as u64 + 1).next_multiple_of(8);
    call.write_number(handle, entry.inode, 8)?;
    call.write_number(handle.offset(8), next as u64 + 1, 8)?;
    call.write_number(handle.offset(16), length, 2)?;
    call.write_number(handle.offset(18), u64::from(entry.kind), 1)?;
    call.write_string(handle.offset(19), &entry.name)?;
    Ok(Value::pointer(handle))
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
    call.library().folders.remove(&handle.address);
    call.release(handle)?;
    Ok(Value::int(0))
}
