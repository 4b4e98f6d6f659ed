//! A panic of this tool: a message, and a folder from which the failing command can be run again.

use crate::temporary;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Makes every later panic save a replayable folder and say where it is.
pub fn install_hook() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        default(info);
        let fault =
            crate::report::Fault::new("internal error: sanecc itself failed, not your program");
        match save(&info.to_string()) {
            Ok(folder) => fault
                .next(format!(
                    "please report it with the folder {}",
                    folder.display()
                ))
                .print(),
            Err(error) => fault
                .next(format!("the command could not be saved: {error}"))
                .print(),
        }
        temporary::remove_all();
    }));
}

/// Writes the message, the command as a script, and the intermediate files.
fn save(message: &str) -> std::io::Result<PathBuf> {
    let folder = tempfile::Builder::new()
        .prefix("sanecc-crash-")
        .tempdir()?
        .keep();
    std::fs::write(folder.join("message"), message)?;
    std::fs::write(folder.join("replay.sh"), script())?;
    for held in temporary::folders() {
        copy_tree(&held, &folder.join("intermediate"))?;
    }
    Ok(folder)
}

fn script() -> String {
    let quoted = |word: OsString| {
        let word = word.to_string_lossy().into_owned();
        shlex::try_quote(&word)
            .map(|quoted| quoted.into_owned())
            .unwrap_or(word)
    };
    let folder = std::env::current_dir()
        .map(OsString::from)
        .unwrap_or_default();
    let command: Vec<String> = std::env::args_os().map(quoted).collect();
    format!(
        "#!/bin/sh\ncd {} &&\nexec {}\n",
        quoted(folder),
        command.join(" ")
    )
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
