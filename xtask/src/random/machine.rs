//! Random programs in the machine, which must do what compiled programs do: print the same and end the same, and report an error that sanecc reports without optimisation,
//! with the same kind on the same line. What the plan claims of removed checks is asserted there, without optimisation and at the level of the program.

use super::build::Way;
use super::campaign::{Campaign, Setting};
use super::choose::Choices;
use super::failure::Failure;
use super::make;
use super::program::Program;
use super::run::{self, Outcome, Report, Request};
use super::shrink::shrink;
use super::summary::Summary;
use super::{csmith, write};
use crate::files;
use crate::machine::{End, Machine, Run};
use anyhow::Result;
use regex_lite::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::Ordering;

/// What the programs call, as a file that the machine compiles.
const INSIDE: &str = include_str!("inside.c");
/// Errors of a program that are committed in the machine.
const ERRORS: usize = 4;
/// Cases that run alone, as they should be.
const CORRECT: usize = 1;
/// Seconds of one run.
const PATIENCE: u32 = 60;
/// What only the machine knows; it ends at the first of these, which may come before what sanecc reports.
const ITS_OWN: [&str; 4] = [
    "use-of-uninitialized-value",
    "call-of-wrong-type",
    "unreachable-code",
    "longjmp-to-ended-call",
];

/// A comparison that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wrong {
    what: &'static str,
    /// The run that it is wrong with.
    way: &'static str,
    seen: Vec<String>,
}

/// What a comparison says.
enum Verdict {
    Same,
    /// A report by both.
    Reported(Report),
    /// The machine alone reports.
    More(String),
    /// It cannot run the program.
    Lacks(String),
    Endless,
    Wrong(Wrong),
}

/// The runs of one program.
struct Trial<'a> {
    machine: Machine,
    campaign: &'a Campaign<'a>,
    setting: &'a Setting,
    source: PathBuf,
    flags: Vec<&'static str>,
    /// Those of the program, and of what it calls.
    inside: Option<PathBuf>,
}

/// The program of this seed in the machine.
///
/// # Errors
/// A compiler does not start, or refuses the program.
pub fn try_seed(campaign: &Campaign<'_>, seed: u64, is_csmith: bool) -> Result<Summary> {
    let folder = campaign.keep.join("work").join(seed.to_string());
    fs::create_dir_all(&folder)?;
    let mut summary = Summary {
        programs: 1,
        ..Summary::default()
    };
    let setting = campaign.setting(seed);
    let mut trial = Trial {
        machine: campaign.workspace.machine(PATIENCE),
        campaign,
        setting: &setting,
        source: folder.join("program.c"),
        flags: Vec::new(),
        inside: None,
    };
    let inside = folder.join("inside.c");
    fs::write(&inside, INSIDE)?;
    trial.inside = Some(inside);
    if is_csmith {
        trial.flags.push(csmith::HEADERS);
        fs::write(&trial.source, csmith::program(seed, &folder)?)?;
        let verdict = trial.judge(None, &mut summary)?;
        note(&mut summary, seed, None, &verdict);
        if let Verdict::Wrong(wrong) = verdict {
            let kept = campaign.keep.join(format!("csmith-{seed}.c"));
            fs::copy(&trial.source, &kept)?;
            let replay = "cargo xtask random --machine --csmith";
            let failure = trial.failure(
                wrong,
                kept,
                None,
                format!("{replay} --count 1 --seed {seed}"),
            );
            summary.failures.push(failure);
        }
    } else {
        let program = make::program(seed, campaign.taste, campaign.workspace.long());
        summary.cases = program.cases.len() as u64;
        fs::write(&trial.source, write::program(&program))?;
        for request in requests(&program) {
            let verdict = trial.judge(request, &mut summary)?;
            note(&mut summary, seed, request, &verdict);
            if let Verdict::Wrong(wrong) = verdict {
                summary
                    .failures
                    .push(trial.reduced(&program, request, wrong)?);
                break;
            }
        }
    }
    fs::remove_dir_all(&folder)?;
    Ok(summary)
}

/// Whether the machine reports an error in one run of a program; `None` where it cannot say.
///
/// # Errors
/// It does not start.
pub fn reports(
    campaign: &Campaign<'_>,
    source: &Path,
    setting: &Setting,
    request: Request,
) -> Result<Option<bool>> {
    let inside = source.with_file_name("inside.c");
    fs::write(&inside, INSIDE)?;
    let trial = Trial {
        machine: campaign.workspace.machine(PATIENCE),
        campaign,
        setting,
        source: source.to_owned(),
        flags: Vec::new(),
        inside: Some(inside),
    };
    let run = trial.machine.run(trial.task(&[], request))?;
    Ok(match run.end {
        End::Reported(_) => Some(true),
        End::Exited(_) => Some(false),
        End::Lacks(_) | End::Endless => None,
    })
}

/// The correct run of all cases and of some, which the machine may run where it cannot run all, and some errors by chance.
fn requests(program: &Program) -> Vec<Request> {
    let mut choose = Choices::of(program.seed ^ 0x6d61_6368);
    let mut errors = Vec::new();
    for (number, case) in program.cases.iter().enumerate() {
        errors.extend(case.errors().into_iter().map(|error| (number + 1, error)));
    }
    let mut requests = vec![None];
    for _ in 0..CORRECT {
        requests.push(Some((choose.index(program.cases.len()) + 1, 0)));
    }
    while requests.len() <= CORRECT + ERRORS && !errors.is_empty() {
        let at = choose.index(errors.len());
        requests.push(Some(errors.swap_remove(at)));
    }
    requests
}

fn note(summary: &mut Summary, seed: u64, request: Request, verdict: &Verdict) {
    summary.comparisons += 1;
    let (case, error) = request.unwrap_or_default();
    let place = format!("seed {seed} case {case} error {error}");
    match verdict {
        Verdict::Same => summary.silent += 1,
        Verdict::Reported(report) => {
            summary.reported += 1;
            *summary.kinds.entry(report.kind.clone()).or_default() += 1;
        }
        Verdict::More(what) => {
            summary.more += 1;
            summary.hints.push(format!("{place}: {what}"));
        }
        Verdict::Lacks(what) => {
            summary.lacking += 1;
            summary.hints.push(format!("{place}: cannot run: {what}"));
        }
        Verdict::Endless => summary.endless += 1,
        Verdict::Wrong(_) => summary.wrong += 1,
    }
}

impl Trial<'_> {
    /// Runs natively, with all checks, in the machine and with claims asserted, and compares.
    fn judge(&self, request: Request, summary: &mut Summary) -> Result<Verdict> {
        let is_correct = request.is_none_or(|(_, error)| error == 0);
        let way = if is_correct { Way::Native } else { Way::None };
        let program = self.source.with_file_name(way.name());
        if !program.exists() {
            summary.builds += 1;
            let workspace = self.campaign.workspace;
            let flags = [&self.flags[..], &["-g"]].concat();
            if !workspace.build(&self.source, &program, way, "-O0", &flags)? {
                let task = workspace.task(&self.source, &program, way, "-O0", &flags);
                anyhow::bail!("does not compile: `{}`", task.line());
            }
        }
        summary.runs += 2;
        let compiled = self.campaign.workspace.runner.run(&program, way, request)?;
        if compiled.is_endless() {
            return Ok(Verdict::Endless);
        }
        let run = self.machine.run(self.task(&[], request))?;
        let verdict = compare(&compiled, &run, is_correct);
        if !matches!(verdict, Verdict::Same | Verdict::Reported(_)) {
            return Ok(verdict);
        }
        // In turn: one of the two for each error, both for the correct run.
        let number = request.map(|(case, error)| case as u32 + error);
        for (at, flags) in self.audits().into_iter().enumerate() {
            if number.is_some_and(|number| number as usize % 2 != at) {
                continue;
            }
            summary.runs += 1;
            let audited = self.machine.run(self.task(&flags, request))?;
            if let Some(wrong) = refute(&run, &audited, is_correct) {
                return Ok(Verdict::Wrong(wrong));
            }
        }
        Ok(verdict)
    }

    /// The flags of the runs that assert claims.
    fn audits(&self) -> [Vec<&str>; 2] {
        let level = match self.setting.level {
            "-O0" => "-O2",
            other => other,
        };
        let more = self.setting.more.iter().copied();
        let more = more.filter(|flag| *flag != "-march=native" && *flag != "-g");
        let plain = vec!["--audit", "-O0", "-fsanecc-elide=full"];
        [plain, ["--audit", level].into_iter().chain(more).collect()]
    }

    fn task(&self, flags: &[&str], request: Request) -> crate::task::Task {
        let own = ["-w", "-fno-strict-aliasing"];
        let (options, flags): (Vec<&str>, Vec<&str>) =
            flags.iter().partition(|flag| flag.starts_with("--"));
        let words = options.into_iter().chain(own).chain(flags);
        let words = words.chain(self.flags.iter().copied()).map(str::to_owned);
        let files = [Some(&self.source), self.inside.as_ref()];
        let files = files.into_iter().flatten();
        let files = files.map(|file| file.display().to_string());
        let arguments: Vec<String> = request
            .iter()
            .flat_map(|(case, error)| [case.to_string(), error.to_string()])
            .collect();
        self.machine.task(words.chain(files), &arguments)
    }

    /// The failure, with its program made small and kept.
    fn reduced(&self, program: &Program, request: Request, wrong: Wrong) -> Result<Failure> {
        let small_source = self.source.with_file_name("small.c");
        let small = Trial {
            machine: self.machine.clone(),
            source: small_source,
            flags: self.flags.clone(),
            inside: self.inside.clone(),
            campaign: self.campaign,
            setting: self.setting,
        };
        let attempt = |program: &Program, request: Request| {
            for way in [Way::Native, Way::None] {
                let _ = fs::remove_file(small.source.with_file_name(way.name()));
            }
            let written = fs::write(&small.source, write::program(program));
            let judged = written.map(|()| small.judge(request, &mut Summary::default()));
            matches!(judged, Ok(Ok(Verdict::Wrong(found))) if found.what == wrong.what && found.way == wrong.way)
        };
        let left = |left: usize| left.checked_sub(1);
        let taken = self
            .campaign
            .reduce
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        let (reduced, small_request) = match taken {
            Ok(_) => shrink(program, request, attempt),
            Err(_) => (program.clone(), request),
        };
        let (case, error) = request.unwrap_or_default();
        let name = format!("machine-seed-{}-case-{case}-error-{error}.c", program.seed);
        let kept = self.campaign.keep.join(name);
        files::write(&kept, write::program(&reduced))?;
        let seed = program.seed;
        let replay = format!("cargo xtask random --machine --count 1 --seed {seed}");
        Ok(self.failure(wrong, kept, small_request, replay))
    }

    fn failure(&self, wrong: Wrong, kept: PathBuf, request: Request, replay: String) -> Failure {
        // Beside the program, where it stays.
        let inside = kept.with_file_name("inside.c");
        let _ = fs::write(&inside, INSIDE);
        let here = Trial {
            machine: self.machine.clone(),
            source: kept.clone(),
            flags: self.flags.clone(),
            inside: Some(inside),
            campaign: self.campaign,
            setting: self.setting,
        };
        let mut commands = vec![here.task(&[], request).line()];
        commands.extend(self.audits().map(|flags| here.task(&flags, request).line()));
        Failure {
            what: wrong.what.to_owned(),
            way: wrong.way,
            program: kept.display().to_string(),
            commands,
            seen: wrong.seen,
            replay,
        }
    }
}

fn wrong(what: &'static str, way: &'static str, seen: Vec<String>) -> Wrong {
    Wrong { what, way, seen }
}

/// Compares a compiled program with the machine.
fn compare(compiled: &Outcome, run: &Run, is_correct: bool) -> Verdict {
    let seen = || {
        let compiled = super::campaign::described(compiled);
        vec![
            format!("compiled: {compiled}"),
            format!("machine:  {}", described(run)),
        ]
    };
    let printed = String::from_utf8_lossy(&run.output);
    match (&compiled.report, &run.end) {
        (_, End::Lacks(what)) => Verdict::Lacks(what.clone()),
        (_, End::Endless) => Verdict::Endless,
        (None, End::Exited(status)) => {
            match compiled.status == *status && compiled.output == printed {
                true => Verdict::Same,
                false => Verdict::Wrong(wrong(
                    "other output or status than natively",
                    "machine",
                    seen(),
                )),
            }
        }
        (Some(_), End::Exited(_)) => {
            Verdict::Wrong(wrong("no report of what sanecc reports", "machine", seen()))
        }
        (None, End::Reported(text)) => {
            let report = run::report(text).map(|report| report.kind);
            match is_correct {
                true => Verdict::Wrong(wrong("report about a correct program", "machine", seen())),
                false => Verdict::More(report.unwrap_or_default()),
            }
        }
        (Some(one), End::Reported(text)) => {
            let Some(other) = run::report(text) else {
                return Verdict::Wrong(wrong("a report that cannot be read", "machine", seen()));
            };
            if one.kind == other.kind && line_of(&one.access) == line_of(&other.access) {
                return Verdict::Reported(other);
            }
            match ITS_OWN.contains(&other.kind.as_str()) || !one.is_of_a_check() {
                true => Verdict::More(format!("{} before {}", other.kind, one.kind)),
                false => Verdict::Wrong(wrong(
                    "another report than sanecc's at -O0",
                    "machine",
                    seen(),
                )),
            }
        }
    }
}

/// What is wrong with a run that asserted claims.
fn refute(plain: &Run, audited: &Run, is_correct: bool) -> Option<Wrong> {
    let seen = || {
        vec![
            format!("machine: {}", described(plain)),
            format!("audit:   {}", described(audited)),
        ]
    };
    match &audited.end {
        End::Reported(text) if text.contains("unsound removal") => {
            Some(wrong("unsound removal", "audit", seen()))
        }
        // An optimiser may take an error away, and meet another one first.
        _ if !is_correct => None,
        End::Endless => None,
        _ if audited == plain => None,
        _ => Some(wrong("another run with claims asserted", "audit", seen())),
    }
}

/// The place of an access, without its column.
fn line_of(access: &str) -> String {
    static COLUMN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(\.c:\d+):\d+").expect("a valid expression"));
    COLUMN.replace(access, "$1").into_owned()
}

fn described(run: &Run) -> String {
    match &run.end {
        End::Exited(status) => {
            let printed = String::from_utf8_lossy(&run.output)
                .trim()
                .replace('\n', " ");
            format!("status {status}, printed {printed}")
        }
        End::Reported(text) => {
            let mut lines = text.lines().take(3);
            lines.by_ref().collect::<Vec<_>>().join(" | ")
        }
        End::Lacks(what) => format!("cannot run: {what}"),
        End::Endless => "no end".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(report: Option<(&str, &str)>) -> Outcome {
        Outcome {
            output: "1\n".to_owned(),
            report: report.map(|(kind, access)| Report {
                kind: kind.to_owned(),
                access: access.to_owned(),
                unsound: false,
            }),
            later: Vec::new(),
            status: i32::from(report.is_some()),
        }
    }

    fn run(end: End) -> Run {
        Run {
            output: b"1\n".to_vec(),
            end,
        }
    }

    fn reported(kind: &str, line: u32) -> Run {
        run(End::Reported(format!(
            "==1==ERROR: sanecc: {kind} on address 0x10 (thread T0)\nREAD of size 4 at 0x10 in f a.c:{line}:7\n"
        )))
    }

    #[test]
    fn both_must_report_the_same_on_the_same_line() {
        let one = compiled(Some(("heap-buffer-overflow", "READ of 4 in f a.c:4:9")));
        let judged = |run: &Run| compare(&one, run, false);
        assert!(matches!(
            judged(&reported("heap-buffer-overflow", 4)),
            Verdict::Reported(_)
        ));
        assert!(matches!(
            judged(&reported("heap-buffer-overflow", 5)),
            Verdict::Wrong(_)
        ));
        assert!(matches!(
            judged(&reported("heap-use-after-free", 4)),
            Verdict::Wrong(_)
        ));
        assert!(matches!(judged(&run(End::Exited(0))), Verdict::Wrong(_)));
    }

    #[test]
    fn a_correct_run_prints_and_ends_as_natively() {
        let good = compiled(None);
        assert!(matches!(
            compare(&good, &run(End::Exited(0)), true),
            Verdict::Same
        ));
        assert!(matches!(
            compare(&good, &run(End::Exited(1)), true),
            Verdict::Wrong(_)
        ));
    }

    #[test]
    fn a_refuted_claim_is_wrong_also_where_there_is_an_error() {
        let plain = run(End::Exited(0));
        let refuted = run(End::Reported(
            "==1==ERROR: sanecc: unsound removal: a.c:f:a1".to_owned(),
        ));
        assert!(refute(&plain, &refuted, false).is_some());
        assert!(refute(&plain, &reported("heap-use-after-free", 4), false).is_none());
        assert!(refute(&plain, &reported("heap-use-after-free", 4), true).is_some());
        assert!(refute(&plain, &plain, true).is_none());
    }
}
