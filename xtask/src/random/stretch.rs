//! Which of two errors may a build report first?
//!
//! The rule `coalesce` checks several accesses before the first of them. So an error of the last one is reported before an error of
//! an access between them that has its own check. Nothing else is accepted. It needs two witnesses: the build with all checks, which
//! continues after a report, reports both errors in program order; and the remarks say that the check of the reported access
//! stands before the other access.

use super::build::Way;
use super::campaign::{Campaign, Setting};
use super::run::{Report, Request};
use crate::files;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// The rule whose checks stand before other accesses.
const COALESCE: &str = "coalesce";

/// What the remarks say of an access.
#[derive(Clone, Debug, Default, Deserialize)]
struct Access {
    id: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    column: u32,
    function: String,
    symbol: String,
    kind: String,
    #[serde(default)]
    bytes: u64,
    #[serde(default)]
    rule: String,
    #[serde(default)]
    proof: Proof,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Proof {
    #[serde(default)]
    checked_by: Vec<String>,
}

impl Access {
    /// Whether reports name it so: with the column where the program is compiled with full debug information.
    fn is_named(&self, name: &str) -> bool {
        let place = name.strip_prefix(&self.named());
        place.is_some_and(|rest| rest.is_empty() || rest == format!(":{}", self.column))
    }

    /// As reports name it, without a column.
    fn named(&self) -> String {
        let Self {
            function,
            file,
            line,
            bytes,
            ..
        } = self;
        let kind = self.kind.to_uppercase();
        format!("{kind} of {bytes} in {function} {file}:{line}")
    }

    /// The access before which its check stands, if that is another one.
    fn checked_before(&self) -> Option<&str> {
        match self.proof.checked_by.as_slice() {
            [first] if self.rule == COALESCE => Some(first),
            _ => None,
        }
    }
}

/// Whether this build reports `seen`, where with all checks `first` is reported, as it may: both errors are committed.
///
/// # Errors
/// A compiler or the program does not start.
pub fn may_come_first(
    campaign: &Campaign<'_>,
    source: &Path,
    setting: &Setting,
    way: Way,
    request: Request,
    [first, seen]: [&Report; 2],
) -> Result<bool> {
    if first.unsound || seen.unsound || !first.is_of_a_check() || !seen.is_of_a_check() {
        return Ok(false);
    }
    let Setting { level, more } = setting;
    let each = source.with_extension(Way::Each.name());
    if !campaign
        .workspace
        .build(source, &each, Way::Each, level, more)?
    {
        return Ok(false);
    }
    let outcome = (campaign.workspace.runner).run(&each, Way::Each, request)?;
    let _ = fs::remove_file(&each);
    if outcome.report.as_ref() != Some(first) || !outcome.later.contains(seen) {
        return Ok(false);
    }
    let remarks = source.with_extension("remarks");
    let flag = format!("-fsanecc-remarks={}", remarks.display());
    let more = [more.as_slice(), &[flag.as_str()]].concat();
    if !campaign.workspace.build(source, &each, way, level, &more)? {
        return Ok(false);
    }
    let text = files::text(&remarks)?;
    for made in [&each, &remarks] {
        let _ = fs::remove_file(made);
    }
    Ok(is_checked_before(
        &accesses(&text)?,
        &first.access,
        &seen.access,
    ))
}

fn accesses(remarks: &str) -> Result<Vec<Access>> {
    let lines = remarks.lines();
    let accesses = lines.map(|line| serde_json::from_str(line).context("not a remark"));
    accesses.collect()
}

/// Whether the check of an access named `seen` stands before an access named `first`, which comes earlier and is not part of that check.
fn is_checked_before(accesses: &[Access], first: &str, seen: &str) -> bool {
    accesses.iter().enumerate().any(|(at, access)| {
        let Some(leader) = access.checked_before().filter(|_| access.is_named(seen)) else {
            return false;
        };
        let between = accesses[..at].iter().rev();
        let mut between =
            between.take_while(|other| other.symbol == access.symbol && other.id != leader);
        between.any(|other| other.is_named(first) && other.checked_before() != Some(leader))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accesses of lines 1, 2 and so on; with a number, the check at that line checks it, too.
    fn function(leaders: &[Option<u32>]) -> Vec<Access> {
        let lines = (1..).zip(leaders);
        let accesses = lines.map(|(line, leader)| Access {
            id: format!("a.c:f:a{line}"),
            file: "a.c".to_owned(),
            line,
            column: 0,
            function: "f".to_owned(),
            symbol: "f".to_owned(),
            kind: "read".to_owned(),
            bytes: 4,
            rule: leader.map_or("", |_| COALESCE).to_owned(),
            proof: Proof {
                checked_by: leader.iter().map(|by| format!("a.c:f:a{by}")).collect(),
            },
        });
        accesses.collect()
    }

    fn is_before(accesses: &[Access], first: u32, seen: u32) -> bool {
        let named = |line| format!("READ of 4 in f a.c:{line}");
        is_checked_before(accesses, &named(first), &named(seen))
    }

    #[test]
    fn a_report_may_name_the_column() {
        let mut accesses = function(&[None, None, Some(1)]);
        for (access, column) in accesses.iter_mut().zip(7..) {
            access.column = column;
        }
        let [first, seen] = ["READ of 4 in f a.c:2:8", "READ of 4 in f a.c:3:9"];
        assert!(is_checked_before(&accesses, first, seen));
        assert!(!is_checked_before(
            &accesses,
            first,
            "READ of 4 in f a.c:3:8"
        ));
        assert!(!is_checked_before(
            &accesses,
            first,
            "READ of 4 in f a.c:33"
        ));
    }

    #[test]
    fn an_access_is_reported_before_those_behind_its_check() {
        let accesses = function(&[None, Some(1), None, Some(1), None]);
        assert!(is_before(&accesses, 3, 4));
    }

    #[test]
    fn members_of_one_check_are_reported_in_order() {
        let accesses = function(&[None, Some(1), None, Some(1), None]);
        assert!(!is_before(&accesses, 2, 4));
        assert!(!is_before(&accesses, 1, 4));
    }

    #[test]
    fn what_stands_before_the_check_or_behind_the_access_comes_in_its_turn() {
        let accesses = function(&[None, None, Some(2), None]);
        assert!(!is_before(&accesses, 1, 3));
        assert!(!is_before(&accesses, 4, 3));
        assert!(!is_before(&accesses, 3, 4));
    }

    #[test]
    fn the_rule_exists() {
        let rules = include_str!("../../../passes/instrument/src/plan/placement.rs");
        assert!(rules.contains(&format!("\"{COALESCE}\"")));
    }

    #[test]
    fn remarks_are_read() {
        let line = r#"{"id":"a.c:f:a1","file":"a.c","line":2,"function":"f","symbol":"f","kind":"write","bytes":8,"decision":"merged","check":["shadow"],"rule":"coalesce","proof":{"checked_by":["a.c:f:a0"]},"reasons":["unknown object"]}"#;
        let read = accesses(line).unwrap();
        assert_eq!(read[0].named(), "WRITE of 8 in f a.c:2");
        assert_eq!(read[0].checked_before(), Some("a.c:f:a0"));
    }
}
