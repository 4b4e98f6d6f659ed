//! `sane build --from compile_commands.json`: compiles each entry as it says, with sanecc in the place of its compiler.

use super::compilers::{Compilers, FLAG};
use super::database::{self, Command};
use super::log;
use crate::diagnostics::DriverError;
use crate::tool::supervised;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Words in front of a compiler that start it.
const LAUNCHERS: [&str; 4] = ["ccache", "sccache", "distcc", "icecc"];

/// Compiles all entries, `jobs` at a time, also after one has failed. Gives the exit code of the first entry that failed, in the order of the file.
///
/// # Errors
/// If the file is no database, or a compiler cannot be run.
pub fn run(
    database: &Path,
    jobs: Option<usize>,
    compilers: &Compilers,
    log: &Path,
) -> Result<i32, DriverError> {
    let text = std::fs::read_to_string(database).map_err(|error| {
        DriverError::new(format!("cannot read '{}': {error}", database.display()))
    })?;
    let commands = database::read(database, &text)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.unwrap_or(processors).clamp(1, commands.len().max(1));
    let next = AtomicUsize::new(0);
    let ended: Mutex<Vec<(usize, Result<i32, DriverError>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed))
                    && let Some(command) = commands.get(number)
                {
                    let code = compile(command, database, compilers, log);
                    let mut ended = ended.lock().unwrap_or_else(|held| held.into_inner());
                    ended.push((number, code));
                }
            });
        }
    });
    let mut ended = ended.into_inner().unwrap_or_else(|held| held.into_inner());
    ended.sort_by_key(|(number, _)| *number);
    let mut first = 0;
    for (_, code) in ended {
        let code = code?;
        first = if first == 0 { code } else { first };
    }
    Ok(first)
}

fn compile(
    command: &Command,
    database: &Path,
    compilers: &Compilers,
    log: &Path,
) -> Result<i32, DriverError> {
    let words = command.words().unwrap_or_default();
    let is_launcher = |word: &&String| {
        let name = Path::new(word.as_str()).file_name().unwrap_or_default();
        LAUNCHERS.iter().any(|launcher| name == *launcher)
    };
    let mut words = words.iter().skip_while(is_launcher);
    let compiler = compilers.of(words.next().map_or("", String::as_str));
    let mut all: Vec<OsString> = vec![FLAG.into()];
    all.extend(words.filter(|word| *word != FLAG).map(OsString::from));
    let environment = [(log::VARIABLE, log.as_os_str().to_owned())];
    supervised::run(compiler, &all, &folder(command, database), &environment)
}

/// The working folder of an entry; one that is relative is so to the database's.
fn folder(command: &Command, database: &Path) -> PathBuf {
    let beside = database.parent().unwrap_or(Path::new(""));
    let whole = std::path::absolute(beside.join(&command.directory));
    whole.unwrap_or_else(|_| command.directory.clone())
}
