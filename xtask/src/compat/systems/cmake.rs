//! `cmake -S . -B build && cmake --build build && ctest`. The results of the configuration are every text file in its folder, including the
//! cache, except logs and the sources of its probes.

use super::{BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// A project with a `CMakeLists.txt`.
pub struct Cmake {
    /// `CMake` with the generator.
    pub name: &'static str,
    /// As `-G` takes it.
    pub generator: &'static str,
    /// Where the top `CMakeLists.txt` lies, below the sources.
    pub folder: &'static str,
    /// What cmake is given besides.
    pub arguments: &'static [&'static str],
    /// What its tests find in the environment.
    pub environment: &'static [(&'static str, &'static str)],
}

impl BuildSystem for Cmake {
    fn name(&self) -> &'static str {
        self.name
    }

    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        let task = workspace
            .side
            .task("cmake")?
            .args(["-G", self.generator, "-S"])
            .arg(workspace.source.join(self.folder))
            .arg("-B")
            .arg(&workspace.build)
            .args(self.arguments);
        workspace.perform(Phase::Configure, &task)?;
        let mut configuration = Configuration::default();
        add_answers(&mut configuration, &workspace.build, workspace)?;
        Ok(configuration)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = workspace
            .side
            .task("cmake")?
            .arg("--build")
            .arg(&workspace.build)
            .arg(JOBS);
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let results = workspace.build.join("results.xml");
        let mut task = workspace
            .side
            .task("ctest")?
            .arg("--test-dir")
            .arg(&workspace.build)
            .arg("--output-junit")
            .arg(&results);
        for (name, value) in self.environment {
            task = task.env(name, value);
        }
        workspace.attempt(Phase::Check, &task)?;
        let text = fs::read_to_string(&results)
            .with_context(|| format!("ctest left no {}", results.display()))?;
        junit(&text)
    }
}

/// Adds every answer that cmake left in `folder`.
pub fn add_answers(
    configuration: &mut Configuration,
    folder: &Path,
    workspace: &Workspace,
) -> Result<()> {
    for file in files::below(folder)? {
        if file == Path::new(TARGETS) {
            configuration.add_unordered(folder, &file, &workspace.names)?;
        } else if !is_by_product(&file) {
            configuration.add_file(folder, &file, &workspace.names)?;
        }
    }
    Ok(())
}

/// The rules that tie the targets together, which CMake writes in an order that changes from run to run.
const TARGETS: &str = "CMakeFiles/Makefile2";

/// Logs, sums over rules with the names of folders in them, sources and remains of probes; what they found is in the cache.
fn is_by_product(file: &Path) -> bool {
    let folders = [
        "CompilerIdC",
        "CompilerIdCXX",
        "CMakeScratch",
        "CMakeTmp",
        "ShowIncludes",
    ];
    let in_folder = file
        .components()
        .any(|part| folders.iter().any(|folder| part.as_os_str() == *folder));
    in_folder
        || file.ends_with("CMakeRuleHashes.txt")
        || file.extension().is_some_and(|extension| extension == "log")
}

/// Reads names and states of tests from ctest's JUnit file, which has one element for each.
fn junit(text: &str) -> Result<Results> {
    let mut results = Results::default();
    for element in text.split("<testcase ").skip(1) {
        let element = element.split('>').next().unwrap_or_default();
        match (attribute(element, "name"), attribute(element, "status")) {
            (Some(name), Some(status)) => results.add(name, status),
            _ => bail!("ctest wrote a test without name or status: {element}"),
        }
    }
    Ok(results)
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("{name}=\"");
    let at = element
        .match_indices(&start)
        .find(|(at, _)| *at == 0 || element[..*at].ends_with(char::is_whitespace))?;
    element[at.0 + start.len()..].split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_tests_of_a_junit_file() {
        let text = "<testsuite name=\"x\" tests=\"2\">\n\
                    \t<testcase name=\"one\" classname=\"one\" time=\"0.1\" status=\"run\">\n</testcase>\n\
                    \t<testcase name=\"two\" classname=\"two\" time=\"0.1\" status=\"fail\">\n</testcase>\n";
        let mut expected = Results::default();
        expected.add("one", "run");
        expected.add("two", "fail");
        assert_eq!(junit(text).unwrap(), expected);
        assert!(junit("<testcase name=\"one\">").is_err());
    }

    #[test]
    fn logs_and_probes_are_no_answers() {
        assert!(is_by_product(Path::new("CMakeFiles/CMakeOutput.log")));
        assert!(is_by_product(Path::new(
            "CMakeFiles/3.25.1/CompilerIdC/a.c"
        )));
        assert!(!is_by_product(Path::new(
            "CMakeFiles/3.25.1/CMakeCCompiler.cmake"
        )));
    }
}
