//! Allocator stress: four threads allocate millions of small chunks a second. Our own program, no part of the corpus.

use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use anyhow::Result;
use std::path::PathBuf;

/// The program.
pub struct Blocks;

impl Program for Blocks {
    fn name(&self) -> &'static str {
        "blocks"
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        let main = workspace.additions.join("main.c");
        workspace.compile_and_link("blocks-workload", &[main], &[], &["-lpthread"])
    }

    fn workload(&self, effort: Effort, _: &Inputs) -> Result<Vec<Invocation>> {
        let rounds = effort.choose("100000", "5000000");
        Ok(vec![Invocation {
            arguments: vec![rounds.into()],
            input: Input::Empty,
        }])
    }
}
