//! `cargo xtask mutants`: mutation testing of the rules of removal.
//!
//! Each condition of a rule has a name in the source (`passes/ir/src/mutants.rs`). A mutant is the compiler without one condition; one build
//! of the compiler can act as each of them. A program of `tests/soundness` kills a mutant if, compiled by it, its error is no longer
//! reported as it should be, or its fixed revision is reported. A directive (`//@ kills-mutants: RULE/CONDITION`) names the mutants that a program
//! must kill. Where no directive names a mutant, the programs whose compilation reaches the condition are tried until one kills it.
//! A mutant that survives needs a reason in `tests/soundness/surviving.txt`.

#[path = "../../../tests/ui_harness/bare.rs"]
mod bare;
mod conditions;
pub mod program;
mod table;
#[path = "../../../tests/ui_harness/program.rs"]
#[allow(dead_code, reason = "shared with the tests, which need more of it")]
mod ui_program;
#[path = "../../../tests/ui_harness/report.rs"]
#[allow(dead_code, reason = "shared with the tests, which need more of it")]
mod ui_report;

use crate::build;
use crate::files::write_json;
use crate::paths::{Paths, cargo};
use crate::sanecc::SaneccOptions;
use crate::setup::SetupOptions;
use crate::task::Task;
use crate::workers;
use anyhow::Result;
use program::{Case, Verdict, Workspace};
use std::path::PathBuf;
use table::{Row, Table};

/// Drop each condition of each removal rule, and name the program of tests/soundness that kills the mutant
#[derive(clap::Args)]
#[command(after_help = "A compiler that --sanecc names must be built with the feature `mutants`.")]
pub struct Mutants {
    /// Only conditions whose name contains this
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    only: String,
    /// Only programs whose path contains this
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    program: String,
    /// Name all programs that kill a mutant, not only the first
    #[arg(long)]
    all: bool,
    /// Conditions at a time, by default as many as there are processors
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Write the table to this file, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

impl Mutants {
    pub fn run(self) -> Result<()> {
        let places = Paths::locate()?;
        let sanecc = match self.sanecc.named()? {
            Some(path) => path,
            None => built(&places, &self.sanecc.setup)?,
        };
        let workspace = Workspace::new(&places, sanecc)?;
        let mut conditions = conditions::in_source(&places.root)?;
        conditions.retain(|condition| condition.contains(&self.only));
        let mut cases = program::all(&places.root)?;
        cases.retain(|case| {
            case.program
                .path
                .display()
                .to_string()
                .contains(&self.program)
        });
        let surviving = conditions::surviving(&places.root)?;
        let rows = workers::on_threads(
            workers::jobs(self.jobs),
            "mutants",
            conditions.into_iter().collect(),
            String::clone,
            |condition| {
                let verdict = |case: &Case| case.mutant(&workspace, &condition);
                let mut row = kills(&condition, &cases, self.all, verdict)?;
                row.reason = surviving.get(&condition).cloned();
                Ok(row)
            },
        );
        let table = Table {
            rows: rows.into_iter().collect::<Result<Vec<Row>>>()?,
        };
        println!("{table}");
        if let Some(file) = self.json {
            write_json(&file, &table)?;
        }
        table.verdict()
    }
}

/// Builds the compiler that can act as each mutant, and the runtime.
fn built(places: &Paths, setup: &SetupOptions) -> Result<PathBuf> {
    build::ensure(places, setup)?;
    Task::new(cargo())
        .args(["build", "--profile", "mutants", "--features", "mutants"])
        .args(["--package", "sanecc", "--bin", "sanecc"])
        .current_dir(&places.root)
        .run()?;
    Ok(places.target.join("mutants/sanecc"))
}

/// Tries the programs that claim to kill the mutant, then all others; without `all` until one kills it.
fn kills(
    condition: &str,
    cases: &[Case],
    all: bool,
    verdict: impl Fn(&Case) -> Result<Verdict>,
) -> Result<Row> {
    let mut row = Row {
        condition: condition.to_owned(),
        ..Row::default()
    };
    let claims = |case: &&Case| case.program.kills_mutants.iter().any(|n| n == condition);
    let (claiming, others): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(claims);
    // Each claim is tested, in one way after the other, even if another program keeps its own.
    let revision = |case: &Case| (case.program.path.clone(), case.program.revision);
    for ways in claiming.chunk_by(|a, b| revision(a) == revision(b)) {
        let before = row.killed_by.len();
        for case in ways {
            if row.killed_by.len() == before || all {
                row.add(case.name(), verdict(case)?);
            }
        }
        if row.killed_by.len() == before {
            let path = &ways[0].program.path;
            row.unkept.push(path.display().to_string());
        }
    }
    for case in others {
        if row.killed_by.is_empty() || all {
            row.add(case.name(), verdict(case)?);
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The row of a mutant that this program alone kills.
    fn killed_by(killer: &str) -> Row {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut cases = program::all(root).unwrap();
        cases.retain(|case| {
            let path = &case.program.path;
            path.starts_with("tests/soundness")
                && ["and_fails.c", "or_holds.c"]
                    .iter()
                    .any(|name| path.ends_with(name))
        });
        let verdict = |case: &Case| {
            Ok(match case.program.path.ends_with(killer) {
                true => Verdict::Killed,
                false => Verdict::SameReport,
            })
        };
        kills("conditions/or-holds", &cases, false, verdict).unwrap()
    }

    #[test]
    fn a_directive_that_is_not_true_is_found_out() {
        let kept = killed_by("or_holds.c");
        assert!(kept.unkept.is_empty(), "{kept:?}");
        assert_eq!(kept.killed_by.len(), 1);
        let not_kept = killed_by("and_fails.c");
        assert_eq!(not_kept.unkept, ["tests/soundness/conditions/or_holds.c"]);
        assert_eq!(not_kept.killed_by.len(), 1, "another one does");
    }
}
