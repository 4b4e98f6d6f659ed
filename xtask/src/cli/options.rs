//! The options that a command was given, checked against its row in the table.

use super::Command;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// Options as the user gave them; the last of a repeated option counts.
pub struct Options {
    given: BTreeMap<&'static str, OsString>,
}

impl Options {
    /// Parses the rest of the command line. `None` means that the user asked for `--help`.
    pub fn parse(command: &Command, mut arguments: lexopt::Parser) -> Result<Option<Self>> {
        let mut given = BTreeMap::new();
        while let Some(argument) = arguments.next()? {
            let spelled = match argument {
                lexopt::Arg::Short('h') | lexopt::Arg::Long("help") => return Ok(None),
                lexopt::Arg::Long(name) => name.to_owned(),
                other => return Err(other.unexpected().into()),
            };
            let Some(option) = command.options.iter().find(|option| option.name == spelled) else {
                bail!(
                    "`{0}` has no option `--{spelled}`; see `cargo xtask {0} --help`",
                    command.name
                );
            };
            let value = match option.value {
                Some(_) => arguments.value()?,
                None => OsString::new(),
            };
            given.insert(option.name, value);
        }
        Ok(Some(Self { given }))
    }

    /// Whether an option without a value was given.
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// The value of an option, as a path.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.given.get(name).map(PathBuf::from)
    }

    /// The value of an option, as text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.given
            .get(name)
            .map(|value| value.to_string_lossy().into_owned())
    }

    /// The value of an option, as a number or whatever else can be read from text.
    pub fn parsed<T>(&self, name: &str) -> Result<Option<T>>
    where
        T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
    {
        self.text(name)
            .map(|text| text.parse().with_context(|| format!("--{name} {text}")))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Opt, YES};
    use super::*;

    const COMMAND: Command = Command {
        name: "example",
        about: "",
        options: &[
            YES,
            Opt {
                name: "runs",
                value: Some("N"),
                about: "",
            },
        ],
        run: |_| Ok(()),
    };

    fn parse(arguments: &[&str]) -> Result<Option<Options>> {
        Options::parse(&COMMAND, lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn reads_switches_and_values_in_any_order() {
        let options = parse(&["--runs=3", "--yes"]).unwrap().unwrap();
        assert!(options.has("yes"));
        assert_eq!(options.parsed::<u32>("runs").unwrap(), Some(3));
        assert_eq!(options.text("json"), None);
    }

    #[test]
    fn refuses_what_the_table_does_not_list() {
        assert!(parse(&["--fast"]).is_err());
        assert!(parse(&["word"]).is_err());
        assert!(parse(&["--runs"]).is_err());
        assert!(
            parse(&["--runs", "many"])
                .unwrap()
                .unwrap()
                .parsed::<u32>("runs")
                .is_err()
        );
    }

    #[test]
    fn help_wins_over_the_rest() {
        assert!(parse(&["--yes", "--help"]).unwrap().is_none());
    }
}
