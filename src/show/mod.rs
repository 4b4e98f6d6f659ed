//! `sane show`: the source, and below each line what the object executes for it beside the program: checks, what follows provenance, redzones.
//!
//! All of that comes from the object itself. [`compile`] makes one of a source, [`listing`] sorts its records by line, [`text`] and [`json`] print them.

mod compile;
mod json;
mod listing;
mod text;

use crate::diagnostics::{self, DriverError};
use crate::remarks::{Collected, Sources};
use listing::Listing;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

/// What to show.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// A source to compile, or a program, library, object or archive with remarks
    #[arg(value_name = "FILE.c|BINARY")]
    what: PathBuf,
    /// The source to show of a binary; without it all that have operations
    source: Option<PathBuf>,
    /// Only what is in this function of the source
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Only these lines of the source: N or N-M
    #[arg(long, value_name = "N[-M]")]
    lines: Option<Lines>,
    /// Also the proof of what is left out, and the reasons for what is checked
    #[arg(long)]
    why: bool,
    /// Compile the source by its command in this compile_commands.json
    #[arg(long, value_name = "JSON")]
    compile_commands: Option<PathBuf>,
    /// A folder to look for sources in; repeatable
    #[arg(long = "source-dir", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Flags to compile the source with
    #[arg(last = true)]
    flags: Vec<OsString>,
}

/// How to print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The source with C-like text.
    Text,
    /// One JSON object.
    Json,
}

/// Lines from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    first: u32,
    last: u32,
}

impl std::str::FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Lines, String> {
        let wrong = || format!("'{text}' is no line and no range of lines: write 12 or 12-20");
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Lines { first, last }),
            _ => Err(wrong()),
        }
    }
}

impl Lines {
    fn has(self, line: u32) -> bool {
        (self.first..=self.last).contains(&line)
    }
}

/// The source with what was inserted.
///
/// # Errors
/// If the source does not compile, the object has no records of operations, or nothing is there to show.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let compiled = match compile::is_source(&input.what) {
        true => Some(compile::Compiled::of(input)?),
        false if input.flags.is_empty() && input.compile_commands.is_none() => None,
        false => {
            let what = input.what.display();
            return Err(DriverError::new(format!(
                "'{what}' is no source, so there is nothing to compile with these flags"
            ))
            .next("without flags, 'sane show' reads what a program or object carries"));
        }
    };
    let object = compiled.as_ref().map_or(&input.what, |one| one.object());
    let collected = Collected::of(std::slice::from_ref(object))?;
    for one in &collected.silent {
        diagnostics::note(&format!("{} is not shown: {}", one.name, one.why));
    }
    let mut sources = Sources::with(&input.folders);
    let listing = Listing::of(&collected, input, &mut sources)?;
    if compiled.is_none() {
        listing.warn_of_changes(object);
    }
    Ok(match input.format {
        Format::Json => json::of(&listing),
        Format::Text => text::of(&listing, input.why, std::io::stdout().is_terminal()),
    })
}
