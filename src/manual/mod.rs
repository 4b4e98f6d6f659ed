//! `sane generate DIR`: the man pages and the shell completions, as files where a prefix has them.
//!
//! All of them come from the tables that the programs read their arguments by, so that none can name a flag that does
//! not exist.

mod completions;
mod page;

use crate::diagnostics::DriverError;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The names of the compiler, each of which man and shells look up.
const NAMES: [&str; 2] = ["sanecc", "sanecc++"];

/// The command line of `sane generate`.
#[derive(clap::Args)]
pub struct Generate {
    /// The prefix to write below
    #[arg(value_name = "DIR")]
    prefix: PathBuf,
    /// The date of the man pages, as YYYY-MM-DD; without, they have none
    // A blank: an empty word would be left out of the title line, and what follows it be taken for the date.
    #[arg(
        long,
        value_name = "DATE",
        default_value = " ",
        hide_default_value = true
    )]
    date: String,
}

/// Writes the files; `sane` declares that program's own command line.
pub fn run(generate: &Generate, sane: clap::Command) -> ExitCode {
    // Otherwise clap's `help` is a command like the others, with pages of its own.
    let mut sane = sane.disable_help_subcommand(true);
    sane.build();
    let written = files(&sane, &generate.date).and_then(|files| {
        let write = |(name, text): &(PathBuf, Vec<u8>)| write(&generate.prefix.join(name), text);
        files.iter().try_for_each(write)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}

/// Each file with its text.
fn files(sane: &clap::Command, date: &str) -> Result<Vec<(PathBuf, Vec<u8>)>, DriverError> {
    let mut files = page::of(sane, date)?;
    for name in NAMES {
        let file = format!("share/man/man1/{name}.1");
        files.push((file.into(), page::sanecc(date).into()));
    }
    files.extend(completions::sanecc());
    files.extend(completions::of(sane));
    Ok(files)
}

fn write(file: &Path, text: &[u8]) -> Result<(), DriverError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(file, text))
        .map_err(|error| DriverError::new(format!("cannot write {}: {error}", file.display())))
}
