//! Which modules a link takes, and what becomes of their symbols: lld says it.
//!
//! The command of the link runs with lld, with the bitcode itself in place of each object, and stops before machine code. lld writes for each module that it has taken which
//! of its symbols prevail and which others can see (`--save-temps=resolution`).

use super::archives;
use super::inputs::{Input, Piece};
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::link::{self, Objects};
use crate::plan::Build;
use crate::temporary::Folder;
use crate::tool::{Stderr, clang};
use sanecc_ir::llvm::merge::{FINAL, PREVAILING, REDEFINED, Resolution, VISIBLE};
use std::collections::HashMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};

/// Which module it is: the number of the input and of the piece in it.
pub type Place = (usize, usize);

/// A module that the link takes.
#[derive(Debug)]
pub struct Taken {
    /// Which it is.
    pub place: Place,
    /// What lld calls it.
    pub name: String,
    /// What becomes of its symbols, in the order of its table.
    pub resolutions: Vec<Resolution>,
}

/// Why there is no resolution.
#[derive(Debug)]
pub enum Failure {
    /// lld does not link the program, in its words.
    Refused(String),
    /// This tool failed.
    Driver(DriverError),
}

impl From<DriverError> for Failure {
    fn from(error: DriverError) -> Failure {
        Failure::Driver(error)
    }
}

/// lld, where LLVM's packages put it or on PATH.
///
/// # Errors
/// If there is none.
pub fn lld() -> Result<PathBuf, DriverError> {
    let packaged = Path::new(sanecc_ir::llvm::INSTALLATION).join("bin/ld.lld");
    if packaged.is_file() {
        return Ok(packaged);
    }
    let major = clang::MAJOR;
    which::which(format!("ld.lld-{major}")).map_err(|_| {
        DriverError::new(format!(
            "-fsanecc-whole-program needs lld {major} to find out what a program is made of, and it was not found"
        ))
        .next(format!("install it (Debian, Ubuntu: apt-get install lld-{major}; 'cargo xtask setup' does), or leave the flag out of the link"))
    })
}

/// Asks lld. `merges` says of a piece whether its bitcode is to be taken; the others are as they are.
///
/// # Errors
/// If lld refuses the link, or something cannot be written.
pub fn run(
    build: &Build,
    objects: &Objects,
    inputs: &[Input],
    merges: impl Fn(&Piece) -> bool,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<Vec<Taken>, Failure> {
    let lld = lld()?;
    let place = folder.path().join("whole");
    let mut stand_ins = objects.clone();
    let mut places: HashMap<String, Place> = HashMap::new();
    for (number, input) in inputs.iter().enumerate() {
        if !input.carries() {
            continue;
        }
        let own = place.join(number.to_string());
        std::fs::create_dir_all(&own).map_err(|error| cannot_write(&own, &error))?;
        let path = own.join(input.path.file_name().unwrap_or_default());
        let bytes = |piece| bitcode_or_object(piece, &merges);
        if input.archive {
            let members: Vec<_> = input.pieces.iter().map(|p| (&*p.name, bytes(p))).collect();
            let starts = archives::write(&path, &members).map_err(|e| cannot_write(&path, &e))?;
            for (member, (piece, start)) in input.pieces.iter().zip(starts).enumerate() {
                let name = Path::new(&piece.name).file_name().unwrap_or_default();
                let name = format!("{}({} at {start})", path.display(), name.to_string_lossy());
                places.insert(name, (number, member));
            }
        } else {
            let written = std::fs::write(&path, bytes(&input.pieces[0]));
            written.map_err(|error| cannot_write(&path, &error))?;
            places.insert(path.to_string_lossy().into_owned(), (number, 0));
        }
        stand_ins.insert(input.position, vec![path]);
    }
    let output = place.join("resolved");
    let mut words = link::words(build, &stand_ins, compiler)?;
    words.push(crate::args::concat("--ld-path=", lld));
    words.extend(
        [
            "-Wl,--lto-emit-llvm",
            "-Wl,--lto-O0",
            "-Wl,--save-temps=resolution",
            "-o",
        ]
        .map(Into::into),
    );
    words.push(output.clone().into());
    let ended = compiler.run(words, Stderr::Captured, folder)?;
    if ended.code != 0 {
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        return Err(Failure::Refused(said));
    }
    let list = crate::args::concat(&output, ".resolution.txt");
    match std::fs::read_to_string(Path::new(&list)) {
        Ok(text) => read(&text, &places).map_err(|line| {
            Failure::Refused(format!("its list of symbols is not understood: {line}"))
        }),
        // It took no module.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(cannot_write(&output, &error).into()),
    }
}

fn bitcode_or_object<'a>(piece: &'a Piece, merges: &impl Fn(&Piece) -> bool) -> &'a [u8] {
    match piece.module() {
        Some((_, bitcode)) if merges(piece) => bitcode,
        _ => &piece.bytes,
    }
}

/// Reads lld's list: a line with the name of each module, then one for each of its symbols. Gives the line that is not understood.
fn read(text: &str, places: &HashMap<String, Place>) -> Result<Vec<Taken>, String> {
    let mut taken: Vec<Taken> = Vec::new();
    for line in text.lines() {
        let wrong = || line.to_owned();
        let Some(symbol) = line.strip_prefix("-r=") else {
            let place = *places.get(line).ok_or_else(wrong)?;
            taken.push(Taken {
                place,
                name: line.to_owned(),
                resolutions: Vec::new(),
            });
            continue;
        };
        let module = taken.last_mut().ok_or_else(wrong)?;
        let symbol = symbol.strip_prefix(&*module.name).ok_or_else(wrong)?;
        let symbol = symbol.strip_prefix(',').ok_or_else(wrong)?;
        let (name, letters) = symbol.rsplit_once(',').ok_or_else(wrong)?;
        let mut flags = 0;
        for letter in letters.chars() {
            flags |= match letter {
                'p' => PREVAILING,
                'l' => FINAL,
                'x' => VISIBLE,
                'r' => REDEFINED,
                _ => return Err(wrong()),
            };
        }
        let symbol = CString::new(name).map_err(|_| wrong())?;
        module.resolutions.push(Resolution { symbol, flags });
    }
    Ok(taken)
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> DriverError {
    DriverError::new(format!("cannot write {}: {error}", path.display()))
        .next("free space there, or set TMPDIR to a folder that can be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_symbol_by_symbol() {
        let places = HashMap::from([
            ("a,b.o".to_owned(), (0, 0)),
            ("x.a(c.o at 68)".to_owned(), (1, 2)),
        ]);
        let text =
            "a,b.o\n-r=a,b.o,main,plx\n-r=a,b.o,f@@V,1,\nx.a(c.o at 68)\n-r=x.a(c.o at 68),f,pr\n";
        let taken = read(text, &places).unwrap();
        let list: Vec<_> = taken
            .iter()
            .flat_map(|module| {
                module
                    .resolutions
                    .iter()
                    .map(|one| (module.place, one.symbol.to_str().unwrap(), one.flags))
            })
            .collect();
        assert_eq!(
            list,
            [
                ((0, 0), "main", PREVAILING | FINAL | VISIBLE),
                ((0, 0), "f@@V,1", 0),
                ((1, 2), "f", PREVAILING | REDEFINED)
            ]
        );
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let places = HashMap::from([("a.o".to_owned(), (0, 0))]);
        for text in [
            "b.o\n",
            "-r=a.o,f,p\n",
            "a.o\n-r=a.o,f,pz\n",
            "a.o\n-r=b.o,f,p\n",
            "a.o\n-r=a.o,f\n",
        ] {
            assert!(read(text, &places).is_err(), "{text}");
        }
    }
}
