//! The frames of stack traces, with what is known of each.

use super::module::{self, Module};
use super::names;
use super::settings;
use super::symbolize::{Location, Symbolizer};
use super::types::Unit;
use crate::output::Text;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use sanecc_abi::site::Site;

/// Looks up the frames of one report's traces.
pub struct Tracer<'a> {
    /// What is loaded.
    pub modules: &'a [Module],
    /// `None` when names are not wanted.
    symbolizer: Option<Symbolizer<'a>>,
}

/// A function that was running, or that was inlined into one.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// Number in the trace, from 0.
    pub number: usize,
    /// The address as the unwinder found it.
    pub pc: usize,
    /// An address inside of the call, or of the instruction that failed.
    pub call: usize,
    /// Function, file, line; the function by its name in the source.
    pub place: Location<'a>,
    /// The file that holds the code.
    pub module: Option<&'a Module>,
    /// What the compiler noted, where there is no debug information.
    pub site: Option<&'a Site>,
}

/// Where a report's summary says that the error is.
#[derive(Default)]
pub struct Top {
    /// `file:line:column`, as far as known.
    pub place: Vec<u8>,
    /// Name of the function.
    pub function: Vec<u8>,
}

impl Top {
    /// Shortens a path below one of the folders in which code was compiled to what the compiler was given, as in the records of checks.
    pub fn leave_out(&mut self, folders: &[Vec<u8>]) {
        let below = |folder: &Vec<u8>| {
            let rest = self.place.strip_prefix(&folder[..])?;
            rest.strip_prefix(b"/").map(<[u8]>::to_vec)
        };
        if let Some(rest) = folders.iter().find_map(below) {
            self.place = rest;
        }
    }
}

impl<'a> Tracer<'a> {
    /// For traces with names of functions and lines if `symbolize` says so.
    pub fn new(modules: &'a [Module], symbolize: bool) -> Self {
        Tracer {
            modules,
            symbolizer: symbolize.then(|| Symbolizer::new(modules)),
        }
    }

    /// Calls `show` for each frame of a trace. All addresses are return addresses, except the first if
    /// `first_is_exact`. Where the first has no debug information, `site` says what the compiler noted. Returns the first place
    /// that is known by source line, else the first function.
    pub fn frames(
        &mut self,
        addresses: &[usize],
        first_is_exact: bool,
        site: Option<&Site>,
        show: &mut dyn FnMut(&Frame<'_>),
    ) -> Top {
        let mut top = Top::default();
        let mut number = 0;
        for (index, pc) in addresses.iter().copied().enumerate() {
            let exact = index == 0 && first_is_exact;
            // A return address may be the first of another line, or of another function.
            let call = if exact { pc } else { pc - 1 };
            let module = module::at(self.modules, pc).map(|index| &self.modules[index]);
            let mut site = site.filter(|_| index == 0);
            if let Some(other) = site.filter(|site| self.is_left(site, module)) {
                show(&Frame {
                    number,
                    pc,
                    call,
                    place: Location::default(),
                    module: None,
                    site: site.take(),
                });
                top.offer_site(other);
                number += 1;
            }
            let mut found = |place: Location<'_>| {
                let name = place.function.and_then(names::readable);
                let place = Location {
                    function: name.as_deref().or(place.function),
                    ..place
                };
                top.offer(&place);
                let noted = |_: &&Site| place.line.is_none();
                show(&Frame {
                    number,
                    pc,
                    call,
                    place,
                    module,
                    site: site.filter(noted),
                });
                number += 1;
            };
            match &mut self.symbolizer {
                Some(symbolizer) => symbolizer.places(call, found),
                None => found(Location::default()),
            }
        }
        top
    }
}

impl<'a> Tracer<'a> {
    /// Whether the function that a site stands in has ended by a jump to the function that found the error: the address where that
    /// returns to is in another file then, and at least there it is seen.
    fn is_left(&self, site: &Site, module: Option<&Module>) -> bool {
        let own = module::at(self.modules, core::ptr::from_ref(site) as usize);
        let own = own.map(|index| self.modules[index].base);
        own.is_some() && site.line() != 0 && own != module.map(|module| module.base)
    }

    /// The folders in which the code at these addresses was compiled, each once.
    pub fn folders(&mut self, addresses: impl Iterator<Item = usize>) -> Vec<Vec<u8>> {
        let mut folders = Vec::new();
        for address in addresses {
            let folder = self.symbolizer.as_mut().and_then(|s| s.folder(address));
            if let Some(folder) = folder.filter(|folder| !folders.contains(folder)) {
                folders.push(folder);
            }
        }
        folders
    }

    /// Hands over units of the debug information: see [`Symbolizer::units`].
    pub fn units(&mut self, addresses: &[usize], see: &mut dyn FnMut(Unit<'_>) -> bool) {
        if let Some(symbolizer) = &mut self.symbolizer {
            symbolizer.units(addresses, see);
        }
    }

    /// Calls `show` for the frame of a function that this trace begins above: the runtime's own, or a library function.
    /// `name` gets the linker's name of what the code at `address` belongs to, and answers with the one to be shown.
    pub fn called(
        &mut self,
        address: usize,
        name: &mut dyn FnMut(Option<&[u8]>) -> Vec<u8>,
        show: &mut dyn FnMut(&Frame<'_>),
    ) {
        let module = module::at(self.modules, address).map(|index| &self.modules[index]);
        let mut function = None;
        if let Some(symbolizer) = &mut self.symbolizer {
            symbolizer.places(address, |place| {
                function.get_or_insert_with(|| name(place.function));
            });
        }
        let place = Location {
            function: function.as_deref(),
            ..Location::default()
        };
        show(&Frame {
            number: 0,
            pc: address,
            call: address,
            place,
            module,
            site: None,
        });
    }
}

impl<'a> Frame<'a> {
    /// The function's name: as the debug information or the symbols have it, else as the compiler noted.
    pub fn function(&self) -> Option<&'a [u8]> {
        let noted = || self.site?.function().map(crate::output::bytes_of);
        self.place.function.or_else(noted)
    }

    /// Distance from the start of the module.
    pub fn offset(&self) -> usize {
        self.module.map_or(0, |module| self.call - module.base)
    }
}

impl Top {
    fn offer_site(&mut self, site: &Site) {
        let _ = write!(Appended(&mut self.place), "{}", SiteLine(site));
        self.function = site
            .function()
            .map_or(&b""[..], crate::output::bytes_of)
            .to_vec();
    }

    fn offer(&mut self, place: &Location<'_>) {
        if !self.place.is_empty() {
            return;
        }
        if place.line.is_some() {
            let _ = write!(Appended(&mut self.place), "{}", FileLine(place));
            self.function = place.function.unwrap_or_default().to_vec();
        } else if self.function.is_empty() {
            self.function = place.function.unwrap_or_default().to_vec();
        }
    }
}

/// A line of a source file.
pub struct SourcePlace {
    /// Path as the debug information or the compiler's record has it.
    pub file: Vec<u8>,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1; 0 is unknown.
    pub column: u32,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::path(&self.file).fmt(f)?;
        write_numbers(f, self.line, self.column)
    }
}

/// `file:line:column` of a place, as far as known.
pub struct FileLine<'a, 'b>(pub &'a Location<'b>);

impl fmt::Display for FileLine<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location {
            file, line, column, ..
        } = self.0;
        names::path(file.unwrap_or(b"??")).fmt(f)?;
        write_numbers(f, line.unwrap_or(0), column.unwrap_or(0))
    }
}

/// `file:line:column` of a site, as far as the compiler knew it.
pub struct SiteLine<'a>(pub &'a Site);

impl fmt::Display for SiteLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.file() {
            Some(file) => Text(file).fmt(f)?,
            None => f.write_str("??")?,
        }
        write_numbers(f, self.0.line(), self.0.column.into())
    }
}

/// Line and column behind a file's name, as far as known: not 0.
fn write_numbers(f: &mut fmt::Formatter<'_>, line: u32, column: u32) -> fmt::Result {
    match (line, column, settings::visual_studio()) {
        (0, ..) => Ok(()),
        (_, 0, false) => write!(f, ":{line}"),
        (_, _, false) => write!(f, ":{line}:{column}"),
        (_, 0, true) => write!(f, "({line})"),
        (_, _, true) => write!(f, "({line},{column})"),
    }
}

/// Text at the end of a list of bytes.
pub struct Appended<'a>(pub &'a mut Vec<u8>);

impl Write for Appended<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
