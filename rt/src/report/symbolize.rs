//! Names and source lines of code addresses, read from the loaded files' own symbols and DWARF.

use super::debug_file;
use super::dwarf::{self, Packed, Reader};
use super::mapped::Mapped;
use super::module::{self, Module};
use super::settings;
use super::types::Unit;
use crate::arena;
use crate::platform::FileHeader;
use addr2line::Context;
use alloc::vec;
use alloc::vec::Vec;
use gimli::Section;
use object::read::elf::ElfFile;
use object::{Object, ObjectSymbol, SymbolKind};

/// Bytes of debug information that are searched for a variable, beside the units on the stack.
const MOST_SEARCHED: usize = 8 << 20;

/// A file of the loaded ones' format.
pub type File = ElfFile<'static, FileHeader<object::LittleEndian>>;

/// Looks addresses up; files are read when they are first needed.
pub struct Symbolizer<'a> {
    modules: &'a [Module],
    files: Vec<Option<Option<Symbols>>>,
}

/// What one loaded file tells, itself or by its debug file.
struct Symbols {
    file: File,
    /// The file of its debug information, where it has none itself.
    debug: Option<File>,
    lines: Option<Context<Reader>>,
    /// What all of them point into, so it goes last.
    _bytes: Vec<Mapped>,
}

/// A place in the source. What is not known is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Location<'a> {
    /// Name of the function, as the linker has it.
    pub function: Option<&'a [u8]>,
    /// Path of the source file.
    pub file: Option<&'a [u8]>,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column, from 1.
    pub column: Option<u32>,
}

impl<'a> Symbolizer<'a> {
    /// For the modules of the process.
    pub fn new(modules: &'a [Module]) -> Self {
        Symbolizer {
            modules,
            files: modules.iter().map(|_| None).collect(),
        }
    }

    /// Calls `show` for every place that the code at `address` belongs to: the functions inlined there,
    /// innermost first, then the one they are inlined into. At least once.
    pub fn places(&mut self, address: usize, mut show: impl FnMut(Location<'_>)) {
        let symbols = self.symbols_at(address);
        let Some((symbols, offset)) = symbols else {
            return show(Location::default());
        };
        let (mut shown, mut outer) = (false, None);
        if let Some(mut frames) = symbols
            .lines
            .as_ref()
            .and_then(|lines| lines.find_frames(offset).skip_all_loads().ok())
        {
            while let Ok(Some(frame)) = frames.next() {
                let name = frame
                    .function
                    .as_ref()
                    .map(|function| function.name.slice());
                // A unit that has lines but no function entries still has the symbol table.
                let name = name.or_else(|| symbols.function_at(offset));
                let location = frame.location.as_ref();
                let place = Location {
                    function: name,
                    file: location
                        .and_then(|location| location.file)
                        .map(str::as_bytes),
                    line: location.and_then(|location| location.line),
                    column: location.and_then(|location| location.column),
                };
                if settings::inlined() {
                    shown = true;
                    show(place);
                } else {
                    // The outermost function, at the innermost place.
                    let place = outer.unwrap_or(place);
                    outer = Some(Location {
                        function: name,
                        ..place
                    });
                }
            }
            if let Some(place) = outer {
                shown = true;
                show(place);
            }
        }
        if !shown {
            show(Location {
                function: symbols.function_at(offset),
                ..Location::default()
            });
        }
    }

    /// The folder in which the code at `address` was compiled.
    pub fn folder(&mut self, address: usize) -> Option<Vec<u8>> {
        Some(self.unit_at(address)?.comp_dir.as_ref()?.slice().to_vec())
    }

    /// Hands over the units of the debug information that the code at the addresses belongs to, then all others of the same file, until `see` has
    /// found what it looks for.
    pub fn units(&mut self, addresses: &[usize], see: &mut dyn FnMut(Unit<'_>) -> bool) {
        let mut seen = Vec::new();
        for address in addresses {
            let Some(unit) = self.unit_at(*address) else {
                continue;
            };
            let place = unit.header.offset();
            if !seen.contains(&place) {
                seen.push(place);
                if see(unit) {
                    return;
                }
            }
        }
        let first = addresses
            .iter()
            .copied()
            .find(|at| self.unit_at(*at).is_some());
        let Some(dwarf) = first.and_then(|at| Some(self.unit_at(at)?.dwarf)) else {
            return;
        };
        if dwarf.debug_info.reader().len() > MOST_SEARCHED {
            return;
        }
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            let is_known = seen.contains(&header.offset());
            if !is_known
                && let Ok(unit) = dwarf.unit(header)
                && see(unit.unit_ref(dwarf))
            {
                return;
            }
        }
    }

    fn unit_at(&mut self, address: usize) -> Option<Unit<'_>> {
        let (symbols, offset) = self.symbols_at(address)?;
        let lines = symbols.lines.as_ref()?;
        lines.find_dwarf_and_unit(offset).skip_all_loads()
    }

    fn symbols_at(&mut self, address: usize) -> Option<(&Symbols, u64)> {
        let index = module::at(self.modules, address)?;
        let module = &self.modules[index];
        let symbols = self.files[index]
            .get_or_insert_with(|| Symbols::read(module))
            .as_ref()?;
        Some((symbols, (address - module.base) as u64))
    }
}

impl Symbols {
    fn read(module: &Module) -> Option<Symbols> {
        if arena::is_scarce() {
            return None;
        }
        let bytes = Mapped::file(module.path)?;
        let file = File::parse(bytes.bytes()).ok()?;
        let is_whole = dwarf::is_in(&file);
        let apart = match is_whole {
            true => None,
            false => debug_file::find(module, &file),
        };
        let debug = apart
            .as_ref()
            .and_then(|bytes| File::parse(bytes.bytes()).ok());
        // Every stack begins in the C library. Distributions compress what they keep of it, and to unpack that takes longer
        // than all else of a report; its functions have names without.
        let packed = match apart.is_some() && module.is_c_library() {
            true => Packed::Skip,
            false => Packed::Unpack,
        };
        let mut kept = vec![bytes];
        kept.extend(apart);
        Some(Symbols {
            lines: dwarf::lines(debug.as_ref().unwrap_or(&file), packed, &mut kept),
            file,
            debug,
            _bytes: kept,
        })
    }

    /// The function whose symbol covers an address of the file.
    fn function_at(&self, address: u64) -> Option<&'static [u8]> {
        let covers = |symbol: &object::read::elf::ElfSymbol<
            'static,
            '_,
            FileHeader<object::LittleEndian>,
        >| {
            symbol.kind() == SymbolKind::Text
                && symbol.is_definition()
                && (symbol.address()..symbol.address() + symbol.size().max(1)).contains(&address)
        };
        // The names by which others know a function go before those that only the debug file has.
        [Some(&self.file), self.debug.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|file| {
                let mut symbols = file.symbols().chain(file.dynamic_symbols());
                symbols.find(covers)?.name_bytes().ok()
            })
    }
}
