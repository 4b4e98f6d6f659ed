//! Reports a defect of this tool: a panic, or a crash of LLVM in this process.
//!
//! It prints a message, removes intermediate files, and saves a folder from which the failing command can be run again.

use crate::diagnostics::DriverError;
use crate::temporary;
use sanecc_ir::llvm::crash::{self, Crash};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, TryLockError};

/// As clang's driver exits when one of its own crashes.
const CODE: i32 = 1;

/// What is being done, for the message.
static WORK: Mutex<Work> = Mutex::new(Work {
    file: String::new(),
    stage: String::new(),
    output: None,
});

#[derive(Clone)]
struct Work {
    /// The input.
    file: String,
    /// `in pass NAME` or the like.
    stage: String,
    /// What an earlier run may have left, and a failure must not.
    output: Option<PathBuf>,
}

/// Makes every later panic and every crash inside LLVM save a replayable folder and say where it is.
///
/// # Errors
/// If the system refuses what is needed to notice a crash.
pub fn watch() -> Result<(), DriverError> {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        default(info);
        tell(&info.to_string());
        // The abort that would follow would be reported as a second crash.
        std::process::exit(CODE);
    }));
    crash::watch(CODE, |crash| tell(&describe(&crash)))
        .map_err(|error| DriverError::new(format!("cannot watch for crashes: {error}")))
}

/// Notes which input is compiled from here on, and which file a crash is to remove as its stale result.
pub fn compiling(file: &str, output: Option<&Path>) {
    let mut work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
    work.file = file.to_owned();
    work.output = output.map(Path::to_owned);
}

/// Notes what is done to the input from here on: a phrase such as `in pass NAME`.
pub fn enter(stage: impl Into<String>) {
    let mut work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
    work.stage = stage.into();
}

fn describe(crash: &Crash) -> String {
    match crash {
        Crash::Signal(number) => {
            let name = signal_hook::low_level::signal_name(*number);
            format!("killed by {}", name.unwrap_or("an unknown signal"))
        }
        Crash::Fatal(reason) => format!("LLVM gave up: {reason}"),
    }
}

/// Tells of the defect, saves the command, and removes the intermediate files.
fn tell(cause: &str) {
    // Whoever crashed may hold the lock, and will never give it back.
    let work = match WORK.try_lock() {
        Ok(work) => Some(work.clone()),
        Err(TryLockError::Poisoned(work)) => Some(work.into_inner().clone()),
        Err(TryLockError::WouldBlock) => None,
    };
    if let Some(output) = work.as_ref().and_then(|work| work.output.as_ref()) {
        let _ = std::fs::remove_file(output);
    }
    let place = work
        .filter(|work| !work.file.is_empty())
        .map(|work| format!(" {} while compiling {}", work.stage, work.file))
        .unwrap_or_default();
    let message = format!("internal error{place}: {cause}");
    let next = match save(&message) {
        Ok(folder) => format!("please report it with the folder {}", folder.display()),
        Err(error) => format!("the command could not be saved: {error}"),
    };
    DriverError::new(message)
        .next(format!(
            "{next}; -fsanecc-mode=none compiles without checks until it is fixed"
        ))
        .print();
    temporary::remove_all();
}

/// Writes the message, the command as a script, and the intermediate files.
fn save(message: &str) -> std::io::Result<PathBuf> {
    let folder = tempfile::Builder::new()
        .prefix("sanecc-crash-")
        .tempdir()?
        .keep();
    std::fs::write(folder.join("message"), message)?;
    std::fs::write(folder.join("replay.sh"), script())?;
    for held in temporary::folders() {
        copy_tree(&held, &folder.join("intermediate"))?;
    }
    Ok(folder)
}

fn script() -> String {
    let quoted = |word: OsString| {
        let word = word.to_string_lossy().into_owned();
        shlex::try_quote(&word)
            .map(|quoted| quoted.into_owned())
            .unwrap_or(word)
    };
    let folder = std::env::current_dir()
        .map(OsString::from)
        .unwrap_or_default();
    let steering = std::env::vars_os()
        .filter(|(name, _)| name.to_string_lossy().starts_with("SANECC_"))
        .map(|(name, value)| format!("{}={}", name.to_string_lossy(), quoted(value)));
    let command: Vec<String> = steering.chain(std::env::args_os().map(quoted)).collect();
    format!(
        "#!/bin/sh\ncd {} &&\n{}\n",
        quoted(folder),
        command.join(" ")
    )
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
