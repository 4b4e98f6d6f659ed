//! What a build has made, by the records of its commands.

use super::log::{Compiled, Entry};
use crate::diagnostics::DriverError;
use crate::remarks::Collected;
use crate::report::{Totals, json, text};
use object::{Object, ObjectKind};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Reasons that are listed with files, and files that are listed with a reason, at most.
const LISTED: usize = 20;

/// What was made.
#[derive(Debug, Default)]
pub struct Summary {
    /// Commands of the compilers.
    commands: usize,
    /// Linked files that are there.
    programs: BTreeSet<String>,
    libraries: BTreeSet<String>,
    /// Sources that were compiled with checks.
    units: usize,
    /// Sources of build systems that try the compiler.
    trials: usize,
    /// Sources that did not compile.
    failed: BTreeSet<String>,
    /// Accesses of the units.
    totals: Totals,
    /// Sources without checks, by the reason.
    unchecked: BTreeMap<String, BTreeSet<String>>,
}

impl Summary {
    /// Sums up the records of the folder `log`; `here` is where the build ran, since `started`.
    ///
    /// # Errors
    /// If a record of accesses cannot be read.
    pub fn of(
        entries: &[Entry],
        log: &Path,
        here: &Path,
        started: SystemTime,
    ) -> Result<Summary, DriverError> {
        let mut summary = Summary {
            commands: entries.len(),
            ..Summary::default()
        };
        // What was compiled last to a file is what it holds.
        let mut last: BTreeMap<(PathBuf, PathBuf), (&Entry, &Compiled)> = BTreeMap::new();
        for entry in entries {
            if let Some(linked) = entry.linked.as_ref().filter(|_| !entry.links_trial()) {
                summary.add_linked(&entry.directory.join(linked), here);
            }
            for unit in &entry.units {
                let output = unit.output.as_ref().or(entry.linked.as_ref());
                let output = entry.directory.join(output.cloned().unwrap_or_default());
                last.insert((output, entry.directory.join(&unit.file)), (entry, unit));
            }
        }
        for ((_, source), (entry, unit)) in last {
            let name = shown(&source, here);
            if entry.is_trial(unit) {
                summary.trials += 1;
            } else if entry.code.is_some_and(|code| code != 0) {
                summary.failed.insert(name);
            } else if let Some(why) = &unit.unchecked {
                summary
                    .unchecked
                    .entry(why.clone())
                    .or_default()
                    .insert(name);
            } else {
                summary.add_unit(unit, name, log)?;
            }
        }
        summary.add_archives(here, started, here);
        Ok(summary)
    }

    fn add_unit(&mut self, unit: &Compiled, name: String, log: &Path) -> Result<(), DriverError> {
        let remarks = unit.remarks.as_ref().map(|remarks| log.join(remarks));
        let Some(remarks) = remarks.filter(|remarks| remarks.is_file()) else {
            let why = "clang alone carried out the command".to_owned();
            self.unchecked.entry(why).or_default().insert(name);
            return Ok(());
        };
        self.units += 1;
        // A source without an access has a frame all the same.
        let collected = Collected::of(&[remarks])?;
        let records = collected.units.iter().flat_map(|unit| &unit.records);
        records.for_each(|record| self.totals.add(record.state()));
        Ok(())
    }

    fn add_linked(&mut self, path: &Path, here: &Path) {
        let Ok(data) = std::fs::read(path) else {
            return;
        };
        let Ok(file) = object::File::parse(&*data) else {
            return;
        };
        let is_library = file.kind() == ObjectKind::Dynamic && file.entry() == 0;
        match is_library || path.to_string_lossy().contains(".so") {
            true => self.libraries.insert(shown(path, here)),
            false => self.programs.insert(shown(path, here)),
        };
    }

    /// Archives below `folder` that were made since then: no compiler makes them.
    fn add_archives(&mut self, folder: &Path, since: SystemTime, here: &Path) {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(about) = path.symlink_metadata() else {
                continue;
            };
            let is_new = about.modified().is_ok_and(|time| time >= since);
            if about.is_dir() && self.units > 0 {
                self.add_archives(&path, since, here);
            } else if path.extension().is_some_and(|ending| ending == "a") && is_new {
                self.libraries.insert(shown(&path, here));
            }
        }
    }

    /// In sentences.
    pub fn text(&self) -> String {
        let mut all = String::new();
        if self.commands == 0 {
            return "sane build: nothing was compiled: the command did not call the compiler that CC, CXX and make's variables name, or all was built already\n".to_owned();
        }
        let names = |set: &BTreeSet<String>| listed(&set.iter().cloned().collect::<Vec<_>>());
        for (what, set) in [("programs", &self.programs), ("libraries", &self.libraries)] {
            if !set.is_empty() {
                let _ = writeln!(all, "{what}: {}", names(set));
            }
        }
        let _ = writeln!(all, "units with checks: {}", self.units);
        let _ = writeln!(
            all,
            "accesses: {}, {}",
            self.totals.sum(),
            text::list(&self.totals)
        );
        if self.trials > 0 {
            let _ = writeln!(
                all,
                "compilations of build systems that try the compiler: {}",
                self.trials
            );
        }
        let failed: Vec<String> = self.failed.iter().cloned().collect();
        if !failed.is_empty() {
            let _ = writeln!(all, "not compiled, because of errors: {}", listed(&failed));
        }
        for (why, files) in &self.unchecked {
            let files: Vec<String> = files.iter().cloned().collect();
            let _ = writeln!(all, "not checked ({why}): {}", listed(&files));
        }
        all
    }

    /// As one JSON object; `code` is how the command ended.
    pub fn json(&self, code: i32) -> String {
        let whole = json!({
            "tool": "sanecc",
            "record": "build",
            "version": 1,
            "code": code,
            "commands": self.commands,
            "programs": self.programs,
            "libraries": self.libraries,
            "units": self.units,
            "trials": self.trials,
            "failed": self.failed,
            "totals": json::totals(&self.totals),
            "unchecked": self.unchecked,
        });
        format!("{whole}\n")
    }
}

/// A path relative to where the build ran.
fn shown(path: &Path, here: &Path) -> String {
    let short = path.strip_prefix(here).unwrap_or(path);
    short.display().to_string()
}

fn listed(names: &[String]) -> String {
    let mut text = names[..names.len().min(LISTED)].join(", ");
    if let Some(more) = names.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let _ = write!(text, " and {more} more");
    }
    text
}
