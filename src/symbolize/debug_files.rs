//! The debug information of the files in a log: a file that the user names, the file itself, or its debug file by build id or by `.gnu_debuglink`.
//!
//! Source: GDB manual, "Debugging Information in Separate Files".

use super::Place;
use crate::diagnostics::{self, DriverError};
use crate::remarks::sentence;
use addr2line::Loader;
use object::Object;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where distributions put debug files.
const SYSTEM: &str = "/usr/lib/debug";
/// What the name of a debug file may have at its end.
const ENDINGS: [&str; 3] = [".debug", ".dbg", ".unstripped"];

/// Finds and keeps them.
pub struct DebugFiles {
    binaries: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    opened: BTreeMap<String, Option<Loader>>,
}

/// What tells a file and its debug file.
#[derive(Default)]
struct Identity {
    /// In hexadecimal digits.
    build_id: Option<String>,
    debug_link: Option<String>,
    has_lines: bool,
}

impl Identity {
    fn of(file: &Path) -> Option<Identity> {
        let data = std::fs::read(file).ok()?;
        let object = object::File::parse(&*data).ok()?;
        let hexadecimal = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let link = object.gnu_debuglink().ok().flatten();
        Some(Identity {
            build_id: object.build_id().ok().flatten().map(hexadecimal),
            debug_link: link.map(|(name, _)| String::from_utf8_lossy(name).into_owned()),
            has_lines: object.section_by_name(".debug_info").is_some(),
        })
    }
}

impl DebugFiles {
    /// # Errors
    /// If one of the files or folders is not there.
    pub fn new(binaries: &[PathBuf], folders: &[PathBuf]) -> Result<DebugFiles, DriverError> {
        for binary in binaries {
            if Identity::of(binary).is_none() {
                let text = format!(
                    "'{}' is no program, library or debug file",
                    binary.display()
                );
                return Err(DriverError::new(text));
            }
        }
        if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
            return Err(DriverError::new(format!(
                "'{}' is no folder",
                folder.display()
            )));
        }
        let system = [PathBuf::from(SYSTEM)];
        Ok(DebugFiles {
            binaries: binaries.to_vec(),
            folders: folders.iter().chain(&system).cloned().collect(),
            opened: BTreeMap::new(),
        })
    }

    /// The functions at an offset in a module, the innermost inlined one first; none if nothing is known.
    pub fn places(&mut self, module: &str, id: Option<&str>, offset: u64) -> Vec<Place> {
        if !self.opened.contains_key(module) {
            let file = self.find(Path::new(module), id);
            let loader = file.and_then(|file| Loader::new(file).ok());
            self.opened.insert(module.to_owned(), loader);
        }
        match self.opened.get(module) {
            Some(Some(loader)) => places_in(loader, offset),
            _ => Vec::new(),
        }
    }

    fn find(&self, module: &Path, id: Option<&str>) -> Option<PathBuf> {
        let own = Identity::of(module);
        let id = id.map(ToOwned::to_owned);
        let id = id.or_else(|| own.as_ref()?.build_id.clone());
        let fits = |file: &PathBuf| {
            Identity::of(file).is_some_and(|found| {
                found.build_id.is_none() || id.is_none() || found.build_id == id
            })
        };
        let named = self.binaries.iter().filter(|binary| is_of(binary, module));
        for binary in named {
            if fits(binary) {
                return Some(binary.clone());
            }
            diagnostics::note(&format!(
                "'{}' is of another build than '{}', by its build id",
                binary.display(),
                module.display()
            ));
        }
        if own.as_ref().is_some_and(|own| own.has_lines) {
            return Some(module.to_owned());
        }
        let found = self.separate(module, own.as_ref(), id.as_deref());
        let found = found.into_iter().find(|file| file.is_file() && fits(file));
        // Its symbols name functions at least.
        found.or_else(|| own.map(|_| module.to_owned()))
    }

    /// Where a debug file may be.
    fn separate(&self, module: &Path, own: Option<&Identity>, id: Option<&str>) -> Vec<PathBuf> {
        let mut files = Vec::new();
        if let Some((first, rest)) = id.and_then(|id| id.split_at_checked(2)) {
            let name = format!(".build-id/{first}/{rest}.debug");
            files.extend(self.folders.iter().map(|folder| folder.join(&name)));
        }
        let beside = module.parent().unwrap_or(Path::new("/"));
        if let Some(link) = own.and_then(|own| own.debug_link.as_deref()) {
            files.extend([beside.join(link), beside.join(".debug").join(link)]);
            let below = beside.strip_prefix("/").unwrap_or(beside);
            let folders = self.folders.iter();
            files.extend(
                folders.flat_map(|folder| [folder.join(below).join(link), folder.join(link)]),
            );
        }
        let name = module.file_name().unwrap_or_default().to_string_lossy();
        let names = ENDINGS.iter().map(|ending| format!("{name}{ending}"));
        for name in std::iter::once(name.clone().into_owned()).chain(names) {
            files.extend(self.folders.iter().map(|folder| folder.join(&name)));
        }
        files
    }
}

/// Whether a file that the user names is that module, by its name.
fn is_of(binary: &Path, module: &Path) -> bool {
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let (binary, module) = (name(binary), name(module));
    let is_debug_file = |ending: &&str| binary.strip_suffix(*ending) == Some(module.as_str());
    binary == module || ENDINGS.iter().any(is_debug_file)
}

/// In ELF files, offsets in the module are the addresses that its debug information has.
pub fn places_in(loader: &Loader, address: u64) -> Vec<Place> {
    let mut places = Vec::new();
    if let Ok(mut frames) = loader.find_frames(address) {
        while let Ok(Some(frame)) = frames.next() {
            let function = frame.function.as_ref();
            let location = frame.location.as_ref();
            places.push(Place {
                function: function.and_then(|name| Some(name.demangle().ok()?.into_owned())),
                file: location.and_then(|place| place.file).map(ToOwned::to_owned),
                line: location.and_then(|place| place.line),
                column: location.and_then(|place| place.column),
            });
        }
    }
    let symbol = loader.find_symbol(address);
    let symbol = symbol.map(sentence::readable);
    match places.last_mut() {
        Some(outermost) => outermost.function = outermost.function.take().or(symbol),
        None => places.extend(symbol.map(|name| Place {
            function: Some(name),
            ..Place::default()
        })),
    }
    places
}
