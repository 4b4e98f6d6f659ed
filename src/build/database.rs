//! `compile_commands.json`: written from the records of a build, and read for a build or a report.
//!
//! Source: Clang documentation, "JSON Compilation Database Format Specification".

use super::log::Entry;
use crate::args::concat;
use crate::diagnostics::DriverError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The compilation of one source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Command {
    /// The working folder.
    pub directory: PathBuf,
    /// The source, relative to it.
    pub file: String,
    /// All words, the compiler first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// The same as one text for a shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<PathBuf>,
}

impl Command {
    /// All words, the compiler first; none if they cannot be told apart.
    pub fn words(&self) -> Option<Vec<String>> {
        match (&self.arguments, &self.command) {
            (Some(words), _) => Some(words.clone()),
            (None, Some(text)) => shlex::split(text),
            (None, None) => None,
        }
        .filter(|words| !words.is_empty())
    }

    /// Where its object is.
    pub fn object(&self) -> PathBuf {
        let words = self.words().unwrap_or_default();
        let after = words.iter().position(|word| word == "-o");
        let written = after.and_then(|at| words.get(at + 1)).map(PathBuf::from);
        let joined = || {
            let word = words
                .iter()
                .rev()
                .find(|word| word.starts_with("-o") && word.len() > 2);
            word.map(|word| PathBuf::from(&word[2..]))
        };
        let default = || {
            let stem = Path::new(&self.file).file_stem().unwrap_or_default();
            PathBuf::from(concat(stem, ".o"))
        };
        let output = self.output.clone().or(written).or_else(joined);
        self.directory.join(output.unwrap_or_else(default))
    }
}

/// The commands of a database.
///
/// # Errors
/// If it is none.
pub fn read(path: &Path, text: &str) -> Result<Vec<Command>, DriverError> {
    let commands: Vec<Command> = serde_json::from_str(text).map_err(|error| {
        DriverError::new(format!(
            "'{}' is no compilation database: {error}",
            path.display()
        ))
        .next("'sane build --compile-commands FILE -- COMMAND' writes one, as do CMake and Meson")
    })?;
    if let Some(bad) = commands.iter().find(|command| command.words().is_none()) {
        return Err(DriverError::new(format!(
            "'{}' has no command for '{}'",
            path.display(),
            bad.file
        ))
        .next("each entry needs 'arguments', or 'command' as a shell takes it"));
    }
    Ok(commands)
}

/// The database of a build: of several compilations to one output, the last. Without those of build systems that try the compiler.
pub fn of(entries: &[Entry]) -> String {
    let mut commands: BTreeMap<(PathBuf, String), Command> = BTreeMap::new();
    for entry in entries {
        for unit in entry.units.iter().filter(|unit| !entry.is_trial(unit)) {
            let output = unit.output.clone().or_else(|| entry.linked.clone());
            let made = entry.directory.join(output.clone().unwrap_or_default());
            let command = Command {
                directory: entry.directory.clone(),
                file: unit.file.clone(),
                arguments: Some(entry.arguments.clone()),
                command: None,
                output,
            };
            commands.insert((made, unit.file.clone()), command);
        }
    }
    let commands: Vec<Command> = commands.into_values().collect();
    format!("{:#}\n", serde_json::json!(commands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_command_name_their_object() {
        let text = r#"[{"directory":"/b","file":"x/a.c","command":"cc -DX='a b' -c x/a.c"},
            {"directory":"/b","file":"a.c","arguments":["cc","-c","a.c","-o","o/a.o"]},
            {"directory":"/b","file":"a.c","arguments":["cc","-c","a.c","-oq.o"]},
            {"directory":"/b","file":"a.c","arguments":["cc"],"output":"z.o"}]"#;
        let commands = read(Path::new("c.json"), text).unwrap();
        let objects: Vec<_> = commands.iter().map(Command::object).collect();
        let expected = ["/b/a.o", "/b/o/a.o", "/b/q.o", "/b/z.o"].map(PathBuf::from);
        assert_eq!(objects, expected);
        assert_eq!(commands[0].words().unwrap()[1], "-DX=a b");
    }

    #[test]
    fn what_is_no_database_is_refused() {
        for text in ["{}", "[{\"directory\":\"/\",\"file\":\"a.c\"}]", "["] {
            assert!(read(Path::new("c.json"), text).is_err(), "{text}");
        }
    }
}
