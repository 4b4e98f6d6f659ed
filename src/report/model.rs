//! The accesses of a report, by file, by function, and by the fact that their checks wait for.

use super::counts::Counts;
use super::fact::Fact;
use crate::remarks::{Collected, Record, Silent, Sources, State, Unit, places, sentence};
use crate::whole::note::Apart;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many accesses have each state, in the order of [`State::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals(pub [usize; State::ALL.len()]);

impl Totals {
    /// Counts one access.
    pub fn add(&mut self, state: State) {
        self.0[state as usize] += 1;
    }

    /// How many have this state.
    pub fn of(&self, state: State) -> usize {
        self.0[state as usize]
    }

    /// How many there are.
    pub fn sum(&self) -> usize {
        self.0.iter().sum()
    }
}

/// An access with its unit, the number of its file, and what its line cost.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// Its unit.
    pub unit: &'a Unit,
    /// Its record.
    pub record: &'a Record,
    /// Executions of its line, where they are known.
    pub executed: Option<u64>,
}

/// A source file.
#[derive(Debug)]
pub struct File<'a> {
    /// As it is shown: relative to the working folder, if it is below.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its accesses, by line and column.
    pub accesses: Vec<Access<'a>>,
    /// How many have each state.
    pub totals: Totals,
    /// Executed checks, where counts are known.
    pub cost: u64,
}

/// A function of the source.
#[derive(Debug)]
pub struct Function {
    /// Its name, readable.
    pub name: String,
    /// The number of its file.
    pub file: usize,
    /// Its first line with an access.
    pub line: u32,
    /// How many accesses have each state.
    pub totals: Totals,
    /// Executed checks, where counts are known.
    pub cost: u64,
}

/// What checks wait for.
#[derive(Debug)]
pub struct Wait {
    /// The fact.
    pub fact: Fact,
    /// How many checks wait for it.
    pub checks: usize,
    /// Executions of them, where counts are known.
    pub cost: u64,
    /// Where the first of them is: file and line.
    pub example: Option<(usize, u32)>,
}

/// All that a report says.
#[derive(Debug)]
pub struct Model<'a> {
    /// How many accesses have each state.
    pub totals: Totals,
    /// How many compilations.
    pub units: usize,
    /// Files by name.
    pub files: Vec<File<'a>>,
    /// Functions, those with most checks first.
    pub functions: Vec<Function>,
    /// What checks wait for, that with most checks first; with counts, that which costs most.
    pub waits: Vec<Wait>,
    /// What has no remarks.
    pub silent: Vec<&'a Silent>,
    /// What links of whole programs have left as it is.
    pub apart: Vec<&'a Apart>,
    /// Whether executions of lines are known.
    pub counted: bool,
    /// Executed accesses by decision, where the program counted.
    pub executed: &'a BTreeMap<String, u64>,
    /// The place of each access by its name.
    pub places: BTreeMap<&'a str, String>,
}

/// Where an access without a known file is listed.
const NOWHERE: &str = "(unknown file)";

/// Whether an access is checked each time.
fn is_checked(record: &Record) -> bool {
    matches!(record.state(), State::Checked | State::Library)
}

impl<'a> Model<'a> {
    /// Sorts what was collected.
    pub fn of(collected: &'a Collected, counts: &'a Counts, sources: &mut Sources) -> Model<'a> {
        let here = std::env::current_dir().unwrap_or_default();
        let mut files: BTreeMap<PathBuf, File<'a>> = BTreeMap::new();
        for unit in &collected.units {
            for record in &unit.records {
                let path = match &record.file {
                    Some(file) => sources.path(unit, file),
                    None => PathBuf::from(NOWHERE),
                };
                let line = record.line.filter(|_| counts.has_lines());
                let executed = line.and_then(|line| counts.of(&path, line));
                let file = files.entry(path.clone()).or_insert_with(|| File {
                    name: shown(&path, &here),
                    path,
                    accesses: Vec::new(),
                    totals: Totals::default(),
                    cost: 0,
                });
                file.totals.add(record.state());
                file.cost += executed.filter(|_| is_checked(record)).unwrap_or(0);
                file.accesses.push(Access {
                    unit,
                    record,
                    executed,
                });
            }
        }
        let mut files: Vec<File<'a>> = files.into_values().collect();
        files.sort_by(|one, other| one.name.cmp(&other.name));
        for file in &mut files {
            let place = |access: &Access<'_>| (access.record.line, access.record.column);
            file.accesses.sort_by_key(place);
        }
        let mut totals = Totals::default();
        for access in files.iter().flat_map(|file| &file.accesses) {
            totals.add(access.record.state());
        }
        Model {
            totals,
            units: collected.units.len(),
            functions: functions(&files),
            waits: waits(&files, counts.has_lines()),
            files,
            silent: collected.silent.iter().collect(),
            apart: collected.apart.iter().collect(),
            counted: counts.has_lines(),
            executed: &counts.executed,
            places: places(collected.units.iter()),
        }
    }
}

fn shown(path: &Path, here: &Path) -> String {
    let short = path.strip_prefix(here).unwrap_or(path);
    short.display().to_string()
}

fn functions(files: &[File<'_>]) -> Vec<Function> {
    let mut functions = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let mut known: BTreeMap<&str, Function> = BTreeMap::new();
        for access in &file.accesses {
            let record = access.record;
            let name = record.function.as_str();
            let function = known.entry(name).or_insert_with(|| Function {
                name: sentence::readable(name),
                file: number,
                line: record.line.unwrap_or(0),
                totals: Totals::default(),
                cost: 0,
            });
            function.totals.add(record.state());
            function.cost += access.executed.filter(|_| is_checked(record)).unwrap_or(0);
        }
        functions.extend(known.into_values());
    }
    functions.sort_by_key(|function| {
        let checked = function.totals.of(State::Checked);
        (
            std::cmp::Reverse((function.cost, checked)),
            function.file,
            function.line,
        )
    });
    functions
}

fn waits(files: &[File<'_>], counted: bool) -> Vec<Wait> {
    let mut known: BTreeMap<Fact, Wait> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        for access in &file.accesses {
            let Some(fact) = Fact::of(access.record) else {
                continue;
            };
            let wait = known.entry(fact.clone()).or_insert_with(|| Wait {
                fact,
                checks: 0,
                cost: 0,
                example: access.record.line.map(|line| (number, line)),
            });
            wait.checks += 1;
            wait.cost += access.executed.unwrap_or(0);
        }
    }
    let mut waits: Vec<Wait> = known.into_values().collect();
    // Stable: facts that are alike stay in the order of their words.
    waits.sort_by_key(|wait| std::cmp::Reverse((if counted { wait.cost } else { 0 }, wait.checks)));
    waits
}
