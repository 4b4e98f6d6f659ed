//! What the ELF file says of a device's addresses.

use super::calls;
use crate::diagnostics::DriverError;
use crate::findings::input::cannot_open;
use crate::symbolize::{Place, places_in};
use addr2line::Loader;
use object::{Architecture, Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use sanecc_abi::bare::NAMES;
use std::path::Path;

/// The program on the device.
pub(super) struct Firmware {
    loader: Loader,
    variables: Vec<Variable>,
    /// Functions: where each begins, and its size in bytes.
    functions: Vec<(u32, u32)>,
    /// Code: where it begins, and its bytes.
    code: Vec<(u32, Vec<u8>)>,
    /// The names of objects, and where they begin.
    names: Option<(u32, Vec<u8>)>,
    is_thumb: bool,
}

/// A variable of the symbol table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) address: u32,
    /// With its redzone.
    pub(super) size: u32,
}

impl Firmware {
    /// # Errors
    /// If the file cannot be read, or is no program of 32 bits.
    pub(super) fn open(file: &Path) -> Result<Firmware, DriverError> {
        let data = std::fs::read(file).map_err(|error| cannot_open(file, &error))?;
        let refused = |why: &str| {
            DriverError::new(format!("'{}' {why}", file.display()))
                .next("--elf names the file that was flashed, before objcopy made a binary or hex file of it")
        };
        let elf = object::File::parse(&*data).map_err(|_| refused("is no ELF file"))?;
        if elf.is_64() {
            return Err(refused("is no program for a processor of 32 bits"));
        }
        let loader =
            Loader::new(file).map_err(|_| refused("has debug information that cannot be read"))?;
        let symbols = elf
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Data);
        let variables = symbols.filter_map(|symbol| {
            Some(Variable {
                name: symbol.name().ok()?.to_owned(),
                address: symbol.address() as u32,
                size: symbol.size() as u32,
            })
        });
        let functions = elf
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0)
            .map(|symbol| (symbol.address() as u32 & !1, symbol.size() as u32));
        let bytes = |section: &object::Section<'_, '_>| {
            Some((section.address() as u32, section.data().ok()?.to_vec()))
        };
        let is_code = |section: &object::Section<'_, '_>| section.kind() == SectionKind::Text;
        let names = [NAMES.to_owned(), format!(".{NAMES}")];
        let names = names.iter().find_map(|name| elf.section_by_name(name));
        Ok(Firmware {
            variables: variables.collect(),
            functions: functions.collect(),
            code: elf
                .sections()
                .filter(is_code)
                .filter_map(|section| bytes(&section))
                .collect(),
            names: names.as_ref().and_then(bytes),
            is_thumb: elf.architecture() == Architecture::Arm,
            loader,
        })
    }

    /// The functions around the call that returns to this address, the innermost inlined one first.
    pub(super) fn places(&self, returns_to: u32) -> Vec<Place> {
        let address = if self.is_thumb {
            returns_to & !1
        } else {
            returns_to
        };
        places_in(&self.loader, u64::from(address.wrapping_sub(1)))
    }

    /// The variable at or just before an address.
    pub(super) fn variable(&self, address: u32) -> Option<&Variable> {
        let before = self.variables.iter();
        let before =
            before.filter(|one| one.address <= address && address - one.address < one.size.max(1));
        before.max_by_key(|one| one.address)
    }

    /// The text at an address among the names of objects.
    pub(super) fn name(&self, address: u32) -> Option<String> {
        let (start, bytes) = self.names.as_ref()?;
        let rest = bytes.get(address.checked_sub(*start)? as usize..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&rest[..end]).into_owned())
    }

    /// Whether a word of the stack is where a call returns to.
    pub(super) fn is_return_address(&self, word: u32) -> bool {
        match self.is_thumb {
            true => {
                let at = word & !1;
                let half = |before: u32| self.half(at.wrapping_sub(before));
                // `bl`, or `blx` by a register.
                let long = half(4).zip(half(2)).is_some_and(|(first, second)| {
                    first & 0xf800 == 0xf000 && second & 0xd000 == 0xd000
                });
                let short = half(2).is_some_and(|code| code & 0xff87 == 0x4780);
                word & 1 == 1 && (long || short)
            }
            false => {
                let half = |before: u32| self.half(word.wrapping_sub(before));
                // `jal ra`, `jalr ra`, and the compressed forms of both.
                let long = half(4)
                    .is_some_and(|code| matches!(code & 0xfff, 0x0ef) || code & 0x0fff == 0x00e7);
                let short =
                    half(2).is_some_and(|code| code & 0xe003 == 0x2001 || code & 0xf07f == 0x9002);
                long || short
            }
        }
    }

    /// Where the function begins that the call returns into.
    pub(super) fn function(&self, returns_to: u32) -> Option<u32> {
        let inside = (returns_to & !1).wrapping_sub(1);
        let mut functions = self.functions.iter();
        let (start, _) = functions.find(|(start, size)| inside.wrapping_sub(*start) < *size)?;
        Some(*start)
    }

    /// The function that a direct call goes to, by where the call returns to.
    pub(super) fn called(&self, returns_to: u32) -> Option<u32> {
        let half = |at| self.half(at);
        match self.is_thumb {
            true => calls::of_thumb(returns_to & !1, half),
            false => calls::of_risc_v(returns_to, half),
        }
    }

    /// Two bytes of code.
    fn half(&self, address: u32) -> Option<u16> {
        self.code.iter().find_map(|(start, bytes)| {
            let at = address.checked_sub(*start)? as usize;
            let pair = bytes.get(at..at + 2)?;
            Some(u16::from_le_bytes([pair[0], pair[1]]))
        })
    }
}
