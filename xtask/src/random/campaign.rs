//! One random program: made, built in every way, run with each of its errors, compared, and shrunk if something is wrong.

use super::build::{LEVELS, Way, Workspace};
use super::choose::Choices;
use super::compare::{Fault, Outcomes, Verdict, judge};
use super::failure::Failure;
use super::machine;
use super::make::{self, Taste};
use super::program::Program;
use super::run::{Outcome, Request};
use super::runs::Runs;
use super::shrink::shrink;
use super::stretch;
use super::summary::Summary;
use super::write;
use crate::files;
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What all programs of one command have in common.
pub struct Campaign<'a> {
    /// Builds.
    pub workspace: &'a Workspace,
    /// Where failures are put, and in `work` everything else.
    pub keep: &'a Path,
    /// Always this level.
    pub level: Option<&'static str>,
    /// Each program is built in all ways.
    pub is_asan_asked: bool,
    /// Each program is built in the pointer mode, too.
    pub is_pointer_asked: bool,
    /// How programs are made.
    pub taste: Taste,
    /// So many failures may still be made small.
    pub reduce: AtomicUsize,
}

/// How one program is built.
pub struct Setting {
    /// The level.
    pub level: &'static str,
    /// Further flags.
    pub more: Vec<&'static str>,
}

/// What other processors than ours do not have.
const OF_THIS_PROCESSOR: &str = "-march=native";
/// The flag by which LLVM optimises first, and what it leaves is checked.
const NOT_STRICT: &str = "-fno-sanecc-strict";

impl Setting {
    fn is_strict(&self) -> bool {
        !self.more.contains(&NOT_STRICT)
    }
}

/// At most so many failures of one program are written down; the others would be like them.
const MOST_FAILURES: usize = 1;

impl Campaign<'_> {
    /// Level and further flags for this seed.
    pub fn setting(&self, seed: u64) -> Setting {
        let mut choose = Choices::of(!seed);
        let level = choose.weighted(&[
            (4, LEVELS[0]),
            (1, LEVELS[1]),
            (2, LEVELS[2]),
            (2, LEVELS[3]),
            (1, LEVELS[4]),
        ]);
        let mut more = Vec::new();
        for (flag, percent) in [
            ("-fwrapv", 10),
            (OF_THIS_PROCESSOR, 10),
            ("-g", 20),
            ("-fPIC", 10),
            (NOT_STRICT, 25),
        ] {
            let fits = flag != OF_THIS_PROCESSOR || self.workspace.target.is_none();
            if choose.chance(percent) && fits {
                more.push(flag);
            }
        }
        Setting {
            level: self.level.unwrap_or(level),
            more,
        }
    }

    /// The program of this seed.
    ///
    /// # Errors
    /// A compiler does not start, or refuses the program.
    pub fn seed(&self, seed: u64) -> Result<Summary> {
        let program = make::program(seed, self.taste, self.workspace.long());
        let setting = self.setting(seed);
        let folder = self.keep.join("work").join(seed.to_string());
        fs::create_dir_all(&folder)?;
        let mut summary = Summary {
            programs: 1,
            ..Summary::default()
        };
        let source = folder.join("program.c");
        fs::write(&source, write::program(&program))?;
        let mut runs = Runs::of(self, &program, &setting, &source);
        let pointer = Way::POINTER.into_iter().filter(|_| self.is_pointer_asked);
        for way in self.ways(seed).into_iter().chain(pointer) {
            runs.add(way, &mut summary)?;
        }
        summary.cases = program.cases.len() as u64;
        let missed = (0..runs.count()).filter(|&at| runs.verdict(at) == Verdict::Missed);
        let missed: Vec<usize> = missed.collect();
        if !missed.is_empty() && self.workspace.has(Way::AsanAlike) && setting.level != "-O0" {
            runs.add_some(Way::AsanAlike, &missed, &mut summary)?;
        }
        for at in 0..runs.count() {
            let mut verdict = runs.verdict(at);
            if let Verdict::Wrong(..) | Verdict::Alone = verdict {
                // Those that were left out say whether it is.
                for way in [Way::Native, Way::Judge, Way::None] {
                    if self.workspace.has(way) {
                        runs.add(way, &mut summary)?;
                    }
                }
                // Beside fewer cases an optimiser may have left what it takes away in the whole.
                if let Verdict::Wrong(Fault::Missed, way) = verdict {
                    runs.add(way, &mut summary)?;
                }
                verdict = self.judged(&setting, &source, runs.request(at), runs.outcomes(at))?;
            }
            let request = runs.request(at);
            summary.count(verdict);
            self.note(
                &mut summary,
                seed,
                &setting,
                request,
                runs.outcomes(at),
                verdict,
            );
            if let Verdict::Wrong(..) = verdict
                && summary.failures.len() < MOST_FAILURES
            {
                let failure = self.reduced(&program, &setting, request, verdict, &folder)?;
                summary.failures.push(failure);
            }
        }
        fs::remove_dir_all(&folder)?;
        Ok(summary)
    }

    /// The ways of this seed: all of them for one program in eight. For the others two that are compared with each other, and more only
    /// where these differ; or, where AddressSanitizer is asked for, all but those that seldom differ from another. That is the native build: whether a correct program
    /// prints what it should, AddressSanitizer's build says, too. And it is, but for one program in four, what is removed in one function by itself.
    pub fn ways(&self, seed: u64) -> Vec<Way> {
        let few: &[Way] = match (seed % 8, self.is_asan_asked) {
            (0, _) => &[],
            (4, true) => &[Way::Judge, Way::None, Way::Local, Way::Full, Way::Audit],
            (_, true) => &[Way::Judge, Way::None, Way::Full, Way::Audit],
            (2 | 6, false) => &[Way::Full, Way::Audit],
            (_, false) => &[Way::None, Way::Full],
        };
        let has = |way: &Way| self.workspace.has(*way);
        if !few.is_empty() && few.iter().all(has) {
            return few.to_vec();
        }
        let all = [Way::Native, Way::Judge, Way::None].into_iter().filter(has);
        let removing = self.workspace.removing.iter().copied();
        all.chain(removing).collect()
    }

    /// What outcomes say, with all that may be reported in another order.
    fn judged(
        &self,
        setting: &Setting,
        source: &Path,
        request: Request,
        outcomes: &Outcomes,
    ) -> Result<Verdict> {
        let mut left = outcomes.clone();
        let mut has_second = false;
        loop {
            let mut verdict = judge(request, &left);
            if verdict == Verdict::Alone {
                verdict = match machine::reports(self, source, setting, request)? {
                    Some(false) => Verdict::Wrong(Fault::Alarm, Way::Pointer),
                    Some(true) | None => Verdict::More,
                };
            }
            // LLVM takes away stores that nobody reads before it is checked what it leaves, and which these are depends on what stands beside them.
            if let Verdict::Wrong(Fault::Lost, _) = verdict
                && !setting.is_strict()
            {
                verdict = Verdict::Missed;
            }
            let Verdict::Wrong(Fault::Removed, way) = verdict else {
                return Ok(if has_second {
                    verdict.or_second()
                } else {
                    verdict
                });
            };
            let report = |way| left.get(&way).map(|outcome| outcome.report.as_ref());
            let accepted = match (report(Way::None), report(way)) {
                (Some(Some(first)), Some(Some(seen))) => {
                    let reports = [first, seen];
                    stretch::may_come_first(self, source, setting, way, request, reports)?
                }
                (Some(None), Some(None)) => {
                    // An error may come to nothing but a read of what nobody has written.
                    if self.prints_at_random(source, setting, request)? {
                        return Ok(Verdict::Silent);
                    }
                    false
                }
                _ => false,
            };
            if !accepted {
                return Ok(verdict);
            }
            left.remove(&way);
            has_second = true;
        }
    }

    /// Whether the build with all checks prints something else each time.
    fn prints_at_random(&self, source: &Path, setting: &Setting, request: Request) -> Result<bool> {
        const RUNS: usize = 4;
        let again = source.with_extension("again");
        let Setting { level, more } = setting;
        let way = Way::None;
        if !self.workspace.build(source, &again, way, level, more)? {
            return Ok(false);
        }
        let runs = (0..RUNS).map(|_| self.workspace.runner.run(&again, way, request));
        let outcomes = runs.collect::<Result<Vec<_>>>();
        let _ = fs::remove_file(&again);
        Ok(outcomes?.windows(2).any(|pair| pair[0] != pair[1]))
    }

    fn note(
        &self,
        summary: &mut Summary,
        seed: u64,
        setting: &Setting,
        request: Request,
        outcomes: &Outcomes,
        verdict: Verdict,
    ) {
        let full = outcomes
            .get(&Way::None)
            .or_else(|| outcomes.get(&Way::Full));
        if let Some(report) = full.and_then(|full| full.report.as_ref()) {
            *summary.kinds.entry(report.kind.clone()).or_default() += 1;
        }
        // An optimiser may take an error away.
        if verdict == Verdict::More || (verdict == Verdict::Missed && setting.level == "-O0") {
            let (case, error) = request.unwrap_or_default();
            let about = |way| outcomes.get(&way).map_or_else(String::new, described);
            let pointer = match outcomes.contains_key(&Way::Pointer) {
                true => format!("; in the pointer mode: {}", about(Way::Pointer)),
                false => String::new(),
            };
            summary.hints.push(format!(
                "seed {seed} {} case {case} error {error}: judge: {}; we: {}{pointer}",
                setting.level,
                about(Way::Judge),
                about(Way::None)
            ));
        }
    }

    /// The failure with its program made small and written to the folder of failures.
    fn reduced(
        &self,
        program: &Program,
        setting: &Setting,
        request: Request,
        verdict: Verdict,
        folder: &Path,
    ) -> Result<Failure> {
        let Verdict::Wrong(fault, way) = verdict else {
            bail!("nothing is wrong");
        };
        let source = folder.join("small.c");
        let attempt = |program: &Program, request: Request| {
            let outcomes = self.outcomes(program, setting, request, way, &source);
            outcomes.ok().flatten().is_some_and(|outcomes| {
                let judged = self.judged(setting, &source, request, &outcomes);
                judged.is_ok_and(|judged| judged == verdict)
            })
        };
        // A correct run is one of all cases; one of them suffices.
        let cases = 1..=program.cases.len();
        let alone = cases.map(|case| Some((case, 0)));
        let found = match request {
            Some(_) => request,
            None => alone
                .into_iter()
                .find(|one| attempt(program, *one))
                .flatten(),
        };
        let left = |left: usize| left.checked_sub(1);
        let taken = self
            .reduce
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        let (small, request) = match taken {
            Ok(_) => shrink(program, found, attempt),
            Err(_) => (program.clone(), found),
        };
        let name = match found {
            Some((case, error)) => format!("seed-{}-case-{case}-error-{error}", program.seed),
            None => format!("seed-{}", program.seed),
        };
        let kept = self.keep.join(format!("{name}.c"));
        files::write(&kept, write::program(&small))?;
        let seen = self
            .outcomes(&small, setting, request, way, &kept)?
            .unwrap_or_default();
        let words = request
            .map(|(case, error)| format!(" {case} {error}"))
            .unwrap_or_default();
        let mut commands = Vec::new();
        for &way in seen.keys() {
            let output = beside(&kept, way);
            let task = self
                .workspace
                .task(&kept, &output, way, setting.level, &setting.more);
            commands.push(format!("{} && {}{words}", task.line(), output.display()));
            // The commands make it again.
            let _ = fs::remove_file(&output);
        }
        Ok(Failure {
            what: fault.name().to_owned(),
            way: way.name(),
            program: kept.display().to_string(),
            commands,
            seen: seen
                .iter()
                .map(|(way, outcome)| format!("{:6} {}", way.name(), described(outcome)))
                .collect(),
            replay: format!(
                "cargo xtask random --count 1 --seed {} --cases {} --errors {}{}{}{}",
                program.seed,
                self.taste.cases,
                self.taste.errors,
                if way.is_in_pointer_mode() {
                    " --pointer"
                } else {
                    ""
                },
                self.level
                    .map(|level| format!(" --level {level}"))
                    .unwrap_or_default(),
                self.workspace.option(),
            ),
        })
    }

    /// What the builds do that one failure is about. `None` if it does not compile.
    fn outcomes(
        &self,
        program: &Program,
        setting: &Setting,
        request: Request,
        way: Way,
        source: &Path,
    ) -> Result<Option<Outcomes>> {
        fs::write(source, write::program(program))?;
        let is_correct = request.is_none_or(|(_, error)| error == 0);
        let mut ways = vec![Way::Judge, Way::None, way];
        if is_correct {
            ways.push(Way::Native);
        }
        ways.retain(|way| self.workspace.has(*way));
        ways.sort_unstable();
        ways.dedup();
        // Ours first, which differ in few of the programs that are tried.
        ways.sort_by_key(|way| !way.is_ours());
        let mut outcomes = Outcomes::new();
        for way in ways {
            let output = beside(source, way);
            if !self
                .workspace
                .build(source, &output, way, setting.level, &setting.more)?
            {
                return Ok(None);
            }
            outcomes.insert(way, self.workspace.runner.run(&output, way, request)?);
            if outcomes.len() == 2 && !is_correct && outcomes.values().all(Outcome::is_clean) {
                return Ok(None);
            }
        }
        Ok(Some(outcomes))
    }
}

/// The file that a way makes of a source.
fn beside(source: &Path, way: Way) -> PathBuf {
    source.with_extension(way.name())
}

/// An outcome in a few words.
pub fn described(outcome: &Outcome) -> String {
    match &outcome.report {
        Some(report) => format!("{}: {}", report.kind, report.access),
        None => format!(
            "status {}, printed {}",
            outcome.status,
            outcome.output.trim().replace('\n', " ")
        ),
    }
}
