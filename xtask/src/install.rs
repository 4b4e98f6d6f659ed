//! `cargo xtask install --prefix DIR`: installs a relocatable tree.

use crate::build;
use crate::date::Date;
use crate::files;
use crate::paths::Paths;
use crate::setup::SetupOptions;
use crate::task::Task;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Build, then install below DIR: bin/sanecc, bin/sanecc++, bin/sane, the runtime, man pages, shell completions and scripts for debuggers
#[derive(clap::Args)]
pub struct Install {
    /// Where to install
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Where the driver, started from `bin`, looks for the runtime of a target: `lib/sanecc/<target>`.
const RUNTIME_FOLDER: &str = "lib/sanecc/x86_64-linux-gnu";

/// The program that starts what `sane measure` measures, where `sane` looks for it.
pub const LAUNCHER: &str = "lib/sanecc/sane-launcher";

/// Commands for GDB and LLDB: where they are, and where they are installed.
const SCRIPTS: (&str, &str) = ("rt/debugger", "share/sanecc");
/// The files.
const SCRIPT_NAMES: [&str; 3] = ["sanecc_gdb.py", "sanecc_lldb.py", "sanecc_shadow.py"];

impl Install {
    pub fn run(self) -> Result<()> {
        let prefix = self.prefix;
        let paths = Paths::locate()?;
        build::ensure(&paths, &self.setup)?;
        tree(&paths, &prefix, &Date::of_source(&paths)?)?;
        let bin = prefix.join("bin");
        println!("installed sanecc, sanecc++ and sane in {}", bin.display());
        Ok(())
    }
}

/// Installs what was built below `prefix`. The man pages get this date.
pub fn tree(paths: &Paths, prefix: &Path, date: &Date) -> Result<()> {
    let (bin, runtime) = (prefix.join("bin"), prefix.join(RUNTIME_FOLDER));
    for (from, to) in [
        (paths.sanecc(), bin.join("sanecc")),
        (paths.sane(), bin.join("sane")),
        (paths.launcher(), prefix.join(LAUNCHER)),
        (paths.runtime(), runtime.join("libsanecc_rt.a")),
        (paths.shared_runtime(), runtime.join("libsanecc_rt.so")),
        (
            paths.release().join(build::HOOKS),
            runtime.join(build::HOOKS),
        ),
    ] {
        place(&from, &to)?;
    }
    for name in SCRIPT_NAMES {
        let from = paths.root.join(SCRIPTS.0).join(name);
        place(&from, &prefix.join(SCRIPTS.1).join(name))?;
    }
    build::link_beside(&runtime.join("libsanecc_rt.a"), build::RUNTIME_LINK)?;
    build::link_beside(&bin.join("sanecc"), "sanecc++")?;
    Task::new(bin.join("sane"))
        .arg("generate")
        .arg(prefix)
        .args(["--date", &date.day()])
        .run()
}

/// Copies a file under a temporary name and renames it, so that a running binary is replaced, not overwritten.
fn place(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file has a folder")?;
    files::folder(folder)?;
    let new = to.with_extension("new");
    fs::copy(from, &new)
        .with_context(|| format!("cannot copy {} to {}", from.display(), new.display()))?;
    fs::rename(&new, to).with_context(|| format!("cannot write {}", to.display()))
}
