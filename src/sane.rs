//! `sane`: the commands beside the compiler. It runs programs in the machine, checks the installation, and turns reports and remarks into what people and
//! tools read.

use clap::{CommandFactory, Parser, Subcommand};
use sanecc::diagnostics::{self, DriverError};
use sanecc::findings::{self, Input};
use sanecc::{build, decode, explain, measure, remarks, report, run, show, symbolize};
use std::io::Write;
use std::process::ExitCode;

/// Build and explain programs, run them in an interpreter, measure commands, examine an installation of sanecc, and convert its reports.
#[derive(Parser)]
#[command(name = "sane", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run C sources in an interpreter that reports the first step that C does not define
    Run(run::Input),
    /// Build with sanecc as the compiler, and say what was built and how it is checked
    Build(build::Input),
    /// Make a page, or text, JSON or SARIF, of what the compiler knows of each access of a program
    Report(report::Input),
    /// Tell what is known of the accesses at an address or a line of a program
    Explain(explain::Input),
    /// Print a source with what the binary executes for each line beside it: checks, metadata, redzones
    Show(show::Input),
    /// Measure what commands cost in time, memory, instructions and energy, and compare them run by run
    Measure(Box<measure::Input>),
    /// Check that clang, LLVM and the runtime are there and fit together
    Doctor,
    /// Print what objects depend on beside sources and flags, for compiler caches
    Identity,
    /// Make a SARIF log of the records of report_format=json
    Sarif(Input),
    /// Make annotations of GitHub Actions of the records of report_format=json
    Annotations(Input),
    /// Make JUnit XML of the records of report_format=json
    Junit(Input),
    /// Write man pages and shell completions below DIR/share, for packages
    Generate(sanecc::manual::Generate),
    /// Give the frames of reports of stripped programs their functions and lines
    Symbolize(symbolize::Input),
    /// Make the full text of a microcontroller's report from its log or a dump of its memory
    Decode(decode::Input),
    /// Print the records of -fsanecc-remarks= in sentences
    Remarks(remarks::Input),
}

fn main() -> ExitCode {
    sanecc::listen(false);
    match Arguments::parse().command {
        Command::Run(input) => ends("sane run", || run::run(&input)),
        Command::Build(input) => ends("sane build", || build::run(&input)),
        Command::Report(input) => prints("sane report", || report::run(&input)),
        Command::Explain(input) => prints("sane explain", || explain::run(&input)),
        Command::Show(input) => prints("sane show", || show::run(&input)),
        Command::Measure(input) => prints("sane measure", || measure::run(&input)),
        Command::Doctor => {
            diagnostics::speak_as("sane doctor");
            sanecc::doctor::run()
        }
        Command::Identity => {
            diagnostics::speak_as("sane identity");
            sanecc::identity::run()
        }
        Command::Sarif(input) => prints("sane sarif", || {
            Ok(findings::sarif::text_of(&input.read()?))
        }),
        Command::Annotations(input) => prints("sane annotations", || {
            Ok(findings::annotations::text_of(&input.read()?))
        }),
        Command::Junit(input) => prints("sane junit", || findings::junit::text_of(&input.read()?)),
        Command::Generate(generate) => {
            diagnostics::speak_as("sane generate");
            sanecc::manual::run(&generate, Arguments::command())
        }
        Command::Symbolize(input) => prints("sane symbolize", || symbolize::run(&input)),
        Command::Decode(input) => prints("sane decode", || decode::run(&input)),
        Command::Remarks(input) => prints("sane remarks", || remarks::run(&input)),
    }
}

/// Ends as a command that was run has ended, or says why there is none.
fn ends(name: &'static str, run: impl FnOnce() -> Result<i32, DriverError>) -> ExitCode {
    diagnostics::speak_as(name);
    match run() {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}

/// Prints what a command makes, or why it makes nothing.
fn prints(name: &'static str, make: impl FnOnce() -> Result<String, DriverError>) -> ExitCode {
    diagnostics::speak_as(name);
    let written = make().and_then(|text| {
        let written = std::io::stdout().write_all(text.as_bytes());
        written.map_err(|error| DriverError::new(format!("cannot write: {error}")))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}
