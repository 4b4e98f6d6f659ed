//! Profiles that guide optimisation: whether counts are made or read, and in which file, as clang's driver decides it.

use super::Settings;
use crate::instrument::Profile;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What the last flag of each kind says.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// The folder for what a program has counted; empty for that in which it runs.
    made_in: Option<OsString>,
    /// A profile, or a folder with one; empty for the working folder.
    read_from: Option<OsString>,
}

impl Settings {
    pub(super) fn count_executions(&mut self, folder: Option<&OsStr>) {
        self.profile.made_in = folder.map(OsStr::to_owned);
    }

    pub(super) fn read_profile(&mut self, file: Option<&OsStr>) {
        self.profile.read_from = file.map(OsStr::to_owned);
    }

    /// What the passes of this process do about profiles. Where clang's own passes run for something else, they do that, too. Clang refuses both at once.
    pub(super) fn profile(&self) -> Option<Profile> {
        if self.pipeline {
            return None;
        }
        if let Some(folder) = &self.profile.made_in {
            // The runtime of profiles puts a number for the program in the place of `%m`.
            return Some(Profile::Make(
                PathBuf::from(folder).join("default_%m.profraw"),
            ));
        }
        let mut file = PathBuf::from(self.profile.read_from.as_ref()?);
        if file.as_os_str().is_empty() || file.is_dir() {
            file.push("default.profdata");
        }
        Some(Profile::Read {
            file,
            warns: !self.silent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    fn read(line: &str) -> Settings {
        let words = line.split_whitespace().map(OsString::from);
        Settings::read(&args::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_file_is_the_one_that_clang_takes() {
        let made = |file: &str| Some(Profile::Make(file.into()));
        let taken = |file: &str, warns| {
            let file = file.into();
            Some(Profile::Read { file, warns })
        };
        for (line, profile) in [
            ("", None),
            ("-fprofile-generate", made("default_%m.profraw")),
            ("-fprofile-generate=d", made("d/default_%m.profraw")),
            ("-fprofile-generate -fno-profile-generate", None),
            ("-fprofile-use", taken("default.profdata", true)),
            ("-fprofile-use=a.profdata", taken("a.profdata", true)),
            ("-w -fprofile-instr-use=a", taken("a", false)),
            ("-fprofile-use=src", taken("src/default.profdata", true)),
            ("-fprofile-use=a -fno-profile-use", None),
            ("-fprofile-use=a -fno-profile-instr-use", None),
            // Clang's passes run, and read the profile.
            ("-fprofile-use=a -fcs-profile-generate", None),
            ("-fprofile-use=a --coverage", None),
            ("-fprofile-generate -fprofile-update=atomic", None),
        ] {
            assert_eq!(read(line).profile(), profile, "{line}");
        }
    }
}
