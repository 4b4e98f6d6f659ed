//! What went wrong, before any words are made of it.

mod parts;

pub use parts::Access;

use super::refusal::Refusal;
use crate::heap::Family;
use crate::heap::large::Found;
use crate::platform::Fault;
use crate::provenance::Missed;
use crate::stack::depot;
use crate::thread::handles::Over;
use core::ffi::CStr;
use sanecc_abi::global::Global;
use sanecc_abi::site::{Assumption, Object, Site};
use sanecc_abi::variadic::Judgement;

/// A call of a library function.
#[derive(Clone, Copy)]
pub struct CalledFrom<'a> {
    /// The library function; empty for an operation of the compiler on a chunk of memory.
    pub function: &'a CStr,
    /// Where it is called. Names no place if the function was called through a pointer.
    pub site: &'a Site,
}

/// Who accesses memory.
#[derive(Clone, Copy)]
pub enum By<'a> {
    /// Code of the program.
    Program {
        /// Where the access stands.
        site: &'a Site,
    },
    /// A library function.
    Call {
        /// Who calls it.
        call: CalledFrom<'a>,
        /// It writes.
        is_write: bool,
    },
}

impl<'a> By<'a> {
    /// Where that is in the source.
    pub fn site(&self) -> &'a Site {
        match self {
            By::Program { site } => site,
            By::Call { call, .. } => call.site,
        }
    }
}

/// What is known of a pointer beside its object (`-fsanecc-mode=pointer`).
#[derive(Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The chunk that it was derived from, where that was freed and its memory given out again.
    pub former: Option<Found>,
    /// Where it was held to an array of a structure.
    pub held: Option<&'a Site>,
    /// Where the function that accesses got it: read it from memory, or was returned it.
    pub source: Option<&'a Site>,
}

impl Origin<'_> {
    /// What is known of it with its object.
    pub fn of(missed: &Missed) -> Self {
        Self {
            former: missed.former,
            held: missed.held,
            source: None,
        }
    }
}

/// What C++'s `operator delete` is told of the chunk, in bytes; 0 where it is told nothing.
#[derive(Clone, Copy, Default)]
pub struct Deleted {
    /// The size of the type, or of the array.
    pub size: usize,
    /// The alignment of the type, if that is more than that of all chunks.
    pub align: usize,
}

/// An error of the program.
pub enum Finding<'a> {
    /// A check found a byte that may not be accessed.
    Access {
        /// The first such byte.
        poisoned: usize,
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
        /// Who accesses it.
        by: By<'a>,
        /// What the compiler knew.
        object: &'a Object,
        /// What is known of the pointer.
        origin: Origin<'a>,
    },
    /// A library function touches a byte that may not be accessed.
    Library {
        /// The first such byte.
        poisoned: usize,
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
    /// A condition does not hold that the source says holds.
    Assumption {
        /// What it compares, if it does.
        compared: [usize; 2],
        /// What is known of it.
        assumption: &'a Assumption,
    },
    /// A function is called by another type than its own, or what is called is no function.
    Call {
        /// What is called.
        function: usize,
        /// Its own signature ([`sanecc_abi::call`]); none if it is no function.
        own: Option<&'a [u8]>,
        /// That of the call.
        signature: &'a [u8],
        /// Where it stands.
        site: &'a Site,
    },
    /// A variable argument is read that was not passed, or has another type.
    Variadic {
        /// What is wrong.
        judgement: Judgement<'a>,
        /// What is read ([`sanecc_abi::variadic`]).
        wanted: &'a [u8],
        /// Where the call stands that has passed the arguments.
        passed_at: &'a Site,
        /// Where the read stands.
        site: &'a Site,
    },
    /// A thread is joined that cannot be.
    InvalidJoin {
        /// The handle that the program has of it.
        handle: usize,
        /// What became of it.
        over: Over,
        /// Who calls.
        call: CalledFrom<'a>,
    },
    /// A chunk was freed for the second time.
    DoubleFree {
        /// The chunk.
        address: usize,
        /// The one that was freed before, where its memory was given out again.
        former: Option<Found>,
    },
    /// A pointer was freed at which no chunk begins.
    BadFree {
        /// The pointer.
        address: usize,
    },
    /// The header of a chunk was overwritten.
    CorruptedHeader {
        /// The chunk.
        address: usize,
    },
    /// A chunk was freed by functions that do not belong to those that allocated it.
    Mismatch {
        /// The chunk.
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
    /// A function is asked for the size of something that is no chunk.
    SizeOfNoChunk {
        /// The function.
        function: &'static CStr,
        /// The pointer.
        address: usize,
    },
    /// C++ gave a size or an alignment to `delete` that is not the chunk's.
    TypeMismatch {
        /// The chunk.
        address: usize,
        /// Its bytes.
        size: usize,
        /// The alignment that it was asked for with, in bytes; 0 for none.
        align: usize,
        /// What `delete` said.
        deleted: Deleted,
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
