//! Runs a build and parses its output.

use super::build::Way;
use super::program::ErrorId;
use anyhow::{Context, Result, bail};
use regex_lite::Regex;
use sanecc_abi::target::Emulator;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::LazyLock;

/// Options of the user's own environment must not decide; leaks are not what these programs are about.
const OPTIONS: &str = "detect_leaks=0:symbolize=0:print_legend=0";
/// Where the program goes on after a report.
const RECOVERING: &str = "detect_leaks=0:symbolize=0:print_legend=0:halt_on_error=0";
/// clang's symbolizer takes longer than the program, but without it nobody knows the line.
const OTHER_OPTIONS: &str = "detect_leaks=0:symbolize=0:max_malloc_fill_size=0";

/// Which of the program's cases is run, with which error. `None`: all of them, without any.
pub type Request = Option<(usize, ErrorId)>;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was printed.
    pub output: String,
    /// The first report, without what differs from run to run.
    pub report: Option<Report>,
    /// Those after it, in order.
    pub later: Vec<Report>,
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
        const SIGALRM: i32 = 14;
        [-SIGXCPU, -SIGKILL, -SIGALRM].contains(&self.status)
    }
}

/// Runs programs.
pub struct Runner {
    /// What runs programs that this machine cannot run.
    pub emulator: Option<Emulator>,
}

impl Runner {
    /// Runs a program.
    ///
    /// # Errors
    /// It does not start.
    pub fn run(&self, program: &Path, way: Way, request: Request) -> Result<Outcome> {
        let words: Vec<String> = request.iter().flat_map(words).collect();
        let output = self.output(program, way, &words)?;
        Ok(outcome(
            &String::from_utf8_lossy(&output.stdout),
            &String::from_utf8_lossy(&output.stderr),
            output.status,
        ))
    }

    /// Runs a program once for each case and error, with one start: it forks.
    ///
    /// # Errors
    /// It does not start, or ends before it has run them all.
    pub fn run_each(
        &self,
        program: &Path,
        way: Way,
        requests: &[(usize, ErrorId)],
    ) -> Result<Vec<Outcome>> {
        if let [] | [_] = requests {
            let alone = requests
                .iter()
                .map(|request| self.run(program, way, Some(*request)));
            return alone.collect();
        }
        let words: Vec<String> = requests.iter().flat_map(words).collect();
        let output = self.output(program, way, &words)?;
        let [out, errors] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        let (out, errors) = (pieces(&out), pieces(&errors));
        if out.len() != requests.len() || errors.len() != requests.len() {
            bail!(
                "{} has run {} of {} cases: {}",
                program.display(),
                out.len(),
                requests.len(),
                output.status
            );
        }
        let runs = out.iter().zip(&errors);
        Ok(runs
            .map(|((out, status), (errors, _))| outcome(out, errors, ExitStatus::from_raw(*status)))
            .collect())
    }

    fn output(&self, program: &Path, way: Way, words: &[String]) -> Result<Output> {
        let options = match way {
            Way::Each => RECOVERING,
            _ => OPTIONS,
        };
        let mut command = match self.emulator {
            Some(emulator) => {
                let mut command = Command::new(emulator.command);
                command.args(emulator.arguments).arg(program);
                command
            }
            None => Command::new(program),
        };
        command
            .args(words)
            .stdin(Stdio::null())
            .env("SANECC_OPTIONS", options)
            .env("ASAN_OPTIONS", OTHER_OPTIONS)
            .output()
            .with_context(|| format!("cannot run {}", program.display()))
    }
}

/// What the program takes for a request.
fn words((case, error): &(usize, ErrorId)) -> [String; 2] {
    [case.to_string(), error.to_string()]
}

/// What each of several runs has printed, and how it ended; `outside.c` prints the line between them.
fn pieces(text: &str) -> Vec<(&str, i32)> {
    const END: &str = "\n=== ended ";
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((piece, after)) = rest.split_once(END)
        && let Some((status, after)) = after.split_once('\n')
        && let Ok(status) = status.parse()
    {
        pieces.push((piece, status));
        rest = after;
    }
    pieces
}

fn outcome(out: &str, errors: &str, status: ExitStatus) -> Outcome {
    Outcome {
        output: out.to_owned(),
        report: report(errors),
        later: later_reports(errors),
        status: status
            .code()
            .unwrap_or_else(|| -status.signal().unwrap_or(0)),
    }
}

static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)ERROR: (?:sanecc|AddressSanitizer): ([A-Za-z-]+(?: double-free| on unknown address)?)")
        .expect("a valid expression")
});

/// The reports after the first one.
fn later_reports(text: &str) -> Vec<Report> {
    let starts: Vec<usize> = TITLE.find_iter(text).map(|title| title.start()).collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let each = starts.iter().zip(ends).skip(1);
    each.filter_map(|(&start, end)| report(&text[start..end]))
        .collect()
}

/// The first report in what a program has written to standard error.
pub fn report(text: &str) -> Option<Report> {
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
    fn reports_of_a_program_that_goes_on_are_told_apart() {
        let one = "==1==ERROR: sanecc: heap-buffer-overflow on address 0x602000000020\n\
                   READ of size 4 at 0x602000000020 in f a.c:4\n";
        let two = one.replace("a.c:4", "a.c:6");
        let text = format!("{one}{two}");
        assert_eq!(report(&text).unwrap().access, "READ of 4 in f a.c:4");
        let later = later_reports(&text);
        assert_eq!(later.len(), 1);
        assert_eq!(later[0].access, "READ of 4 in f a.c:6");
        assert!(later_reports(one).is_empty());
    }

    #[test]
    fn runs_are_told_apart() {
        let text = "1f\n\n=== ended 0\n\n=== ended 256\n2e\n\n=== ended 6\n";
        assert_eq!(pieces(text), [("1f\n", 0), ("", 256), ("2e\n", 6)]);
    }

    #[test]
    fn words_without_a_report_are_none() {
        assert_eq!(report("nothing\n"), None);
    }
}
