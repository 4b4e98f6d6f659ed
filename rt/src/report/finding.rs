//! What went wrong, before any words are made of it.

use super::refusal::Refusal;
use crate::heap::Family;
use crate::platform::Fault;
use core::ffi::CStr;
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
    /// `malloc_usable_size` of something that is no block.
    SizeOfNoBlock {
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
    /// A request for memory that is not met and may not fail.
    Refused(Refusal),
    /// The processor refused an access.
    Fault {
        /// What is known of it.
        fault: Fault,
        /// `SIGSEGV` or `SIGBUS`.
        signal: i32,
    },
}

impl Finding<'_> {
    /// The address that the report is about.
    pub fn address(&self) -> usize {
        match self {
            Finding::Access { bad, .. } | Finding::Library { bad, .. } => *bad,
            Finding::Overlap { first, .. } => first.0,
            Finding::Object {
                start,
                length,
                object_start,
                object_size,
                ..
            } => {
                let end = object_start + object_size;
                // The first byte that lies outside.
                if (*object_start..end).contains(start) && *length > 0 {
                    end
                } else {
                    *start
                }
            }
            Finding::DoubleFree { address }
            | Finding::BadFree { address }
            | Finding::CorruptedHeader { address }
            | Finding::Mismatch { address, .. }
            | Finding::SizeMismatch { address, .. }
            | Finding::NegativeSize { address, .. }
            | Finding::SizeOfNoBlock { address } => *address,
            Finding::BadContainer { told, .. } => told.first().map_or(0, |(_, address)| *address),
            Finding::Refused(_) => 0,
            Finding::Fault { fault, .. } => fault.address.unwrap_or(0),
        }
    }

    /// Where in the source, if the compiler said.
    pub fn site(&self) -> Option<&Site> {
        match self {
            Finding::Access { site, .. } | Finding::Object { site, .. } => Some(site),
            Finding::Library { call, .. }
            | Finding::Overlap { call, .. }
            | Finding::NegativeSize { call, .. } => Some(call.site),
            Finding::DoubleFree { .. }
            | Finding::BadFree { .. }
            | Finding::CorruptedHeader { .. }
            | Finding::Mismatch { .. }
            | Finding::SizeOfNoBlock { .. }
            | Finding::SizeMismatch { .. }
            | Finding::BadContainer { .. }
            | Finding::Refused(_)
            | Finding::Fault { .. } => None,
        }
    }

    /// The access that touched memory it may not touch.
    pub fn access(&self) -> Option<Access> {
        let (start, length, is_write) = match self {
            Finding::Access {
                start,
                length,
                site,
                ..
            }
            | Finding::Object {
                start,
                length,
                site,
                ..
            } => (*start, *length, site.flags & flags::WRITE != 0),
            Finding::Library {
                start,
                length,
                is_write,
                ..
            } => (*start, *length, *is_write),
            Finding::Overlap { .. }
            | Finding::NegativeSize { .. }
            | Finding::DoubleFree { .. }
            | Finding::BadFree { .. }
            | Finding::CorruptedHeader { .. }
            | Finding::Mismatch { .. }
            | Finding::SizeOfNoBlock { .. }
            | Finding::SizeMismatch { .. }
            | Finding::BadContainer { .. }
            | Finding::Refused(_)
            | Finding::Fault { .. } => return None,
        };
        Some(Access {
            is_write,
            start,
            length,
        })
    }

    /// The library function inside of which it happened.
    pub fn library_function(&self) -> Option<&CStr> {
        match self {
            Finding::Library { call, .. }
            | Finding::Overlap { call, .. }
            | Finding::NegativeSize { call, .. } => Some(call.function),
            Finding::Access { .. }
            | Finding::Object { .. }
            | Finding::DoubleFree { .. }
            | Finding::BadFree { .. }
            | Finding::CorruptedHeader { .. }
            | Finding::Mismatch { .. }
            | Finding::SizeOfNoBlock { .. }
            | Finding::SizeMismatch { .. }
            | Finding::BadContainer { .. }
            | Finding::Refused(_)
            | Finding::Fault { .. } => None,
        }
    }
}
