//! Lua 5.4: runs a script that uses most of the language.

use super::workspace::{files, include};
use super::{Effort, Input, Inputs, Invocation, Program, Workspace};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// The program.
pub struct Lua;

impl Program for Lua {
    fn name(&self) -> &'static str {
        "lua"
    }

    fn package(&self) -> Option<&'static str> {
        Some("lua-src")
    }

    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        let folder = folder(&workspace.source);
        let flags = [include(&folder), "-DLUA_USE_POSIX".into()];
        let mut units = files(&folder, &["c"])?;
        units.push(workspace.additions.join("main.c"));
        workspace.compile_and_link("lua-workload", &units, &flags, &["-lm"])
    }

    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Invocation>> {
        let scale = effort.choose("6", "60");
        let script = inputs.script("lua/workload.lua").display().to_string();
        Ok(vec![Invocation {
            arguments: vec![script, scale.into()],
            input: Input::Empty,
        }])
    }
}

/// Where the crate keeps Lua 5.4.
pub fn folder(package: &Path) -> PathBuf {
    package.join("lua-5.4.7")
}
