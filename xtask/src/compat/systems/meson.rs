//! `meson setup build && meson compile && meson test`. The results of the configuration are the files that meson writes, and the findings in
//! its log.

use super::{BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// A project with a `meson.build`.
pub struct Meson {
    /// `Meson`, with the language if it is not C.
    pub name: &'static str,
    /// What meson is given.
    pub arguments: &'static [&'static str],
}

/// Below the build folder.
const LOG: &str = "meson-logs/meson-log.txt";

impl BuildSystem for Meson {
    fn name(&self) -> &'static str {
        self.name
    }

    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        let task = workspace
            .side
            .task("meson")?
            .arg("setup")
            .args(self.arguments)
            .arg(&workspace.build)
            .arg(&workspace.source);
        workspace.perform(Phase::Configure, &task)?;
        let mut configuration = Configuration::default();
        for file in files::below(&workspace.build)? {
            if file != Path::new(LOG) && !is_by_product(&file) {
                configuration.add_file(&workspace.build, &file, &workspace.names)?;
            }
        }
        let log = fs::read_to_string(workspace.build.join(LOG)).context("meson left no log")?;
        configuration.add(LOG, &findings(&log), &workspace.names);
        Ok(configuration)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = workspace
            .side
            .task("meson")?
            .args(["compile", JOBS, "-C"])
            .arg(&workspace.build);
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let task = workspace
            .side
            .task("meson")?
            .args(["test", "-C"])
            .arg(&workspace.build);
        workspace.attempt(Phase::Check, &task)?;
        let file = workspace.build.join("meson-logs/testlog.json");
        let text = fs::read_to_string(&file)
            .with_context(|| format!("meson left no {}", file.display()))?;
        results(&text)
    }
}

/// Pickled objects and the programs of meson's probes; what they found is in the log.
fn is_by_product(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    extension == "dat" || extension == "pickle" || extension == "exe"
}

/// The log without the time, what sanecc says of its version behind clang's, and the words of processes, which meson cuts off; and with one name for the probes' folders, whose names are
/// drawn by lot.
fn findings(log: &str) -> String {
    let is_finding = |line: &&str| {
        let beginnings = ["Build started at ", "sanecc version "];
        !beginnings.iter().any(|start| line.starts_with(start))
    };
    let lines = log.split_inclusive('\n');
    lines
        .filter(is_finding)
        .flat_map(|line| match line.split_once(" args: ") {
            Some((status, _)) if status.contains(" returned <Popen: ") => vec![status, "\n"],
            Some(_) | None => vec![line],
        })
        .flat_map(|line| line.split_inclusive(['/', ' ', '\n']))
        .map(|word| {
            let name = word.trim_end_matches(['/', ' ', '\n']);
            match is_drawn_by_lot(name) {
                true => word.replace(name, "tmp"),
                false => word.to_owned(),
            }
        })
        .collect()
}

/// Whether this is a name as Python gives temporary folders: `tmp` and eight characters.
fn is_drawn_by_lot(name: &str) -> bool {
    let drawn = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.strip_prefix("tmp")
        .is_some_and(|rest| rest.len() == 8 && rest.chars().all(drawn))
}

/// Reads meson's log of tests, which has one object of JSON a line.
fn results(text: &str) -> Result<Results> {
    let mut results = Results::default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let test: serde_json::Value = serde_json::from_str(line)?;
        let field = |name: &str| {
            test[name]
                .as_str()
                .with_context(|| format!("meson wrote a test without `{name}`: {line}"))
        };
        results.add(field("name")?, field("result")?);
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_tests_of_a_log() {
        let text =
            "{\"name\": \"one\", \"result\": \"OK\"}\n{\"name\": \"two\", \"result\": \"FAIL\"}\n";
        let mut expected = Results::default();
        expected.add("one", "OK");
        expected.add("two", "FAIL");
        assert_eq!(super::results(text).unwrap(), expected);
        assert!(super::results("{}").is_err());
    }

    #[test]
    fn folders_drawn_by_lot_have_one_name_in_the_log() {
        assert_eq!(
            findings(
                "Build started at 12:00\nWorking directory:  /tmp/tmpa1_b2c3d\n`cc /b/meson-private/tmpa1_b2c3d/x.c` -> 0\n"
            ),
            "Working directory:  /tmp/tmp\n`cc /b/meson-private/tmp/x.c` -> 0\n"
        );
    }

    #[test]
    fn the_status_of_a_process_counts_and_its_words_do_not() {
        let log = |status, words| {
            format!("compiler returned <Popen: returncode: {status} args: [{words}]>\n")
        };
        assert_eq!(
            findings(&log(0, "cc, '-v'")),
            findings(&log(0, "sanecc, ..."))
        );
        assert_ne!(findings(&log(0, "cc")), findings(&log(1, "cc")));
    }
}
