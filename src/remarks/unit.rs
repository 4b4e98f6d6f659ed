//! Collects the records of programs, libraries, objects, archives, folders, compilation databases and files of records.

use super::elf;
use super::frame::Frame;
use super::operation::Operation;
use super::record::Record;
use crate::build::{database, log};
use crate::diagnostics::DriverError;
use crate::whole::note::Apart;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The records of one compilation.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The source, as the compiler was given it; empty in files of `-fsanecc-remarks=`, which do not name it.
    pub source: String,
    /// That of the compiler, as far as known.
    pub version: String,
    /// The working folder of the compilation, if it is known.
    pub folder: Option<PathBuf>,
    /// The file that the records were in.
    pub from: PathBuf,
    /// In the order of the object.
    pub records: Vec<Record>,
    /// What was inserted, in the order of the code; `None` where the file does not tell.
    pub operations: Option<Vec<Operation>>,
}

/// What has records.
const FILES: &str = "-fsanecc-embed-remarks lets programs and objects have them, and -fsanecc-remarks=FILE writes files of them";

/// Something that was compiled or assembled without leaving remarks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Silent {
    /// An object, a member of an archive, or a source of a program.
    pub name: String,
    /// Why it has none, as half a sentence.
    pub why: String,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Collected {
    /// A compilation each; the same one counts once, in however many files it is.
    pub units: Vec<Unit>,
    /// What has no remarks.
    pub silent: BTreeSet<Silent>,
    /// Objects that links of whole programs have left as they are: checked as modules of their own, if at all.
    pub apart: BTreeSet<Apart>,
    seen: BTreeSet<(u32, u32)>,
}

impl Collected {
    /// Everything that these files and folders have.
    ///
    /// # Errors
    /// If one cannot be read, is damaged, or none has a record.
    pub fn of(paths: &[PathBuf]) -> Result<Collected, DriverError> {
        let mut all = Collected::default();
        for path in paths {
            match path.is_dir() {
                true => all.add_folder(path)?,
                false => all.add_file(path, None, true)?,
            }
        }
        if all.units.is_empty() {
            return Err(none(paths, &all.silent));
        }
        Ok(all)
    }

    /// All files below, sorted by name; those that can have no remarks are passed over.
    fn add_folder(&mut self, folder: &Path) -> Result<(), DriverError> {
        let entries = folder
            .read_dir()
            .map_err(|error| cannot_read(folder, &error))?;
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        paths.sort();
        if paths.iter().any(|path| log::is_record(path)) {
            return self.add_log(folder);
        }
        for path in paths {
            let Ok(kind) = path.symlink_metadata() else {
                continue;
            };
            if kind.is_dir() {
                self.add_folder(&path)?;
            } else if kind.is_file() {
                self.add_file(&path, None, false)?;
            }
        }
        Ok(())
    }

    /// The remarks of a build's records, without those of build systems that try the compiler.
    fn add_log(&mut self, folder: &Path) -> Result<(), DriverError> {
        for entry in log::read(folder)? {
            for unit in &entry.units {
                let remarks = unit.remarks.as_ref().map(|name| folder.join(name));
                let remarks = remarks.filter(|path| path.is_file());
                match (&unit.unchecked, remarks) {
                    _ if entry.is_trial(unit) || unit.file == "-" => {}
                    (_, Some(remarks)) => self.add_file(&remarks, Some(&entry.directory), true)?,
                    (why, None) => {
                        self.silent.insert(Silent {
                            name: unit.file.clone(),
                            why: why
                                .clone()
                                .unwrap_or_else(|| "it left no remarks".to_owned()),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// One file, compiled in `folder` if that is known; `named`: it was asked for itself.
    fn add_file(
        &mut self,
        path: &Path,
        folder: Option<&Path>,
        named: bool,
    ) -> Result<(), DriverError> {
        let begins = beginning(path).map_err(|error| cannot_read(path, &error))?;
        let read = || std::fs::read(path).map_err(|error| cannot_read(path, &error));
        if begins.starts_with(b"\x7fELF") || begins.starts_with(b"!<") {
            let contents = elf::read(path, &read()?)?;
            let alone = contents.frames.is_empty() && contents.silent.is_empty();
            self.silent.extend(contents.silent);
            self.apart.extend(contents.apart);
            if alone && (named || elf::is_relocatable(&begins)) {
                self.silent.insert(Silent {
                    name: path.display().to_string(),
                    why: elf::WITHOUT.to_owned(),
                });
            }
            return self.add_frames(path, folder, contents.frames, contents.operations);
        }
        if begins.starts_with(&super::frame::MAGIC) {
            let frames = elf::frames(path, &read()?)?;
            return self.add_frames(path, folder, frames, Vec::new());
        }
        let ending = path.extension().unwrap_or_default();
        let is_text = ending == "jsonl" || ending == "json";
        let has_records = is_text && begins.starts_with(b"{\"id\":");
        if !(named || has_records) {
            return Ok(());
        }
        let text = String::from_utf8(read()?).map_err(|_| no_records(path, "it is no text"))?;
        if text.trim_start().starts_with('[') {
            return self.add_database(path, &text);
        }
        self.units.push(Unit {
            source: String::new(),
            version: String::new(),
            folder: folder.map(Path::to_owned),
            from: path.to_owned(),
            records: records(path, &text)?,
            operations: None,
        });
        Ok(())
    }

    /// The objects of a compilation database.
    fn add_database(&mut self, path: &Path, text: &str) -> Result<(), DriverError> {
        for entry in database::read(path, text)? {
            let object = entry.object();
            if object.is_file() {
                self.add_file(&object, Some(&entry.directory), false)?;
                continue;
            }
            self.silent.insert(Silent {
                name: entry.file,
                why: format!("its object '{}' is not there", object.display()),
            });
        }
        Ok(())
    }

    fn add_frames(
        &mut self,
        path: &Path,
        folder: Option<&Path>,
        frames: Vec<Frame>,
        operations: Vec<Frame>,
    ) -> Result<(), DriverError> {
        // Linkers keep the order of their inputs in each section, and an object of an older version has no operations.
        let mut operations = operations.into_iter().peekable();
        for frame in frames {
            let own = operations.next_if(|one| one.header == frame.header);
            if !self.seen.insert(frame.identity) {
                continue;
            }
            let header = frame.header;
            self.units.push(Unit {
                records: records(path, &frame.lines)?,
                operations: own.map(|own| records(path, &own.lines)).transpose()?,
                source: header.source,
                version: header.version,
                folder: folder
                    .map(Path::to_owned)
                    .or(header.folder.map(PathBuf::from)),
                from: path.to_owned(),
            });
        }
        Ok(())
    }

    /// How many accesses there are.
    pub fn accesses(&self) -> usize {
        self.units.iter().map(|unit| unit.records.len()).sum()
    }
}

/// The first bytes of a file.
fn beginning(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(64)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The records of a text, one a line.
fn records<T: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<T>, DriverError> {
    let parsed = text.lines().enumerate().map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| {
            let place = format!("{}:{}", path.display(), index + 1);
            DriverError::new(format!("{place}: no record: {error}")).next(FILES)
        })
    });
    parsed.collect()
}

fn no_records(path: &Path, why: &str) -> DriverError {
    DriverError::new(format!("'{}' holds no records: {why}", path.display())).next(FILES)
}

fn none(paths: &[PathBuf], silent: &BTreeSet<Silent>) -> DriverError {
    let names: Vec<_> = paths
        .iter()
        .map(|path| format!("'{}'", path.display()))
        .collect();
    let why = match silent.iter().next() {
        Some(first) if silent.len() == 1 => format!(": {}", first.why),
        Some(first) => format!(
            ": of {} files without, the first is {}",
            silent.len(),
            first.name
        ),
        None => String::new(),
    };
    DriverError::new(format!("no remarks in {}{why}", names.join(", "))).next(
        "'sane build -- COMMAND' builds with them, as does the flag -fsanecc-embed-remarks; 'strip --strip-debug' keeps them",
    )
}

pub(super) fn cannot_read(path: &Path, error: &std::io::Error) -> DriverError {
    DriverError::new(format!("cannot read '{}': {error}", path.display()))
}
