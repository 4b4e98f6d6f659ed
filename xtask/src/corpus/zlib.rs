//! zlib: deflates a file at several levels and strategies and inflates it again.

use super::workspace::{files, include};
use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use anyhow::Result;
use std::path::PathBuf;

/// The program.
pub struct Zlib;

impl Program for Zlib {
    fn name(&self) -> &'static str {
        "zlib"
    }

    fn package(&self) -> Option<&'static str> {
        Some("libz-sys")
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        // The crate leaves out `configure` and the makefile; these are the flags that they would find here.
        let folder = workspace.source.join("src/zlib");
        let flags = [
            include(&folder),
            "-D_LARGEFILE64_SOURCE=1".into(),
            "-DHAVE_UNISTD_H".into(),
        ];
        let mut units = files(&folder, &["c"])?;
        units.push(workspace.additions.join("main.c"));
        workspace.compile_and_link("zlib-workload", &units, &flags, &[])
    }

    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Invocation>> {
        let text = inputs.text(effort.choose(1_000_000, 6_000_000))?;
        Ok(vec![Invocation {
            arguments: vec![text.display().to_string()],
            input: Input::Empty,
        }])
    }
}
