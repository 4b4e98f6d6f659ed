//! Finds the source files that records name, and shows their lines.
//!
//! A compiler is often given a name relative to its working folder. Debug information and the log of a build name that folder; without, the folder of the
//! asked file and those above it are tried, as builds leave programs beside or below their sources.

use super::record::Record;
use super::unit::Unit;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Folders above that of the asked file that are tried.
const ABOVE: usize = 3;

/// Sources read so far; one that is not there shows nothing.
#[derive(Default)]
pub struct Sources {
    folders: Vec<PathBuf>,
    texts: BTreeMap<PathBuf, Option<String>>,
    places: BTreeMap<(String, Option<PathBuf>, PathBuf), PathBuf>,
}

impl Sources {
    /// Looks also in these folders, before any other.
    pub fn with(folders: &[PathBuf]) -> Sources {
        Sources {
            folders: folders.to_vec(),
            ..Sources::default()
        }
    }

    /// Where the file of this name is; where it should be, if it is nowhere.
    pub fn path(&mut self, unit: &Unit, file: &str) -> PathBuf {
        let key = (file.to_owned(), unit.folder.clone(), unit.from.clone());
        if let Some(known) = self.places.get(&key) {
            return known.clone();
        }
        let here = std::env::current_dir().unwrap_or_default();
        let asked = here.join(&unit.from);
        let above = asked.ancestors().skip(1).take(ABOVE);
        let folders = self.folders.iter().map(PathBuf::as_path);
        let folders = folders
            .chain(unit.folder.as_deref())
            .chain([here.as_path()])
            .chain(above);
        let candidates: Vec<PathBuf> = folders.map(|folder| plain(&folder.join(file))).collect();
        let found = candidates.iter().find(|path| path.is_file());
        let path = match (found, &unit.folder) {
            (Some(found), _) => found.clone(),
            (None, Some(folder)) => plain(&folder.join(file)),
            (None, None) => PathBuf::from(file),
        };
        self.places.insert(key, path.clone());
        path
    }

    /// The text of a file.
    pub fn text(&mut self, path: &Path) -> Option<&str> {
        let read = || Some(String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned());
        let text = self.texts.entry(path.to_owned()).or_insert_with(read);
        text.as_deref()
    }

    /// The line of the access with a caret below the column.
    pub fn excerpt(&mut self, unit: &Unit, record: &Record) -> String {
        let (Some(file), Some(line)) = (&record.file, record.line) else {
            return String::new();
        };
        let path = self.path(unit, file);
        let text = self.text(&path).unwrap_or_default();
        let number = (line as usize).checked_sub(1);
        let Some(code) = number.and_then(|number| text.lines().nth(number)) else {
            return String::new();
        };
        let mut excerpt = format!("    {code}\n");
        if let Some(column) = record.column {
            // Tabulators stay, so that the caret stands where it should.
            let before = code.chars().take(column.saturating_sub(1) as usize);
            let blank: String = before.map(|c| if c == '\t' { c } else { ' ' }).collect();
            let _ = writeln!(excerpt, "    {blank}^");
        }
        excerpt
    }
}

/// Without `.` and `..`, by the text alone: a file that is not there has no other path.
fn plain(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            _ => whole.push(part),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_found_from_the_folder_of_its_compilation_or_beside_the_program() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("src/sub");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(root.path().join("src/a.c"), "int a;\n").unwrap();
        let unit = |known: Option<&Path>, from: &str| Unit {
            source: "a.c".to_owned(),
            version: String::new(),
            folder: known.map(Path::to_owned),
            from: root.path().join(from),
            records: Vec::new(),
            operations: None,
        };
        let expected = root.path().join("src/a.c");
        let mut sources = Sources::default();
        assert_eq!(sources.path(&unit(Some(&folder), "x"), "../a.c"), expected);
        assert_eq!(sources.path(&unit(None, "src/sub/x"), "a.c"), expected);
        assert_eq!(sources.text(&expected), Some("int a;\n"));
        let gone = sources.path(&unit(Some(&folder), "x"), "b.c");
        assert_eq!(gone, folder.join("b.c"));
        assert_eq!(sources.text(&gone), None);
    }
}
