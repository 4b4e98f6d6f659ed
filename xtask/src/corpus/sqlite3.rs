//! SQLite: runs a file of SQL in a database in memory.

use super::workspace::include;
use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use anyhow::Result;
use std::path::PathBuf;

/// The program.
pub struct Sqlite3;

impl Program for Sqlite3 {
    fn name(&self) -> &'static str {
        "sqlite3"
    }

    fn package(&self) -> Option<&'static str> {
        Some("libsqlite3-sys")
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        let folder = workspace.source.join("sqlite3");
        let flags = [
            include(&folder),
            "-DSQLITE_THREADSAFE=1".into(),
            "-DSQLITE_ENABLE_FTS5".into(),
        ];
        let units = [folder.join("sqlite3.c"), workspace.additions.join("main.c")];
        workspace.compile_and_link("sqlite3-workload", &units, &flags, &["-lm", "-lpthread"])
    }

    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Invocation>> {
        let scale = effort.choose("10", "120");
        let script = inputs.script("sqlite3/workload.sql").display().to_string();
        Ok(vec![Invocation {
            arguments: vec![script, scale.into()],
            input: Input::Empty,
        }])
    }
}
