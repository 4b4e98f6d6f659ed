//! `sane run`: runs a C program in the machine, which knows each object and each byte, and reports the first step that C does not define.
//!
//! [`program`] compiles and links, [`audit`] asserts what the compiler claims of the program, [`progress`] tells how far a long run is, [`facts`] says what went wrong, [`text`] and
//! [`record`] print it. [`leaks`] is about what is left in the end.

mod audit;
mod cplusplus;
mod facts;
mod frames;
mod leaks;
mod objects;
mod program;
mod progress;
mod record;
mod snippet;
mod text;
mod threads;

use crate::diagnostics::DriverError;
use crate::tool;
use audit::Audit;
use facts::Facts;
use progress::Progress;
use sanecc_machine::{Machine, Options, Outcome};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Exit status after a report.
const REPORTED: i32 = 1;
/// What a shell adds to the number of the signal that ended a program.
const BY_SIGNAL: i32 = 128;

/// What to run, and how.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Moves the addresses of all objects, and decides which thread runs when; the same number gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print the report as one line of JSON, for 'sane sarif' and its like
    #[arg(long)]
    json: bool,
    /// Report allocations that nobody can reach when the program ends by itself
    #[arg(long)]
    leaks: bool,
    /// Assert at each access whose check sanecc removes, at the given -O level, what it claims of that access
    #[arg(long)]
    audit: bool,
    /// C sources and flags of the compiler; behind '--' arguments of the program
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORD"
    )]
    words: Vec<OsString>,
}

/// Compiles and runs. Gives the exit status: that of the program, or 1 after a report.
///
/// # Errors
/// If the program cannot be compiled, or needs what the machine does not have.
pub fn run(input: &Input) -> Result<i32, DriverError> {
    let mut parts = input.words.splitn(2, |word| word == "--");
    let words = parts.next().unwrap_or_default();
    let arguments = parts.next().unwrap_or_default();
    let program = match program::read(words, input.audit)? {
        program::Read::Program(program) => program,
        program::Read::Failed(code) => return Ok(code),
    };
    let stop = interrupt()?;
    let program = Rc::<program::Program>::from(program);
    let progress = Progress::begin(&program);
    let name = program.name.clone();
    let arguments = std::iter::once(name).chain(arguments.iter().cloned());
    let environment: Vec<Vec<u8>> = std::env::vars_os()
        .map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat())
        .collect();
    let options = Options {
        seed: input.seed,
        arguments: arguments.map(OsString::into_vec).collect(),
        environment,
        optimised: input.audit,
        stop: Some(stop),
        look: progress.as_ref().map(Progress::look),
    };
    let mut machine = Machine::new(&program.module, options).map_err(|what| lacks(&what))?;
    if let Some(plan) = &program.plan {
        let (watches, audit) = Audit::of(&program.module, plan, !program.is_planted);
        tracing::info!(claims = audit.claims(), "asserted");
        machine.watch(watches, Box::new(audit));
    }
    let outcome = machine.execute();
    machine.library.flush();
    drop(progress);
    match outcome {
        Outcome::Exited(status) => {
            let wanted = input
                .leaks
                .then(|| leaks::of(&machine, &program, input.json));
            Ok(match wanted.flatten() {
                Some(report) => {
                    // A closed stderr changes nothing about the program.
                    let _ = std::io::stderr().write_all(report.as_bytes());
                    REPORTED
                }
                None => status,
            })
        }
        Outcome::Signalled(number) => Ok(BY_SIGNAL + number),
        Outcome::Faulted(fault) => {
            let facts = Facts::of(&mut machine, &program, &fault);
            let report = match input.json {
                true => record::line(&facts),
                false => text::of(&facts),
            };
            // A closed stderr changes nothing about the program.
            let _ = std::io::stderr().write_all(report.as_bytes());
            Ok(REPORTED)
        }
        Outcome::Interrupted => {
            let frames = frames::of(&program.module, &machine.trace());
            DriverError::new(format!("interrupted{}", progress::place(&frames))).print();
            Ok(BY_SIGNAL + SIGINT)
        }
        Outcome::Watcher(why) => {
            let frames = frames::of(&program.module, &machine.trace());
            // A closed stderr changes nothing about the program.
            let _ = std::io::stderr().write_all(text::of_refuted(&why, &frames).as_bytes());
            Ok(REPORTED)
        }
        Outcome::Unsupported(what) => {
            let frames = frames::of(&program.module, &machine.trace());
            let place = frames::own(&frames).map(|frame| frame.to_string());
            let place = place.unwrap_or_else(|| "the start".to_owned());
            Err(lacks(&format!("{place}: {what}")))
        }
    }
}

/// What becomes true when the user interrupts the run. A second time ends it at once, if it waits for something.
fn interrupt() -> Result<Arc<AtomicBool>, DriverError> {
    let stop = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, BY_SIGNAL + SIGINT, Arc::clone(&stop))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&stop)))
        .map_err(|error| DriverError::new(format!("cannot watch for signals: {error}")))?;
    tool::leave_interrupts();
    Ok(stop)
}

fn lacks(what: &str) -> DriverError {
    DriverError::new(format!("the machine cannot run this: {what}")).next(
        "compile the program with sanecc instead, whose checks need no model of what it calls",
    )
}
