//! Collects the reports of all programs of a project, wherever their output goes.

use super::phase::Phase;
use crate::files;
use anyhow::Result;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// One report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The phase in which the program ran.
    pub phase: &'static str,
    /// Its first line.
    pub title: String,
    /// Its last line but one, that starts with `SUMMARY:`.
    pub summary: String,
    /// The file that it is in.
    pub file: PathBuf,
}

/// A genuine error of a project: it must be reported, and nothing else may be.
#[derive(Debug, Serialize)]
pub struct Known {
    /// A part of the report's summary.
    pub summary: &'static str,
    /// What is wrong in the project.
    pub reason: &'static str,
    /// The test that it ends, if it ends one.
    pub test: Option<&'static str>,
}

/// The reports in `folder`, from programs that ran in `phase`. A program without error leaves no file, or an empty one.
pub fn collected(folder: &Path, phase: Phase) -> Result<Vec<Report>> {
    let mut reports = Vec::new();
    for file in files::entries(folder)? {
        let text = files::lossy(&file)?;
        // One process may have forked others, which report into the same file.
        let titles = text.lines().filter(|line| line.contains("ERROR: sanecc: "));
        let mut summaries = text.lines().filter(|line| line.starts_with("SUMMARY: "));
        for title in titles {
            reports.push(Report {
                phase: phase.name(),
                title: title.to_owned(),
                summary: summaries.next().unwrap_or("no summary").to_owned(),
                file: file.clone(),
            });
        }
    }
    reports.sort_by(|one, two| (&one.summary, &one.file).cmp(&(&two.summary, &two.file)));
    Ok(reports)
}

/// Reports that nobody expects, one for each summary; and how many there are of it.
pub fn unexpected<'a>(reports: &'a [Report], known: &[Known]) -> Vec<(&'a Report, usize)> {
    let mut distinct: Vec<(&Report, usize)> = Vec::new();
    for report in reports {
        if known
            .iter()
            .any(|known| report.summary.contains(known.summary))
        {
            continue;
        }
        match distinct.last_mut() {
            Some((last, count)) if last.summary == report.summary => *count += 1,
            _ => distinct.push((report, 1)),
        }
    }
    distinct
}

/// Known errors that were not reported.
pub fn absent<'a>(reports: &[Report], known: &'a [Known]) -> Vec<&'a Known> {
    let reported = |known: &Known| {
        reports
            .iter()
            .any(|report| report.summary.contains(known.summary))
    };
    known.iter().filter(|known| !reported(known)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const REPORT: &str = "==7==ERROR: sanecc: heap-buffer-overflow on address 0x1 at pc 0x2 (thread T0)\n\
                          SUMMARY: sanecc: heap-buffer-overflow a.c:1:2 in f\n==7==ABORTING\n";

    #[test]
    fn reports_are_told_apart_by_their_summary_and_expected_by_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("report.1"), REPORT).unwrap();
        fs::write(folder.path().join("report.2"), REPORT).unwrap();
        fs::write(
            folder.path().join("report.3"),
            REPORT.replace("a.c:1", "b.c:9"),
        )
        .unwrap();
        fs::write(folder.path().join("report.4"), "").unwrap();
        let reports = collected(folder.path(), Phase::Check).unwrap();
        assert_eq!(reports.len(), 3);
        let counts: Vec<_> = unexpected(&reports, &[])
            .iter()
            .map(|(_, count)| *count)
            .collect();
        assert_eq!(counts, [2, 1]);
        let known = [
            Known {
                summary: "a.c:1:2",
                reason: "",
                test: None,
            },
            Known {
                summary: "gone.c",
                reason: "",
                test: None,
            },
        ];
        assert_eq!(unexpected(&reports, &known).len(), 1);
        let absent: Vec<_> = absent(&reports, &known)
            .iter()
            .map(|known| known.summary)
            .collect();
        assert_eq!(absent, ["gone.c"]);
    }
}
