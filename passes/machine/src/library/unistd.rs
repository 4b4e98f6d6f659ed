//! `<unistd.h>`: files by number, names, and the process.

use super::errors::{EINVAL, ERANGE};
use super::system::{Change, File};
use super::threads::await_file;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};

pub(super) const TABLE: &[Row] = &[
    ("__getcwd_chk", getcwd),
    ("__read_chk", read),
    ("__readlink_chk", readlink),
    ("__realpath_chk", realpath),
    ("access", access),
    ("canonicalize_file_name", |call| {
        let name = call.text(0)?;
        match call.library().system.real_path(&name) {
            Ok(path) => super::string::duplicate(call, &path),
            Err(number) => call.null_with(number),
        }
    }),
    ("chdir", |call| of_name(call, |name| Change::Enter(name))),
    ("chmod", chmod),
    ("chown", |call| chown(call, |name| File::Named(name))),
    ("close", close),
    ("dup", dup),
    ("dup2", dup2),
    ("fchmod", fchmod),
    ("fchown", fchown),
    ("fdatasync", fsync),
    ("fsync", fsync),
    ("ftruncate", ftruncate),
    ("ftruncate64", ftruncate),
    ("get_current_dir_name", |call| {
        match call.library().system.folder() {
            Ok(path) => super::string::duplicate(call, &path),
            Err(number) => call.null_with(number),
        }
    }),
    ("getcwd", getcwd),
    ("isatty", isatty),
    ("lchown", |call| chown(call, |name| File::Link(name))),
    ("link", link),
    ("lseek", lseek),
    ("lseek64", lseek),
    ("mkdir", mkdir),
    ("pipe", |call| pipe(call, 0)),
    ("pipe2", |call| {
        let flags = call.int(1)?;
        pipe(call, flags)
    }),
    ("pread", pread),
    ("pread64", pread),
    ("pwrite", pwrite),
    ("pwrite64", pwrite),
    ("read", read),
    ("readlink", readlink),
    ("realpath", realpath),
    ("rmdir", |call| {
        of_name(call, |name| Change::RemoveFolder(name))
    }),
    ("symlink", symlink),
    ("sync", |_| Ok(Value::nothing())),
    ("truncate", truncate),
    ("unlink", |call| of_name(call, |name| Change::Unlink(name))),
    ("write", write),
];

/// Another program does not get the file.
const CLOSES: i32 = 0o2_000_000;
/// The longest read or write, as Linux limits it.
const MOST: u64 = 0x7fff_f000;

fn read(call: &mut dyn Call) -> Outcome {
    let (file, to, most) = (call.int(0)?, call.pointer(1)?, call.size(2)?);
    await_file(call, file)?;
    let mut bytes = vec![0; most.min(MOST) as usize];
    let read = call.library().system.read(file, &mut bytes);
    if let Ok(read) = read {
        let to = call.for_bytes(to, most);
        call.write(to, &bytes[..read])?;
    }
    call.long_or_errno(read.map(|read| read as i64))
}

fn pread(call: &mut dyn Call) -> Outcome {
    let (file, to, most, at) = (call.int(0)?, call.pointer(1)?, call.size(2)?, call.long(3)?);
    let mut bytes = vec![0; most.min(MOST) as usize];
    let read = call.library().system.read_at(file, &mut bytes, at);
    if let Ok(read) = read {
        let to = call.for_bytes(to, most);
        call.write(to, &bytes[..read])?;
    }
    call.long_or_errno(read.map(|read| read as i64))
}

fn write(call: &mut dyn Call) -> Outcome {
    let (file, from, most) = (call.int(0)?, call.pointer(1)?, call.size(2)?);
    let bytes = call.read(from, most.min(MOST))?;
    let written = call.library().system.write(file, &bytes);
    call.long_or_errno(written.map(|written| written as i64))
}

fn pwrite(call: &mut dyn Call) -> Outcome {
    let (file, from, most, at) = (call.int(0)?, call.pointer(1)?, call.size(2)?, call.long(3)?);
    let bytes = call.read(from, most.min(MOST))?;
    let written = call.library().system.write_at(file, &bytes, at);
    call.long_or_errno(written.map(|written| written as i64))
}

fn close(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let done = call.library().system.close(file);
    call.int_or_errno(done.map(|()| 0))
}

fn lseek(call: &mut dyn Call) -> Outcome {
    let (file, offset, whence) = (call.int(0)?, call.long(1)?, call.int(2)?);
    let place = call.library().system.seek(file, offset, whence);
    call.long_or_errno(place)
}

fn isatty(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let system = &mut call.library().system;
    if system.is_terminal(file) {
        return Ok(Value::int(1));
    }
    let number = match system.status(File::Open(file)) {
        Ok(_) => super::errors::ENOTTY,
        Err(number) => number,
    };
    call.set_errno(number)?;
    Ok(Value::int(0))
}

fn ftruncate(call: &mut dyn Call) -> Outcome {
    let (file, length) = (call.int(0)?, call.long(1)?);
    let done = call.library().system.truncate(file, length);
    call.int_or_errno(done.map(|()| 0))
}

fn truncate(call: &mut dyn Call) -> Outcome {
    let (name, length) = (call.text(0)?, call.long(1)?);
    let system = &mut call.library().system;
    let done = system.open(&name, 1, 0).and_then(|file| {
        let done = system.truncate(file, length);
        system.close(file).and(done)
    });
    call.int_or_errno(done.map(|()| 0))
}

fn fsync(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let done = call.library().system.synchronize(file);
    call.int_or_errno(done.map(|()| 0))
}

fn dup(call: &mut dyn Call) -> Outcome {
    let file = call.int(0)?;
    let copy = call.library().system.duplicate(file, Err(0));
    call.int_or_errno(copy)
}

fn dup2(call: &mut dyn Call) -> Outcome {
    let (file, to) = (call.int(0)?, call.int(1)?);
    let copy = call.library().system.duplicate(file, Ok(to));
    call.int_or_errno(copy)
}

fn pipe(call: &mut dyn Call, flags: i32) -> Outcome {
    let to = call.pointer(0)?;
    let system = &mut call.library().system;
    match system.pipe() {
        Ok((from, into)) => {
            for file in [from, into] {
                if flags & CLOSES != 0 {
                    _ = system.closes(file, Some(true));
                }
                if flags & !CLOSES != 0 {
                    _ = system.flags(file, Some(flags & !CLOSES));
                }
            }
            call.write_number(to, from as u64, 4)?;
            call.write_number(to.offset(4), into as u64, 4)?;
            Ok(Value::int(0))
        }
        Err(number) => call.failed(number),
    }
}

fn access(call: &mut dyn Call) -> Outcome {
    let (name, mode) = (call.text(0)?, call.int(1)?);
    let done = call.library().system.access(&name, mode);
    call.int_or_errno(done.map(|()| 0))
}

/// A change of what one name stands for.
fn of_name(call: &mut dyn Call, change: fn(&[u8]) -> Change<'_>) -> Outcome {
    let name = call.text(0)?;
    let done = call.library().system.change(change(&name));
    call.int_or_errno(done.map(|()| 0))
}

fn mkdir(call: &mut dyn Call) -> Outcome {
    let (name, mode) = (call.text(0)?, call.int(1)? as u32);
    let library = call.library();
    let change = Change::MakeFolder(&name, mode & !library.mask);
    let done = library.system.change(change);
    call.int_or_errno(done.map(|()| 0))
}

fn chmod(call: &mut dyn Call) -> Outcome {
    let (name, mode) = (call.text(0)?, call.int(1)? as u32);
    let change = Change::Permissions(File::Named(&name), mode);
    let done = call.library().system.change(change);
    call.int_or_errno(done.map(|()| 0))
}

fn fchmod(call: &mut dyn Call) -> Outcome {
    let (file, mode) = (call.int(0)?, call.int(1)? as u32);
    let change = Change::Permissions(File::Open(file), mode);
    let done = call.library().system.change(change);
    call.int_or_errno(done.map(|()| 0))
}

fn owner(call: &mut dyn Call, file: File<'_>) -> Outcome {
    let (user, group) = (call.int(1)? as u32, call.int(2)? as u32);
    let done = call
        .library()
        .system
        .change(Change::Owner(file, user, group));
    call.int_or_errno(done.map(|()| 0))
}

fn chown(call: &mut dyn Call, file: fn(&[u8]) -> File<'_>) -> Outcome {
    let name = call.text(0)?;
    owner(call, file(&name))
}

fn fchown(call: &mut dyn Call) -> Outcome {
    let file = File::Open(call.int(0)?);
    owner(call, file)
}

fn link(call: &mut dyn Call) -> Outcome {
    let (from, to) = (call.text(0)?, call.text(1)?);
    let done = call.library().system.change(Change::Link(&from, &to));
    call.int_or_errno(done.map(|()| 0))
}

fn symlink(call: &mut dyn Call) -> Outcome {
    let (text, at) = (call.text(0)?, call.text(1)?);
    let done = call
        .library()
        .system
        .change(Change::SymbolicLink(&text, &at));
    call.int_or_errno(done.map(|()| 0))
}

fn readlink(call: &mut dyn Call) -> Outcome {
    let (name, to, most) = (call.text(0)?, call.pointer(1)?, call.size(2)?);
    link_text(call, &name, to, most)
}

/// Writes the text of a symbolic link; how long it is.
pub(super) fn link_text(call: &mut dyn Call, name: &[u8], to: Pointer, most: u64) -> Outcome {
    let text = call.library().system.read_link(name);
    let text = text.map(|text| text[..text.len().min(most as usize)].to_vec());
    if let Ok(text) = &text {
        call.write(to, text)?;
    }
    call.long_or_errno(text.map(|text| text.len() as i64))
}

fn getcwd(call: &mut dyn Call) -> Outcome {
    let (to, most) = (call.pointer(0)?, call.size(1)?);
    let folder = match call.library().system.folder() {
        Ok(folder) => folder,
        Err(number) => return call.null_with(number),
    };
    if to.is_null() {
        return super::string::duplicate(call, &folder);
    }
    if folder.len() as u64 >= most {
        return call.null_with(if most == 0 { EINVAL } else { ERANGE });
    }
    call.write_string(to, &folder)?;
    Ok(Value::pointer(to))
}

fn realpath(call: &mut dyn Call) -> Outcome {
    let (name, to) = (call.text(0)?, call.pointer(1)?);
    let found = call.library().system.real_path(&name);
    match found {
        Ok(path) if to.is_null() => super::string::duplicate(call, &path),
        Ok(path) => {
            call.write_string(to, &path)?;
            Ok(Value::pointer(to))
        }
        Err(number) => call.null_with(number),
    }
}
