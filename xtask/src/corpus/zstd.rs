//! zstd: compresses a file at several levels, streamed, and in records with a dictionary. One unit is assembly.

use super::workspace::{files, include};
use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use anyhow::Result;
use std::path::PathBuf;

/// The program.
pub struct Zstd;

impl Program for Zstd {
    fn name(&self) -> &'static str {
        "zstd"
    }

    fn package(&self) -> Option<&'static str> {
        Some("zstd-sys")
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        let library = workspace.source.join("zstd/lib");
        let mut units = Vec::new();
        for part in ["common", "compress", "decompress", "dictBuilder"] {
            units.extend(files(&library.join(part), &["c", "S"])?);
        }
        units.push(workspace.additions.join("main.c"));
        workspace.compile_and_link(
            "zstd-workload",
            &units,
            &[include(&library)],
            &["-lpthread"],
        )
    }

    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Invocation>> {
        let text = inputs.text(effort.choose(1_000_000, 5_000_000))?;
        Ok(vec![Invocation {
            arguments: vec![text.display().to_string()],
            input: Input::Empty,
        }])
    }
}
