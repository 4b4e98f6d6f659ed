//! The results of a configuration: the files that a build system writes, and the lines in which two builds differ.

use super::names::Names;
use crate::files;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How many lines of a difference are shown.
const SHOWN: usize = 12;

/// Answers that a script times with a clock: they depend on what else the machine does, not on the compiler.
const TIMED: [&str; 1] = ["am_cv_filesystem_timestamp_resolution="];

/// The files of one configuration, by name.
#[derive(Default)]
pub struct Configuration {
    files: BTreeMap<String, Vec<String>>,
}

impl Configuration {
    /// Takes in text under a name.
    pub fn add(&mut self, name: &str, text: &str, names: &Names) {
        let text = names.replaced(text);
        let lines = text.lines().map(|line| untimed(line).to_owned());
        self.files.insert(names.replaced(name), lines.collect());
    }

    /// Takes in a file of `folder` whose lines have no order.
    pub fn add_unordered(&mut self, folder: &Path, name: &Path, names: &Names) -> Result<()> {
        self.add_file(folder, name, names)?;
        if let Some(lines) = self.files.get_mut(&names.replaced(&name.to_string_lossy())) {
            lines.sort();
        }
        Ok(())
    }

    /// Takes in a file of `folder`. Files that are no text say nothing that could be compared.
    pub fn add_file(&mut self, folder: &Path, name: &Path, names: &Names) -> Result<()> {
        let bytes = files::bytes(&folder.join(name))?;
        if let Ok(text) = String::from_utf8(bytes)
            && !text.contains('\0')
        {
            self.add(&name.to_string_lossy(), &text, names);
        }
        Ok(())
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// What differs between this configuration and `other`, file by file: lines of this one with `-`, of the other with `+`.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let names: BTreeSet<_> = self.files.keys().chain(other.files.keys()).collect();
        let mut differences = Vec::new();
        for name in names {
            match (self.files.get(name), other.files.get(name)) {
                (Some(one), Some(two)) if one == two => {}
                (Some(one), Some(two)) => {
                    differences.push(format!(
                        "{name}
{}",
                        difference(one, two)
                    ));
                }
                (Some(_), None) => differences.push(format!("- {name}")),
                (None, _) => differences.push(format!("+ {name}")),
            }
        }
        differences
    }
}

/// A line of a file, without an answer that was timed.
fn untimed(line: &str) -> &str {
    let question = TIMED.iter().find(|question| line.starts_with(**question));
    question.copied().unwrap_or(line)
}

/// Lines that only one of them has; if there are none, the first that stands elsewhere.
fn difference(one: &[String], two: &[String]) -> String {
    let only = |sign: char, lines: &[String], others: &[String]| -> Vec<String> {
        let others: BTreeSet<_> = others.iter().collect();
        let only = lines.iter().filter(|line| !others.contains(line));
        only.map(|line| format!("  {sign} {line}")).collect()
    };
    let mut shown = only('-', one, two);
    shown.extend(only('+', two, one));
    if shown.is_empty() {
        let at = one.iter().zip(two).position(|(one, two)| one != two);
        let at = at.unwrap_or(one.len().min(two.len()));
        let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
        shown = vec![
            format!(
                "  the same lines in another order or number, from line {}:",
                at + 1
            ),
            format!("  - {}", line(one)),
            format!("  + {}", line(two)),
        ];
    }
    if shown.len() > SHOWN {
        let more = shown.len() - SHOWN;
        shown.truncate(SHOWN);
        shown.push(format!("  and {more} lines more"));
    }
    shown.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configuration(files: &[(&str, &str)]) -> Configuration {
        let mut configuration = Configuration::default();
        for (name, text) in files {
            configuration.add(
                name,
                text,
                &Names::from_pairs(&[("clang", "@CC@"), ("sanecc", "@CC@")]),
            );
        }
        configuration
    }

    #[test]
    fn the_names_of_the_compilers_are_no_difference_but_answers_are() {
        let clang = configuration(&[("config.h", "#define CC \"clang\"\n#define HAVE_X 1\n")]);
        let equal = configuration(&[("config.h", "#define CC \"sanecc\"\n#define HAVE_X 1\n")]);
        assert!(clang.differences(&equal).is_empty());
        let other = configuration(&[("config.h", "#define CC \"sanecc\"\n/* #undef HAVE_X */\n")]);
        assert_eq!(
            clang.differences(&other),
            ["config.h\n  - #define HAVE_X 1\n  + /* #undef HAVE_X */"]
        );
    }

    #[test]
    fn what_was_timed_is_no_difference() {
        let answer = |value: &str| {
            let text = format!("am_cv_filesystem_timestamp_resolution={value}\nam_cv_x=yes\n");
            configuration(&[("config.log", &text)])
        };
        assert!(answer("0.1").differences(&answer("0.2")).is_empty());
    }

    #[test]
    fn missing_files_and_another_order_are_differences() {
        let one = configuration(&[("a", "1\n2\n"), ("b", "")]);
        let two = configuration(&[("a", "2\n1\n"), ("c", "")]);
        let differences = one.differences(&two);
        assert!(differences[0].contains("from line 1"), "{differences:?}");
        assert_eq!(differences[1..], ["- b", "+ c"]);
    }
}
