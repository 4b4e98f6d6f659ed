//! The conditions that the passes can drop by name (each makes a mutant), and the mutants that no program kills.

use crate::files;
use anyhow::{Result, bail};
use regex_lite::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Below the repository: why a mutant survives.
pub const SURVIVING: &str = "tests/soundness/surviving.txt";

/// The names in the source of the passes, `RULE/CONDITION`.
///
/// # Errors
/// The source cannot be read.
pub fn in_source(root: &Path) -> Result<BTreeSet<String>> {
    let call = Regex::new(r#"\bmutant!\(\s*"([^"]+)""#)?;
    let mut found = BTreeSet::new();
    for path in files::below(&root.join("passes"))? {
        if files::is_of(&path, &["rs"]) && path != Path::new("ir/src/mutants.rs") {
            let text = files::text(root.join("passes").join(path))?;
            found.extend(call.captures_iter(&text).map(|c| c[1].to_owned()));
        }
    }
    Ok(found)
}

/// The mutants that no program kills, with the reason why.
///
/// # Errors
/// The list cannot be read, or a line is not `RULE/CONDITION: REASON`.
pub fn surviving(root: &Path) -> Result<BTreeMap<String, String>> {
    let text = files::text(root.join(SURVIVING))?;
    let mut rows = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let Some((condition, reason)) = line.split_once(": ") else {
            bail!("{SURVIVING}:{}: not `RULE/CONDITION: REASON`", number + 1);
        };
        rows.insert(condition.to_owned(), reason.to_owned());
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::super::program;
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn every_condition_has_a_program_or_a_reason() {
        let (named, surviving) = (in_source(root()).unwrap(), surviving(root()).unwrap());
        assert!(named.len() > 100, "found only {} conditions", named.len());
        let mut killed = BTreeMap::new();
        for case in program::all(root()).unwrap() {
            let path = case.program.path.display().to_string();
            let names = case.program.kills_mutants.into_iter();
            killed.extend(names.map(|name| (name, path.clone())));
        }
        let mut wrong = Vec::new();
        for name in &named {
            let parts = name.split_once('/');
            if !parts.is_some_and(|(rule, it)| !rule.is_empty() && !it.is_empty()) {
                wrong.push(format!("`{name}` is not RULE/CONDITION"));
            }
            match (killed.get(name), surviving.get(name)) {
                (None, None) => wrong.push(format!(
                    "{name}: no program of tests/soundness says `//@ kills-mutants: {name}`, and {SURVIVING} does not say why"
                )),
                (Some(program), Some(_)) => wrong.push(format!(
                    "{name}: {program} kills it, and {SURVIVING} denies that"
                )),
                _ => {}
            }
        }
        for name in killed.keys().chain(surviving.keys()) {
            if !named.contains(name) {
                wrong.push(format!("{name}: the passes know no such condition"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
