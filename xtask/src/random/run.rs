//! Runs what was built, and reads what it says.

use super::program::ErrorId;
use anyhow::{Context, Result};
use regex_lite::Regex;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Options of the user's own environment must not decide; leaks are not what these programs are about.
const OPTIONS: &str = "detect_leaks=0:symbolize=0:print_legend=0";
/// clang's symbolizer takes longer than the program, but without it nobody knows the line.
const OTHER_OPTIONS: &str = "detect_leaks=0:symbolize=0";

/// Which of the program's cases is run, with which error. `None`: all of them, without any.
pub type Request = Option<(usize, ErrorId)>;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was printed.
    pub output: String,
    /// The first report, without what differs from run to run.
    pub report: Option<Report>,
    /// Exit code, or the signal as a negative number.
    pub status: i32,
}

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Report {
    /// `heap-buffer-overflow` and the like; underflows are called overflows.
    pub kind: String,
    /// Direction, size and place, or as much of it as there is.
    pub access: String,
    /// A removed check that should not have been removed.
    pub unsound: bool,
}

impl Report {
    /// Whether a check has found the error, and not the processor.
    pub fn is_of_a_check(&self) -> bool {
        const SIGNALS: [&str; 6] = ["SEGV", "stack-overflow", "BUS", "FPE", "ILL", "ABRT"];
        !SIGNALS.iter().any(|signal| self.kind.starts_with(signal))
    }
}

impl Outcome {
    /// Whether the program ended by itself and nobody complained.
    pub fn is_clean(&self) -> bool {
        self.report.is_none() && self.status == 0
    }

    /// Whether it was ended because it would not end.
    pub fn is_endless(&self) -> bool {
        const SIGXCPU: i32 = 24;
        const SIGKILL: i32 = 9;
        [-SIGXCPU, -SIGKILL].contains(&self.status)
    }
}

/// Runs a program.
///
/// # Errors
/// It does not start.
pub fn run(program: &Path, request: Request) -> Result<Outcome> {
    let mut command = Command::new(program);
    if let Some((case, error)) = request {
        command.args([case.to_string(), error.to_string()]);
    }
    let output = command
        .stdin(Stdio::null())
        .env("SANECC_OPTIONS", OPTIONS)
        .env("ASAN_OPTIONS", OTHER_OPTIONS)
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let status = output.status;
    Ok(Outcome {
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        report: report(&String::from_utf8_lossy(&output.stderr)),
        status: status
            .code()
            .unwrap_or_else(|| -status.signal().unwrap_or(0)),
    })
}

/// The report in what a program has written to standard error.
fn report(text: &str) -> Option<Report> {
    static TITLE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)ERROR: (?:sanecc|AddressSanitizer): ([A-Za-z-]+(?: double-free| on unknown address)?)")
            .expect("a valid expression")
    });
    static ACCESS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^(READ|WRITE) of size (\d+)(?: at 0x[0-9a-f]+)?(?: in (.*))?")
            .expect("a valid expression")
    });
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^    #0 0x[0-9a-f]+ in (.*?) \(").expect("a valid expression")
    });
    let unsound = text.contains("unsound removal");
    let title = TITLE.captures(text);
    if title.is_none() && !unsound {
        return None;
    }
    let access = ACCESS.captures(text).map(|found| {
        let place = found.get(3).map_or("", |place| place.as_str());
        format!("{} of {} in {place}", &found[1], &found[2])
    });
    let place = || PLACE.captures(text).map(|found| found[1].to_owned());
    Some(Report {
        kind: title.map_or_else(|| "unsound removal".to_owned(), |found| one_side(&found[1])),
        access: access.or_else(place).unwrap_or_default(),
        unsound,
    })
}

/// The kind without the side of the object that was left: where objects lie is not the same in two builds, and an address
/// between two of them belongs to either.
fn one_side(kind: &str) -> String {
    kind.replace("underflow", "overflow")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_without_its_addresses() {
        let text = "==1==ERROR: sanecc: heap-buffer-overflow on address 0x602000000020 at pc 0x55 (thread T0)\n\
                    READ of size 4 at 0x602000000020 in f a.c:4\n";
        let report = report(text).unwrap();
        assert_eq!(report.kind, "heap-buffer-overflow");
        assert_eq!(report.access, "READ of 4 in f a.c:4");
        assert!(!report.unsound);
    }

    #[test]
    fn words_without_a_report_are_none() {
        assert_eq!(report("nothing\n"), None);
    }
}
