//! Flash and RAM of checked firmware: the programs of `tests/embedded/firmware`, linked for each target that is set up, in each form.

mod form;
mod link;
mod map;
mod sizes;
mod table;

pub use table::{aims, tables};

use crate::build;
use crate::files::{self, emptied};
use crate::paths::Paths;
use crate::workers::in_parallel;
use anyhow::{Context, Result, bail};
use form::Form;
use link::{Link, own};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};
use sanecc_boards::{BOARDS, Board};
use serde::Serialize;
use sizes::Sizes;
use std::path::{Path, PathBuf};

/// The firmware in one form.
#[derive(Clone, Debug, Serialize)]
pub struct Firmware {
    target: &'static str,
    form: Form,
    level: &'static str,
    sizes: Sizes,
}

/// Links the firmware for each target that is set up, or for one. `builds` says that the runtimes are those of this repository, and made anew.
pub fn measure(
    paths: &Paths,
    sanecc: &Path,
    builds: bool,
    only: Option<&str>,
) -> Result<Vec<Firmware>> {
    let mut figures = Vec::new();
    let chosen = |board: &&Board| only.is_none_or(|only| board.target == only);
    for board in BOARDS.iter().filter(chosen) {
        let mut runtimes = sanecc.with_file_name("runtimes").join(board.target);
        if board.folders().is_err() || !archive(&runtimes, "none").is_file() {
            println!(
                "{} is left out, it is not set up: cargo xtask setup --target {0}",
                board.target
            );
            continue;
        }
        if builds {
            runtimes = build::runtime_of(paths, board.target)?;
        }
        figures.extend(of_board(paths, sanecc, &runtimes, board)?);
    }
    if figures.is_empty() {
        let known: Vec<_> = BOARDS.iter().map(|board| board.target).collect();
        bail!("nothing was measured; there are {}", known.join(", "));
    }
    Ok(figures)
}

fn of_board(
    paths: &Paths,
    sanecc: &Path,
    runtimes: &Path,
    board: &'static Board,
) -> Result<Vec<Firmware>> {
    let entries = entry_points(&archive(runtimes, board.heap))?;
    let jobs = Form::ALL.into_iter().flat_map(|form| {
        let levels = form.levels().iter();
        levels.map(move |&level| (form, level))
    });
    let name = |(form, level): &(Form, &str)| format!("{} {} {level}", board.target, form.title());
    let link = |(form, level): (Form, &'static str)| {
        let folder = paths.scratch("bench").join("firmware").join(board.target);
        let link = Link {
            paths,
            sanecc,
            runtimes,
            folder: folder.join(format!("{form:?}{level}")),
        };
        emptied(&link.folder)?;
        let entries = match form {
            Form::Everything => entries.as_slice(),
            _ => &[],
        };
        let task = link.task(board, form, level, entries)?;
        let linked = task.expression().run();
        linked.with_context(|| format!("`{}` failed", task.line()))?;
        let map = files::text(link.map())?;
        let sizes = Sizes::of(&files::bytes(&link.elf())?, &map, &own(board))?;
        if sizes.own.code == 0 {
            bail!(
                "{} names none of the firmware's objects",
                link.map().display()
            );
        }
        Ok(Firmware {
            target: board.target,
            form,
            level,
            sizes,
        })
    };
    in_parallel("linking", jobs.collect(), name, link)
        .into_iter()
        .collect()
}

/// The runtime for a heap at the scale that is the default.
fn archive(runtimes: &Path, heap: &str) -> PathBuf {
    runtimes.join(format!("libsanecc_bare_8_{heap}.a"))
}

/// All functions that a runtime has for programs.
fn entry_points(archive: &Path) -> Result<Vec<String>> {
    let bytes = files::bytes(archive)?;
    let mut names = Vec::new();
    for member in ArchiveFile::parse(bytes.as_slice())?.members() {
        let object = object::File::parse(member?.data(bytes.as_slice())?)?;
        let symbols = object.symbols();
        let defined = symbols.filter(|symbol| symbol.is_global() && symbol.is_definition());
        for symbol in defined {
            names.push(symbol.name()?.to_owned());
        }
    }
    Ok(names)
}
