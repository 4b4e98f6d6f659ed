//! `cargo xtask setup --target T`: what another target needs, from Debian and rustup, and its runtime.

use super::{SetupOptions, needs};
use crate::paths::cargo;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use sanecc_abi::target::{ALL, Target};
use std::path::Path;

/// Installs what the target of this name needs, and makes its runtime.
pub fn set_up(options: &SetupOptions, name: &str) -> Result<()> {
    let Some(target) = Target::of(name) else {
        let known: Vec<_> = ALL.iter().map(|target| target.name).collect();
        bail!("no target is called {name}; there are {}", known.join(", "));
    };
    prepare(options, target)?;
    Task::new(cargo())
        .args(["xtask", "build", "--target", target.name])
        .run()
}

/// Installs what the target needs beside its runtime.
pub fn prepare(options: &SetupOptions, target: &Target) -> Result<()> {
    options.install(|machine| needs::missing_for(machine, target))?;
    add_to_rust(target)
}

/// Gets Rust's core for the target, unless it is there.
fn add_to_rust(target: &Target) -> Result<()> {
    let sysroot = duct::cmd!("rustc", "--print", "sysroot")
        .read()
        .context("rustc does not say where it is installed")?;
    let library = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(target.rust);
    if library.join("lib").is_dir() {
        return Ok(());
    }
    if which::which("rustup").is_err() {
        bail!(
            "Rust's core for {} is missing, and there is no rustup to get it: install it as {} asks for it",
            target.rust,
            library.display()
        );
    }
    Task::new("rustup")
        .args(["target", "add", target.rust])
        .run()
}
