//! `cargo xtask setup`: installs everything that building and testing needs.
//!
//! If nothing is missing it needs neither root nor network. Every other command runs it first.

mod apt;
mod needs;
mod target;

use anyhow::{Result, bail};
pub use needs::Aim;
use needs::{Machine, Need};
use std::io::{IsTerminal, Write};
pub use target::prepare;

/// Install what is missing on Debian 12: clang 19, LLVM 19, ...
#[derive(clap::Args)]
pub struct Setup {
    #[command(flatten)]
    setup: SetupOptions,
    /// Install what this target needs, such as aarch64-linux-gnu, and make its runtime; repeatable
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
}

impl Setup {
    pub fn run(self) -> Result<()> {
        if !self.target.is_empty() {
            return (self.target.iter()).try_for_each(|name| target::set_up(&self.setup, name));
        }
        if self.setup.ensure(Aim::Test)? {
            println!("setup: nothing is missing");
        }
        Ok(())
    }
}

/// The options of every command that may have to install packages first.
#[derive(clap::Args)]
pub struct SetupOptions {
    /// Install missing packages without asking
    #[arg(long)]
    yes: bool,
}

impl SetupOptions {
    /// Installs what `aim` needs and is missing, after asking unless `--yes` was given. Returns whether everything was there already.
    pub fn ensure(&self, aim: Aim) -> Result<bool> {
        self.install(|machine| needs::missing(machine, aim))
    }

    /// Installs what is missing of a list, as [`Self::ensure`].
    fn install(&self, missing: impl Fn(&Machine) -> Vec<&'static Need>) -> Result<bool> {
        let machine = Machine::this();
        let list = missing;
        let missing = list(&machine);
        if missing.is_empty() {
            return Ok(true);
        }
        println!("setup: missing on this machine:");
        for need in &missing {
            println!("  {:20} {}", need.package, need.purpose);
        }
        let install = apt::Install::of(missing.iter().map(|need| need.package))?;
        if !self.yes && !agreed()? {
            bail!(
                "install what is missing with\n  {install}\nor let `cargo xtask setup --yes` do it"
            );
        }
        install.run()?;
        let still: Vec<_> = list(&machine).iter().map(|need| need.describe()).collect();
        if !still.is_empty() {
            bail!(
                "apt-get succeeded, but this is still missing: {}",
                still.join(", ")
            );
        }
        Ok(false)
    }
}

/// Asks, where there is somebody to ask.
fn agreed() -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    print!("install these packages now? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
