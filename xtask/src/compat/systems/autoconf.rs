//! `./configure && make && make check`, in the source folder. The results of the configuration are every file that configure writes, and
//! the part of its log that lists its variables.

use super::{BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use anyhow::{Result, bail};
use std::fs;
use std::path::Path;

/// A package with a configure script that autoconf made, and tests that automake's harness runs.
pub struct Autoconf {
    /// `autoconf`, with libtool or without.
    pub name: &'static str,
    /// What configure is given.
    pub arguments: &'static [&'static str],
}

/// What configure writes for people; the part that lists its variables is taken apart.
const LOG: &str = "config.log";

impl BuildSystem for Autoconf {
    fn name(&self) -> &'static str {
        self.name
    }

    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        let before = files::below(&workspace.source)?;
        let task = workspace
            .side
            .task("./configure")?
            .args(self.arguments)
            .current_dir(&workspace.source);
        workspace.perform(Phase::Configure, &task)?;
        let mut configuration = Configuration::default();
        for file in files::below(&workspace.source)?.difference(&before) {
            if file != Path::new(LOG) {
                configuration.add_file(&workspace.source, file, &workspace.names)?;
            }
        }
        let log = workspace.source.join(LOG);
        let text = files::lossy(&log)?;
        configuration.add(LOG, variables(&text)?, &workspace.names);
        Ok(configuration)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = workspace
            .side
            .task("make")?
            .arg(JOBS)
            .current_dir(&workspace.source);
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        // Without -k, a folder with a failure would end the tests of those after it.
        let task = workspace
            .side
            .task("make")?
            .args([JOBS, "-k", "check"])
            .current_dir(&workspace.source);
        workspace.attempt(Phase::Check, &task)?;
        let mut results = Results::default();
        for file in files::below(&workspace.source)? {
            if file.extension().is_some_and(|extension| extension == "trs") {
                let text = fs::read_to_string(workspace.source.join(&file))?;
                add_trs(
                    &mut results,
                    &file.with_extension("").to_string_lossy(),
                    &text,
                );
            }
        }
        Ok(results)
    }
}

/// The part of config.log that lists the variables: those of the cache, of the output, and the macros.
fn variables(log: &str) -> Result<&str> {
    let Some(start) = log.find("## Cache variables. ##") else {
        bail!("{LOG} has no list of cache variables");
    };
    Ok(&log[start..])
}

/// Automake's harness leaves a file for each test, in which each of its parts has a line.
fn add_trs(results: &mut Results, name: &str, text: &str) {
    for line in text.lines() {
        if let Some(result) = line.strip_prefix(":test-result:") {
            let (verdict, part) = result.trim().split_once(' ').unwrap_or((result.trim(), ""));
            let part = part.split('#').next().unwrap_or_default().trim();
            results.add(format!("{name} {part}").trim_end(), verdict);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_test_is_a_result() {
        let mut results = Results::default();
        add_trs(
            &mut results,
            "tests/one",
            ":test-result: PASS\n:global-test-result: PASS\n",
        );
        add_trs(
            &mut results,
            "tests/two",
            ":test-result: PASS 1 - first\n:test-result: FAIL 2 - second # why\n",
        );
        let mut expected = Results::default();
        expected.add("tests/one", "PASS");
        expected.add("tests/two 1 - first", "PASS");
        expected.add("tests/two 2 - second", "FAIL");
        assert_eq!(results, expected);
    }

    #[test]
    fn the_log_is_compared_from_its_list_of_variables_on() {
        let log =
            "configure:1: checking\n## -- ##\n## Cache variables. ##\n## -- ##\nac_cv_x=yes\n";
        assert!(variables(log).unwrap().ends_with("ac_cv_x=yes\n"));
        assert!(variables("configure: error").is_err());
    }
}
