//! A stack trace as people read it: the first frame in the user's own code is known, and runs of frames of the libraries are one line.

use super::frames::{Appended, FileLine, Frame, SiteLine, SourcePlace, Top, Tracer};
use super::symbolize::Location;
use super::{frame_format, library_code, module, settings};
use crate::output::bytes_of;
use alloc::vec::Vec;
use core::fmt::Write;
use sanecc_abi::site::Site;

/// A stack trace.
pub struct Trace<'a> {
    frames: Vec<Kept>,
    site: Option<&'a Site>,
    /// The index of the first frame in the user's own code: if possible, of one whose line is known.
    own: Option<usize>,
    top: Top,
}

/// A frame, apart from what the debug information was read into.
struct Kept {
    number: usize,
    pc: usize,
    call: usize,
    function: Option<Vec<u8>>,
    file: Option<Vec<u8>>,
    line: Option<u32>,
    column: Option<u32>,
    has_module: bool,
    has_site: bool,
    is_own: bool,
}

/// What is shown of a trace, line by line.
pub enum Entry<'a> {
    /// A frame.
    Frame {
        /// The frame.
        frame: Frame<'a>,
        /// Whether it is the first in the user's own code.
        is_marked: bool,
    },
    /// Frames of libraries.
    Folded {
        /// Number of the first.
        first: usize,
        /// Number of the last.
        last: usize,
        /// The function that the user's code has called, without types; empty where it has called none.
        called: Vec<u8>,
    },
}

impl<'a> Trace<'a> {
    /// Looks up the frames. The parameters are those of [`Tracer::frames`].
    pub fn collect(
        tracer: &mut Tracer<'_>,
        addresses: &[usize],
        first_is_exact: bool,
        site: Option<&'a Site>,
    ) -> Trace<'a> {
        let mut frames = Vec::new();
        let top = tracer.frames(addresses, first_is_exact, site, &mut |frame| {
            frames.push(Kept::of(frame));
        });
        let has_line = |kept: &Kept| {
            kept.line.is_some() || kept.has_site && site.is_some_and(|site| site.line() != 0)
        };
        let own = frames
            .iter()
            .position(|kept| kept.is_own && has_line(kept))
            .or_else(|| frames.iter().position(|kept| kept.is_own));
        Trace {
            frames,
            site,
            own,
            top,
        }
    }

    /// Where a summary says that the error is.
    pub fn top(self, tracer: &Tracer<'_>) -> Top {
        let Some(frame) = self
            .own
            .map(|own| self.frames[own].frame(tracer, self.site))
        else {
            return self.top;
        };
        let mut top = Top {
            place: Vec::new(),
            function: frame.function().unwrap_or_default().to_vec(),
        };
        let place = &mut Appended(&mut top.place);
        match frame.site {
            Some(site) if frame.place.line.is_none() => drop(write!(place, "{}", SiteLine(site))),
            _ if frame.place.line.is_some() => drop(write!(place, "{}", FileLine(&frame.place))),
            _ => {}
        }
        top
    }

    /// Where the first frame in the user's own code stands, as far as it is known.
    pub fn own_place(&self) -> Option<SourcePlace> {
        let kept = &self.frames[self.own?];
        if let (Some(file), Some(line)) = (&kept.file, kept.line) {
            return Some(SourcePlace {
                file: file.clone(),
                line,
                column: kept.column.unwrap_or(0),
            });
        }
        let site = self.site.filter(|site| kept.has_site && site.line() != 0)?;
        Some(SourcePlace {
            file: bytes_of(site.file()?).to_vec(),
            line: site.line(),
            column: site.column.into(),
        })
    }

    /// The function that stands there; empty where it has no name.
    pub fn own_function(&self) -> &[u8] {
        let kept = self.own.map(|own| &self.frames[own]);
        kept.and_then(|kept| kept.function.as_deref())
            .unwrap_or_default()
    }

    /// An address in each function of the trace.
    pub fn calls(&self) -> impl Iterator<Item = usize> {
        self.frames.iter().map(|kept| kept.call)
    }

    /// All frames.
    pub fn each(&self, tracer: &Tracer<'_>, show: &mut dyn FnMut(&Frame<'_>)) {
        for kept in &self.frames {
            show(&kept.frame(tracer, self.site));
        }
    }

    /// Calls `show` for each line that the trace takes.
    pub fn entries(&self, tracer: &Tracer<'_>, show: &mut dyn FnMut(Entry<'_>)) {
        let is_plain = frame_format::is_chosen() || !settings::symbolize();
        let folds = self.own.is_some() && settings::fold_frames() && !is_plain;
        let mut rest = &self.frames[..];
        while let Some(kept) = rest.first() {
            let run = rest.iter().take_while(|kept| !kept.is_own).count();
            // Below the user's code there is only what has started it.
            if folds && (run > 1 || run == rest.len()) {
                show(Entry::Folded {
                    first: kept.number,
                    last: rest[run - 1].number,
                    called: match rest.len() > run {
                        true => rest[run - 1].short_name(),
                        false => Vec::new(),
                    },
                });
                rest = &rest[run..];
                continue;
            }
            let own = self.own.map(|own| self.frames[own].number);
            show(Entry::Frame {
                frame: kept.frame(tracer, self.site),
                is_marked: own == Some(kept.number) && !is_plain,
            });
            rest = &rest[1..];
        }
    }
}

impl Kept {
    fn of(frame: &Frame<'_>) -> Kept {
        let place = &frame.place;
        Kept {
            number: frame.number,
            pc: frame.pc,
            call: frame.call,
            function: place.function.map(<[u8]>::to_vec),
            file: place.file.map(<[u8]>::to_vec),
            line: place.line,
            column: place.column,
            has_module: frame.module.is_some(),
            has_site: frame.site.is_some(),
            is_own: library_code::is_own(frame),
        }
    }

    fn frame<'a>(&'a self, tracer: &Tracer<'a>, site: Option<&'a Site>) -> Frame<'a> {
        let module = module::at(tracer.modules, self.pc).filter(|_| self.has_module);
        Frame {
            number: self.number,
            pc: self.pc,
            call: self.call,
            place: Location {
                function: self.function.as_deref(),
                file: self.file.as_deref(),
                line: self.line,
                column: self.column,
            },
            module: module.map(|index| &tracer.modules[index]),
            site: site.filter(|_| self.has_site),
        }
    }

    fn short_name(&self) -> Vec<u8> {
        library_code::short_name(self.function.as_deref().unwrap_or_default())
    }
}
