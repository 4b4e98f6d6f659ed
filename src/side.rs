//! Side outputs that need their name or content fixed, because each clang process sees only a part of the compilation.
//!
//! Clang names all others correctly, because each part gets the user's output or its prefix.

use crate::args::{Route, SaveTemps, concat};
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::frontend::without_ours;
use crate::plan::{Build, Product, Unit};
use crate::temporary::Folder;
use crate::tool::Stderr;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the object of a linked unit stays if `-save-temps` keeps it.
pub fn kept_object(build: &Build, unit: &Unit) -> Option<PathBuf> {
    let folder = kept_folder(build, build.settings.save_temps?);
    Some(folder.join(concat(unit.stem(), ".o")))
}

/// The folder of kept intermediate files.
fn kept_folder(build: &Build, place: SaveTemps) -> PathBuf {
    let output = build.settings.output.as_deref().unwrap_or(OsStr::new(""));
    let parent = Path::new(output).parent();
    match place {
        SaveTemps::Here => PathBuf::new(),
        SaveTemps::BesideOutput => parent.map(Path::to_owned).unwrap_or_default(),
    }
}

/// `-save-temps`: the preprocessed source, which clang left beside `plain`, and the bitcode from which code
/// is made. Assembly and object come from code generation itself.
///
/// # Errors
/// If the destination cannot be written.
pub fn keep(build: &Build, unit: &Unit, plain: &Path, checked: &Path) -> Result<(), DriverError> {
    let Some(place) = build.settings.save_temps else {
        return Ok(());
    };
    let folder = kept_folder(build, place);
    let copy = |from: &Path| {
        let to = folder.join(from.file_name().unwrap_or_default());
        let copied = std::fs::copy(from, &to);
        copied.map_err(|error| DriverError::new(format!("cannot write {}: {error}", to.display())))
    };
    for extension in ["i", "ii", "mi", "mii"] {
        let preprocessed = plain.with_file_name(concat(concat(unit.stem(), "."), extension));
        if preprocessed.exists() {
            copy(&preprocessed)?;
        }
    }
    if matches!(build.product, Product::Object | Product::Assembly) {
        copy(checked)?;
    }
    Ok(())
}

/// `-fstack-usage` of a linked unit: clang wrote the sizes beside the temporary `object`, but they belong
/// beside the program.
///
/// # Errors
/// If the destination cannot be written.
pub fn move_stack_usage(build: &Build, unit: &Unit, object: &Path) -> Result<(), DriverError> {
    let sizes = object.with_extension("su");
    if !(build.link && build.settings.stack_usage && sizes.exists()) {
        return Ok(());
    }
    let to = match &build.settings.output {
        Some(output) => Path::new(output).with_extension("su"),
        None => concat(unit.stem(), ".su").into(),
    };
    let moved = std::fs::copy(&sizes, &to).and_then(|_| std::fs::remove_file(&sizes));
    moved.map_err(|error| DriverError::new(format!("cannot write {}: {error}", to.display())))
}

/// `-MJ`: appends clang's record of the whole compilation.
///
/// Clang would record one of the halves. So it is asked for the record of a preprocessing with the user's
/// own words, and the two traces of that are taken out again.
///
/// # Errors
/// If clang cannot be run or the record cannot be written.
pub fn record(
    build: &Build,
    unit: &Unit,
    output: &Path,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<(), DriverError> {
    let Some(database) = &build.settings.database else {
        return Ok(());
    };
    let (written, preprocessed) = (
        folder.path().join("record"),
        folder.path().join("preprocessed"),
    );
    let mut words = user_words(build);
    words.extend([
        "-MJ".into(),
        written.clone().into(),
        "-o".into(),
        preprocessed.clone().into(),
    ]);
    words.extend([
        "-E".into(),
        "-x".into(),
        unit.language.clone(),
        "--".into(),
        unit.file.clone(),
    ]);
    compiler.run(words, Stderr::Captured, folder)?;
    let unreadable =
        |error| DriverError::new(format!("clang wrote no compilation record: {error}"));
    let record = std::fs::read_to_string(&written).map_err(unreadable)?;
    let _ = std::fs::remove_file(written);
    let quoted = |path: &Path| format!("\"{}\"", escaped(&path.to_string_lossy()));
    let record = record
        .replace(&quoted(&preprocessed), &quoted(output))
        .replacen(", \"-E\", \"--target=", ", \"--target=", 1);
    append(database, record.as_bytes()).map_err(|error| {
        DriverError::new(format!(
            "cannot write {}: {error}",
            database.to_string_lossy()
        ))
    })
}

fn user_words(build: &Build) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in &build.arguments {
        match argument.class().stages().record {
            Route::Pass => argument.print(&mut words),
            Route::Rewritten => words.extend(without_ours(argument, &build.settings)),
            Route::Drop | Route::Conditional => {}
        }
    }
    words
}

/// As in a JSON string.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn append(file: &OsStr, text: &[u8]) -> std::io::Result<()> {
    if file == "-" {
        return std::io::stdout().write_all(text);
    }
    std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(file)?
        .write_all(text)
}
