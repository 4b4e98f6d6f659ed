//! `-fsanecc-time`: what each step of a compilation took, and whether clang does that work without this tool, too.
//!
//! Clang's own work takes longer on checked code; that part is not told apart. Linking is not measured.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Who does such work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Clang, with the same flags and without checks.
    Clang,
    /// This tool alone.
    Sanecc,
}

impl Work {
    fn name(self) -> &'static str {
        match self {
            Work::Clang => "clang",
            Work::Sanecc => "sanecc",
        }
    }
}

struct Row {
    name: &'static str,
    work: Work,
    time: Duration,
}

/// What was measured and not printed.
static ROWS: Mutex<Vec<Row>> = Mutex::new(Vec::new());

/// Does `work` and remembers how long it took.
pub fn timed<T>(name: &'static str, work: Work, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    let time = start.elapsed();
    let mut rows = ROWS.lock().unwrap_or_else(PoisonError::into_inner);
    rows.push(Row { name, work, time });
    result
}

/// Forgets what was measured: another source begins.
pub fn forget() {
    take();
}

/// Prints what was measured to stderr.
pub fn print() {
    eprint!("{}", table(&take()));
}

fn take() -> Vec<Row> {
    std::mem::take(&mut *ROWS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Step by step: milliseconds, share, who, what; then sums.
fn table(rows: &[Row]) -> String {
    let sum = |work: Option<Work>| -> Duration {
        let rows = rows
            .iter()
            .filter(|row| work.is_none_or(|work| row.work == work));
        rows.map(|row| row.time).sum()
    };
    let total = sum(None);
    let line = |who: &str, what: &str, time: Duration| {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::EPSILON);
        let milliseconds = time.as_secs_f64() * 1e3;
        let text = format!("{milliseconds:>10.1} ms {share:>5.1}%  {who:<7} {what}");
        format!("{}\n", text.trim_end())
    };
    let steps = rows
        .iter()
        .map(|row| line(row.work.name(), row.name, row.time));
    let sums = [Work::Clang, Work::Sanecc].map(|work| line(work.name(), "in all", sum(Some(work))));
    steps
        .chain(sums)
        .chain([line("total", "", total)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_tell_whose_work_it_was() {
        let row = |name, work, milliseconds| Row {
            name,
            work,
            time: Duration::from_millis(milliseconds),
        };
        let rows = [
            row("front end", Work::Clang, 20),
            row("plan", Work::Sanecc, 10),
            row("optimize", Work::Clang, 10),
        ];
        assert_eq!(
            table(&rows),
            "      20.0 ms  50.0%  clang   front end\n      10.0 ms  25.0%  sanecc  plan\n      10.0 ms  25.0%  clang   optimize\n      \
             30.0 ms  75.0%  clang   in all\n      10.0 ms  25.0%  sanecc  in all\n      40.0 ms 100.0%  total\n"
        );
    }
}
