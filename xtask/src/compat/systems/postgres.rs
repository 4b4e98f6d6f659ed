//! PostgreSQL: configure and make, then a server of its own that runs some of the regression tests.

use super::{Autoconf, BuildSystem};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use crate::task::Task;
use anyhow::{Context, Result};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The server, its tools and its tests. It measures how deep its stack is by the address of a local, and refuses to run as root.
pub struct Postgres;

const AUTOCONF: Autoconf = Autoconf {
    name: "autoconf",
    arguments: &["--without-readline", "--without-icu", "--without-zlib"],
};

/// The tests that run; `infinite_recurse` expects that too deep a recursion is noticed.
const TESTS: &str = "test_setup boolean char name varchar text int2 int4 int8 oid float4 float8 bit numeric uuid enum money \
                     rangetypes pg_lsn strings numerology date time timestamp timestamptz interval inet regex \
                     infinite_recurse";

/// The user who runs the server if the builder is root.
const USER: &str = "nobody";

impl BuildSystem for Postgres {
    fn name(&self) -> &'static str {
        AUTOCONF.name
    }

    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        AUTOCONF.configure(workspace)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        AUTOCONF.build(workspace)
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let task = workspace
            .side
            .task("make")?
            .args(["-C", "src/test/regress", "check-tests"])
            .arg(format!("TESTS={TESTS}"))
            .env("HOME", &workspace.source)
            .current_dir(&workspace.source);
        let task = match is_root() {
            true => {
                let reports = workspace.reports(Phase::Check);
                give_away(&[&workspace.source, &reports])?;
                let user = format!("--reuid={USER}");
                task.through("setpriv", &[&user, "--regid=nogroup", "--clear-groups"])
            }
            false => task,
        };
        let (log, _) = workspace.attempt(Phase::Check, &task)?;
        let mut results = Results::default();
        add_verdicts(&mut results, &files::lossy(&log)?);
        Ok(results)
    }
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// Has the other user own these folders.
fn give_away(folders: &[&Path]) -> Result<()> {
    let task = Task::new("chown").args(["-R", USER]).args(folders);
    task.expression()
        .run()
        .with_context(|| format!("`{}` failed", task.line()))?;
    Ok(())
}

/// Lines of `pg_regress`: `test boolean ... ok 12 ms`, and those of tests that run in parallel without their first word.
fn add_verdicts(results: &mut Results, log: &str) {
    for line in log.lines() {
        let Some((name, verdict)) = line.split_once(" ... ") else {
            continue;
        };
        let name = name.trim().trim_start_matches("test ").trim();
        let verdict = verdict.split_whitespace().next().unwrap_or_default();
        if !name.contains(' ') {
            results.add(name, verdict);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_of_both_forms() {
        let mut results = Results::default();
        let log = "============== running regression test queries        ==============\n\
                   test boolean                      ... ok           30 ms\n     \
                   float8                       ... FAILED       12 ms\n\
                   creating directory a ... ok\n";
        add_verdicts(&mut results, log);
        let mut expected = Results::default();
        expected.add("boolean", "ok");
        expected.add("float8", "FAILED");
        assert_eq!(results, expected);
    }
}
