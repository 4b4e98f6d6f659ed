//! `cargo xtask mutants`: mutation testing of the rules of removal.
//!
//! Each condition of a rule has a name in the source (`passes/ir/src/mutants.rs`). A mutant is the compiler without one condition; one build
//! of the compiler can act as each of them. A program of `tests/soundness` kills a mutant if, compiled by it, its error is no longer
//! reported as it should be, or its correct twin is reported. A directive (`//@ kills-mutants: RULE/CONDITION`) names the mutants that a program
//! must kill. Where no directive names a mutant, the programs whose compilation reaches the condition are tried until one kills it.
//! A mutant that survives needs a reason in `tests/soundness/surviving.txt`.

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
use crate::cli::options::Options;
use crate::cli::{Command, Opt, YES};
use crate::paths::{Paths, cargo};
use crate::task::Task;
use crate::workers;
use anyhow::{Context, Result};
use program::{Case, Verdict, Workspace};
use std::path::PathBuf;
use table::{Row, Table};

/// The row of the table.
pub const COMMAND: Command = Command {
    name: "mutants",
    about: "drop each condition of each rule of removal, and name the program of tests/soundness that kills the mutant",
    options: &[
        Opt {
            name: "only",
            value: Some("TEXT"),
            about: "only conditions whose name contains this",
        },
        Opt {
            name: "program",
            value: Some("TEXT"),
            about: "only programs whose path contains this",
        },
        Opt {
            name: "all",
            value: None,
            about: "name all programs that kill a mutant, not only the first",
        },
        Opt {
            name: "jobs",
            value: Some("N"),
            about: "conditions at a time [processors]",
        },
        Opt {
            name: "json",
            value: Some("FILE"),
            about: "write the table to this file, too",
        },
        Opt {
            name: "sanecc",
            value: Some("PATH"),
            about: "use this compiler with mutants instead of building one",
        },
        YES,
    ],
    run,
};

fn run(options: &Options) -> Result<()> {
    let places = Paths::locate()?;
    let sanecc = match options.path("sanecc") {
        Some(path) => {
            which::which(&path).with_context(|| format!("--sanecc {}", path.display()))?
        }
        None => built(&places, options)?,
    };
    let workspace = Workspace::new(&places, sanecc)?;
    let (only, program) = (options.text("only"), options.text("program"));
    let is_wanted =
        |all: &Option<String>, name: &str| all.as_ref().is_none_or(|t| name.contains(t));
    let mut conditions = conditions::in_source(&places.root)?;
    conditions.retain(|condition| is_wanted(&only, condition));
    let mut cases = program::all(&places.root)?;
    cases.retain(|case| is_wanted(&program, &case.program.path.display().to_string()));
    let surviving = conditions::surviving(&places.root)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.parsed("jobs")?.unwrap_or(processors).max(1);
    let search = Search {
        judge: &workspace,
        cases: &cases,
        all: options.has("all"),
    };
    let rows = workers::on_threads(
        jobs,
        "mutants",
        conditions.into_iter().collect(),
        String::clone,
        |condition| {
            let mut row = search.row(&condition)?;
            row.reason = surviving.get(&condition).cloned();
            Ok(row)
        },
    );
    let table = Table {
        rows: rows.into_iter().collect::<Result<Vec<Row>>>()?,
    };
    println!("{table}");
    if let Some(file) = options.path("json") {
        std::fs::write(&file, serde_json::to_string_pretty(&table)? + "\n")
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    table.verdict()
}

/// Builds the compiler that can act as each mutant, and the runtime.
fn built(places: &Paths, options: &Options) -> Result<PathBuf> {
    build::ensure(places, options)?;
    Task::new(cargo())
        .args(["build", "--profile", "mutants", "--features", "mutants"])
        .args(["--package", "sanecc", "--bin", "sanecc"])
        .within(&places.root)
        .run()?;
    Ok(places.target.join("mutants/sanecc"))
}

/// What becomes of a program where a condition is dropped.
trait Judge {
    /// Whether the compilation of the program reaches the condition.
    fn reaches(&self, case: &Case, condition: &str) -> Result<bool>;

    /// Compiles it without, and runs it.
    fn verdict(&self, case: &Case, condition: &str) -> Result<Verdict>;
}

impl Judge for Workspace {
    fn reaches(&self, case: &Case, condition: &str) -> Result<bool> {
        Ok(case.reached(self)?.contains(condition))
    }

    fn verdict(&self, case: &Case, condition: &str) -> Result<Verdict> {
        case.mutant(self, condition)
    }
}

/// Looks for the programs that kill a mutant.
struct Search<'s, J> {
    judge: &'s J,
    cases: &'s [Case],
    /// Goes on behind the first.
    all: bool,
}

impl<J: Judge> Search<'_, J> {
    fn row(&self, condition: &str) -> Result<Row> {
        let mut row = Row {
            condition: condition.to_owned(),
            ..Row::default()
        };
        let says_so = |case: &&Case| {
            case.program
                .kills_mutants
                .iter()
                .any(|name| name == condition)
        };
        let (declared, others): (Vec<&Case>, Vec<&Case>) = self.cases.iter().partition(says_so);
        // Whoever says so is tried, at one level after the other: a word that is not kept is wrong though others keep it.
        for levels in declared.chunk_by(|a, b| a.program.path == b.program.path) {
            let before = row.killed_by.len();
            for case in levels {
                if row.killed_by.len() == before || self.all {
                    self.try_case(case, &mut row)?;
                }
            }
            if row.killed_by.len() == before {
                let path = &levels[0].program.path;
                row.unkept.push(path.display().to_string());
            }
        }
        for case in others {
            if !row.killed_by.is_empty() && !self.all {
                break;
            }
            if self.judge.reaches(case, condition)? {
                row.reaching += 1;
                self.try_case(case, &mut row)?;
            }
        }
        Ok(row)
    }

    fn try_case(&self, case: &Case, row: &mut Row) -> Result<()> {
        match self.judge.verdict(case, &row.condition)? {
            Verdict::SameCode => {}
            Verdict::SameReport => row.changing += 1,
            Verdict::Killed => row.killed_by.push(case.name()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Has one program notice everything, and no other.
    struct Only(&'static str);

    impl Judge for Only {
        fn reaches(&self, _: &Case, _: &str) -> Result<bool> {
            Ok(true)
        }

        fn verdict(&self, case: &Case, _: &str) -> Result<Verdict> {
            Ok(match case.program.path.ends_with(self.0) {
                true => Verdict::Killed,
                false => Verdict::SameReport,
            })
        }
    }

    fn row(judge: &Only) -> Row {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut cases = program::all(root).unwrap();
        cases.retain(|case| {
            let path = &case.program.path;
            path.starts_with("tests/soundness")
                && ["and_fails.c", "or_holds.c"]
                    .iter()
                    .any(|name| path.ends_with(name))
        });
        let search = Search {
            judge,
            cases: &cases,
            all: false,
        };
        search.row("conditions/or-holds").unwrap()
    }

    #[test]
    fn a_directive_that_is_not_true_is_found_out() {
        let kept = row(&Only("or_holds.c"));
        assert!(kept.unkept.is_empty(), "{kept:?}");
        assert_eq!(kept.killed_by.len(), 1);
        let not_kept = row(&Only("and_fails.c"));
        assert_eq!(not_kept.unkept, ["tests/soundness/conditions/or_holds.c"]);
        assert_eq!(not_kept.killed_by.len(), 1, "another one does");
    }
}
