//! bzip2, built by its own makefile: compresses a file and decompresses it again.

use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use crate::files::copy_folder;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// The program.
pub struct Bzip2;

impl Program for Bzip2 {
    fn name(&self) -> &'static str {
        "bzip2"
    }

    fn package(&self) -> Option<&'static str> {
        Some("bzip2-sys")
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        // The makefile builds beside the sources.
        let folder = workspace.folder.join("source");
        copy_folder(&vendored(&workspace.source), &folder)?;
        workspace.make(&folder, "bzip2", "-D_FILE_OFFSET_BITS=64")?;
        Ok(folder.join("bzip2"))
    }

    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Invocation>> {
        let text = inputs.text(effort.choose(1_000_000, 9_000_000))?;
        Ok(vec![
            Invocation {
                arguments: vec!["-9".into(), "-c".into()],
                input: Input::File(text),
            },
            Invocation {
                arguments: vec!["-d".into(), "-c".into()],
                input: Input::OutputOf(0),
            },
        ])
    }
}

/// Where the crate keeps bzip2.
pub fn vendored(package: &Path) -> PathBuf {
    package.join("bzip2-1.0.8")
}
