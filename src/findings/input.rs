//! Reads records: one JSON object a line, among other lines that programs print.

use super::root::Root;
use crate::diagnostics::DriverError;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// What each record begins with; programs print other lines, too.
pub(crate) const BEGINNING: &str = "{\"tool\":\"sanecc\"";

/// Where records are, and what their paths are relative to.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Files with records, or folders of such files; standard input without
    files: Vec<PathBuf>,
    /// The folder of the repository; without, the one with '.git' around the working folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Succeed without any record: no error was reported
    #[arg(long)]
    allow_empty: bool,
}

/// Records, and the repository that they are about.
pub struct Reports {
    pub(super) records: Vec<Value>,
    pub(super) root: Root,
}

impl Input {
    /// Reads all records.
    ///
    /// # Errors
    /// If a file cannot be read, a record is cut off, or there is none and that is not allowed.
    pub fn read(&self) -> Result<Reports, DriverError> {
        let records = self.records()?;
        if records.is_empty() && !self.allow_empty {
            let names: Vec<_> = self.files.iter().map(|f| f.display().to_string()).collect();
            let place = match names.is_empty() {
                true => "standard input".to_owned(),
                false => names.join(", "),
            };
            return Err(DriverError::new(format!("no record of a report in {place}")).next(
                "run the program with SANECC_OPTIONS=report_format=json; --allow-empty accepts that there is none",
            ));
        }
        let root = Root::new(self.root.as_deref())?;
        Ok(Reports { records, root })
    }

    fn records(&self) -> Result<Vec<Value>, DriverError> {
        if self.files.is_empty() {
            return records(std::io::stdin(), "standard input");
        }
        let mut all = Vec::new();
        for path in &self.files {
            for file in files_of(path)? {
                let name = file.display().to_string();
                let opened = std::fs::File::open(&file).map_err(|e| cannot_open(&file, &e))?;
                all.extend(records(opened, &name)?);
            }
        }
        Ok(all)
    }
}

/// The file, or those in the folder, sorted by name.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, DriverError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = path.read_dir().map_err(|error| cannot_open(path, &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

pub(crate) fn cannot_open(path: &Path, error: &std::io::Error) -> DriverError {
    DriverError::new(format!("cannot open '{}': {error}", path.display()))
}

/// The records among the lines of a file.
pub(super) fn records(from: impl Read, name: &str) -> Result<Vec<Value>, DriverError> {
    let mut found = Vec::new();
    for (index, line) in BufReader::new(from).split(b'\n').enumerate() {
        let place = || format!("{name}:{}", index + 1);
        let line = line.map_err(|error| DriverError::new(format!("{}: {error}", place())))?;
        let line = String::from_utf8_lossy(&line);
        if line.starts_with(BEGINNING) {
            let record = serde_json::from_str(&line)
                .map_err(|error| DriverError::new(format!("{}: {error}", place())))?;
            found.push(record);
        }
    }
    Ok(found)
}
