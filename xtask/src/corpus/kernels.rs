//! Loops over arrays, in the style of PolyBench. Our own programs, no part of the corpus.

use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use anyhow::Result;
use std::path::PathBuf;

/// All of them.
pub const KERNELS: &[&dyn Program] = &[
    &kernel("gemm", 300),
    &kernel("two-mm", 100),
    &kernel("jacobi-2d", 6_000),
    &kernel("seidel-2d", 600),
    &kernel("lu", 250),
    &kernel("cholesky", 250),
    &kernel("floyd-warshall", 120),
    &kernel("fdtd-2d", 6_000),
    &kernel("correlation", 200),
    &kernel("atax", 4_000),
    &kernel("blur", 4_000),
    &kernel("accumulate", 1_000),
    &kernel("alignment", 2_000),
    &kernel("downward", 6_000),
    &kernel("flat-product", 115),
    &kernel("flat-stencil", 1_100),
    &kernel("recursive-filter", 345),
    &kernel("row-pointers", 205),
    &kernel("sparse", 4_450),
    &kernel("triangular-solve", 5_500),
    &kernel("wave", 27_500),
];

/// A file of a folder of `tests/projects`, linked with the `main.c` there.
pub(super) struct Kernel {
    pub(super) folder: &'static str,
    pub(super) name: &'static str,
    pub(super) rounds: u32,
    /// What its units are compiled with beside the level.
    pub(super) flags: &'static [&'static str],
}

/// One that runs so many rounds where it is measured.
const fn kernel(name: &'static str, rounds: u32) -> Kernel {
    Kernel {
        folder: "kernels",
        name,
        rounds,
        flags: &[],
    }
}

impl Program for Kernel {
    fn name(&self) -> &'static str {
        self.name
    }

    fn folder(&self) -> &'static str {
        self.folder
    }

    fn in_mean(&self) -> bool {
        true
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        let sources = [&format!("{}.c", self.name), "main.c"];
        let sources = sources.map(|file| workspace.additions.join(file));
        let flags = self
            .flags
            .iter()
            .map(|&flag| flag.to_owned())
            .collect::<Vec<_>>();
        workspace.compile_and_link(self.name, &sources, &flags, &["-lm"])
    }

    fn workload(&self, effort: Effort, _: &Inputs) -> Result<Vec<Invocation>> {
        let rounds = match effort {
            Effort::Test => 1,
            Effort::Bench => self.rounds,
        };
        Ok(vec![Invocation {
            arguments: vec![rounds.to_string()],
            input: Input::Empty,
        }])
    }
}
