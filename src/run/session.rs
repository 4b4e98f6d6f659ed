//! A run of a program: how the machine is set up, and what is said in the end.

use super::audit::Audit;
use super::checks::Wanted;
use super::facts::Facts;
use super::options::Options;
use super::program::Program;
use super::progress::{self, Progress};
use super::suppress::{Names, Suppressions};
use super::{Input, frames, leaks, record, text};
use crate::diagnostics::DriverError;
use crate::tool;
use sanecc_machine::checks::Checks;
use sanecc_machine::fault::Fault;
use sanecc_machine::library::system::{Host, Log, Recorder};
use sanecc_machine::{Machine, Options as MachineOptions, Outcome};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use signal_hook::low_level::emulate_default_handler;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit status after a report.
const REPORTED: i32 = 1;
/// What a shell adds to the number of the signal that ended a program.
const BY_SIGNAL: i32 = 128;

/// What a run needs beside the program's arguments.
pub struct Session<'p> {
    input: &'p Input,
    program: Rc<Program>,
    checks: Checks,
    suppressions: Suppressions,
    is_coloured: bool,
    /// Tells how far a long run is.
    progress: Option<Progress>,
    /// Becomes true when the user wants the run to end.
    stop: Arc<AtomicBool>,
}

impl<'p> Session<'p> {
    /// Sets up.
    ///
    /// # Errors
    /// If suppressions cannot be read, or signals not be watched.
    pub fn new(
        input: &'p Input,
        options: &Options,
        wanted: &Wanted,
        program: Rc<Program>,
    ) -> Result<Self, DriverError> {
        // As in compiled programs, where the flags and the option ask for it; and where it was asked for here.
        let compiled = options.pairs > 0;
        let checks = Checks {
            // What was optimised names no members.
            members: !input.no_sub_objects && !input.audit,
            flexible_arrays: program.flexible_arrays,
            order: wanted.order || compiled && program.pairs.order,
            difference: wanted.difference || compiled && program.pairs.difference,
            null_pairs: options.pairs > 1,
        };
        let suppressions = match &options.suppressions {
            Some(file) => Suppressions::read(file, Path::new(&program.name))?,
            None => Suppressions::default(),
        };
        let stop = interrupt()?;
        Ok(Session {
            input,
            progress: Progress::begin(&program),
            program,
            checks,
            suppressions,
            is_coloured: options.is_coloured(),
            stop,
        })
    }

    /// Runs the program. Gives its exit status, or 1 after a report.
    ///
    /// # Errors
    /// If the program needs what the machine does not have.
    pub fn run(&self, arguments: &[OsString]) -> Result<i32, DriverError> {
        let mut machine = self.machine(arguments)?;
        let log = Log::default();
        let host = Box::new(Host::new().that_becomes(tool::become_program));
        machine.library.system = match self.input.leaks {
            true => Box::new(Recorder::new(host, log.clone())),
            false => host,
        };
        let outcome = machine.execute();
        machine.library.flush();
        match outcome {
            Outcome::Exited(status) => {
                let report = match self.input.leaks {
                    true => leaks::of(&machine, self, arguments, &log),
                    false => None,
                };
                Ok(match report {
                    Some(report) => {
                        say(&report);
                        REPORTED
                    }
                    None => status,
                })
            }
            Outcome::Signalled(number) => {
                if machine.library.system.is_child() {
                    // Its parent shall see the signal. One that cannot end it leaves the status.
                    let _ = emulate_default_handler(number);
                }
                Ok(BY_SIGNAL + number)
            }
            Outcome::Faulted(fault) => {
                let facts = Facts::of(&mut machine, &self.program, &fault);
                say(&match self.input.json {
                    true => record::line(&facts),
                    false => text::of(&facts, self.is_coloured),
                });
                Ok(REPORTED)
            }
            Outcome::Interrupted => {
                let frames = frames::of(&self.program.module, &machine.trace());
                DriverError::new(format!("interrupted{}", progress::place(&frames))).print();
                Ok(BY_SIGNAL + SIGINT)
            }
            Outcome::Watcher(why) => {
                let frames = frames::of(&self.program.module, &machine.trace());
                say(&text::of_refuted(&why, &frames, self.is_coloured));
                Ok(REPORTED)
            }
            Outcome::Unsupported(what) => {
                let frames = frames::of(&self.program.module, &machine.trace());
                let place = frames::own(&frames).map(|frame| frame.to_string());
                let place = place.unwrap_or_else(|| "the start".to_owned());
                Err(lacks(&format!("{place}: {what}")))
            }
        }
    }

    /// The program with these arguments, about to begin.
    ///
    /// # Errors
    /// If the machine cannot run it.
    pub fn machine(&self, arguments: &[OsString]) -> Result<Machine<'_>, DriverError> {
        let name = self.program.name.clone();
        let arguments = std::iter::once(name).chain(arguments.iter().cloned());
        let environment: Vec<Vec<u8>> = std::env::vars_os()
            .map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat())
            .collect();
        let options = MachineOptions {
            seed: self.input.seed,
            checks: self.checks,
            types: Arc::clone(&self.program.types),
            arguments: arguments.map(OsString::into_vec).collect(),
            environment,
            optimised: self.input.audit,
            stop: Some(Arc::clone(&self.stop)),
            look: self.progress.as_ref().map(Progress::look),
        };
        let mut machine =
            Machine::new(&self.program.module, options).map_err(|what| lacks(&what))?;
        if let Some(plan) = &self.program.plan {
            let (watches, audit) = Audit::of(&self.program.module, plan, !self.program.is_planted);
            tracing::info!(claims = audit.claims(), "asserted");
            machine.watch(watches, Box::new(audit));
        }
        if self.suppressions.has_any() {
            machine.judge = Some(Box::new(|machine, fault| {
                self.is_suppressed(machine, fault)
            }));
        }
        Ok(machine)
    }

    fn is_suppressed(&self, machine: &mut Machine<'_>, fault: &Fault) -> bool {
        let facts = Facts::of(machine, &self.program, fault);
        self.suppressions.names_error(&Names {
            library: facts.library,
            frames: &facts.frames,
            module: self.program.name.as_bytes(),
        })
    }

    /// Whether a leak with this stack is to be left out.
    pub fn is_leak_suppressed(&self, frames: &[frames::Frame]) -> bool {
        self.suppressions.names_leak(&Names {
            library: None,
            frames,
            module: self.program.name.as_bytes(),
        })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether the user wants an end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether reports are lines of JSON.
    pub fn is_json(&self) -> bool {
        self.input.json
    }

    /// Whether reports are coloured.
    pub fn is_coloured(&self) -> bool {
        self.is_coloured
    }
}

fn say(report: &str) {
    // A closed stderr changes nothing about the program.
    let _ = std::io::stderr().write_all(report.as_bytes());
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
