//! LLVM's tests: shell commands in comments, and expectations that FileCheck compares.

mod condition;
mod directives;
mod features;
mod substitution;

use super::case::{Body, Outcome, Test, Wanted};
use super::side::Side;
use super::sources::{Sources, files_below};
use crate::files;
use anyhow::{Context, Result, anyhow};
use directives::Directives;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use substitution::Substitutions;

/// Folders of tests for other systems, with what their own configuration says of them, and parts of other tests.
const ELSEWHERE: [(&str, &str); 3] = [
    ("TestCases/Windows", "for Windows"),
    ("TestCases/Darwin", "for Darwin"),
    ("TestCases/Android", "for Android"),
];

/// Folders whose files are no tests of their own.
const PARTS: [&str; 1] = ["Helpers"];

/// Tests that say nothing about another runtime than clang's, or cannot be run with one.
const OUT_OF_PLACE: [(&str, &str); 1] = [(
    "TestCases/Linux/allocator_oom_test.cpp",
    "its limit of address space leaves a terabyte beside our shadow, and none beside clang's",
)];

struct LitTest {
    source: PathBuf,
    compiler_rt: PathBuf,
    directives: Result<Directives, String>,
}

/// All of LLVM's tests.
pub fn tests(sources: &Sources) -> Result<Vec<Test>> {
    let root = sources.compiler_rt().join("test/asan");
    let mut tests = Vec::new();
    for path in files_below(&root, &["c", "cpp"])? {
        if path
            .iter()
            .any(|part| PARTS.iter().any(|name| part == *name))
        {
            continue;
        }
        let source = root.join(&path);
        let text = String::from_utf8_lossy(&files::bytes(&source)?).into_owned();
        let elsewhere = ELSEWHERE
            .iter()
            .chain(&OUT_OF_PLACE)
            .find(|(folder, _)| path.starts_with(folder));
        let directives =
            match elsewhere {
                Some((_, why)) => Err((*why).to_owned()),
                None => Ok(Directives::read(&text)
                    .map_err(|error| anyhow!("{}: {error}", path.display()))?),
            };
        tests.push(Test {
            name: format!(
                "llvm/{}",
                path.strip_prefix("TestCases").unwrap_or(&path).display()
            ),
            cplusplus: path.extension().is_some_and(|extension| extension == "cpp"),
            body: Box::new(LitTest {
                source,
                compiler_rt: sources.compiler_rt(),
                directives,
            }),
        });
    }
    Ok(tests)
}

impl Body for LitTest {
    fn cases(&self) -> Result<Vec<String>, String> {
        let directives = self.directives.as_ref().map_err(Clone::clone)?;
        for condition in &directives.requires {
            if !features::hold(condition)? {
                return Err(format!("requires {condition}"));
            }
        }
        for condition in &directives.unsupported {
            if features::hold(condition)? {
                return Err(format!("unsupported with {condition}"));
            }
        }
        for condition in &directives.xfail {
            if features::hold(condition)? {
                return Err(format!("known to fail in LLVM itself with {condition}"));
            }
        }
        match directives.runs.is_empty() {
            true => Err("nothing to run".to_owned()),
            false => Ok(directives
                .runs
                .iter()
                .map(|run| run.line.to_string())
                .collect()),
        }
    }

    /// Lines need what those before them have made: all of them run.
    fn perform(
        &self,
        side: &Side,
        _: &Wanted,
        folder: &Path,
        log: &mut String,
    ) -> Result<Vec<Outcome>> {
        let directives = self.directives.as_ref().map_err(|why| anyhow!("{why}"))?;
        let substitutions = Substitutions::of(
            side,
            &self.compiler_rt,
            &self.source,
            folder,
            &directives.defines,
        );
        let status = folder.join("status");
        let mut script = String::from("set -o pipefail\n");
        for run in &directives.runs {
            let command = substitutions
                .apply(&run.command, features::HERE)
                .map_err(|error| anyhow!("{error}"))?;
            // One shell for all lines: some set limits for those behind them.
            let line = run.line;
            write!(
                script,
                "echo '== line {line}'\n{command}\necho \"{line} $?\" >>{}\n",
                status.display()
            )?;
        }
        fs::write(folder.join("script.sh"), &script)?;
        let output = side
            .task("bash", folder)?
            .arg("script.sh")
            .expression()
            .stdin_null()
            .stderr_to_stdout()
            .stdout_capture()
            .unchecked()
            .run()
            .context("cannot run bash")?;
        log.push_str(&String::from_utf8_lossy(&output.stdout));
        let ended = fs::read_to_string(&status).unwrap_or_default();
        Ok(directives
            .runs
            .iter()
            .map(|run| outcome(run.line, &ended))
            .collect())
    }
}

/// From lines `LINE STATUS`, one for each command that came to an end.
fn outcome(line: usize, ended: &str) -> Outcome {
    let case = line.to_string();
    let status = ended.lines().find_map(|entry| {
        let (at, status) = entry.split_once(' ')?;
        (at == case).then(|| status.to_owned())
    });
    let wrong = match status.as_deref() {
        Some("0") => None,
        Some(status) => Some(format!("status {status}")),
        None => Some("did not come to an end in time".to_owned()),
    };
    Outcome { case, wrong }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_did_not_end_is_wrong() {
        let ended = "3 0\n13 1\n";
        let wrong = |line| outcome(line, ended).wrong;
        assert_eq!(wrong(3), None);
        assert_eq!(wrong(13).as_deref(), Some("status 1"));
        assert!(wrong(1).unwrap().contains("in time"));
    }
}
