//! Runs the commands: warm-up, rounds in random order, then runs that only count instructions.

mod extra;
mod once;
mod power;

use super::conditions::Conditions;
use super::options::{Input, Need};
use super::record::{Kind, Record, Run};
use super::subject::{self, Subject};
use crate::diagnostics::DriverError;
use crate::tool;
use crate::tool::launcher::outcome::Ended;
use once::Once;
use power::Power;
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Measures the commands of a command line.
///
/// # Errors
/// If a command cannot be run or fails, outputs differ, or a figure that was asked for cannot be had.
pub fn measure(input: &Input) -> Result<Record, DriverError> {
    let subjects = subject::read(&input.compare, &input.words)?;
    check_names(input, &subjects)?;
    tool::watch()?;
    let once = Once::new(input)?;
    let title = input.title.clone().unwrap_or_else(|| title(&subjects));
    let records = subjects.iter().map(Subject::record).collect();
    let mut record = Record::new(title, Conditions::read(&input.sysfs), records);
    record.seed = input.seed;
    record.runs = input.runs;
    record.warmup = input.warmup;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    record.time = now.map_or(0, |since| since.as_secs());

    let mut power = Power::find(input, &mut record)?;
    warm_up(input, &once, &subjects)?;
    rounds(input, &once, &subjects, &mut power, &mut record)?;
    record.conditions.finish();
    for proxy in &input.proxy {
        extra::count(*proxy, &once, &subjects, &mut record)?;
    }
    if let Some(model) = input.model {
        extra::estimate(input, model, &once, &subjects, &mut record)?;
    }
    demand(input, &record)?;
    record.summarise();
    Ok(record)
}

/// Options that exclude each other for reasons that only the commands show.
fn check_names(input: &Input, subjects: &[Subject]) -> Result<(), DriverError> {
    if input.meter.is_some() && input.marker.is_none() {
        return Err(DriverError::new("--meter without --marker: nothing would say which samples belong to which run")
            .next("give --marker the file that sets the meter's digital input, or read a stored measurement: --read JSON --meter CSV"));
    }
    if let Some(folder) = &input.output {
        std::fs::create_dir_all(folder).map_err(|error| {
            DriverError::new(format!(
                "cannot make the folder {}: {error}",
                folder.display()
            ))
        })?;
        if let Some(subject) = subjects.iter().find(|subject| subject.name.contains('/')) {
            return Err(DriverError::new(format!(
                "'{}' cannot be part of a file name in {}",
                subject.name,
                folder.display()
            ))
            .next("give the command a name without '/'"));
        }
    }
    Ok(())
}

fn title(subjects: &[Subject]) -> String {
    let names: Vec<&str> = subjects
        .iter()
        .map(|subject| subject.name.as_str())
        .collect();
    names.join(", ")
}

/// Runs that do not count. Their outputs must be alike.
fn warm_up(input: &Input, once: &Once, subjects: &[Subject]) -> Result<(), DriverError> {
    let mut first: Option<(&Subject, Vec<u8>)> = None;
    for _ in 0..input.warmup {
        for subject in subjects {
            let (_, output) = once.checked(subject, &subject.words)?;
            match &first {
                None => first = Some((subject, output)),
                Some((other, expected)) if !input.any_output && *expected != output => {
                    let cause = match other.name == subject.name {
                        true => format!("two runs of {} print different text", subject.name),
                        false => {
                            format!("{} and {} print different text", other.name, subject.name)
                        }
                    };
                    return Err(DriverError::new(format!("{cause}: {}", difference(expected, &output)))
                        .next("commands that are compared must do the same; --any-output measures them nevertheless"));
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// The first line in which two texts differ.
fn difference(one: &[u8], other: &[u8]) -> String {
    let (one, other) = (String::from_utf8_lossy(one), String::from_utf8_lossy(other));
    let (mut left, mut right) = (one.lines(), other.lines());
    let mut number = 1;
    loop {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => number += 1,
            (None, None) => return "only in the ends of lines".to_owned(),
            (a, b) => {
                let shown = |line: Option<&str>| {
                    line.map_or("nothing".to_owned(), |line| format!("'{line}'"))
                };
                return format!("line {number} is {} and {}", shown(a), shown(b));
            }
        }
    }
}

/// The runs that count.
fn rounds(
    input: &Input,
    once: &Once,
    subjects: &[Subject],
    power: &mut Power,
    record: &mut Record,
) -> Result<(), DriverError> {
    declare(record);
    let mut random = fastrand::Rng::with_seed(input.seed);
    for round in 1..=input.runs {
        let mut order: Vec<&Subject> = subjects.iter().collect();
        random.shuffle(&mut order);
        for subject in order {
            let (ended, joules) = power.during(|| once.measured(subject, round))?;
            let ended = ended?;
            let mut values = BTreeMap::from([
                ("wall".to_owned(), ended.wall_seconds),
                ("user".to_owned(), ended.user_seconds),
                ("system".to_owned(), ended.system_seconds),
                ("cpu".to_owned(), ended.user_seconds + ended.system_seconds),
            ]);
            memory(&ended, &mut values, record);
            counters(&ended, &mut values, record);
            power.note(joules, ended.wall_seconds, &mut values, record);
            record.samples.push(Run {
                round,
                subject: subject.name.clone(),
                values,
            });
        }
    }
    // What was missing in one run is told of none.
    for missing in record.missing.clone() {
        record.withdraw(&missing.name, &missing.reason);
    }
    Ok(())
}

fn declare(record: &mut Record) {
    let usage = "wait4, of the command and all that it started and waited for";
    record.declare(
        "cpu",
        "s",
        Kind::Measured,
        &format!("{usage}: user and system"),
    );
    record.declare("user", "s", Kind::Measured, usage);
    record.declare("system", "s", Kind::Measured, usage);
    record.declare(
        "wall",
        "s",
        Kind::Measured,
        "the monotonic clock, from start to end",
    );
}

/// Adds a reason once.
fn miss(record: &mut Record, name: &str, reason: String) {
    if record.missing.iter().all(|known| known.name != name) {
        record.withdraw(name, &reason);
    }
}

fn memory(ended: &Ended, values: &mut BTreeMap<String, f64>, record: &mut Record) {
    if ended.peak_bytes <= ended.floor_bytes {
        let reason = format!(
            "at most {} KiB, which the kernel also charges to a command that does nothing",
            ended.floor_bytes >> 10
        );
        return miss(record, "peak", reason);
    }
    record.declare(
        "peak",
        "B",
        Kind::Measured,
        "wait4: the largest resident set of any process",
    );
    values.insert("peak".to_owned(), ended.peak_bytes as f64);
}

fn counters(ended: &Ended, values: &mut BTreeMap<String, f64>, record: &mut Record) {
    match &ended.counters {
        Some(Ok(counts)) => {
            for (name, count) in [
                ("instructions", counts.instructions),
                ("cycles", counts.cycles),
            ] {
                record.declare(name, "", Kind::Measured, "perf events, user space");
                values.insert(name.to_owned(), count as f64);
            }
        }
        Some(Err(why)) => {
            for name in ["instructions", "cycles"] {
                miss(record, name, why.clone());
            }
        }
        None => {}
    }
}

/// Fails if something is missing that must not be.
fn demand(input: &Input, record: &Record) -> Result<(), DriverError> {
    for need in &input.need {
        let prefix = match need {
            Need::Counters => "instructions",
            Need::Memory => "peak",
            Need::Energy => "energy",
        };
        // What was found of it, if anything, counts.
        if record
            .quantities
            .iter()
            .any(|known| known.name.starts_with(prefix) && known.kind == Kind::Measured)
        {
            continue;
        }
        let missing = record
            .missing
            .iter()
            .find(|missing| missing.name.starts_with(prefix));
        let reason = missing.map_or("it was not tried", |missing| missing.reason.as_str());
        return Err(DriverError::new(format!("{prefix}: {reason}")).next(
            "docs/measure.md says what each figure needs; without --need the others are measured",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(difference(b"a\nb\n", b"a\nc\n"), "line 2 is 'b' and 'c'");
        assert_eq!(difference(b"a\n", b"a\nc\n"), "line 2 is nothing and 'c'");
        assert_eq!(difference(b"a", b"a\n"), "only in the ends of lines");
    }
}
