//! The debug information of a file: its sections, unpacked where they are compressed, and the file beside that `dwz` has moved
//! into what several files have in common.

use super::debug_file;
use super::inflate;
use super::mapped::Mapped;
use super::symbolize::File;
use addr2line::Context;
use alloc::vec::Vec;
use gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};
use object::{CompressedData, CompressionFormat, Object, ObjectSection};

/// What the sections are read by.
pub type Reader = EndianSlice<'static, LittleEndian>;

/// What may be unpacked for the lines of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    /// Everything.
    Unpack,
    /// Nothing: compressed sections count as missing.
    Skip,
}

/// Whether a file has any.
pub fn is_in(file: &File) -> bool {
    section(file, SectionId::DebugInfo).is_some()
}

/// Source lines by address. What they point into beside the file itself joins `kept`.
pub fn lines(file: &File, packed: Packed, kept: &mut Vec<Mapped>) -> Option<Context<Reader>> {
    let mut dwarf = Dwarf::load(|id| read(file, id, packed, kept)).ok()?;
    if packed == Packed::Unpack
        && let Some(bytes) = debug_file::shared(file)
    {
        let shared = File::parse(bytes.bytes()).ok()?;
        kept.push(bytes);
        dwarf.load_sup(|id| read(&shared, id, packed, kept)).ok()?;
    }
    Context::from_dwarf(dwarf).ok()
}

fn read(
    file: &File,
    id: SectionId,
    packed: Packed,
    kept: &mut Vec<Mapped>,
) -> Result<Reader, gimli::Error> {
    let bytes = bytes(file, id, packed, kept).unwrap_or(&[]);
    Ok(EndianSlice::new(bytes, LittleEndian))
}

fn bytes(
    file: &File,
    id: SectionId,
    packed: Packed,
    kept: &mut Vec<Mapped>,
) -> Option<&'static [u8]> {
    if !tells_lines(id) {
        return None;
    }
    let section = section(file, id)?;
    match section.format {
        CompressionFormat::None => Some(section.data),
        CompressionFormat::Zlib if packed == Packed::Unpack => {
            let unpacked = inflate::unpacked(section.data, section.uncompressed_size)?;
            let bytes = unpacked.bytes();
            kept.push(unpacked);
            Some(bytes)
        }
        // Zstandard's would need far more code; functions are still named by their symbols.
        _ => None,
    }
}

/// Not where variables lie, nor what macros stand for, which is a third of it.
fn tells_lines(id: SectionId) -> bool {
    !matches!(
        id,
        SectionId::DebugLoc
            | SectionId::DebugLocLists
            | SectionId::DebugMacinfo
            | SectionId::DebugMacro
    )
}

/// A section by its name, or as older tools call it where it is compressed: `.zdebug_...`.
fn section(file: &File, id: SectionId) -> Option<CompressedData<'static>> {
    let name = id.name();
    let older = || {
        let mut sections = file.sections();
        sections.find(|section| {
            let rest = section.name().ok().and_then(|n| n.strip_prefix(".z"));
            rest.is_some_and(|rest| name.strip_prefix('.') == Some(rest))
        })
    };
    let section = file.section_by_name(name).or_else(older)?;
    section.compressed_data().ok()
}
