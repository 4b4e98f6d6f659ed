//! How much flash and RAM the parts of a linked firmware take.
//!
//! The ELF file tells where its sections lie and the linker script's symbols which memory is RAM; the link map tells whose the pieces are. What fills gaps between pieces
//! is nobody's.

use super::map::{self, Piece};
use anyhow::{Context, Result};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use sanecc_abi::bare::{RAM_SIZE, RAM_START, SHADOW_START};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The end of the shadow; a symbol of the linker script's fragment.
const SHADOW_END: &str = "__sanecc_shadow_end";

/// How the archives of the runtime are called, but for their folder.
const RUNTIME: &str = "libsanecc_bare_";

/// The memory of one part of a program, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Room {
    /// Flash: code, with the constants that stand in it.
    pub code: u64,
    /// Flash: constants, records among them.
    pub constants: u64,
    /// Flash and RAM: variables with initial values.
    pub data: u64,
    /// RAM: the other variables.
    pub zeroed: u64,
}

impl Room {
    /// What is in flash.
    pub fn flash(self) -> u64 {
        self.code + self.constants + self.data
    }

    /// What is in RAM.
    pub fn ram(self) -> u64 {
        self.data + self.zeroed
    }
}

/// The parts of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// The firmware's own objects.
    pub own: Room,
    /// sanecc's runtime, without the shadow.
    pub runtime: Room,
    /// Start-up code, hooks and libraries.
    pub other: Room,
    /// Bytes of RAM that the linker script gives to the shadow.
    pub shadow: u64,
}

impl Sizes {
    /// Of an ELF file and its map. Objects with these names, but for `.o`, are the firmware's own.
    pub fn of(elf: &[u8], map: &str, own: &[&str]) -> Result<Self> {
        let elf = object::File::parse(elf)?;
        let symbol = |name: &str| {
            let mut symbols = elf.symbols();
            let found = symbols.find(|symbol| symbol.name() == Ok(name));
            let found = found.with_context(|| format!("the program has no symbol {name}"))?;
            Ok::<u64, anyhow::Error>(found.address())
        };
        let (start, size) = (symbol(RAM_START)?, symbol(RAM_SIZE)?);
        let mut places = BTreeMap::new();
        for section in elf.sections() {
            let in_ram = section.address().wrapping_sub(start) < size;
            let is_zeroed = section.kind() == SectionKind::UninitializedData;
            let place = match (in_ram, is_zeroed) {
                (true, true) => Place::Zeroed,
                (true, false) => Place::Data,
                (false, _) => Place::Flash,
            };
            if is_loaded(&section) {
                places.insert(section.name()?.to_owned(), place);
            }
        }
        let mut sizes = Self::of_pieces(&places, &map::pieces(map), own);
        sizes.shadow = symbol(SHADOW_END)? - symbol(SHADOW_START)?;
        Ok(sizes)
    }

    /// The same of pieces in sections of which it is known where they lie. Other sections are not part of the program in memory.
    fn of_pieces(places: &BTreeMap<String, Place>, pieces: &[Piece<'_>], own: &[&str]) -> Self {
        let mut sizes = Self::default();
        for piece in pieces {
            let Some(place) = places.get(piece.output) else {
                continue;
            };
            let room = if piece.file.contains(RUNTIME) {
                &mut sizes.runtime
            } else if own.iter().any(|name| is_of(piece.file, name)) {
                &mut sizes.own
            } else {
                &mut sizes.other
            };
            let part = match place {
                Place::Zeroed => &mut room.zeroed,
                Place::Data => &mut room.data,
                Place::Flash if is_code(piece.section) => &mut room.code,
                Place::Flash => &mut room.constants,
            };
            *part += piece.size;
        }
        sizes
    }
}

/// Where a section of the program lies.
#[derive(Clone, Copy)]
enum Place {
    Flash,
    /// In RAM, with initial values in flash.
    Data,
    /// In RAM alone.
    Zeroed,
}

fn is_loaded<'d>(section: &impl ObjectSection<'d>) -> bool {
    let object::SectionFlags::Elf { sh_flags, .. } = section.flags() else {
        return false;
    };
    sh_flags.contains(object::elf::SHF_ALLOC)
}

/// Whether a file is the object of a source. Clang adds `-` and letters to the names of objects that it does not keep.
fn is_of(file: &str, source: &str) -> bool {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    let rest = stem.to_str().and_then(|stem| stem.strip_prefix(source));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Whether code is in a section of an object: the linker script puts code and constants into one section of the program.
fn is_code(section: &str) -> bool {
    section == ".text" || section.starts_with(".text.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::CLANG;
    use std::fs;
    use std::process::Command;

    #[test]
    fn an_object_is_known_by_its_source() {
        assert!(is_of("/tmp/sanecc-1/9/ring.o", "ring"));
        assert!(is_of("/tmp/ring-3fa1c0.o", "ring"));
        assert!(!is_of("/tmp/rings.o", "ring"));
        assert!(!is_of("/lib/libc.a(ring.o)", "ring"));
    }

    /// A program with 8 bytes of code, 12 of constants, 4 of data and 40 of variables, and a runtime; linked as firmware is.
    #[test]
    fn each_section_counts_for_its_owner_and_its_memory() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let script = "MEMORY { FLASH (rx) : ORIGIN = 0, LENGTH = 64K  RAM (rwx) : ORIGIN = 0x20000000, LENGTH = 1K }\n\
            SECTIONS {\n\
            .text : { *(.text .text.*) *(.rodata .rodata.*) } > FLASH\n\
            .data : { *(.data) } > RAM AT > FLASH\n\
            .bss (NOLOAD) : { *(.bss) } > RAM\n\
            .names 0 (INFO) : { *(sanecc_names) }\n\
            .shadow (NOLOAD) : { __sanecc_shadow_start = .; . += LENGTH(RAM) / 8; __sanecc_shadow_end = .; } > RAM\n\
            __sanecc_ram_start = ORIGIN(RAM); __sanecc_ram_size = LENGTH(RAM); }\n";
        let own = ".text\n.zero 8\n.section .rodata.x,\"a\"\n.zero 12\n.data\n.zero 4\n.bss\n.zero 40\n.section sanecc_names\n.zero 100\n";
        let runtime = ".text\n.zero 16\n.bss\n.zero 20\n";
        let other = ".section .text.start,\"ax\"\n.zero 6\n";
        fs::write(place("firmware.ld"), script).unwrap();
        for (name, text) in [
            ("ring", own),
            ("libsanecc_bare_8_none", runtime),
            ("start", other),
        ] {
            let source = place(&format!("{name}.s"));
            fs::write(&source, text).unwrap();
            let mut assembler = Command::new(CLANG);
            assembler.args(["--target=thumbv7m-none-eabi", "-c"]);
            let object = place(&format!("{name}.o"));
            let made = assembler.arg(&source).arg("-o").arg(&object).status();
            assert!(made.unwrap().success());
        }
        let mut linker = Command::new(CLANG);
        let linked = linker
            .args(["--target=thumbv7m-none-eabi", "-fuse-ld=lld", "-nostdlib"])
            .args(["ring.o", "libsanecc_bare_8_none.o", "start.o"])
            .args(["-T", "firmware.ld", "-Wl,--entry=0,-Map=map", "-o", "elf"])
            .current_dir(folder.path())
            .status();
        assert!(linked.unwrap().success());
        let map = fs::read_to_string(place("map")).unwrap();
        let sizes = Sizes::of(&fs::read(place("elf")).unwrap(), &map, &["ring"]).unwrap();
        let expected = Sizes {
            own: Room {
                code: 8,
                constants: 12,
                data: 4,
                zeroed: 40,
            },
            runtime: Room {
                code: 16,
                zeroed: 20,
                ..Room::default()
            },
            other: Room {
                code: 6,
                ..Room::default()
            },
            shadow: 128,
        };
        assert_eq!(sizes, expected, "{map}");
        assert_eq!((sizes.own.flash(), sizes.own.ram()), (24, 44));
    }
}
