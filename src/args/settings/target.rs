//! The target machine, as far as the command line names it.

use crate::install::{self, HOST};
use sanecc_abi::target::{self, System};

/// What the flags say of the machine.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The last triple that was named.
    pub(super) named: Option<String>,
    /// The last flag that chose a width of registers or pointers: it wins over the triple.
    pub(super) width: Option<Width>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// `-m16`
    Real,
    /// `-m32`
    Narrow,
    /// `-mx32`: wide registers, narrow pointers.
    NarrowPointers,
    /// `-m64`
    Wide,
}

impl Target {
    /// What is known of it, if no system runs its programs.
    pub fn bare(&self) -> Option<&'static target::Target> {
        self.known().filter(|known| known.system == System::Bare)
    }

    /// What is known of it; `None` if there are no checks for it.
    pub fn known(&self) -> Option<&'static target::Target> {
        let named = self.named.as_deref().unwrap_or(HOST);
        let (processor, system) = named.split_once('-').unwrap_or((named, ""));
        match self.width {
            None => target::Target::of(named),
            Some(Width::Wide) => {
                let relative = ["x86_64", "i386", "i486", "i586", "i686"].contains(&processor);
                (relative && system.contains("linux")).then_some(target::HOST)
            }
            Some(Width::Real | Width::Narrow | Width::NarrowPointers) => None,
        }
    }

    /// Whether its code is checked: there are checks for it, and its runtime is here. That of this machine always is, or its absence is an error.
    pub fn is_supported(&self) -> bool {
        let name = || install::target_of(&self.name());
        self.known().is_some_and(|known| {
            known == target::HOST
                || known.system == System::Linux && install::runtime(&name()).is_ok()
                || known.system == System::Bare && install::bare_folder(known.name).is_ok()
        })
    }

    /// A name for messages and for the folder of a runtime: the triple, which a width corrects.
    pub fn name(&self) -> String {
        let named = self.named.as_deref().unwrap_or(HOST);
        let rest = named.split_once('-').map_or("linux-gnu", |(_, rest)| rest);
        match self.width {
            Some(Width::Real) if self.named.is_none() => "i386-linux-code16".into(),
            Some(Width::Narrow) if self.named.is_none() => "i386-linux-gnu".into(),
            Some(Width::NarrowPointers) if self.named.is_none() => "x86_64-linux-gnux32".into(),
            Some(Width::Wide) if self.known().is_some() => format!("x86_64-{rest}"),
            Some(Width::Real) => format!("{named} with -m16"),
            Some(Width::Narrow) => format!("{named} with -m32"),
            Some(Width::NarrowPointers) => format!("{named} with -mx32"),
            Some(Width::Wide) => format!("{named} with -m64"),
            None => named.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{self, Settings};

    fn read(line: &str) -> Target {
        let words = line.split_whitespace().map(std::ffi::OsString::from);
        Settings::read(&args::parse(words).unwrap()).unwrap().target
    }

    #[test]
    fn the_last_width_wins_over_the_triple() {
        for (line, known, name) in [
            ("", true, "x86_64-linux-gnu"),
            ("-m64", true, "x86_64-linux-gnu"),
            ("-m32 -m64", true, "x86_64-linux-gnu"),
            ("--target=x86_64-pc-linux-gnu", true, "x86_64-pc-linux-gnu"),
            ("-target i686-linux-gnu -m64", true, "x86_64-linux-gnu"),
            ("-m32", false, "i386-linux-gnu"),
            ("-m16", false, "i386-linux-code16"),
            ("-mx32", false, "x86_64-linux-gnux32"),
            ("-m64 -m32", false, "i386-linux-gnu"),
            (
                "-m32 -target x86_64-linux-gnu",
                false,
                "x86_64-linux-gnu with -m32",
            ),
            ("-target x86_64-linux-gnux32", false, "x86_64-linux-gnux32"),
            ("--target=thumbv7m-none-eabi", true, "thumbv7m-none-eabi"),
            ("--target=thumbv7r-none-eabi", false, "thumbv7r-none-eabi"),
            ("--target=aarch64-linux-gnu", true, "aarch64-linux-gnu"),
            (
                "--target=arm64-unknown-linux-gnu",
                true,
                "arm64-unknown-linux-gnu",
            ),
            (
                "--target=aarch64-linux-gnu -m64",
                false,
                "aarch64-linux-gnu with -m64",
            ),
            ("--target=x86_64-apple-darwin", false, "x86_64-apple-darwin"),
        ] {
            let target = read(line);
            assert_eq!(target.known().is_some(), known, "{line}");
            assert_eq!(target.name(), name, "{line}");
        }
    }
}
