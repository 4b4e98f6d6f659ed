//! Printing stack traces.

use super::module::{self, Module};
use super::out::{Bytes, Out, Text};
use super::symbolize::{Place, Symbolizer};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use sanecc_abi::site::Site;

/// Prints traces of one report.
pub struct Tracer<'a> {
    modules: &'a [Module],
    /// `None` when names are not wanted.
    symbolizer: Option<Symbolizer<'a>>,
}

/// Where a report's summary says that the error is.
#[derive(Default)]
pub struct Top {
    /// `file:line:column`, as far as known.
    pub place: Vec<u8>,
    /// Name of the function.
    pub function: Vec<u8>,
}

impl<'a> Tracer<'a> {
    /// A printer that names functions and lines if `symbolize` says so.
    pub fn new(modules: &'a [Module], symbolize: bool) -> Self {
        Tracer {
            modules,
            symbolizer: symbolize.then(|| Symbolizer::new(modules)),
        }
    }

    /// Prints a trace. All addresses are return addresses, except the first if `first_is_exact`. Where the
    /// first has no debug information, `site` says what the compiler noted. Returns the first place that is
    /// known by source line, else the first function.
    pub fn print(
        &mut self,
        out: &mut Out,
        frames: &[usize],
        first_is_exact: bool,
        site: Option<&Site>,
    ) -> Top {
        let mut top = Top::default();
        let mut number = 0;
        for (index, pc) in frames.iter().enumerate() {
            let exact = index == 0 && first_is_exact;
            let site = site.filter(|_| index == 0);
            let modules = self.modules;
            let mut show = |place: Place<'_>| {
                let _ = write!(out, "    #{number} {pc:#x}");
                print_place(out, modules, *pc, &place, site);
                let _ = writeln!(out);
                top.offer(&place);
                number += 1;
            };
            match &mut self.symbolizer {
                // A return address may be the first of another line, or of another function.
                Some(symbolizer) => symbolizer.places(if exact { *pc } else { pc - 1 }, show),
                None => show(Place::default()),
            }
        }
        let _ = writeln!(out);
        top
    }
}

fn print_place(
    out: &mut Out,
    modules: &[Module],
    pc: usize,
    place: &Place<'_>,
    site: Option<&Site>,
) {
    let noted = site.filter(|_| place.line.is_none());
    if let Some(name) = place.function {
        let _ = write!(out, " in {}", Bytes(name));
    } else if let Some(name) = noted.and_then(|site| site.function.get()) {
        let _ = write!(out, " in {}", Text(name));
    }
    if place.line.is_some() {
        let _ = write!(out, " {}", FileLine(place));
        return;
    }
    if let Some(site) = noted.filter(|site| site.line != 0) {
        let _ = write!(out, " {}", SiteLine(site));
    }
    if let Some(module) = module::at(modules, pc).map(|index| &modules[index]) {
        let mut buffer = [0; 512];
        let _ = write!(
            out,
            " ({}+{:#x})",
            Bytes(module.name(&mut buffer)),
            pc - module.base
        );
    }
}

impl Top {
    fn offer(&mut self, place: &Place<'_>) {
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

struct FileLine<'a>(&'a Place<'a>);

impl fmt::Display for FileLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place {
            file, line, column, ..
        } = self.0;
        Bytes(file.unwrap_or(b"??")).fmt(f)?;
        let known = |number: &Option<u32>| number.filter(|number| *number != 0);
        known(line).map_or(Ok(()), |line| write!(f, ":{line}"))?;
        known(column).map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// `file:line:column` of a site, as far as the compiler knew it.
pub struct SiteLine<'a>(pub &'a Site);

impl fmt::Display for SiteLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.file.get() {
            Some(file) => Text(file).fmt(f)?,
            None => f.write_str("??")?,
        }
        if self.0.line != 0 {
            write!(f, ":{}", self.0.line)?;
            if self.0.column != 0 {
                write!(f, ":{}", self.0.column)?;
            }
        }
        Ok(())
    }
}

struct Appended<'a>(&'a mut Vec<u8>);

impl Write for Appended<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
