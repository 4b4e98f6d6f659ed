//! What a report tells, collected once before any words are made of it.

use super::finding::{Finding, Origin};
use super::kind;
use super::place::{self, AddressDescription, What};
use crate::output::bytes_of;
use crate::platform::{self, Registers};
use crate::{heap, provenance, thread};
use alloc::vec::Vec;
use core::ffi::c_char;
use sanecc_abi::kind::Kind;
use sanecc_abi::site::{ObjectKind, Site};

/// An error with its circumstances.
pub struct Facts<'a> {
    /// The error.
    pub finding: Finding<'a>,
    /// Its kind.
    pub kind: Kind,
    /// Process id.
    pub process: u32,
    /// Number of the thread.
    pub thread: u32,
    /// Where it happened: `pc` and `frame` always, the others where the error was found by a check or a fault.
    pub registers: Registers,
    /// The stack, innermost first; return addresses, but for the first if `is_exact`.
    pub frames: Vec<usize>,
    /// Whether the first frame is the instruction that failed.
    pub is_exact: bool,
    /// What lies at the address, as far as that says more than the error itself.
    pub place: Option<AddressDescription>,
    /// What lies at another address that the error is about.
    pub other_place: Option<AddressDescription>,
    /// Whether the program goes on after the report.
    pub goes_on: bool,
}

impl<'a> Facts<'a> {
    /// Looks at memory and threads for what is not known yet.
    pub fn collect(
        finding: Finding<'a>,
        registers: Registers,
        frames: Vec<usize>,
        goes_on: bool,
    ) -> Facts<'a> {
        // A thread that has never called the runtime gets its number now.
        let thread = thread::current();
        let _ = thread.stack();
        Facts {
            kind: kind::of(&finding),
            process: platform::process_id(),
            thread: thread.number(),
            registers,
            frames,
            is_exact: matches!(finding, Finding::Fault { .. }),
            place: place_to_tell(&finding).map(AddressDescription::of),
            other_place: match &finding {
                Finding::Overlap { second, .. } => Some(AddressDescription::of(second.0)),
                Finding::Pair { pair, .. } => Some(AddressDescription::of(pair[1])),
                Finding::Object {
                    object_start,
                    object,
                    ..
                } if object.kind() == ObjectKind::Pointed => {
                    Some(AddressDescription::of(*object_start))
                }
                Finding::Object {
                    origin:
                        Origin {
                            former: Some(former),
                            ..
                        },
                    ..
                }
                | Finding::DoubleFree {
                    former: Some(former),
                    ..
                } => Some(AddressDescription {
                    address: former.start,
                    what: What::Chunk(*former),
                }),
                _ => None,
            },
            finding,
            goes_on,
        }
    }

    /// Whether a place is in the line of the source that the error is in.
    pub fn is_in_line(&self, place: &Site) -> bool {
        let text = |file: Option<*const c_char>| file.map(bytes_of);
        let is_same =
            |site: &Site| site.line() == place.line() && text(site.file()) == text(place.file());
        self.finding.site().is_some_and(is_same)
    }

    /// The address that the report is about.
    pub fn address(&self) -> usize {
        self.finding.address()
    }
}

/// The address whose surroundings are told.
fn place_to_tell(finding: &Finding<'_>) -> Option<usize> {
    let address = finding.address();
    match finding {
        Finding::Object {
            object_start,
            object,
            ..
        } => match object.kind {
            kind if kind == ObjectKind::ThreadLocal as u8 => None,
            kind if kind == ObjectKind::Heap as u8 => Some(*object_start),
            // An object whose every access is compared with its bounds needs no redzone, so no frame knows it.
            kind if kind == ObjectKind::Stack as u8 || kind == ObjectKind::Dynamic as u8 => {
                Some(address).filter(|address| place::is_in_frame(*address))
            }
            _ => Some(address),
        },
        Finding::Fault { fault, .. } => fault.address.filter(|address| {
            heap::nearest(*address).is_some() || provenance::uninitialized(*address).is_some()
        }),
        Finding::Access { .. }
        | Finding::Library { .. }
        | Finding::Overlap { .. }
        | Finding::NegativeSize { .. }
        | Finding::DoubleFree { .. }
        | Finding::BadFree { .. }
        | Finding::CorruptedHeader { .. }
        | Finding::Mismatch { .. }
        | Finding::TypeMismatch { .. }
        | Finding::Pair { .. }
        | Finding::Call { own: None, .. }
        | Finding::SizeOfNoChunk { .. } => Some(address),
        Finding::BadContainer { .. }
        | Finding::TwoDefinitions { .. }
        | Finding::InvalidJoin { .. }
        | Finding::Assumption { .. }
        | Finding::Call { own: Some(_), .. }
        | Finding::Variadic { .. }
        | Finding::Refused(_) => None,
    }
}
