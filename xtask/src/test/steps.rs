//! The time of each step of the tests: the last lines of the summary.

use crate::table::Table;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::time::{Duration, Instant};

/// The kernel counts the time of processes in hundredths of a second when it tells other programs.
const TICKS_PER_SECOND: u64 = 100;

/// The steps so far.
#[derive(Default, Serialize)]
pub struct Steps {
    done: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    name: &'static str,
    elapsed_seconds: f64,
    cpu_seconds: f64,
}

impl Steps {
    /// Does `work` and notes what it and every process that it waited for have cost, also when it fails.
    pub fn measure<T>(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let (start, before) = (Instant::now(), cpu_so_far()?);
        let result = work();
        self.done.push(Step {
            name,
            elapsed_seconds: start.elapsed().as_secs_f64(),
            cpu_seconds: cpu_so_far()?.saturating_sub(before).as_secs_f64(),
        });
        result
    }
}

impl fmt::Display for Steps {
    /// A row for each step and one for all of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(["step", "elapsed s", "CPU s"]);
        let total = Step {
            name: "all",
            elapsed_seconds: self.done.iter().map(|step| step.elapsed_seconds).sum(),
            cpu_seconds: self.done.iter().map(|step| step.cpu_seconds).sum(),
        };
        for step in self.done.iter().chain([&total]) {
            let times = [step.elapsed_seconds, step.cpu_seconds].map(|time| format!("{time:.1}"));
            table.row(std::iter::once(step.name.to_owned()).chain(times));
        }
        write!(f, "{table}")
    }
}

/// User and system time of this process and of all descendants that were waited for.
fn cpu_so_far() -> Result<Duration> {
    let file = "/proc/self/stat";
    let line = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    cpu_in(&line).with_context(|| format!("{file} is not as proc(5) describes it: {line}"))
}

/// Fields 14 to 17 of proc(5): utime, stime, cutime, cstime. The second is the name in parentheses, which may hold
/// anything.
fn cpu_in(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let times: Vec<u64> = after_name
        .split_whitespace()
        .skip(11)
        .take(4)
        .map(|field| field.parse().ok())
        .collect::<Option<_>>()?;
    let ticks = (times.len() == 4).then(|| times.iter().sum::<u64>())?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn a_step_is_charged_with_its_children_and_kept_when_it_fails() {
        let mut steps = Steps::default();
        let spin = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        steps
            .measure("spin", || Ok(duct::cmd!("sh", "-c", spin).run()?))
            .unwrap();
        assert!(steps.done[0].cpu_seconds > 0.01);
        assert!(
            steps
                .measure("fail", || -> Result<()> { bail!("no") })
                .is_err()
        );
        let names: Vec<_> = steps.done.iter().map(|step| step.name).collect();
        assert_eq!(names, ["spin", "fail"]);
    }

    #[test]
    fn times_are_found_behind_a_name_with_spaces_and_parentheses() {
        let line = "7 (a) b (c) S 1 1 1 0 -1 4194304 9 9 9 9 100 20 3000 400 20 0 1 0 99";
        assert_eq!(cpu_in(line), Some(Duration::from_millis(35_200)));
        assert_eq!(cpu_in("7 (a) S 1 1 1 0 -1 4194304 9 9 9 9 100 20"), None);
    }
}
