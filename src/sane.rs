//! `sane`: the commands that do not compile. It checks the installation and converts reports to SARIF.

use clap::{CommandFactory, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Examine an installation of sanecc, and convert its reports.
#[derive(Parser)]
#[command(name = "sane", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check that clang, LLVM and the runtime are there and fit together
    Doctor,
    /// Print what objects depend on beside sources and flags, for compiler caches
    Identity,
    /// Make a SARIF log of the records of report_format=json
    Sarif {
        /// Files with records; standard input without
        files: Vec<PathBuf>,
    },
    /// Write man pages and shell completions below DIR/share, for packages
    Generate(sanecc::manual::Generate),
}

fn main() -> ExitCode {
    sanecc::listen(false);
    match Arguments::parse().command {
        Command::Doctor => sanecc::doctor::run(),
        Command::Identity => sanecc::identity::run(),
        Command::Sarif { files } => sanecc::sarif::run(&files),
        Command::Generate(generate) => sanecc::manual::run(&generate, Arguments::command()),
    }
}
