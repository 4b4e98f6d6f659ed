//! Linking firmware: the runtime is chosen by scale and heap, the allocator is wrapped, and the linker script finds the shadow's fragment.

use crate::args::FlagClass;
use crate::args::own::Heap;
use crate::diagnostics::DriverError;
use crate::install::{self, BARE_FRAGMENT};
use crate::plan::Build;
use sanecc_abi::bare::{GRANULES, SHADOW_START, version_symbol};
use sanecc_abi::target::Target;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

impl Heap {
    /// The end of the runtime's name.
    fn name(self) -> &'static str {
        match self {
            Heap::None => "none",
            Heap::Newlib => "newlib",
            Heap::Picolibc => "picolibc",
            Heap::FreeRtos => "freertos",
        }
    }

    /// The functions that the runtime stands in for.
    fn wrapped(self) -> &'static [&'static str] {
        match self {
            Heap::None => &[],
            Heap::Newlib => &[
                "_malloc_r",
                "_free_r",
                "_calloc_r",
                "_realloc_r",
                "_memalign_r",
            ],
            Heap::Picolibc => &[
                "malloc",
                "free",
                "calloc",
                "realloc",
                "memalign",
                "aligned_alloc",
            ],
            Heap::FreeRtos => &["pvPortMalloc", "vPortFree", "pvPortCalloc"],
        }
    }
}

/// The words of the linking command around the user's.
///
/// # Errors
/// If the runtime is to be linked and there is none.
pub(super) fn words(
    build: &Build,
    target: &Target,
    user: Vec<OsString>,
) -> Result<Vec<OsString>, DriverError> {
    let settings = &build.settings;
    if !settings.links_runtime() {
        return Ok(user);
    }
    let folder = install::bare_folder(target.name)?;
    let granule = settings.shadow_scale.unwrap_or(GRANULES[0]);
    let archive = folder.join(format!(
        "libsanecc_bare_{granule}_{}.a",
        settings.heap.name()
    ));
    if !archive.is_file() {
        return Err(
            DriverError::new(format!("there is no {}", archive.display())).next(format!(
                "'cargo xtask build --target {}' makes it",
                target.name
            )),
        );
    }
    let mut linker: Vec<OsString> = vec![
        "-u".into(),
        version_symbol(granule).into(),
        format!("--defsym=__sanecc_scale={granule}").into(),
    ];
    let wrapped = settings.heap.wrapped().iter();
    linker.extend(wrapped.map(|name| OsString::from(format!("--wrap={name}"))));
    linker.extend(["-L".into(), folder.into()]);
    linker.push(archive.clone().into());
    let mut words = to_linker(linker);
    words.extend(user);
    // The allocator that is wrapped may stand in a library that was named before anything asked for it.
    let mut last: Vec<OsString> = vec!["--start-group".into(), archive.into()];
    let libraries = build.arguments.iter();
    last.extend(
        libraries
            .map(|argument| argument.word())
            .filter(|word| word.as_bytes().starts_with(b"-l"))
            .map(OsString::from),
    );
    last.push("--end-group".into());
    words.extend(to_linker(last));
    Ok(words)
}

fn to_linker(words: Vec<OsString>) -> Vec<OsString> {
    let words = words.into_iter();
    words.flat_map(|word| ["-Xlinker".into(), word]).collect()
}

/// What to say after a link that failed, if the linker script does not place the shadow.
pub(super) fn lacks_shadow(build: &Build) -> Option<String> {
    build
        .settings
        .target
        .bare()
        .filter(|_| build.settings.links_runtime())?;
    let scripts = scripts(build);
    let places = |script: &PathBuf| {
        let text = std::fs::read_to_string(script).unwrap_or_default();
        text.contains(BARE_FRAGMENT) || text.contains(SHADOW_START)
    };
    // Scripts include others, which are looked for where the linker looks.
    let folders = build.arguments.iter().filter_map(|argument| {
        let word = argument.word().to_str()?;
        word.strip_prefix("-L").map(PathBuf::from)
    });
    let folders: Vec<PathBuf> = folders.collect();
    let mut all = scripts.clone();
    for script in &scripts {
        let text = std::fs::read_to_string(script).unwrap_or_default();
        for line in text.lines() {
            let Some(name) = line.trim().strip_prefix("INCLUDE ") else {
                continue;
            };
            let name = name.trim().trim_matches('"');
            let beside = script.parent().map(|folder| folder.join(name));
            let found = folders.iter().map(|folder| folder.join(name));
            all.extend(found.chain(beside).find(|place| place.is_file()));
        }
    }
    (!all.iter().any(places)).then(|| {
        let script = scripts.first();
        let script = script.map_or("no linker script is named, and it".to_owned(), |script| {
            format!("'{}'", script.display())
        });
        format!(
            "{script} has no place for the shadow: write 'INCLUDE {BARE_FRAGMENT}' inside of SECTIONS, behind .bss"
        )
    })
}

/// The linker scripts that the command names.
fn scripts(build: &Build) -> Vec<PathBuf> {
    let mut scripts = Vec::new();
    let mut next_is_script = false;
    for argument in &build.arguments {
        let value = argument.value();
        let word = argument.word().to_string_lossy().into_owned();
        if argument.class() == FlagClass::Input {
            continue;
        }
        if word == "-T" && !value.is_empty() {
            scripts.push(PathBuf::from(value));
        } else if let Some(name) = word.strip_prefix("-Wl,-T").or(word.strip_prefix("-T")) {
            let name = name.trim_start_matches([',', '=']);
            if !name.is_empty() {
                scripts.push(Path::new(name).to_owned());
            }
        }
        if next_is_script {
            scripts.push(PathBuf::from(value));
        }
        next_is_script = word == "-Xlinker" && value == "-T";
    }
    scripts
}
