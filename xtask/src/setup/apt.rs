//! Installs Debian packages through apt-get, as root or through sudo.

use crate::task::Task;
use anyhow::{Context, Result, anyhow, bail};
use std::fmt;
use std::io::IsTerminal;

/// A set of packages to install.
pub struct Install {
    packages: Vec<&'static str>,
    rights: Rights,
}

/// How this process may come by the rights that apt-get needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rights {
    /// It has them.
    Root,
    /// sudo may give them.
    Sudo,
    /// Not at all.
    None,
}

impl Install {
    /// The named packages, without what they merely recommend.
    ///
    /// # Errors
    /// When the system does not say which user this is.
    pub fn of(packages: impl IntoIterator<Item = &'static str>) -> Result<Self> {
        Ok(Self {
            packages: packages.into_iter().collect(),
            rights: Rights::of_this_process()?,
        })
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
        if self.rights == Rights::None {
            bail!(
                "this needs root, and there is no sudo; root can install what is missing with\n  {self}"
            );
        }
        self.try_run()
            .map_err(|error| anyhow!("{error:#}; this would install what is missing:\n  {self}"))
    }

    fn try_run(&self) -> Result<()> {
        // sudo may ask for a password only where somebody can type one.
        let sudo: &[&str] = match self.rights {
            Rights::Root | Rights::None => &[],
            Rights::Sudo if std::io::stdin().is_terminal() => &["sudo"],
            Rights::Sudo => &["sudo", "-n"],
        };
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
    /// The command for somebody to run by hand. Without sudo on the machine it is one for root's own shell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [update, install] = self.steps().map(|words| words.join(" "));
        let sudo = match self.rights {
            Rights::Sudo => "sudo ",
            Rights::Root | Rights::None => "",
        };
        write!(f, "{sudo}{update} && {sudo}{install}")
    }
}

impl Rights {
    fn of_this_process() -> Result<Self> {
        let user = duct::cmd!("id", "-u")
            .read()
            .context("cannot find out who is running this")?;
        Ok(match user.trim() {
            "0" => Self::Root,
            _ if which::which("sudo").is_ok() => Self::Sudo,
            _ => Self::None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_can_be_pasted_into_a_shell() {
        let command = |rights| {
            let packages = vec!["clang-19", "make"];
            Install { packages, rights }.to_string()
        };
        assert_eq!(
            command(Rights::Sudo),
            "sudo apt-get update && sudo apt-get install --yes --no-install-recommends clang-19 make"
        );
        assert_eq!(
            command(Rights::Root),
            "apt-get update && apt-get install --yes --no-install-recommends clang-19 make"
        );
    }
}
