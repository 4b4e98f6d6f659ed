//! git: `make` without the libraries that it can do without, then some of the scripts that test it.

use super::{BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use crate::task::Task;
use anyhow::Result;

/// git's own makefile and tests, which export options for other sanitizers and compare what programs print.
pub struct Git;

/// What is left out: libraries, translations, and languages.
const WITHOUT: [&str; 7] = [
    "NO_CURL=1",
    "NO_EXPAT=1",
    "NO_GETTEXT=1",
    "NO_OPENSSL=1",
    "NO_PERL=1",
    "NO_PYTHON=1",
    "NO_TCLTK=1",
];

/// The scripts that run, without `.sh`.
const SCRIPTS: [&str; 12] = [
    "t0001-init",
    "t0002-gitfile",
    "t0003-attributes",
    "t0005-signals",
    "t0006-date",
    "t0008-ignores",
    "t0020-crlf",
    "t0040-parse-options",
    "t0061-run-command",
    "t0090-cache-tree",
    "t1300-config",
    "t5300-pack-object",
];

impl Git {
    fn make(workspace: &Workspace) -> Result<Task> {
        let side = workspace.side;
        let task = side
            .task("make")?
            .arg(JOBS)
            .arg(format!("CC={}", side.cc))
            .args(WITHOUT);
        Ok(task.current_dir(&workspace.source))
    }
}

impl BuildSystem for Git {
    fn name(&self) -> &'static str {
        "make, TAP"
    }

    fn configure(&self, _: &mut Workspace) -> Result<Configuration> {
        Ok(Configuration::default())
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = Self::make(workspace)?.arg("all");
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let mut results = Results::default();
        for script in SCRIPTS {
            let task = workspace.side.task("sh")?.arg(format!("{script}.sh"));
            let task = task.current_dir(workspace.source.join("t"));
            let (log, _) = workspace.attempt(Phase::Check, &task)?;
            add_tap(&mut results, script, &files::lossy(&log)?);
        }
        Ok(results)
    }
}

/// The lines of the Test Anything Protocol, version 12: `ok 1 - name` or `not ok 1 - name`, with `# SKIP` behind what was left out.
fn add_tap(results: &mut Results, script: &str, text: &str) {
    for line in text.lines() {
        let (verdict, rest) = match line.strip_prefix("not ok ") {
            Some(rest) => ("FAIL", rest),
            None => match line.strip_prefix("ok ") {
                Some(rest) if rest.to_lowercase().contains("# skip") => ("SKIP", rest),
                Some(rest) => ("ok", rest),
                None => continue,
            },
        };
        let name = rest.split(" # ").next().unwrap_or_default();
        results.add(&format!("{script} {name}"), verdict);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_verdict_is_a_result() {
        let mut results = Results::default();
        let text = "expecting success of 1\nok 1 - one\nnot ok 2 - two\nok 3 # skip three (missing X)\nnot ok 4 - four # known breakage\n1..4\n";
        add_tap(&mut results, "t1", text);
        let mut expected = Results::default();
        expected.add("t1 1 - one", "ok");
        expected.add("t1 2 - two", "FAIL");
        expected.add("t1 3", "SKIP");
        expected.add("t1 4 - four", "FAIL");
        assert_eq!(results, expected);
    }
}
