//! Reading a command line loses nothing, and planning it invents nothing.

use crate::rounds::check;
use crate::words::{any_line, folder, likely_line};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use sanecc::args::{self, FlagClass, Form, response, table};
use sanecc::plan::{self, Build, Plan};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

#[test]
fn what_was_read_prints_back() {
    check(2000, any_line(), |line| {
        match args::parse(line.clone()) {
            Ok(read) => prop_assert_eq!(args::print(&read), line),
            Err(missing) => {
                let last = line.last().map(|word| word.as_bytes()).unwrap_or_default();
                let row = table::lookup(last);
                prop_assert!(
                    row.is_some_and(|row| !matches!(row.form, Form::Alone | Form::Joined))
                );
                prop_assert_eq!(args::print(&missing.read), line);
            }
        }
        Ok(())
    });
}

#[test]
fn a_plan_drops_our_flags_and_nothing_else() {
    folder();
    check(2000, any_line().boxed(), planned);
    check(1000, likely_line().boxed(), planned);
}

fn planned(line: Vec<OsString>) -> Result<(), TestCaseError> {
    let Ok(expanded) = response::expand(line.clone()) else {
        let plan = plan::plan(line.clone(), false, false);
        prop_assert!(matches!(plan, Ok(Plan::Clang(words)) if words == line));
        return Ok(());
    };
    if expanded.first().is_some_and(plan::is_inner) {
        let plan = plan::plan(line.clone(), false, false);
        prop_assert!(matches!(plan, Ok(Plan::Clang(words)) if words == line));
        return Ok(());
    }
    let kept = without_own(&expanded);
    let plan = match plan::plan(line.clone(), false, false) {
        Ok(Plan::Warned(_, plan)) => Ok(*plan),
        other => other,
    };
    match plan {
        Ok(Plan::Clang(words)) => {
            let feature = [OsStr::new("-Xclang"), OsStr::new("-fsanitize=address")];
            let words = match words.get(..2) {
                Some(first) if first == feature && !line.starts_with(first) => &words[2..],
                _ => &words[..],
            };
            let untouched = kept == expanded && words == line;
            prop_assert!(untouched || words == kept, "{:?}", words);
        }
        Ok(Plan::Warned(..)) => prop_assert!(false, "warned twice"),
        Ok(Plan::Link(build) | Plan::Build(build)) => sound(&build, &expanded, &kept)?,
        Ok(Plan::File(_, name)) => {
            let asked = |word: &OsString| word.as_bytes().ends_with(name.as_bytes());
            prop_assert!(expanded.iter().any(asked), "{}", name);
        }
        Ok(Plan::Version(words)) => {
            prop_assert!(expanded.contains(&"--version".into()));
            prop_assert!(words == kept || words == line, "{:?}", words);
        }
        Ok(Plan::Help) => prop_assert!(expanded.contains(&"-fsanecc-help".into())),
        Err(error) => {
            let text = error.to_string();
            let ours = [
                "-fsanecc-",
                "-fno-sanecc-",
                "-fsanitize=",
                "cannot be compiled by the same command",
                "-emit-interface-stubs makes code",
                "-fsanitize-address-use-after-return=",
                "-fsanitize-address-field-padding=",
                "-fmemory-profile",
            ];
            prop_assert!(ours.iter().any(|part| text.contains(part)), "{}", text);
        }
    }
    Ok(())
}

/// The words without the flags of sanecc's own, which stand neither after `--` nor as the value of another flag.
fn without_own(words: &[OsString]) -> Vec<OsString> {
    let read = match args::parse(words.to_vec()) {
        Ok(read) => read,
        Err(missing) => missing.read,
    };
    let kept = read.iter().filter(|argument| !argument.class().is_own());
    args::print(kept)
}

fn sound(build: &Build, expanded: &[OsString], kept: &[OsString]) -> Result<(), TestCaseError> {
    prop_assert_eq!(&build.words, expanded);
    prop_assert_eq!(args::print(&build.arguments), kept);
    if let Some(output) = &build.settings.output {
        let written = kept
            .iter()
            .any(|word| word.as_bytes().ends_with(output.as_bytes()));
        prop_assert!(written, "{:?} is in no word", output);
    }
    for unit in &build.units {
        let named = &build.arguments[unit.position];
        prop_assert_eq!(named.class(), FlagClass::Input);
        prop_assert_eq!(named.value(), &unit.file);
    }
    let mut positions: Vec<_> = build.units.iter().map(|unit| unit.position).collect();
    let count = positions.len();
    positions.dedup();
    prop_assert_eq!(positions.len(), count);
    Ok(())
}
