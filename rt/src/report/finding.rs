//! What went wrong, before any words are made of it.

use super::refusal::Refusal;
use crate::heap::Family;
use crate::platform::Fault;
use crate::stack::depot;
use core::ffi::CStr;
use sanecc_abi::global::Global;
use sanecc_abi::site::{Object, Site, flags};

/// A call of a library function.
#[derive(Clone, Copy)]
pub struct CalledFrom<'a> {
    /// The library function; empty for an operation of the compiler on a block of memory.
    pub function: &'a CStr,
    /// Where it is called. Names no place if the function was called through a pointer.
    pub site: &'a Site,
}

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

/// An error of the program.
pub enum Finding<'a> {
    /// A check found a byte that may not be accessed.
    Access {
        /// The first such byte.
        bad: usize,
        /// First byte of the access.
        start: usize,
        /// Bytes of the access.
        length: usize,
        /// Where it stands.
        site: &'a Site,
    },
    /// A comparison of offsets found an access outside of an object that the compiler knew.
    Object {
        /// First byte of the access.
        start: usize,
        /// Bytes of the access.
        length: usize,
        /// First byte of the object.
        object_start: usize,
        /// Bytes of the object.
        object_size: usize,
        /// Where the access stands.
        site: &'a Site,
        /// What the compiler knew.
        object: &'a Object,
    },
    /// A library function touches a byte that may not be accessed.
    Library {
        /// The first such byte.
        bad: usize,
        /// First byte of what it touches.
        start: usize,
        /// Bytes that it touches.
        length: usize,
        /// It writes.
        is_write: bool,
        /// Who calls it.
        call: CalledFrom<'a>,
    },
    /// Two ranges overlap that a library function may take to be distinct.
    Overlap {
        /// One range: first byte and length.
        first: (usize, usize),
        /// The other one.
        second: (usize, usize),
        /// Who calls it.
        call: CalledFrom<'a>,
    },
    /// The size given to a library function reaches beyond the end of the address space: it was negative.
    NegativeSize {
        /// First byte of the range.
        address: usize,
        /// The size as it was meant.
        size: isize,
        /// Who calls it.
        call: CalledFrom<'a>,
    },
    /// A block was freed for the second time.
    DoubleFree {
        /// The block.
        address: usize,
    },
    /// A pointer was freed at which no block begins.
    BadFree {
        /// The pointer.
        address: usize,
    },
    /// The header of a block was overwritten.
    CorruptedHeader {
        /// The block.
        address: usize,
    },
    /// A block was freed by functions that do not belong to those that allocated it.
    Mismatch {
        /// The block.
        address: usize,
        /// Who allocated it.
        allocated: Family,
        /// Who frees it.
        freed: Family,
    },
    /// Two pointers are ordered or subtracted that do not point into one object.
    Pair {
        /// The pointers, as they are written.
        pair: [usize; 2],
        /// Where that happens.
        site: &'a Site,
    },
    /// A function is asked for the size of something that is no block.
    SizeOfNoBlock {
        /// The function.
        function: &'static CStr,
        /// The pointer.
        address: usize,
    },
    /// C++ gave a size to `delete` that is not the block's.
    SizeMismatch {
        /// The block.
        address: usize,
        /// Its bytes.
        allocated: usize,
        /// What `delete` said.
        freed: usize,
    },
    /// What a container says of its elements makes no sense.
    BadContainer {
        /// The function of the interface that was called.
        function: &'a CStr,
        /// What it was told, by the names of the interface.
        told: &'a [(&'a str, usize)],
    },
    /// Two modules define a global of which there should be one definition.
    TwoDefinitions {
        /// The one that is being registered.
        new: &'a Global,
        /// The one that was there before.
        old: &'a Global,
        /// Where that was registered.
        old_trace: depot::Id,
    },
    /// A request for memory that is not met and may not fail.
    Refused(Refusal),
    /// The processor refused an access.
    Fault {
        /// What is known of it.
        fault: &'a Fault,
        /// `SIGSEGV` or `SIGBUS`.
        signal: i32,
    },
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
                bad,
                start,
                length,
                site,
            } => Parts::at(*bad)
                .by(is_write(site), *start, *length)
                .in_site(site),
            Finding::Object {
                start,
                length,
                object_start,
                object_size,
                site,
                ..
            } => {
                let end = object_start + object_size;
                // The first byte that lies outside.
                let is_partly_good = (*object_start..end).contains(start) && *length > 0;
                Parts::at(if is_partly_good { end } else { *start })
                    .by(is_write(site), *start, *length)
                    .in_site(site)
            }
            Finding::Library {
                bad,
                start,
                length,
                is_write,
                call,
            } => Parts::at(*bad).by(*is_write, *start, *length).in_call(call),
            Finding::Overlap { first, call, .. } => Parts::at(first.0).in_call(call),
            Finding::NegativeSize { address, call, .. } => Parts::at(*address).in_call(call),
            Finding::DoubleFree { address }
            | Finding::BadFree { address }
            | Finding::CorruptedHeader { address }
            | Finding::Mismatch { address, .. }
            | Finding::SizeMismatch { address, .. }
            | Finding::SizeOfNoBlock { address, .. } => Parts::at(*address),
            Finding::Pair { pair, site } => Parts::at(pair[0]).in_site(site),
            Finding::BadContainer { told, .. } => {
                Parts::at(told.first().map_or(0, |(_, address)| *address))
            }
            Finding::TwoDefinitions { new, .. } => Parts::at(new.address as usize),
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
