//! `sane measure`: what commands cost in time, memory, instructions and energy, compared run by run.
//!
//! [`subject`] reads the commands, [`session`] runs them in turn, [`record`] holds what was found. [`energy`], [`meter`], [`instructions`] and [`cortex`] are
//! sources of figures; what a source cannot tell is missing with its reason, never zero. [`table`], [`separated`] and [`chart`] show a record.

mod chart;
mod conditions;
mod cortex;
mod energy;
mod instructions;
mod meter;
mod options;
mod record;
mod separated;
mod session;
mod statistics;
mod subject;
mod table;

pub use options::Input;

use crate::diagnostics::{DriverError, Warning};
use record::Record;
use std::path::Path;

/// Measures, or reads what was measured, and shows it. Gives what stands on stdout.
///
/// # Errors
/// If a command cannot be run or fails, or a figure that was asked for cannot be had.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let mut records = match input.read.as_slice() {
        [] => vec![session::measure(input)?],
        files => files
            .iter()
            .map(|file| Record::read(file))
            .collect::<Result<_, _>>()?,
    };
    if let Some(file) = &input.meter {
        let [record] = records.as_mut_slice() else {
            return Err(DriverError::new("--meter belongs to one measurement")
                .next("read them one by one, with --json for each, then all of them"));
        };
        meter::join(record, file)?;
    }
    if let Some(base) = &input.base {
        records
            .iter_mut()
            .try_for_each(|record| record.compare_with(base))?;
    }
    // Those of stored measurements were warned of when they were made.
    for record in records.iter().filter(|_| input.read.is_empty()) {
        for doubt in record.conditions.doubts() {
            let next =
                "the conditions are recorded; repeat the measurement on a quiet machine to be sure";
            Warning {
                cause: format!("{}: {doubt}", record.title),
                next: next.to_owned(),
            }
            .print();
        }
    }
    write(input, &records)?;
    Ok(table::of(&records))
}

/// Writes the files that were asked for.
fn write(input: &Input, records: &[Record]) -> Result<(), DriverError> {
    let put = |file: &Path, bytes: &[u8]| {
        std::fs::write(file, bytes)
            .map_err(|error| DriverError::new(format!("cannot write {}: {error}", file.display())))
    };
    if let Some(file) = &input.json {
        let [record] = records else {
            return Err(DriverError::new("--json writes one measurement")
                .next("leave it out: the files that are read are the measurements"));
        };
        let text = serde_json::to_string_pretty(record).map_err(|error| {
            DriverError::new(format!("cannot write {}: {error}", file.display()))
        })?;
        put(file, format!("{text}\n").as_bytes())?;
    }
    if let Some(file) = &input.csv {
        put(file, &separated::csv(records)?)?;
    }
    let charts = [
        (&input.svg, chart::Form::Svg),
        (&input.png, chart::Form::Png),
    ];
    for (file, form) in charts {
        if let Some(file) = file {
            chart::draw(records, input.chart.as_deref(), form, file)?;
        }
    }
    Ok(())
}
