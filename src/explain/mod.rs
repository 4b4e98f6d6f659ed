//! `sane explain`: what is known of the accesses at an address or a line, in words, with the chain of checks and facts that they rest on.

mod place;

use crate::diagnostics::DriverError;
use crate::remarks::{self, Collected, Record, Sources, Unit};
use crate::report::json;
use crate::symbolize::DebugFiles;
use place::Wanted;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

/// Accesses that others rest on and that are shown, at most.
const LONGEST_CHAIN: usize = 50;

/// Which access, and where its remarks are.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// A program, library, object or archive with remarks, or a folder or compile_commands.json of objects
    #[arg(value_name = "BINARY")]
    binary: PathBuf,
    /// An address in it, in hexadecimal digits, or a line of its source
    #[arg(value_name = "ADDRESS|FILE:LINE[:COLUMN]")]
    place: String,
    /// A folder to look for sources in; repeatable
    #[arg(long = "source-dir", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How to print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Sentences.
    Text,
    /// One JSON object.
    Json,
}

/// The explanation.
///
/// # Errors
/// If the binary has no remarks, or there is no access at the place.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let wanted = Wanted::of(&input.place)?;
    let collected = Collected::of(std::slice::from_ref(&input.binary))?;
    let (heading, meant) = match &wanted {
        Wanted::Address(address) => at_address(input, *address, &collected.units)?,
        Wanted::Line(line) => {
            let meant = line.accesses(&collected.units, None);
            if meant.is_empty() {
                return Err(line.nothing_there(&collected.units));
            }
            (String::new(), meant)
        }
    };
    let chain = chain(&meant);
    match input.format {
        Format::Json => Ok(json::accesses(&meant, &chain)),
        Format::Text => {
            let mut sources = Sources::with(&input.folders);
            let mut text = heading;
            if meant.len() > 1 {
                let _ = writeln!(text, "{} accesses stand here:", meant.len());
            }
            text += &remarks::sentences(&meant, true, &mut sources);
            if !chain.is_empty() {
                text += "They rest on:\n";
                text += &remarks::sentences(&chain, true, &mut sources);
            }
            Ok(text)
        }
    }
}

type Accesses<'a> = Vec<(&'a Unit, &'a Record)>;

/// What stands at an address: the accesses of its line and column, in the function that has the address.
fn at_address<'a>(
    input: &Input,
    address: u64,
    units: &'a [Unit],
) -> Result<(String, Accesses<'a>), DriverError> {
    let name = input.binary.to_string_lossy();
    let places = DebugFiles::new(&[], &[])?.places(&name, None, address);
    let Some(line) = places.iter().find_map(place::Line::of) else {
        return Err(DriverError::new(format!(
            "no line is known for {address:#x} in '{name}'"
        ))
        .next("compile with -g; an address is that in the file, which reports show after its name as '+0x...'"));
    };
    let mut heading = format!("{address:#x} is ");
    for (number, place) in places.iter().enumerate() {
        let joint = if number == 0 {
            "in "
        } else {
            ", inlined into "
        };
        let _ = write!(heading, "{joint}{place}");
    }
    heading.push('\n');
    let function = places.last().and_then(|place| place.function());
    let meant = line.accesses(units, function);
    if meant.is_empty() {
        eprint!("{heading}");
        return Err(line.nothing_there(units));
    }
    Ok((heading, meant))
}

/// The accesses on whose checks these rest, directly or not, nearest first.
fn chain<'a>(meant: &Accesses<'a>) -> Accesses<'a> {
    let mut seen: BTreeSet<&str> = meant.iter().map(|(_, record)| record.id.as_str()).collect();
    let mut chain: Accesses<'a> = Vec::new();
    let mut next = meant.clone();
    while !next.is_empty() && chain.len() < LONGEST_CHAIN {
        let mut found = Vec::new();
        for (unit, record) in next {
            for name in &record.proof.checked_by {
                if seen.insert(name) {
                    let by = unit.records.iter().find(|record| record.id == *name);
                    found.extend(by.map(|by| (unit, by)));
                }
            }
        }
        chain.extend(&found);
        next = found;
    }
    chain
}
