//! Installs Debian packages through apt-get, as root or through sudo.

use crate::task::Task;
use anyhow::{Context, Result, anyhow, bail};
use std::fmt;
use std::io::IsTerminal;

/// A set of packages to install.
pub struct Install {
    packages: Vec<&'static str>,
}

impl Install {
    /// The named packages, without what they merely recommend.
    pub fn of(packages: impl IntoIterator<Item = &'static str>) -> Self {
        Self {
            packages: packages.into_iter().collect(),
        }
    }

    fn steps(&self) -> [Vec<&'static str>; 2] {
        let mut install = vec!["apt-get", "install", "--yes", "--no-install-recommends"];
        install.extend(&self.packages);
        [vec!["apt-get", "update"], install]
    }

    /// Installs the packages. What prevents it is in the error, with the command that somebody who may can run.
    pub fn run(&self) -> Result<()> {
        if which::which("apt-get").is_err() {
            bail!(
                "no apt-get here: install by hand what Debian calls {}",
                self.packages.join(" ")
            );
        }
        self.try_run()
            .map_err(|error| anyhow!("{error:#}; this would install what is missing:\n  {self}"))
    }

    fn try_run(&self) -> Result<()> {
        let sudo = sudo()?;
        for step in self.steps() {
            let words: Vec<_> = sudo.iter().chain(&step).copied().collect();
            Task::new(words[0])
                .args(&words[1..])
                .env("DEBIAN_FRONTEND", "noninteractive")
                .run()?;
        }
        Ok(())
    }
}

impl fmt::Display for Install {
    /// The command for somebody to run by hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [update, install] = self.steps().map(|words| words.join(" "));
        write!(f, "sudo {update} && sudo {install}")
    }
}

/// The words that make a command run as root: none for root, otherwise sudo, which may ask for a password only where
/// somebody can type one.
fn sudo() -> Result<&'static [&'static str]> {
    let user = duct::cmd!("id", "-u")
        .read()
        .context("cannot find out who is running this")?;
    if user.trim() == "0" {
        return Ok(&[]);
    }
    if which::which("sudo").is_err() {
        bail!("this needs root, and there is no sudo");
    }
    Ok(if std::io::stdin().is_terminal() {
        &["sudo"]
    } else {
        &["sudo", "-n"]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_can_be_pasted_into_a_shell() {
        let install = Install::of(["clang-19", "make"]);
        assert_eq!(
            install.to_string(),
            "sudo apt-get update && sudo apt-get install --yes --no-install-recommends clang-19 make"
        );
    }
}
