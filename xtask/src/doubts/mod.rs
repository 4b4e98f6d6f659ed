//! `cargo xtask doubts`: does a program of `tests/soundness` notice it where a rule of removal loses one of its conditions?
//!
//! The passes name their conditions (`passes/ir/src/doubts.rs`). One further build of the compiler drops each of them when it is told to. A
//! program holds a condition if, compiled by a compiler that has dropped it, its error is no longer reported as it should be, or its correct twin
//! is reported. Programs say in a directive (`//@ holds: RULE/CONDITION`) which ones they are there for: all of these must. Where there is none,
//! those are tried whose compilation asked for the condition, until one holds it. What none holds must have a reason in `tests/soundness/unheld.txt`.

mod conditions;
mod program;
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
use crate::places::{Places, cargo};
use crate::task::Task;
use crate::workers;
use anyhow::{Context, Result};
use program::{Case, Verdict, Yard};
use std::path::PathBuf;
use table::{Row, Table};

/// The row of the table.
pub const COMMAND: Command = Command {
    name: "doubts",
    about: "drop each condition of each rule of removal, and name the program of tests/soundness that notices",
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
            about: "name all programs that hold a condition, not only the first",
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
            about: "use this compiler that doubts instead of building one",
        },
        YES,
    ],
    run,
};

fn run(options: &Options) -> Result<()> {
    let places = Places::locate()?;
    let sanecc = match options.path("sanecc") {
        Some(path) => {
            which::which(&path).with_context(|| format!("--sanecc {}", path.display()))?
        }
        None => built(&places, options)?,
    };
    let yard = Yard::new(&places, sanecc)?;
    let (only, program) = (options.text("only"), options.text("program"));
    let is_wanted =
        |all: &Option<String>, name: &str| all.as_ref().is_none_or(|t| name.contains(t));
    let mut conditions = conditions::in_source(&places.root)?;
    conditions.retain(|condition| is_wanted(&only, condition));
    let mut cases = program::all(&places.root)?;
    cases.retain(|case| is_wanted(&program, &case.program.path.display().to_string()));
    let unheld = conditions::unheld(&places.root)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.parsed("jobs")?.unwrap_or(processors).max(1);
    let search = Search {
        judge: &yard,
        cases: &cases,
        all: options.has("all"),
    };
    let rows = workers::on_threads(
        jobs,
        "doubts",
        conditions.into_iter().collect(),
        String::clone,
        |condition| {
            let mut row = search.row(&condition)?;
            row.reason = unheld.get(&condition).cloned();
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

/// Builds the compiler that doubts, and the runtime.
fn built(places: &Places, options: &Options) -> Result<PathBuf> {
    build::ensure(places, options)?;
    Task::new(cargo())
        .args(["build", "--profile", "doubts", "--features", "doubts"])
        .args(["--package", "sanecc", "--bin", "sanecc"])
        .within(&places.root)
        .run()?;
    Ok(places.target.join("doubts/sanecc"))
}

/// What becomes of a program where a condition is dropped.
trait Judge {
    /// Whether the compiler asks for the condition when it compiles the program.
    fn asks(&self, case: &Case, condition: &str) -> Result<bool>;

    /// Compiles it without, and runs it.
    fn verdict(&self, case: &Case, condition: &str) -> Result<Verdict>;
}

impl Judge for Yard {
    fn asks(&self, case: &Case, condition: &str) -> Result<bool> {
        Ok(case.asked(self)?.contains(condition))
    }

    fn verdict(&self, case: &Case, condition: &str) -> Result<Verdict> {
        case.doubting(self, condition)
    }
}

/// Looks for the programs that hold a condition.
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
        let says_so = |case: &&Case| case.program.holds.iter().any(|held| held == condition);
        let (declared, others): (Vec<&Case>, Vec<&Case>) = self.cases.iter().partition(says_so);
        // Whoever says so is tried, at one level after the other: a word that is not kept is wrong though others keep it.
        for levels in declared.chunk_by(|a, b| a.program.path == b.program.path) {
            let before = row.held_by.len();
            for case in levels {
                if row.held_by.len() == before || self.all {
                    self.try_case(case, &mut row)?;
                }
            }
            if row.held_by.len() == before {
                let path = &levels[0].program.path;
                row.broken.push(path.display().to_string());
            }
        }
        for case in others {
            if !row.held_by.is_empty() && !self.all {
                break;
            }
            if self.judge.asks(case, condition)? {
                row.asking += 1;
                self.try_case(case, &mut row)?;
            }
        }
        Ok(row)
    }

    fn try_case(&self, case: &Case, row: &mut Row) -> Result<()> {
        match self.judge.verdict(case, &row.condition)? {
            Verdict::SameCode => {}
            Verdict::SameReport => row.changing += 1,
            Verdict::Held => row.held_by.push(case.name()),
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
        fn asks(&self, _: &Case, _: &str) -> Result<bool> {
            Ok(true)
        }

        fn verdict(&self, case: &Case, _: &str) -> Result<Verdict> {
            Ok(match case.program.path.ends_with(self.0) {
                true => Verdict::Held,
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
    fn who_says_that_it_holds_a_condition_is_found_out() {
        let kept = row(&Only("or_holds.c"));
        assert!(kept.broken.is_empty(), "{kept:?}");
        assert_eq!(kept.held_by.len(), 1);
        let not_kept = row(&Only("and_fails.c"));
        assert_eq!(not_kept.broken, ["tests/soundness/or_holds.c"]);
        assert_eq!(not_kept.held_by.len(), 1, "another one does");
    }
}
