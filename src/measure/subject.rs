//! The commands that are measured.

use crate::diagnostics::DriverError;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// A command under its name.
#[derive(Clone, Debug)]
pub struct Subject {
    /// How tables call it.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<OsString>,
}

/// A subject as files have it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SubjectRecord {
    /// Its name.
    pub name: String,
    /// Its command as a shell would read it.
    pub command: String,
}

impl Subject {
    /// The command as a shell would read it.
    pub fn line(&self) -> String {
        let words: Vec<_> = self
            .words
            .iter()
            .map(|word| word.to_string_lossy())
            .collect();
        shlex::try_join(words.iter().map(AsRef::as_ref)).unwrap_or_else(|_| words.join(" "))
    }

    /// For files.
    pub fn record(&self) -> SubjectRecord {
        SubjectRecord {
            name: self.name.clone(),
            command: self.line(),
        }
    }
}

/// The commands of a command line: those of `--compare`, each with `words` behind it, or `words` alone.
///
/// # Errors
/// If a comparison has no name or no command, two have one name, or a program is not there.
pub fn read(compared: &[OsString], words: &[OsString]) -> Result<Vec<Subject>, DriverError> {
    let mut subjects: Vec<Subject> = Vec::new();
    for word in compared {
        let mut subject = named(word)?;
        subject.words.extend_from_slice(words);
        if subjects.iter().any(|other| other.name == subject.name) {
            return Err(
                DriverError::new(format!("two commands are called '{}'", subject.name))
                    .next("give each NAME=COMMAND of --compare a name of its own"),
            );
        }
        subjects.push(subject);
    }
    if subjects.is_empty() {
        let name = words.first().cloned().unwrap_or_default();
        let name = std::path::Path::new(&name).file_name().unwrap_or_default();
        subjects.push(Subject {
            name: name.to_string_lossy().into_owned(),
            words: words.to_vec(),
        });
    }
    for subject in &subjects {
        let program = subject.words.first().map_or(OsStr::new(""), |word| word);
        which::which(program).map_err(|error| {
            DriverError::new(format!("cannot run '{}': {error}", program.display()))
                .next("name a program that exists and may be executed; in the current folder it begins with ./")
        })?;
    }
    Ok(subjects)
}

/// `NAME=COMMAND`; the command is split as a shell splits it.
fn named(word: &OsStr) -> Result<Subject, DriverError> {
    let shape =
        "write NAME=COMMAND, for example native=./a or asan='env ASAN_OPTIONS=detect_leaks=0 ./c'";
    let text = word.to_str().ok_or_else(|| {
        DriverError::new(format!(
            "'{}' is not UTF-8",
            String::from_utf8_lossy(word.as_bytes())
        ))
        .next(shape)
    })?;
    let split = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, command) =
        split.ok_or_else(|| DriverError::new(format!("'{text}' has no name")).next(shape))?;
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words =
        words.ok_or_else(|| DriverError::new(format!("'{command}' is no command")).next(shape))?;
    Ok(Subject {
        name: name.to_owned(),
        words: words.into_iter().map(OsString::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn each_command_gets_the_arguments() {
        let compared = words(&["one=sh -c 'exit 0'", "two=env A=b sh"]);
        let subjects = read(&compared, &words(&["x y"])).unwrap();
        assert_eq!(subjects[0].name, "one");
        assert_eq!(subjects[0].line(), "sh -c 'exit 0' 'x y'");
        assert_eq!(subjects[1].line(), "env 'A=b' sh 'x y'");
        let alone = read(&[], &words(&["/bin/sh", "-c", ":"])).unwrap();
        assert_eq!(alone[0].name, "sh");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |compared: &[&str]| read(&words(compared), &[]).unwrap_err().to_string();
        assert_eq!(error(&["sh"]), "'sh' has no name");
        assert_eq!(error(&["=sh"]), "'=sh' has no name");
        assert_eq!(error(&["a="]), "'' is no command");
        assert_eq!(error(&["a='sh"]), "''sh' is no command");
        assert_eq!(error(&["a=sh", "a=sh"]), "two commands are called 'a'");
        assert!(error(&["a=/no/such/program"]).contains("/no/such/program"));
    }
}
