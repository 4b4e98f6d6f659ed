//! The samples of an external meter: a CSV file, in which a marker says when a command ran.
//!
//! The first line names the columns: `time` in seconds, `marker` (0 or 1), and `power` in watts, or `voltage` and `current`. `sane measure --marker FILE`
//! writes 1 to FILE before each run and 0 after it. FILE is a line to the meter's digital input (the value of a GPIO pin, for example), so both have
//! one clock. Energy is the area below the samples of one stretch of ones. Median power outside of all stretches is the idle power.

mod samples;

use super::record::{Kind, Record};
use crate::diagnostics::DriverError;
use samples::Samples;
use std::path::Path;

/// Gives the runs of a record their energy by the samples of `file`.
///
/// # Errors
/// If the file is not as described, has a gap in a run, or its stretches do not fit the runs.
pub fn join(record: &mut Record, file: &Path) -> Result<(), DriverError> {
    let refused = |why: String, next: &str| {
        DriverError::new(format!("{}: {why}", file.display())).next(next.to_owned())
    };
    let samples = Samples::read(file).map_err(|why| {
        refused(why, "the first line names the columns time (s), marker (0 or 1) and power (W), or voltage (V) and current (A)")
    })?;
    let stretches = samples.stretches();
    let warmup = record.warmup as usize * record.subjects.len();
    let expected = warmup + record.samples.len();
    if stretches.len() != expected {
        let why = format!(
            "the marker is set {} times, but there were {expected} runs",
            stretches.len()
        );
        return Err(refused(
            why,
            "let the meter record from before the first run to after the last, and --marker name its digital input",
        ));
    }
    let idle = samples.idle();
    let mut energies = Vec::new();
    for (run, &(first, last)) in record.samples.iter().zip(&stretches[warmup..]) {
        let wall = run.values.get("wall").copied().unwrap_or(0.0);
        let place = format!(
            "run {} of {} (from {} s)",
            run.round, run.subject, samples.times[first]
        );
        samples.check(first, last, wall).map_err(|why| {
            refused(format!("{place}: {why}"), "a meter that loses samples cannot be used: record at a lower rate, or to a faster disk")
        })?;
        let joules = samples.area(first, last);
        let rest = idle.map(|watts| joules - watts * samples.length(first, last));
        energies.push((joules, rest.filter(|joules| *joules > 0.0)));
    }
    let source = format!("meter, {}", file.display());
    record.declare("energy-meter", "J", Kind::Measured, &source);
    let above = energies.iter().all(|(_, above)| above.is_some());
    if above {
        let source = format!(
            "{source}, less {:.3} W outside of all runs",
            idle.unwrap_or(0.0)
        );
        record.declare("energy-meter-above-idle", "J", Kind::Measured, &source);
    }
    for (run, (joules, rest)) in record.samples.iter_mut().zip(energies) {
        run.values.insert("energy-meter".to_owned(), joules);
        if let Some(rest) = rest.filter(|_| above) {
            run.values
                .insert("energy-meter-above-idle".to_owned(), rest);
        }
    }
    record.summarise();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;
    use std::fmt::Write;

    /// The file of a meter at 100 Hz for the runs of the example: 2 W at rest, 5 W in runs.
    fn meter(record: &Record) -> String {
        let mut text = "time, voltage, current, marker\n".to_owned();
        let mut tick = 0;
        let mut rows = |count: u32, current: f64, marker: u32| {
            for _ in 0..count {
                let _ = writeln!(
                    text,
                    "{}, 5.0, {current}, {marker}",
                    f64::from(tick) / 100.0
                );
                tick += 1;
            }
        };
        rows(50, 0.4, 0);
        for run in &record.samples {
            let hundredths = run.values["wall"] * 100.0;
            rows(hundredths as u32, 1.0, 1);
            rows(50, 0.4, 0);
        }
        text
    }

    fn joined(text: &str) -> Result<Record, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("meter.csv");
        std::fs::write(&file, text).unwrap();
        let mut record = example();
        join(&mut record, &file).map_err(|error| error.to_string())?;
        Ok(record)
    }

    #[test]
    fn each_run_gets_its_stretch() {
        let record = joined(&meter(&example())).unwrap();
        let native = record.median("energy-meter", "native").unwrap();
        // 3 s at 5 W.
        assert!((native - 15.0).abs() < 1e-6, "{native}");
        let above = record.median("energy-meter-above-idle", "sanecc").unwrap();
        assert!((above - 6.0 * 3.0).abs() < 1e-6, "{above}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let good = meter(&example());
        let error = |text: &str| joined(text).unwrap_err();
        assert!(error(&good.replace("marker", "trigger")).contains("no column 'marker'"));
        assert!(error(&good.replace("current", "charge")).contains("no column 'power', nor both"));
        let lines: Vec<&str> = good.lines().collect();
        // Ten samples lost in the first run, none of the marker's edges among them.
        let gap = [&lines[..70], &lines[80..]].concat().join("\n");
        assert!(
            error(&gap).contains("run 1 of native (from 0.5 s): a gap from 0.68 s to 0.79 s"),
            "{}",
            error(&gap)
        );
        let short = lines[..120].join("\n");
        assert!(error(&short).contains("the marker is set 1 times, but there were 10 runs"));
        let longer = good.replacen("0.49, 5.0, 0.4, 0", "0.49, 5.0, 0.4, 1", 1);
        assert!(joined(&longer).is_ok());
        let late = good.replacen(", 1, 1\n", ", 1, 0\n", 30);
        assert!(
            error(&late).contains("the marker is set for 0.700 s, but the run took 1.000 s"),
            "{}",
            error(&late)
        );
        assert!(error(&good.replacen("0.4", "much", 1)).contains("line 2: 'much' is no number"));
        let twice = [&lines[..3], &lines[2..]].concat().join("\n");
        assert!(error(&twice).contains("line 4: time does not go on"));
    }
}
