//! Runs passes in order. It alone prints, leaves out, verifies and times them.

use super::passes::{Pass, State};
use super::{Error, Job};
use crate::diagnostics::crash;
use std::time::{Duration, Instant};

/// Runs all of `passes`.
pub(super) fn run(passes: &[Pass], state: &mut State<'_>, job: &Job) -> Result<(), Error> {
    let mut times = Vec::new();
    for pass in passes {
        if pass.optional && job.options.disable.iter().any(|name| name == pass.name) {
            tracing::info!(pass = pass.name, "left out");
            continue;
        }
        let _span = tracing::info_span!("pass", name = pass.name).entered();
        crash::enter(format!("in pass {}", pass.name));
        let start = Instant::now();
        (pass.run)(state)?;
        times.push((pass.name, start.elapsed()));
        if job.options.verify_each {
            state.bitcode.verify(pass.name)?;
        }
        if job.options.print.iter().any(|name| name == pass.name) {
            eprint!("; after {}\n{}", pass.name, (pass.show)(state));
        }
    }
    if job.options.time {
        eprint!("{}", table(&times));
    }
    Ok(())
}

/// Pass by pass: milliseconds and share.
fn table(times: &[(&str, Duration)]) -> String {
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    let row = |name: &str, time: Duration| {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::EPSILON);
        format!(
            "{:>10.1} ms {share:>5.1}%  {name}\n",
            time.as_secs_f64() * 1e3
        )
    };
    times
        .iter()
        .map(|(name, time)| row(name, *time))
        .chain([row("total", total)])
        .collect()
}
