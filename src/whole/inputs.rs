//! The inputs of a link: objects, and members of archives that carry bitcode, also of those that `-l` finds.
//!
//! What is not recognised here is linked as it is: files named in `-Wl,`, linker scripts, libraries in the system's own folders.

use super::frame::{self, Content, Header};
use crate::args::FlagClass;
use crate::link::Objects;
use crate::plan::Build;
use object::Object;
use object::read::archive::ArchiveFile;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A file that is linked, or a member of one.
#[derive(Debug)]
pub struct Piece {
    /// Its name: of a member, that alone.
    pub name: String,
    /// What it is.
    pub bytes: Vec<u8>,
    /// What it carries.
    pub content: Content,
}

impl Piece {
    /// Its bitcode, if that can be used.
    pub fn module(&self) -> Option<(&Header, &[u8])> {
        match &self.content {
            Content::Module(header, bitcode) => Some((header, bitcode)),
            Content::None | Content::Unusable(_) => None,
        }
    }
}

/// An object, or an archive that carries bitcode.
#[derive(Debug)]
pub struct Input {
    /// Which argument of the command names it.
    pub position: usize,
    /// The file.
    pub path: PathBuf,
    /// Whether it is an archive.
    pub archive: bool,
    /// The object, or the members in their order.
    pub pieces: Vec<Piece>,
}

impl Input {
    /// Whether any part of it has bitcode.
    pub fn carries(&self) -> bool {
        let mut contents = self.pieces.iter().map(|piece| &piece.content);
        contents.any(|content| *content != Content::None)
    }
}

/// The objects of the command and its archives that carry bitcode, in their order.
pub fn find(build: &Build, objects: &Objects) -> Vec<Input> {
    let mut found = Vec::new();
    // Libraries are static or shared by the word before them.
    let mut alone = false;
    for (position, argument) in build.arguments.iter().enumerate() {
        let value = argument.value();
        let path = match argument.class() {
            FlagClass::Input => match objects.get(&position) {
                Some(files) => files.first().cloned(),
                None => Some(PathBuf::from(value)),
            },
            FlagClass::Library => library(build, value, alone),
            FlagClass::Linker => {
                for word in value.as_bytes().split(|&byte| byte == b',') {
                    match word {
                        b"-Bstatic" | b"-static" | b"-dn" | b"-non_shared" => alone = true,
                        b"-Bdynamic" | b"-dy" | b"-call_shared" => alone = false,
                        _ => {}
                    }
                }
                None
            }
            _ => {
                alone |= argument.word() == "-static" || argument.word() == "-static-pie";
                None
            }
        };
        found.extend(path.and_then(|path| input(position, path)));
    }
    found
}

/// The archive that `-l` finds in the folders of the command.
fn library(build: &Build, name: &OsStr, alone: bool) -> Option<PathBuf> {
    let folders = build.arguments.iter().filter(|one| one.spelling() == "-L");
    let exact = name.as_bytes().strip_prefix(b":");
    for folder in folders {
        let folder = Path::new(folder.value());
        if let Some(exact) = exact {
            let path = folder.join(OsStr::from_bytes(exact));
            if path.is_file() {
                return Some(path);
            }
            continue;
        }
        let named = |extension: &str| {
            let name = crate::args::concat("lib", crate::args::concat(name, extension));
            folder.join(name)
        };
        if !alone && named(".so").is_file() {
            return None;
        }
        if named(".a").is_file() {
            return Some(named(".a"));
        }
    }
    None
}

fn input(position: usize, path: PathBuf) -> Option<Input> {
    let bytes = std::fs::read(&path).ok()?;
    let archive = bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n");
    let pieces = match archive {
        true => members(&path, &bytes)?,
        false => {
            let kind = object::File::parse(&*bytes).ok()?.kind();
            if kind != object::ObjectKind::Relocatable {
                return None;
            }
            let content = frame::read(&bytes);
            let name = path.to_string_lossy().into_owned();
            vec![Piece {
                name,
                bytes,
                content,
            }]
        }
    };
    let input = Input {
        position,
        path,
        archive,
        pieces,
    };
    (!archive || input.carries()).then_some(input)
}

/// The members of an archive; `None` if one cannot be read, which is the linker's to say.
fn members(path: &Path, bytes: &[u8]) -> Option<Vec<Piece>> {
    let archive = ArchiveFile::parse(bytes).ok()?;
    let mut pieces = Vec::new();
    for member in archive.members() {
        let member = member.ok()?;
        let name = String::from_utf8(member.name().to_vec()).ok()?;
        let bytes = match archive.is_thin() {
            true => std::fs::read(path.parent()?.join(&name)).ok()?,
            false => member.data(bytes).ok()?.to_vec(),
        };
        let content = frame::read(&bytes);
        pieces.push(Piece {
            name,
            bytes,
            content,
        });
    }
    Some(pieces)
}
