//! `sane decode`: makes the full text of a report of a microcontroller from its log, or from a dump of its memory.
//!
//! The device prints a line for people and a record in hexadecimal digits ([`Record`]); the same record stays in its memory. Source lines, functions and names come
//! from the ELF file that was flashed.

mod callers;
mod calls;
mod firmware;
mod text;

use crate::diagnostics::DriverError;
use crate::findings::input::cannot_open;
use firmware::Firmware;
use sanecc_abi::bare::Record;
use std::io::Read;
use std::path::PathBuf;

/// What the line with a record begins with.
const PREFIX: &str = "sanecc-record ";

/// A log or a dump, and the program.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// The program that ran on the device, as an ELF file with its debug information
    #[arg(long, value_name = "FILE")]
    elf: PathBuf,
    /// The device's log, or a dump of its memory; standard input without
    file: Option<PathBuf>,
}

/// The log with each record in full, or the report of a dump.
///
/// # Errors
/// If a file cannot be read, holds no report, or holds a damaged one.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let firmware = Firmware::open(&input.elf)?;
    let (name, bytes) = match &input.file {
        Some(file) => {
            let bytes = std::fs::read(file).map_err(|error| cannot_open(file, &error))?;
            (format!("'{}'", file.display()), bytes)
        }
        None => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| DriverError::new(format!("standard input: {error}")))?;
            ("standard input".to_owned(), bytes)
        }
    };
    let is_dump = bytes.contains(&0);
    let text = match is_dump {
        true => dump(&firmware, &bytes),
        false => log(&firmware, &name, &String::from_utf8_lossy(&bytes))?,
    };
    text.ok_or_else(|| {
        let next = match is_dump {
            true => "dump all of RAM, or in gdb: dump binary value FILE __sanecc_report",
            false => {
                "was the log cut off? The record is also in memory; in gdb: dump binary value FILE __sanecc_report"
            }
        };
        DriverError::new(format!("{name} holds no whole report of sanecc")).next(next)
    })
}

/// The log with records in full; `None` if there is no record.
fn log(firmware: &Firmware, name: &str, log: &str) -> Result<Option<String>, DriverError> {
    let mut text = String::new();
    let mut found = false;
    for (number, line) in log.lines().enumerate() {
        let Some((before, digits)) = line.split_once(PREFIX) else {
            text += line;
            text.push('\n');
            continue;
        };
        let record = bytes_of(digits.trim()).and_then(|bytes| Record::read(&bytes));
        let record = record.ok_or_else(|| {
            DriverError::new(format!(
                "{name}:{}: the record is damaged: its length or its checksum is wrong",
                number + 1
            ))
            .next("log again without loss, or decode a dump of __sanecc_report")
        })?;
        found = true;
        text += before;
        text += &text::of(firmware, &record);
    }
    Ok(found.then_some(text))
}

/// All reports in a dump of memory.
fn dump(firmware: &Firmware, bytes: &[u8]) -> Option<String> {
    let records = (0..bytes.len()).filter_map(|at| Record::read(&bytes[at..]));
    let text: String = records.map(|record| text::of(firmware, &record)).collect();
    (!text.is_empty()).then_some(text)
}

/// The bytes of hexadecimal digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).ok()?;
        (pair.len() == 2).then(|| u8::from_str_radix(pair, 16).ok())?
    };
    pairs.map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_bytes_in_pairs() {
        assert_eq!(bytes_of("00ff1A"), Some(vec![0, 255, 26]));
        assert_eq!(bytes_of("00f"), None);
        assert_eq!(bytes_of("0g"), None);
    }
}
