//! What an object says of its lines: operations that were inserted, and accesses whose check was left out.

use super::{Input, Lines};
use crate::diagnostics::{self, DriverError};
use crate::remarks::{self, Collected, Operation, Record, Sources, Unit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All that is to be shown.
pub(super) struct Listing<'a> {
    /// Sources first, then what they include; by name.
    pub(super) files: Vec<File<'a>>,
    /// What belongs to no line: of whole modules.
    pub(super) modules: Vec<&'a Operation>,
    /// The place of each access by its name.
    pub(super) places: BTreeMap<&'a str, String>,
}

/// A file with operations.
pub(super) struct File<'a> {
    /// As the compiler was given it.
    pub(super) name: &'a str,
    /// Where it is.
    pub(super) path: PathBuf,
    /// Its text, if it is there.
    pub(super) text: Option<String>,
    /// What is to be shown of it although nothing was inserted there.
    pub(super) shown: Option<Lines>,
    /// What there is for each line; that of an unknown one is 0.
    pub(super) lines: BTreeMap<u32, Vec<Entry<'a>>>,
}

/// One of a line.
#[derive(Clone, Copy)]
pub(super) enum Entry<'a> {
    /// What was inserted.
    Operation(&'a Operation),
    /// An access that has no check of its own.
    LeftOut(&'a Record),
}

impl Entry<'_> {
    pub(super) fn column(&self) -> Option<u32> {
        match self {
            Entry::Operation(operation) => operation.column,
            Entry::LeftOut(record) => record.column,
        }
    }
}

impl<'a> Listing<'a> {
    /// Sorts what was collected.
    ///
    /// # Errors
    /// If there are no records of operations, or none of what is asked for.
    pub(super) fn of(
        collected: &'a Collected,
        input: &Input,
        sources: &mut Sources,
    ) -> Result<Listing<'a>, DriverError> {
        let mut files: BTreeMap<(bool, &str), File<'a>> = BTreeMap::new();
        let mut modules = Vec::new();
        let wanted = Wanted { input };
        for unit in &collected.units {
            let operations = unit.operations.as_ref().ok_or_else(|| without(unit))?;
            let mut add = |name: &'a str, line: Option<u32>, entry: Entry<'a>| {
                let included = name != unit.source;
                let file = files.entry((included, name)).or_insert_with(|| {
                    let path = sources.path(unit, name);
                    let text = sources.text(&path).map(str::to_owned);
                    let all = input.function.is_none() && input.lines.is_none();
                    let lines = text.as_ref().map_or(0, |text| text.lines().count());
                    File {
                        name,
                        path,
                        shown: (all && !included && lines > 0).then_some(Lines {
                            first: 1,
                            last: u32::try_from(lines).unwrap_or(u32::MAX),
                        }),
                        text,
                        lines: BTreeMap::new(),
                    }
                });
                file.lines.entry(line.unwrap_or(0)).or_default().push(entry);
            };
            for operation in operations {
                match &operation.file {
                    Some(file)
                        if wanted.has(file, operation.line, operation.function.as_deref()) =>
                    {
                        add(file, operation.line, Entry::Operation(operation));
                    }
                    Some(_) => {}
                    None if wanted.has_modules() => modules.push(operation),
                    None => {}
                }
            }
            for record in unit.records.iter().filter(|record| is_left_out(record)) {
                if let Some(file) = &record.file
                    && wanted.has(file, record.line, Some(&record.function))
                {
                    add(file, record.line, Entry::LeftOut(record));
                }
            }
        }
        let mut files: Vec<File<'a>> = files.into_values().collect();
        if files.is_empty() && modules.is_empty() {
            return Err(wanted.nothing(collected));
        }
        for file in &mut files {
            file.sort();
            if input.function.is_some() || input.lines.is_some() {
                file.show_around(input.lines);
            }
        }
        Ok(Listing {
            files,
            modules,
            places: remarks::places(collected.units.iter()),
        })
    }

    /// Says which sources may not be those that were compiled.
    pub(super) fn warn_of_changes(&self, object: &Path) {
        let time = |path: &Path| path.metadata().and_then(|it| it.modified()).ok();
        for file in &self.files {
            let Some(text) = &file.text else {
                diagnostics::note(&format!(
                    "the source '{}' is not there; --source-dir says where to look",
                    file.path.display()
                ));
                continue;
            };
            let last = file.lines.keys().next_back().copied().unwrap_or(0);
            let is_shorter = text.lines().count() < last as usize;
            let is_newer = time(&file.path) > time(object);
            if is_shorter || is_newer {
                let why = if is_shorter {
                    "has fewer lines"
                } else {
                    "is newer"
                };
                diagnostics::note(&format!(
                    "'{}' {why} than what was compiled, so operations may stand at other lines; compile it anew",
                    file.path.display()
                ));
            }
        }
    }
}

impl File<'_> {
    /// By column, then in the order of the code; what is left out comes behind what is made at the same column.
    fn sort(&mut self) {
        for entries in self.lines.values_mut() {
            entries.sort_by_key(Entry::column);
        }
    }

    /// Shows the lines in between, too.
    fn show_around(&mut self, lines: Option<Lines>) {
        let known = self.lines.keys().copied().filter(|line| *line > 0);
        let ends = known.clone().min().zip(known.max());
        let around = ends.map(|(first, last)| Lines { first, last });
        self.shown = lines.or(around);
    }
}

/// Whether an access has no check of its own, or one only under a condition that was found out before.
fn is_left_out(record: &Record) -> bool {
    !matches!(record.decision.as_str(), "checked")
}

/// What is asked for.
struct Wanted<'a> {
    input: &'a Input,
}

impl Wanted<'_> {
    fn has(&self, file: &str, line: Option<u32>, function: Option<&str>) -> bool {
        let Input {
            source,
            function: name,
            lines,
            ..
        } = self.input;
        source.as_ref().is_none_or(|source| {
            let (asked, file) = (plain(source), plain(Path::new(file)));
            file.ends_with(asked) || asked.ends_with(file)
        }) && lines.is_none_or(|lines| line.is_some_and(|line| lines.has(line)))
            && name.as_ref().is_none_or(|name| {
                function.is_some_and(|function| {
                    let readable = remarks::sentence::readable(function);
                    function == name
                        || readable == *name
                        || readable.split('(').next() == Some(name)
                })
            })
    }

    fn has_modules(&self) -> bool {
        self.input.source.is_none() && self.input.function.is_none() && self.input.lines.is_none()
    }

    fn nothing(&self, collected: &Collected) -> DriverError {
        let all = collected.units.iter();
        let all = all.flat_map(|unit| unit.operations.iter().flatten());
        let mut files: Vec<&str> = all.filter_map(|one| one.file.as_deref()).collect();
        files.sort_unstable();
        files.dedup();
        if files.is_empty() {
            return DriverError::new("nothing was inserted, and no access is known").next(
                "a file without functions has no checks; -fsanecc-mode=none compiles without",
            );
        }
        DriverError::new("no operation and no access is in what is asked for").next(format!(
            "these files have some: {}; --function takes names of the source, --lines its numbers",
            files.join(", ")
        ))
    }
}

fn plain(path: &Path) -> &Path {
    path.strip_prefix("./").unwrap_or(path)
}

fn without(unit: &Unit) -> DriverError {
    DriverError::new(format!(
        "'{}' does not say what was inserted in '{}'",
        unit.from.display(),
        unit.source
    ))
    .next("compile it anew with -fsanecc-embed-remarks, or give 'sane show' the source")
}
