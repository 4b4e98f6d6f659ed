//! SQLite: configure, then make of its shell and of the Tcl interpreter that runs its tests, and some of these.

use super::{Autoconf, BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use anyhow::Result;

/// The library, its shell, and the program `testfixture`.
pub struct Sqlite;

const AUTOCONF: Autoconf = Autoconf {
    name: "autoconf, libtool, Tcl",
    arguments: &["--disable-shared"],
};

/// The scripts that run, without `.test`; `shell1` drives the shell.
const SCRIPTS: [&str; 22] = [
    "select1",
    "select3",
    "select5",
    "insert",
    "update",
    "delete",
    "join",
    "where",
    "index",
    "trans",
    "savepoint",
    "vacuum",
    "alter",
    "trigger1",
    "view",
    "func",
    "expr",
    "printf",
    "collate1",
    "json101",
    "window1",
    "shell1",
];

impl BuildSystem for Sqlite {
    fn name(&self) -> &'static str {
        AUTOCONF.name
    }

    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        AUTOCONF.configure(workspace)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = workspace
            .side
            .task("make")?
            .args([JOBS, "sqlite3", "testfixture"])
            .current_dir(&workspace.source);
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let mut results = Results::default();
        for script in SCRIPTS {
            let task = workspace.side.task("./testfixture")?;
            let task = task.arg(format!("test/{script}.test"));
            let (log, _) = workspace.attempt(Phase::Check, &task.current_dir(&workspace.source))?;
            add_verdicts(&mut results, script, &files::lossy(&log)?);
        }
        Ok(results)
    }
}

/// Lines of one script: `select1-1.1... Ok`, or what was expected and what came, on lines that follow.
fn add_verdicts(results: &mut Results, script: &str, text: &str) {
    for line in text.lines() {
        let Some((name, verdict)) = line.split_once("...") else {
            continue;
        };
        if name.starts_with(script) {
            let verdict = match verdict.trim() {
                "Ok" => "ok",
                _ => "FAIL",
            };
            results.add(name, verdict);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_verdict_is_a_result() {
        let mut results = Results::default();
        let text = "select1-1.1... Ok\nselect1-1.2...\n! select1-1.2 expected: [1]\n! select1-1.2 got:      [2]\nother-1... Ok\n";
        add_verdicts(&mut results, "select1", text);
        let mut expected = Results::default();
        expected.add("select1-1.1", "ok");
        expected.add("select1-1.2", "FAIL");
        assert_eq!(results, expected);
    }
}
