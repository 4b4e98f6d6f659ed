//! `cargo xtask install --prefix DIR`: a tree that runs from anywhere.

use crate::build;
use crate::cli::options::Options;
use crate::cli::{Command, Opt, YES};
use crate::paths::Paths;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The row of the table.
pub const COMMAND: Command = Command {
    name: "install",
    about: "build, then install below DIR: bin/sanecc, bin/sanecc++, bin/sane and the runtime",
    options: &[
        Opt {
            name: "prefix",
            value: Some("DIR"),
            about: "where to install",
        },
        YES,
    ],
    run,
};

/// Where the driver, started from `bin`, looks for the runtime of a target: `lib/sanecc/<target>`.
const RUNTIME_FOLDER: &str = "lib/sanecc/x86_64-linux-gnu";

fn run(options: &Options) -> Result<()> {
    let prefix = options
        .path("prefix")
        .context("where to? Say `--prefix DIR`")?;
    let paths = Paths::locate()?;
    build::ensure(&paths, options)?;
    let (bin, runtime) = (prefix.join("bin"), prefix.join(RUNTIME_FOLDER));
    for (from, to) in [
        (paths.sanecc(), bin.join("sanecc")),
        (paths.release().join("sane"), bin.join("sane")),
        (paths.runtime(), runtime.join("libsanecc_rt.a")),
        (paths.shared_runtime(), runtime.join("libsanecc_rt.so")),
        (
            paths.release().join(build::HOOKS),
            runtime.join(build::HOOKS),
        ),
    ] {
        place(&from, &to)?;
    }
    build::link_beside(&runtime.join("libsanecc_rt.a"), build::RUNTIME_LINK)?;
    build::link_beside(&bin.join("sanecc"), "sanecc++")?;
    println!("installed sanecc, sanecc++ and sane in {}", bin.display());
    Ok(())
}

/// Copies a file under a temporary name and renames it, so that a running binary is replaced, not overwritten.
fn place(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file has a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let new = to.with_extension("new");
    fs::copy(from, &new)
        .with_context(|| format!("cannot copy {} to {}", from.display(), new.display()))?;
    fs::rename(&new, to).with_context(|| format!("cannot write {}", to.display()))
}
