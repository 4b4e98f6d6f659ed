//! What every report asks of an error, whatever its kind.

use super::{By, CalledFrom, Finding};
use core::ffi::CStr;
use sanecc_abi::site::{ObjectKind, Site, flags};

/// What the program did with memory.
#[derive(Clone, Copy)]
pub struct Access {
    /// It wrote.
    pub is_write: bool,
    /// First byte.
    pub start: usize,
    /// Bytes.
    pub length: usize,
}

impl Access {
    /// The direction, as reports have it.
    pub fn direction(&self) -> &'static str {
        if self.is_write { "WRITE" } else { "READ" }
    }

    /// The byte after the last, or the last address where it would be beyond.
    pub fn end(&self) -> usize {
        self.start.saturating_add(self.length)
    }
}

/// What every report asks of an error, whatever its kind. One place says it of each kind.
#[derive(Clone, Copy)]
struct Parts<'a> {
    /// What the report is about.
    address: usize,
    /// Where the compiler says it is.
    site: Option<&'a Site>,
    /// The access that touched memory it may not touch.
    access: Option<Access>,
    /// The library function inside of which it happened.
    function: Option<&'a CStr>,
}

impl<'a> Parts<'a> {
    fn at(address: usize) -> Self {
        Parts {
            address,
            site: None,
            access: None,
            function: None,
        }
    }

    fn by(self, is_write: bool, start: usize, length: usize) -> Self {
        let access = Access {
            is_write,
            start,
            length,
        };
        Parts {
            access: Some(access),
            ..self
        }
    }

    fn in_site(self, site: &'a Site) -> Self {
        Parts {
            site: Some(site),
            ..self
        }
    }

    fn in_call(self, call: &CalledFrom<'a>) -> Self {
        Parts {
            function: Some(call.function),
            ..self.in_site(call.site)
        }
    }
}

/// Whether the compiler said that an access writes.
fn is_write(site: &Site) -> bool {
    site.flags & flags::WRITE != 0
}

impl Finding<'_> {
    fn parts(&self) -> Parts<'_> {
        match self {
            Finding::Access {
                poisoned,
                start,
                length,
                site,
            } => Parts::at(*poisoned)
                .by(is_write(site), *start, *length)
                .in_site(site),
            Finding::Object {
                start,
                length,
                object_start,
                object_size,
                by,
                object,
                ..
            } => {
                let end = object_start + object_size;
                // The first byte that lies outside. Nothing lies inside of an object that is gone.
                let is_partly_addressable = object.kind() != ObjectKind::Reused
                    && (*object_start..end).contains(start)
                    && *length > 0;
                let parts = Parts::at(if is_partly_addressable { end } else { *start });
                match by {
                    By::Program { site } => parts.by(is_write(site), *start, *length).in_site(site),
                    By::Call { call, is_write } => {
                        parts.by(*is_write, *start, *length).in_call(call)
                    }
                }
            }
            Finding::Library {
                poisoned,
                start,
                length,
                is_write,
                call,
            } => Parts::at(*poisoned)
                .by(*is_write, *start, *length)
                .in_call(call),
            Finding::Overlap { first, call, .. } => Parts::at(first.0).in_call(call),
            Finding::InvalidJoin { handle, call, .. } => Parts::at(*handle).in_call(call),
            Finding::NegativeSize { address, call, .. } => Parts::at(*address).in_call(call),
            Finding::DoubleFree { address, .. }
            | Finding::BadFree { address }
            | Finding::CorruptedHeader { address }
            | Finding::Mismatch { address, .. }
            | Finding::TypeMismatch { address, .. }
            | Finding::SizeOfNoChunk { address, .. } => Parts::at(*address),
            Finding::Pair { pair, site } => Parts::at(pair[0]).in_site(site),
            Finding::Call { function, site, .. } => Parts::at(*function).in_site(site),
            Finding::Variadic { site, .. } => Parts::at(0).in_site(site),
            Finding::Assumption { assumption, .. } => Parts::at(0).in_site(&assumption.site),
            Finding::BadContainer { told, .. } => {
                Parts::at(told.first().map_or(0, |(_, address)| *address))
            }
            Finding::TwoDefinitions { new, .. } => Parts::at(new.address() as usize),
            Finding::Refused(_) => Parts::at(0),
            Finding::Fault { fault, .. } => Parts::at(fault.address.unwrap_or(0)),
        }
    }

    /// The address that the report is about.
    pub fn address(&self) -> usize {
        self.parts().address
    }

    /// Where in the source, if the compiler said.
    pub fn site(&self) -> Option<&Site> {
        self.parts().site
    }

    /// The access that touched memory it may not touch.
    pub fn access(&self) -> Option<Access> {
        self.parts().access
    }

    /// The library function inside of which it happened.
    pub fn library_function(&self) -> Option<&CStr> {
        self.parts().function
    }
}
