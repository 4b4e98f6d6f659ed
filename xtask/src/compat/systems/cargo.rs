//! `cargo build && cargo test` of a crate whose dependencies compile C and C++. The results of the configuration are those of the CMake projects
//! among them, and the output of the build scripts.

use super::{BuildSystem, cmake};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::files;
use crate::paths;
use crate::task::Task;
use anyhow::Result;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// A crate with a lock file.
pub struct Cargo;

/// The variable that names the linker, which has to be the compiler: it adds the runtime.
const LINKER: &str = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER";

impl Cargo {
    fn task(workspace: &Workspace, command: &str) -> Result<Task> {
        let cargo = paths::cargo();
        let task = workspace
            .side
            .task(&cargo.to_string_lossy())?
            .args([command, "--locked"])
            .env(LINKER, &workspace.side.cc)
            .env("CARGO_TARGET_DIR", &workspace.build)
            .current_dir(&workspace.source);
        Ok(task)
    }
}

impl BuildSystem for Cargo {
    fn name(&self) -> &'static str {
        "cargo, cc, CMake"
    }

    /// Build scripts configure and build in one go: what this costs is the cost of building.
    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        let task = Self::task(workspace, "build")?;
        workspace.perform(Phase::Build, &task)?;
        let mut configuration = Configuration::default();
        for file in files::below(&workspace.build)? {
            let folder = file.parent().unwrap_or(Path::new(""));
            if file.file_name() == Some(OsStr::new("CMakeCache.txt")) {
                cmake::add_answers(&mut configuration, &workspace.build.join(folder), workspace)?;
            } else if file.file_name() == Some(OsStr::new("output")) {
                let text = fs::read_to_string(workspace.build.join(&file))?;
                configuration.add(&file.to_string_lossy(), &told(&text), &workspace.names);
            }
        }
        Ok(configuration)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = Self::task(workspace, "test")?.arg("--no-run");
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let task = Self::task(workspace, "test")?.arg("--no-fail-fast");
        let (log, _) = workspace.attempt(Phase::Check, &task)?;
        Ok(results(&files::lossy(&log)?))
    }
}

/// What a build script told cargo; the rest of its output is that of the tools it ran.
fn told(output: &str) -> String {
    let lines = output.split_inclusive('\n');
    lines.filter(|line| line.starts_with("cargo:")).collect()
}

/// Reads the lines of Rust's test harness, `test NAME ... VERDICT`.
fn results(log: &str) -> Results {
    let mut results = Results::default();
    for line in log.lines() {
        let test = line
            .strip_prefix("test ")
            .and_then(|rest| rest.split_once(" ... "));
        if let Some((name, verdict)) = test {
            results.add(name, verdict);
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cargo_reads_of_a_build_script_counts() {
        let output =
            "CC = Some(clang)\ncargo:rustc-link-lib=static=z\n[ 4%] Building\ncargo::x=y\n";
        assert_eq!(told(output), "cargo:rustc-link-lib=static=z\ncargo::x=y\n");
    }

    #[test]
    fn reads_the_lines_of_the_harness() {
        let log = "running 2 tests\ntest a::b ... ok\ntest c ... FAILED\n\ntest result: FAILED. 1 passed;\n";
        let mut expected = Results::default();
        expected.add("a::b", "ok");
        expected.add("c", "FAILED");
        assert_eq!(super::results(log), expected);
    }
}
