//! Remarks in the section of ELF files, and of the members of archives.

use super::frame::{self, Frame};
use super::unit::{Silent, cannot_read};
use crate::diagnostics::DriverError;
use crate::whole::note::{self, Apart, Note};
use object::read::archive::ArchiveFile;
use object::{FileKind, Object, ObjectKind, ObjectSection, ObjectSymbol, SymbolKind};
use std::collections::BTreeSet;
use std::path::Path;

/// Why a file has none.
pub const WITHOUT: &str =
    "it has no section of remarks: compiled without -fsanecc-embed-remarks, or stripped of it";

/// Names of sources that are no program's: what compilers add to each program.
const STARTING: [&str; 3] = ["crtstuff.c", "crt1.c", "elf-init.c"];
/// What names of sources end with; other names are those of modules of other languages.
const ENDINGS: [&str; 11] = [
    "c", "cc", "cpp", "cxx", "C", "c++", "m", "mm", "s", "S", "asm",
];

/// What an ELF file or an archive has.
#[derive(Debug, Default)]
pub struct Contents {
    /// Frames of the section, in order.
    pub frames: Vec<Frame>,
    /// The same of the section of operations.
    pub operations: Vec<Frame>,
    /// Members and sources without.
    pub silent: BTreeSet<Silent>,
    /// Objects that a link of a whole program has left as they are.
    pub apart: Vec<Apart>,
}

/// The contents of the file `data`, which `path` names.
///
/// # Errors
/// If it is damaged.
pub fn read(path: &Path, data: &[u8]) -> Result<Contents, DriverError> {
    match FileKind::parse(data) {
        Ok(FileKind::Archive) => archive(path, data),
        _ => elf(path, data),
    }
}

fn archive(path: &Path, data: &[u8]) -> Result<Contents, DriverError> {
    let damaged = |error: object::Error| {
        DriverError::new(format!(
            "'{}' is a damaged archive: {error}",
            path.display()
        ))
    };
    let archive = ArchiveFile::parse(data).map_err(damaged)?;
    let mut all = Contents::default();
    for member in archive.members() {
        let member = member.map_err(damaged)?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let whole = format!("{}({name})", path.display());
        // Of a thin archive, the archive has names alone.
        let contents = if member.is_thin() {
            let folder = path.parent().unwrap_or(Path::new(""));
            let file = folder.join(&name);
            let bytes = std::fs::read(&file).map_err(|error| cannot_read(&file, &error))?;
            elf(Path::new(&whole), &bytes)?
        } else {
            let bytes = member.data(data).map_err(damaged)?;
            if !bytes.starts_with(b"\x7fELF") {
                continue;
            }
            elf(Path::new(&whole), bytes)?
        };
        if contents.frames.is_empty() {
            all.silent.insert(Silent {
                name: whole,
                why: WITHOUT.to_owned(),
            });
        }
        all.frames.extend(contents.frames);
        all.operations.extend(contents.operations);
    }
    Ok(all)
}

fn elf(path: &Path, data: &[u8]) -> Result<Contents, DriverError> {
    let object = object::File::parse(data).map_err(|error| {
        DriverError::new(format!("'{}' is a damaged object: {error}", path.display()))
    })?;
    let whole = Note::read(&object).map_err(|reason| {
        let (path, section) = (path.display(), note::SECTION);
        DriverError::new(format!(
            "'{path}' has a damaged section {section}: {reason}"
        ))
        .next("link it anew")
    })?;
    let apart = whole.map(|note| note.apart).unwrap_or_default();
    let Some(frames) = in_section(path, &object, frame::SECTION)? else {
        return Ok(Contents {
            apart,
            ..Contents::default()
        });
    };
    let operations = in_section(path, &object, frame::OPERATIONS)?.unwrap_or_default();
    let silent = match object.kind() {
        ObjectKind::Executable | ObjectKind::Dynamic => others(&object, &frames),
        _ => BTreeSet::new(),
    };
    Ok(Contents {
        frames,
        operations,
        silent,
        apart,
    })
}

/// The frames of a section, if it is there.
fn in_section(
    path: &Path,
    object: &object::File<'_>,
    section: &str,
) -> Result<Option<Vec<Frame>>, DriverError> {
    let Some(section) = object.section_by_name(section) else {
        return Ok(None);
    };
    let bytes = section
        .uncompressed_data()
        .map_err(|error| DriverError::new(format!("'{}' is damaged: {error}", path.display())))?;
    frames(path, &bytes).map(Some)
}

/// Sources that are linked in, by the names that symbols have of them, and not among the frames.
fn others(object: &object::File<'_>, frames: &[Frame]) -> BTreeSet<Silent> {
    let base = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let known: BTreeSet<String> = frames.iter().map(|f| base(&f.header.source)).collect();
    let files = object
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::File);
    let names = files.filter_map(|symbol| Some(base(symbol.name().ok()?)));
    let is_source = |name: &String| {
        let ending = Path::new(name).extension().unwrap_or_default();
        ENDINGS.iter().any(|known| ending == *known) && !STARTING.contains(&name.as_str())
    };
    let silent = names.filter(|name| is_source(name) && !known.contains(name));
    silent
        .map(|name| Silent {
            name,
            why: "it is linked in without remarks".to_owned(),
        })
        .collect()
}

/// The frames of a section of the file `path`.
///
/// # Errors
/// If it is not as it was written.
pub fn frames(path: &Path, section: &[u8]) -> Result<Vec<Frame>, DriverError> {
    frame::decode(section).map_err(|refused| {
        let next = match refused {
            frame::Refused::Version(_) => "use the 'sane' of the sanecc that compiled it",
            _ => "build it anew",
        };
        DriverError::new(format!("'{}': {refused}", path.display())).next(next)
    })
}

/// Whether the file that begins so is an object to be linked, by its ELF header.
pub fn is_relocatable(beginning: &[u8]) -> bool {
    beginning.starts_with(b"\x7fELF") && beginning.get(16) == Some(&1)
}
