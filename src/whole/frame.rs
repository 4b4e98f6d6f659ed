//! Frames: what an object carries for a later link of the whole program.
//!
//! A frame is `{magic, version, lengths, shape, checksum, header, payload}`, little endian without padding. Frames follow each other, because `ld -r` concatenates sections.
//! The header is JSON and says who made the bitcode for which target with which flags; the payload is the deflated bitcode of the front end.
//!
//! The *shape* sums up the object that the frame was written for: its sections in memory and the symbols that it defines. It tells an object that is what the compiler made
//! (also stripped of debug information) from one that was changed since or holds the code of others, whose bitcode would not say all. It is written into the finished
//! object ([`seal`]); 0 is none.
//!
//! A reader gives up, with the reason, on every deviation. It never guesses.

use flate2::Crc;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, elf};
use sanecc_abi::VERSION;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The section of an object.
pub const SECTION: &CStr = c".sanecc.module";

const MAGIC: [u8; 8] = *b"SANECCWP";
/// Of the layout of frames.
const FORMAT: u32 = 1;
/// Bytes before the header: magic, format, length of the header, length of the payload, length of the bitcode, shape, checksum.
const FIXED: usize = 8 + 4 + 4 + 8 + 8 + 8 + 4;
/// Where the shape stands.
const SHAPE: usize = 8 + 4 + 4 + 8 + 8;
/// The most that bitcode may take, in bytes: what claims more is corrupt.
const LARGEST: u64 = 1 << 32;

/// Who made the bitcode of a frame, of what, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of LLVM.
    pub llvm: String,
    /// The version of sanecc.
    pub sanecc: String,
    /// The version of the interface between checked code and runtime.
    pub runtime: u32,
    /// Target triple.
    pub target: String,
    /// The source file as the compiler was given it.
    pub source: String,
    /// Its language as `-x` spells it.
    pub language: String,
    /// The flags that decide about checks and machine code.
    pub flags: Vec<String>,
    /// All words of inline assembly in functions: symbols may be among them, which no table says.
    pub assembly: BTreeSet<String>,
}

impl Header {
    /// The header of what this process makes.
    pub fn new(target: String, source: String, language: String, flags: Vec<String>) -> Header {
        Header {
            llvm: llvm_version(),
            sanecc: env!("CARGO_PKG_VERSION").to_owned(),
            runtime: VERSION,
            target,
            source,
            language,
            flags,
            assembly: BTreeSet::new(),
        }
    }

    /// What is another than this process has; `None` if nothing is.
    fn stranger(&self) -> Option<String> {
        let pairs = [
            ("LLVM", &self.llvm, llvm_version()),
            ("sanecc", &self.sanecc, env!("CARGO_PKG_VERSION").to_owned()),
            (
                "runtime interface",
                &self.runtime.to_string(),
                VERSION.to_string(),
            ),
        ];
        let other = pairs.iter().find(|(_, theirs, ours)| **theirs != *ours)?;
        let (what, theirs, ours) = other;
        Some(format!("it is of {what} {theirs}, and this is {ours}"))
    }
}

fn llvm_version() -> String {
    let (major, minor, patch) = sanecc_ir::llvm::version();
    format!("{major}.{minor}.{patch}")
}

/// The bytes of a frame without a shape.
///
/// # Panics
/// Never: memory takes everything, and the header has texts for keys.
pub fn write(header: &Header, bitcode: &[u8]) -> Vec<u8> {
    let header = serde_json::to_vec(header).expect("texts are keys");
    let mut deflated = DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    deflated
        .write_all(bitcode)
        .expect("memory takes everything");
    let payload = deflated.finish().expect("memory takes everything");
    let mut frame = Vec::with_capacity(FIXED + header.len() + payload.len());
    frame.extend(MAGIC);
    frame.extend(FORMAT.to_le_bytes());
    frame.extend((header.len() as u32).to_le_bytes());
    frame.extend((payload.len() as u64).to_le_bytes());
    frame.extend((bitcode.len() as u64).to_le_bytes());
    frame.extend(0_u64.to_le_bytes());
    let mut sum = Crc::new();
    sum.update(&header);
    sum.update(&payload);
    frame.extend(sum.sum().to_le_bytes());
    frame.extend(header);
    frame.extend(payload);
    frame
}

/// What an object says of itself.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    /// It has no frame.
    None,
    /// It has one that cannot be used.
    Unusable(Unusable),
    /// It has the bitcode of all its code.
    Module(Box<Header>, Vec<u8>),
}

/// Why the bitcode of an object cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The object is not what the compiler has written.
    #[error("it was changed after it was compiled")]
    Changed,
    /// `ld -r` has made it of several objects, of which some may have no bitcode.
    #[error("it is several objects in one")]
    Several,
    /// The bytes are not what was written.
    #[error("its bitcode is damaged")]
    Damaged,
    /// Another version made it.
    #[error("{0}")]
    Stranger(String),
}

impl Unusable {
    /// Whether this is a mistake that compiling again would mend.
    pub fn is_mistake(&self) -> bool {
        match self {
            Unusable::Damaged | Unusable::Stranger(_) => true,
            Unusable::Changed | Unusable::Several => false,
        }
    }
}

/// Reads the frames of a relocatable object.
pub fn read(bytes: &[u8]) -> Content {
    let Ok(object) = object::File::parse(bytes) else {
        return Content::None;
    };
    let name = SECTION.to_bytes();
    let Some(section) = object.section_by_name_bytes(name) else {
        return Content::None;
    };
    let frames = match section.data() {
        Ok(frames) if object.kind() == object::ObjectKind::Relocatable => frames,
        _ => return Content::Unusable(Unusable::Damaged),
    };
    match one(frames, shape(&object)) {
        Ok((header, bitcode)) => Content::Module(Box::new(header), bitcode),
        Err(reason) => Content::Unusable(reason),
    }
}

fn one(frames: &[u8], shape: u64) -> Result<(Header, Vec<u8>), Unusable> {
    let damaged = || Unusable::Damaged;
    let mut rest = frames;
    if take(&mut rest, MAGIC.len()) != Some(&MAGIC) {
        return Err(damaged());
    }
    let format = number(&mut rest, 4).ok_or_else(damaged)?;
    if format != u64::from(FORMAT) {
        return Err(Unusable::Stranger(format!(
            "its bitcode is stored in format {format}, and this sanecc reads {FORMAT}"
        )));
    }
    let header_length = number(&mut rest, 4).ok_or_else(damaged)? as usize;
    let payload_length = number(&mut rest, 8).ok_or_else(damaged)?;
    let length = number(&mut rest, 8).ok_or_else(damaged)?;
    let sealed = number(&mut rest, 8).ok_or_else(damaged)?;
    let expected = number(&mut rest, 4).ok_or_else(damaged)?;
    let header = take(&mut rest, header_length).ok_or_else(damaged)?;
    let payload_length = usize::try_from(payload_length).map_err(|_| damaged())?;
    let payload = take(&mut rest, payload_length).ok_or_else(damaged)?;
    if rest.starts_with(&MAGIC) {
        return Err(Unusable::Several);
    }
    let mut sum = Crc::new();
    sum.update(header);
    sum.update(payload);
    if u64::from(sum.sum()) != expected || !rest.is_empty() || length > LARGEST {
        return Err(damaged());
    }
    let header: Header = serde_json::from_slice(header).map_err(|_| damaged())?;
    if let Some(reason) = header.stranger() {
        return Err(Unusable::Stranger(reason));
    }
    if sealed == 0 || sealed != shape {
        return Err(Unusable::Changed);
    }
    let mut bitcode = Vec::with_capacity(length as usize);
    let mut inflated = DeflateDecoder::new(payload).take(length + 1);
    match inflated.read_to_end(&mut bitcode) {
        Ok(read) if read as u64 == length => Ok((header, bitcode)),
        _ => Err(damaged()),
    }
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn number(rest: &mut &[u8], length: usize) -> Option<u64> {
    let mut bytes = [0; 8];
    bytes[..length].copy_from_slice(take(rest, length)?);
    Some(u64::from_le_bytes(bytes))
}

/// Notes the shape of a finished object in its frame. Without, the object is linked as it is.
///
/// # Errors
/// If the file cannot be read or written.
pub fn seal(file: &Path) -> std::io::Result<()> {
    let bytes = std::fs::read(file)?;
    let Ok(object) = object::File::parse(&*bytes) else {
        return Ok(());
    };
    let section = object.section_by_name_bytes(SECTION.to_bytes());
    let Some((start, length)) = section.and_then(|section| section.file_range()) else {
        return Ok(());
    };
    if length < FIXED as u64 {
        return Ok(());
    }
    let mut opened = std::fs::OpenOptions::new().write(true).open(file)?;
    opened.seek(SeekFrom::Start(start + SHAPE as u64))?;
    opened.write_all(&shape(&object).to_le_bytes())
}

/// Sums up what an object holds: never 0.
fn shape(object: &object::File<'_>) -> u64 {
    let mut sum = Crc::new();
    for section in object.sections() {
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
            continue;
        };
        if sh_flags.contains(elf::SHF_ALLOC) {
            sum.update(section.name_bytes().unwrap_or_default());
            sum.update(&section.size().to_le_bytes());
        }
    }
    let mut symbols: Vec<&[u8]> = object
        .symbols()
        .filter(|symbol| !symbol.is_undefined() && !symbol.is_local())
        .filter_map(|symbol| symbol.name_bytes().ok())
        .collect();
    symbols.sort_unstable();
    for symbol in &symbols {
        sum.update(symbol);
        sum.update(&[0]);
    }
    u64::from(sum.sum()) << 32 | u64::from(sum.amount()) | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let flags = vec!["-O2".to_owned()];
        Header::new("x86_64".into(), "a.c".into(), "c".into(), flags)
    }

    fn sealed(header: &Header, shape: u64) -> Vec<u8> {
        let mut frame = write(header, &[7; 1000]);
        frame[SHAPE..SHAPE + 8].copy_from_slice(&shape.to_le_bytes());
        frame
    }

    #[test]
    fn a_frame_reads_back() {
        let (read, bitcode) = one(&sealed(&header(), 5), 5).unwrap();
        assert_eq!((read, bitcode), (header(), vec![7; 1000]));
    }

    #[test]
    fn other_shapes_and_none_are_refused() {
        for (noted, found) in [(5, 6), (0, 0), (0, 5)] {
            let reason = one(&sealed(&header(), noted), found).unwrap_err();
            assert_eq!(reason, Unusable::Changed);
        }
    }

    #[test]
    fn strangers_say_who_they_are() {
        let old = Header {
            llvm: "18.1.0".into(),
            ..header()
        };
        let reason = one(&sealed(&old, 5), 5).unwrap_err().to_string();
        assert!(
            reason.starts_with("it is of LLVM 18.1.0, and this is 19."),
            "{reason}"
        );
    }

    #[test]
    fn no_damage_goes_unnoticed() {
        let frame = sealed(&header(), 5);
        for length in 0..frame.len() {
            assert!(one(&frame[..length], 5).is_err(), "cut to {length}");
        }
        for at in 0..frame.len() {
            let mut changed = frame.clone();
            changed[at] ^= 0x20;
            assert!(one(&changed, 5).is_err(), "changed at {at}");
        }
        assert_eq!(
            one(&[&frame[..], &frame[..]].concat(), 5).unwrap_err(),
            Unusable::Several
        );
    }
}
