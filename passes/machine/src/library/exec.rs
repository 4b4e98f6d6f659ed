//! The functions by which a process becomes another program, of `<unistd.h>`. That program runs natively: the machine knows nothing of it, and this run ends with it.

use super::errors::{EACCES, ENOENT, ENOEXEC, ENOSYS, ENOTDIR};
use super::typed::Outcome;
use super::{Call, Row, process};
use crate::concrete::Pointer;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("execl", |call| listed(call, Search::No, false)),
    ("execle", |call| listed(call, Search::No, true)),
    ("execlp", |call| listed(call, Search::Path, false)),
    ("execv", |call| in_memory(call, Search::No, false)),
    ("execve", |call| in_memory(call, Search::No, true)),
    ("execvp", |call| in_memory(call, Search::Path, false)),
    ("execvpe", |call| in_memory(call, Search::Path, true)),
];

/// Where a program is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    /// At the path that is given.
    No,
    /// In the folders of `PATH`, where it is a name.
    Path,
}

/// Folders where the environment names none.
const FOLDERS: &[u8] = b"/bin:/usr/bin";
/// What runs a text that names no interpreter.
pub(super) const SHELL: &[u8] = b"/bin/sh";

/// Arguments of the call, up to a null pointer, and perhaps the environment behind that.
fn listed(call: &mut dyn Call, search: Search, has_environment: bool) -> Outcome {
    let mut arguments = Vec::new();
    let mut at = 1;
    loop {
        let argument = call.pointer(at)?;
        at += 1;
        if argument.is_null() {
            break;
        }
        arguments.push(call.whole_string(argument)?);
    }
    let environment = match has_environment {
        true => {
            let list = call.pointer(at)?;
            strings(call, list)?
        }
        false => own_environment(call)?,
    };
    run(call, search, arguments, &environment)
}

/// Arguments of a list in memory, and perhaps the environment.
fn in_memory(call: &mut dyn Call, search: Search, has_environment: bool) -> Outcome {
    let list = call.pointer(1)?;
    let arguments = strings(call, list)?;
    let environment = match has_environment {
        true => {
            let list = call.pointer(2)?;
            strings(call, list)?
        }
        false => own_environment(call)?,
    };
    run(call, search, arguments, &environment)
}

/// The strings of a list that ends with a null pointer; Linux takes none for an empty list.
fn strings(call: &mut dyn Call, list: Pointer) -> Result<Vec<Vec<u8>>, Stop> {
    let bytes = call.layout().pointer_bytes() as i64;
    let (mut at, mut all) = (list, Vec::new());
    while !list.is_null() {
        let text = call.load_pointer(at)?;
        if text.is_null() {
            break;
        }
        all.push(call.whole_string(text)?);
        at = at.offset(bytes);
    }
    Ok(all)
}

pub(super) fn own_environment(call: &mut dyn Call) -> Result<Vec<Vec<u8>>, Stop> {
    let all = process::entries(call)?;
    Ok(all.into_iter().map(|(entry, _)| entry).collect())
}

/// Becomes the program that the first argument names, or says why not.
fn run(
    call: &mut dyn Call,
    search: Search,
    arguments: Vec<Vec<u8>>,
    environment: &[Vec<u8>],
) -> Outcome {
    let name = call.text(0)?;
    let searches = search == Search::Path && !name.contains(&b'/');
    let places: Vec<Vec<u8>> = match searches {
        true => {
            let own = own_environment(call)?;
            let folders = own.iter().find_map(|entry| entry.strip_prefix(b"PATH="));
            let folders = folders.unwrap_or(FOLDERS).split(|byte| *byte == b':');
            folders.map(|folder| within(folder, &name)).collect()
        }
        false => vec![name.clone()],
    };
    let mut why = ENOENT;
    for place in places {
        let system = &mut call.library().system;
        let mut number = system.become_program(&place, &arguments, environment);
        if number == ENOEXEC && search == Search::Path {
            let mut words = vec![SHELL.to_vec(), place];
            words.extend(arguments.iter().skip(1).cloned());
            number = system.become_program(SHELL, &words, environment);
        }
        match number {
            ENOSYS => {
                let name = String::from_utf8_lossy(&name).into_owned();
                return Err(Stop::Unsupported(format!(
                    "the program would become `{name}`"
                )));
            }
            ENOENT | ENOTDIR if searches => {}
            EACCES if searches => why = EACCES,
            number => return call.failed(number),
        }
    }
    call.failed(why)
}

/// The path of a name in a folder, which is this one if it has no name.
fn within(folder: &[u8], name: &[u8]) -> Vec<u8> {
    match folder {
        b"" => name.to_vec(),
        folder => [folder, b"/", name].concat(),
    }
}
