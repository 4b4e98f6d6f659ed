//! Compares the builds of one program.
//!
//! The correct program prints the same natively and with checks, and no build reports anything. With an error, all builds
//! of sanecc give the same first report or print the same. AddressSanitizer without optimisation decides whether an error was committed at
//! all; for targets for which clang has none, sanecc with every check and without optimisation does. An optimiser may remove an error, so
//! one that sanecc does not report is compared with AddressSanitizer at the same level, too.

use super::build::Way;
use super::run::{Outcome, Report, Request};
use std::collections::BTreeMap;

/// What each build did.
pub type Outcomes = BTreeMap<Way, Outcome>;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The program is not what it should be: the judge reports an error where there is to be none, or the native builds differ. Where sanecc
    /// is the judge, it may be a false alarm.
    Generator,
    /// A correct program gets a report.
    Alarm,
    /// A correct program prints something else than natively.
    Output,
    /// A report of the build with all checks is missing, or another, where checks were removed.
    Removed,
    /// A removed check would have failed.
    Unsound,
    /// What AddressSanitizer reports at the same level, no build of ours does.
    Missed,
    /// What is reported with the shadow alone is not reported in the pointer mode.
    Lost,
}

impl Fault {
    /// As messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Generator => "the random program itself is wrong, or its judge",
            Self::Alarm => "report about a correct program",
            Self::Output => "other output than natively",
            Self::Removed => "another report than with all checks",
            Self::Unsound => "unsound removal",
            Self::Missed => "no report of what AddressSanitizer reports at the same level",
            Self::Lost => "no report of what the shadow mode reports",
        }
    }
}

/// What a comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well: a report by all of ours.
    Reported,
    /// All is well: nobody reports anything.
    Silent,
    /// A check of AddressSanitizer's without optimisation finds an error, none of ours does.
    Missed,
    /// We report an error, AddressSanitizer does not.
    More,
    /// The pointer mode reports an error, nobody else does: the machine says whether there is one.
    Alone,
    /// All is well: there are two errors, and where checks were removed the second one is reported (`stretch.rs`).
    Second,
    /// Somebody did not come to an end.
    Endless,
    /// Something is wrong with this build.
    Wrong(Fault, Way),
}

impl Verdict {
    /// The same, where it became good only because one build may report the second of two errors.
    pub fn or_second(self) -> Self {
        match self {
            Self::Wrong(..) => self,
            Self::Reported
            | Self::Silent
            | Self::Missed
            | Self::More
            | Self::Alone
            | Self::Second
            | Self::Endless => Self::Second,
        }
    }
}

/// Compares the outcomes of one request. Where the judge was not asked, what is wrong is only a suspicion: an optimiser
/// may have taken for granted that the error is not committed.
pub fn judge(request: Request, outcomes: &Outcomes) -> Verdict {
    let ours = || outcomes.iter().filter(|(way, _)| way.is_ours());
    for (way, outcome) in ours() {
        if outcome.report.as_ref().is_some_and(|report| report.unsound) {
            return Verdict::Wrong(Fault::Unsound, *way);
        }
    }
    if outcomes.values().any(Outcome::is_endless) {
        return Verdict::Endless;
    }
    let asan = outcomes.get(&Way::Judge);
    let is_correct = request.is_none_or(|(_, error)| error == 0);
    if is_correct {
        let first = outcomes.values().next();
        let printed = first.map_or("", |outcome| outcome.output.as_str());
        let native = outcomes.get(&Way::Native);
        if native.is_some_and(|native| !native.is_clean())
            || asan.is_some_and(|asan| !asan.is_clean() || asan.output != printed)
        {
            return Verdict::Wrong(Fault::Generator, Way::Judge);
        }
        for (way, outcome) in ours() {
            if !outcome.is_clean() {
                return Verdict::Wrong(Fault::Alarm, *way);
            }
            if outcome.output != printed {
                return Verdict::Wrong(Fault::Output, *way);
            }
        }
        return Verdict::Silent;
    }
    let verdict = judge_error(request, outcomes);
    match outcomes.get(&Way::Pointer) {
        Some(pointer) => judge_pointer_mode(request, outcomes, pointer, verdict),
        None => verdict,
    }
}

/// What the pointer mode adds to the verdict about the other builds with an error. Its reports have kinds of their own, and may come earlier.
fn judge_pointer_mode(
    request: Request,
    outcomes: &Outcomes,
    pointer: &Outcome,
    verdict: Verdict,
) -> Verdict {
    let report = pointer.report.as_ref();
    if report.is_some_and(|report| is_of_another_case(request, report)) {
        return verdict;
    }
    let is_check = |outcome: &Outcome| outcome.report.as_ref().is_some_and(Report::is_of_a_check);
    match verdict {
        Verdict::Reported | Verdict::More if !is_check(pointer) => {
            let mut others = outcomes.iter().filter(|(way, _)| is_in_shadow_mode(**way));
            match others.any(|(_, outcome)| is_check(outcome)) {
                true => Verdict::Wrong(Fault::Lost, Way::Pointer),
                false => verdict,
            }
        }
        Verdict::Silent if report.is_some() => Verdict::Alone,
        _ => verdict,
    }
}

fn is_in_shadow_mode(way: Way) -> bool {
    way.is_ours() && !way.is_in_pointer_mode()
}

/// Compares the builds of sanecc in the shadow mode with each other and with AddressSanitizer, where an error is committed.
fn judge_error(request: Request, outcomes: &Outcomes) -> Verdict {
    let ours = || outcomes.iter().filter(|(way, _)| is_in_shadow_mode(**way));
    let asan = outcomes.get(&Way::Judge);
    // The build that has every check, or that with the removed ones as assertions.
    let all = [Way::None, Way::Audit].into_iter();
    let mut all = all.filter_map(|way| outcomes.get(&way));
    let Some(all) = all.next().or_else(|| Some(ours().next()?.1)) else {
        return Verdict::Silent;
    };
    // Where the error is plain to see, an optimiser takes for granted that it is never committed, and the program goes astray.
    let is_check = |outcome: &Outcome| outcome.report.as_ref().is_some_and(Report::is_of_a_check);
    let is_astray = ours().any(|(_, outcome)| {
        let report = outcome.report.as_ref();
        report.is_some_and(|report| is_of_another_case(request, report))
    });
    if is_astray {
        return Verdict::Missed;
    }
    if !is_check(all) && asan.is_some_and(is_check) {
        let alike = outcomes.get(&Way::AsanAlike);
        return match alike.is_some_and(is_check) {
            true => Verdict::Wrong(Fault::Missed, Way::AsanAlike),
            false => Verdict::Missed,
        };
    }
    for (way, outcome) in ours() {
        let same = match (&all.report, &outcome.report) {
            (Some(one), Some(other)) => one == other,
            (None, None) => all == outcome,
            _ => false,
        };
        if !same {
            return Verdict::Wrong(Fault::Removed, *way);
        }
    }
    let asan = asan.map_or(all.report.is_some(), |asan| asan.report.is_some());
    match (asan, all.report.is_some()) {
        (true, true) => Verdict::Reported,
        (false, false) => Verdict::Silent,
        (true, false) => Verdict::Missed,
        (false, true) => Verdict::More,
    }
}

/// Whether a report is about a function of another case, or of another error of this one, where that has functions of its own.
fn is_of_another_case(request: Request, report: &Report) -> bool {
    let number = |text: &mut &str| {
        let (number, rest) = text.split_once('_')?;
        *text = rest;
        number.parse::<u32>().ok()
    };
    let Some((case, error)) = request else {
        return false;
    };
    let place = report.access.split_once(" in c").map(|(_, place)| place);
    let own = place.and_then(|mut place| Some((number(&mut place)?, number(&mut place)?)));
    own.is_some_and(|(c, e)| c as usize != case || e != 0 && e != error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_another_case_shows_a_program_that_went_astray() {
        let of = |function: &str| {
            let report = Report {
                kind: "heap-use-after-free".to_owned(),
                access: format!("READ of 4 in {function} a.c:4"),
                unsound: false,
            };
            is_of_another_case(Some((2, 3)), &report)
        };
        for own in ["c2_0_entry", "c2_3_f4", "main", "call", "c_2"] {
            assert!(!of(own), "{own}");
        }
        for other in ["c1_0_entry", "c2_2_f4", "c21_3_f4"] {
            assert!(of(other), "{other}");
        }
    }

    fn outcome(output: &str, kind: Option<&str>) -> Outcome {
        Outcome {
            output: output.to_owned(),
            later: Vec::new(),
            report: kind.map(|kind| Report {
                kind: kind.to_owned(),
                access: "READ of 4 in f a.c:4".to_owned(),
                unsound: kind == "unsound removal",
            }),
            status: i32::from(kind.is_some()),
        }
    }

    #[test]
    fn the_pointer_mode_reports_what_others_do_and_is_doubted_alone() {
        let good = outcome("1", None);
        let shadow = outcome("", Some("heap-buffer-overflow"));
        let other = outcome("", Some("cross-object-access"));
        let fault = outcome("", Some("SEGV"));
        let judged = |request, all: &Outcome, pointer: &Outcome| {
            let ways = [Way::None, Way::Full, Way::Pointer];
            let outcomes = [all, all, pointer].map(Clone::clone);
            judge(request, &ways.into_iter().zip(outcomes).collect())
        };
        let error = Some((1, 2));
        assert_eq!(judged(error, &shadow, &other), Verdict::Reported);
        let lost = Verdict::Wrong(Fault::Lost, Way::Pointer);
        assert_eq!(judged(error, &shadow, &good), lost);
        assert_eq!(judged(error, &shadow, &fault), lost);
        assert_eq!(judged(error, &fault, &fault), Verdict::Reported);
        assert_eq!(judged(error, &good, &good), Verdict::Silent);
        assert_eq!(judged(error, &good, &other), Verdict::Alone);
        let alarm = Verdict::Wrong(Fault::Alarm, Way::Pointer);
        assert_eq!(judged(None, &good, &other), alarm);
    }

    fn judged(request: Request, all: &Outcome, full: &Outcome, asan: &Outcome) -> Verdict {
        let native = outcome("1", None);
        let ways = [Way::Native, Way::Judge, Way::None, Way::Full];
        let outcomes = [&native, asan, all, full].map(Clone::clone);
        judge(request, &ways.into_iter().zip(outcomes).collect())
    }

    #[test]
    fn a_correct_program_is_silent_everywhere() {
        let (good, other) = (outcome("1", None), outcome("2", None));
        let report = outcome("", Some("SEGV"));
        let judged = |all, full, asan| judged(None, all, full, asan);
        assert_eq!(judged(&good, &good, &good), Verdict::Silent);
        assert_eq!(
            judged(&good, &report, &good),
            Verdict::Wrong(Fault::Alarm, Way::Full)
        );
        assert_eq!(
            judged(&other, &good, &good),
            Verdict::Wrong(Fault::Output, Way::None)
        );
        assert_eq!(
            judged(&good, &good, &report),
            Verdict::Wrong(Fault::Generator, Way::Judge)
        );
    }

    #[test]
    fn an_error_is_reported_in_the_same_words_whatever_was_removed() {
        let (good, other) = (outcome("1", None), outcome("2", None));
        let one = outcome("", Some("heap-buffer-overflow"));
        let (two, unsound) = (
            outcome("", Some("SEGV")),
            outcome("", Some("unsound removal")),
        );
        let judged = |all, full, asan| judged(Some((1, 2)), all, full, asan);
        assert_eq!(judged(&one, &one, &one), Verdict::Reported);
        assert_eq!(judged(&one, &one, &good), Verdict::More);
        assert_eq!(judged(&good, &good, &one), Verdict::Missed);
        assert_eq!(judged(&good, &two, &one), Verdict::Missed);
        assert_eq!(judged(&two, &good, &one), Verdict::Missed);
        let alike = |alike: &Outcome| {
            let ways = [Way::Judge, Way::AsanAlike, Way::None, Way::Full];
            let outcomes = [&one, alike, &good, &good].map(Clone::clone);
            judge(Some((1, 2)), &ways.into_iter().zip(outcomes).collect())
        };
        assert_eq!(alike(&good), Verdict::Missed);
        assert_eq!(alike(&one), Verdict::Wrong(Fault::Missed, Way::AsanAlike));
        let removed = Verdict::Wrong(Fault::Removed, Way::Full);
        assert_eq!(judged(&one, &good, &one), removed);
        assert_eq!(judged(&good, &one, &good), removed);
        assert_eq!(judged(&good, &other, &good), removed);
        assert_eq!(judged(&one, &two, &one), removed);
        assert_eq!(
            judged(&one, &unsound, &one),
            Verdict::Wrong(Fault::Unsound, Way::Full)
        );
    }
}
