//! Small blocks, millions a second, in four threads: a program of our own that is all allocator. No part of the corpus.

use super::{Effort, Input, Inputs, Program, Step, Workshop};
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

    fn build(&self, workshop: &mut Workshop) -> Result<PathBuf> {
        let main = workshop.additions.join("main.c");
        workshop.compile_and_link("blocks-workload", &[main], &[], &["-lpthread"])
    }

    fn workload(&self, effort: Effort, _: &Inputs) -> Result<Vec<Step>> {
        let rounds = if effort == Effort::Test {
            "100000"
        } else {
            "5000000"
        };
        Ok(vec![Step {
            arguments: vec![rounds.into()],
            input: Input::Empty,
        }])
    }
}
