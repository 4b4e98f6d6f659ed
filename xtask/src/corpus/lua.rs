//! Lua 5.4: runs a script that uses most of the language.

use super::workshop::{files, include};
use super::{Effort, Input, Inputs, Program, Step, Workshop};
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

    fn build(&self, workshop: &mut Workshop) -> Result<PathBuf> {
        let folder = folder(&workshop.source);
        let flags = [include(&folder), "-DLUA_USE_POSIX".into()];
        let mut units = files(&folder, &["c"])?;
        units.push(workshop.additions.join("main.c"));
        workshop.compile_and_link("lua-workload", &units, &flags, &["-lm"])
    }

    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Step>> {
        let scale = if effort == Effort::Test { "6" } else { "60" };
        let script = inputs.script("lua/workload.lua").display().to_string();
        Ok(vec![Step {
            arguments: vec![script, scale.into()],
            input: Input::Empty,
        }])
    }
}

/// Where the crate keeps Lua 5.4.
pub fn folder(package: &Path) -> PathBuf {
    package.join("lua-5.4.7")
}
