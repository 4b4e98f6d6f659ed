//! The record that each command leaves when `SANECC_BUILD_LOG` names a folder.
//!
//! A record is a file of its own, which appears whole or not at all, so commands may run side by side and be killed. Its name is of no importance; records
//! are ordered by the time that they name. What a command makes does not depend on being recorded.

use crate::args::own::Mode;
use crate::diagnostics::DriverError;
use crate::plan::{self, Outline, Unit};
use crate::temporary;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable that names the folder.
pub const VARIABLE: &str = "SANECC_BUILD_LOG";

/// What names of records end with.
pub const ENDING: &str = "command.json";

/// Characters of an input's name that the name of its remarks has, at most.
const LONGEST: usize = 120;

/// One command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Nanoseconds since 1970, to order records by.
    pub time: u64,
    /// The working folder.
    pub directory: PathBuf,
    /// All words, the program's name first.
    pub arguments: Vec<String>,
    /// The exit status; none where the command became clang, or was killed.
    pub code: Option<i32>,
    /// What it compiled or assembled.
    pub units: Vec<Compiled>,
    /// What it linked, relative to the working folder.
    pub linked: Option<PathBuf>,
}

/// One input of a command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compiled {
    /// As it was written.
    pub file: String,
    /// What it was compiled to, unless it was linked at once.
    pub output: Option<PathBuf>,
    /// Why it was not checked, as half a sentence.
    pub unchecked: Option<String>,
    /// The file of its remarks in the folder of records.
    pub remarks: Option<PathBuf>,
}

impl Entry {
    /// Whether a source was compiled only to see what the compiler says, as build systems do before they begin.
    pub fn is_trial(&self, unit: &Compiled) -> bool {
        let source = self.directory.join(&unit.file);
        unit.file != "-" && (is_kept_trial(&source) || !source.is_file())
    }

    /// Whether what is linked is of such sources, which were kept.
    pub fn links_trial(&self) -> bool {
        let mut sources = self
            .units
            .iter()
            .map(|unit| self.directory.join(&unit.file));
        !self.units.is_empty() && sources.all(|source| is_kept_trial(&source))
    }
}

/// Whether a build system keeps the source of a trial: CMake as `CMakeFiles/VERSION/CompilerIdLANGUAGE/FILE`, Meson as `meson-private/FILE`.
fn is_kept_trial(source: &Path) -> bool {
    let folder = |levels: usize| source.ancestors().nth(levels)?.file_name()?.to_str();
    folder(1) == Some("meson-private")
        || folder(1).is_some_and(|name| name.starts_with("CompilerId"))
            && folder(3) == Some("CMakeFiles")
}

/// A record that is not complete yet.
#[derive(Debug)]
pub struct Logged {
    file: PathBuf,
    entry: Entry,
}

/// Where this process writes, and what its files' names begin with.
fn place() -> Option<&'static (PathBuf, u64)> {
    static PLACE: OnceLock<Option<(PathBuf, u64)>> = OnceLock::new();
    let find = || {
        let folder = std::env::var_os(VARIABLE).filter(|name| !name.is_empty())?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let time = since.map_or(0, |since| since.as_nanos());
        Some((folder.into(), u64::try_from(time).unwrap_or(0)))
    };
    PLACE.get_or_init(find).as_ref()
}

fn name(time: u64, rest: &str) -> String {
    format!("{time:020}-{}-{rest}", std::process::id())
}

/// Where the remarks of an input go.
pub fn remarks_of(input: &OsStr) -> Option<PathBuf> {
    let (folder, time) = place()?;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '.' };
    let mut text: Vec<char> = input.to_string_lossy().chars().map(plain).collect();
    // Names of files have at most 255 bytes.
    let end: String = text
        .split_off(text.len().saturating_sub(LONGEST))
        .iter()
        .collect();
    Some(folder.join(name(*time, &format!("{end}.remarks"))))
}

/// Records that a command begins; nothing if nobody asks for it, or it makes no code.
///
/// # Errors
/// If the record cannot be written.
pub fn begin(
    program: &OsStr,
    words: &[OsString],
    is_off: bool,
    cplusplus: bool,
) -> Result<Option<Logged>, DriverError> {
    let Some((folder, time)) = place() else {
        return Ok(None);
    };
    let Some(outline) = plan::outline(words, cplusplus) else {
        return Ok(None);
    };
    let all = std::iter::once(program).chain(words.iter().map(OsString::as_os_str));
    let logged = Logged {
        file: folder.join(name(*time, ENDING)),
        entry: Entry {
            time: *time,
            directory: std::env::current_dir().unwrap_or_default(),
            arguments: all
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
            code: None,
            units: outline
                .units
                .iter()
                .map(|unit| compiled(&outline, unit, is_off))
                .collect(),
            linked: outline.links.then(|| {
                outline
                    .settings
                    .output
                    .clone()
                    .unwrap_or("a.out".into())
                    .into()
            }),
        },
    };
    logged.write()?;
    Ok(Some(logged))
}

fn compiled(outline: &Outline, unit: &Unit, is_off: bool) -> Compiled {
    let settings = &outline.settings;
    let unchecked = match unit.language.to_string_lossy().as_ref() {
        _ if is_off => Some("SANECC_OFF=1 is set"),
        _ if settings.mode == Mode::Unchecked => Some("-fsanecc-mode=none"),
        "assembler" | "assembler-with-cpp" => Some("assembly has no checks"),
        "ir" => Some("LLVM's own languages have no checks"),
        _ if !settings.address => Some("-fno-sanitize=address"),
        _ if !settings.target.is_supported() => Some("there are no checks for the target"),
        _ if !unit.checked => Some("the language has no checks"),
        _ => None,
    };
    let output = (!outline.links).then(|| match &settings.output {
        Some(output) => output.into(),
        None => {
            let ending = match settings.stop {
                Some(crate::args::Stop::Assembly) => ".s",
                _ => ".o",
            };
            crate::args::concat(unit.stem(), ending).into()
        }
    });
    Compiled {
        file: unit.file.to_string_lossy().into_owned(),
        output,
        unchecked: unchecked.map(str::to_owned),
        remarks: remarks_of(&unit.file).and_then(|path| Some(path.file_name()?.into())),
    }
}

impl Logged {
    /// Completes the record with the exit status.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(mut self, code: i32) -> Result<(), DriverError> {
        self.entry.code = Some(code);
        self.write()
    }

    fn write(&self) -> Result<(), DriverError> {
        let text = serde_json::to_vec(&self.entry).unwrap_or_default();
        temporary::replace(&self.file, &text).map_err(|error| {
            DriverError::new(format!("cannot write {}: {error}", self.file.display())).next(
                format!(
                    "{VARIABLE} names the folder of a build's records; it must exist and have space"
                ),
            )
        })
    }
}

/// Whether a file is the record of a command, by its name.
pub fn is_record(file: &Path) -> bool {
    file.to_string_lossy().ends_with(ENDING)
}

/// The records of a folder, in the order of their times.
///
/// # Errors
/// If the folder or a record cannot be read.
pub fn read(folder: &Path) -> Result<Vec<Entry>, DriverError> {
    let failed = |what: &dyn std::fmt::Display| {
        DriverError::new(format!(
            "cannot read the records of the build in {}: {what}",
            folder.display()
        ))
    };
    let mut entries = Vec::new();
    for file in folder.read_dir().map_err(|error| failed(&error))? {
        let path = file.map_err(|error| failed(&error))?.path();
        if !is_record(&path) {
            continue;
        }
        let text = std::fs::read(&path).map_err(|error| failed(&error))?;
        let entry: Entry = serde_json::from_slice(&text)
            .map_err(|error| failed(&format!("{}: {error}", path.display())))?;
        entries.push(entry);
    }
    entries.sort_by(|one, other| (one.time, &one.arguments).cmp(&(other.time, &other.arguments)));
    Ok(entries)
}
