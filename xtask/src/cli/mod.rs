//! From the command line to one command: the table of commands, and the dispatch over it.

pub mod help;
pub mod options;

use crate::{
    asan_suite, bench, build, compat, corpus, demo, eval, fuzz, install, miri, mutants, random,
    setup, test,
};
use anyhow::{Result, bail};
use options::Options;

/// One row of the table: what `cargo xtask NAME` is called, says of itself, accepts and does.
pub struct Command {
    /// What the user types after `cargo xtask`.
    pub name: &'static str,
    /// One line for the list of commands.
    pub about: &'static str,
    /// The options it accepts, besides `--help`.
    pub options: &'static [Opt],
    /// The work.
    pub run: fn(&Options) -> Result<()>,
}

/// One option of a command.
pub struct Opt {
    /// Spelling without the dashes.
    pub name: &'static str,
    /// Name of its value in the help text; `None` for an option that is only present or absent.
    pub value: Option<&'static str>,
    /// One line for the help text.
    pub about: &'static str,
}

/// `--yes`, which every command takes that may have to install packages first.
pub const YES: Opt = Opt {
    name: "yes",
    value: None,
    about: "install missing packages without asking",
};

/// `--sanecc PATH`, for the commands that use the compiler but need not be its builder.
pub const SANECC: Opt = Opt {
    name: "sanecc",
    value: Some("PATH"),
    about: "use this compiler instead of building sanecc",
};

/// All commands, in the order of the help text.
pub const COMMANDS: &[&Command] = &[
    &setup::COMMAND,
    &build::COMMAND,
    &install::COMMAND,
    &demo::COMMAND,
    &test::COMMAND,
    &miri::COMMAND,
    &compat::COMMAND,
    &asan_suite::COMMAND,
    &corpus::COMMAND,
    &fuzz::COMMAND,
    &random::COMMAND,
    &mutants::COMMAND,
    &bench::COMMAND,
    &eval::COMMAND,
];

/// Reads the arguments and runs the command they name.
pub fn run(mut arguments: lexopt::Parser) -> Result<()> {
    let name = match arguments.next()? {
        None | Some(lexopt::Arg::Short('h') | lexopt::Arg::Long("help")) => {
            print!("{}", help::overview());
            return Ok(());
        }
        Some(lexopt::Arg::Value(name)) => name.to_string_lossy().into_owned(),
        Some(other) => return Err(other.unexpected().into()),
    };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        bail!("there is no command `{name}`; `cargo xtask --help` lists them");
    };
    match Options::parse(command, arguments)? {
        Some(options) => (command.run)(&options),
        None => {
            print!("{}", help::of(command));
            Ok(())
        }
    }
}
