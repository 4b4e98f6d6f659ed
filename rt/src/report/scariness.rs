//! How dangerous an error is, as AddressSanitizer scores it (`print_scariness`): tools that collect reports sort them by it.

use super::facts::Facts;
use super::finding::{Access, Finding};
use super::frames::Appended;
use super::settings;
use crate::output::{Bytes, Out};
use crate::platform::{self, Fault};
use crate::shadow;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Range;
use sanecc_abi::kind::{Kind, Title};
use sanecc_abi::shadow::GRANULE;

/// Prints the line, if it is wanted and the error has a score.
pub fn print(out: &mut Out, facts: &Facts<'_>) {
    if !settings::scariness() {
        return;
    }
    let mut score = Score::default();
    score.add_all(facts);
    if score.points != 0 {
        let _ = writeln!(out, "SCARINESS: {} ({})", score.points, Bytes(&score.words));
    }
}

/// Points, and what they are for.
#[derive(Default)]
struct Score {
    points: usize,
    words: Vec<u8>,
}

impl Score {
    fn add(&mut self, points: usize, what: &str) {
        self.points += points;
        let dash = if self.words.is_empty() { "" } else { "-" };
        let _ = write!(Appended(&mut self.words), "{dash}{what}");
    }

    fn add_all(&mut self, facts: &Facts<'_>) {
        let kind = facts.kind;
        match &facts.finding {
            Finding::Access { .. } | Finding::Object { .. } | Finding::Library { .. } => {
                let access = facts.finding.access();
                let is_write = access.is_some_and(|access| access.is_write);
                if let Some(access) = access {
                    self.add_access(access);
                }
                self.add_kind(kind, is_write);
                if kind.descriptor().is_out_of_bounds && is_far(&facts.finding) {
                    self.add(10, "far-from-bounds");
                }
            }
            Finding::DoubleFree { .. }
            | Finding::BadFree { .. }
            | Finding::CorruptedHeader { .. }
            | Finding::Overlap { .. }
            | Finding::NegativeSize { .. }
            | Finding::InvalidJoin { .. }
            | Finding::Mismatch { .. }
            | Finding::TypeMismatch { .. }
            | Finding::TwoDefinitions { .. }
            | Finding::Pair { .. }
            | Finding::Assumption { .. }
            | Finding::Call { .. }
            | Finding::Variadic { .. }
            | Finding::SizeOfNoChunk { .. }
            | Finding::BadContainer { .. }
            | Finding::Refused(_) => self.add_kind(kind, true),
            Finding::Fault { fault, .. } => self.add_fault(kind, fault),
        }
    }

    fn add_access(&mut self, access: Access) {
        match access.length {
            0 => {}
            length @ 1..=9 => {
                const NAMES: [&str; 9] = [
                    "1-byte", "2-byte", "3-byte", "4-byte", "5-byte", "6-byte", "7-byte", "8-byte",
                    "9-byte",
                ];
                self.add(length + length / 2, NAMES[length - 1]);
            }
            _ => self.add(15, "multi-byte"),
        }
        match access.is_write {
            _ if access.length == 0 => {}
            true => self.add(20, "write"),
            false => self.add(1, "read"),
        }
    }

    fn add_kind(&mut self, kind: Kind, is_write: bool) {
        let known = kind.descriptor();
        let of_read = if is_write { 0 } else { known.points_of_read };
        self.add((known.points + of_read).into(), known.name);
    }

    fn add_fault(&mut self, kind: Kind, fault: &Fault) {
        let is_access = kind.descriptor().title == Title::Access;
        match (kind, fault.address) {
            (Kind::StackOverflow, _) => self.add_kind(kind, true),
            (Kind::HeapUseAfterFree, _) => self.add_kind(kind, fault.is_write == Some(true)),
            _ if !is_access => self.add(10, "signal"),
            (_, Some(address)) if address < platform::PAGE => self.add(10, "null-deref"),
            (_, Some(address)) if address == fault.registers.pc => self.add(60, "wild-jump"),
            // What the processor refuses without saying what for counts as reading.
            (_, address) => match fault.is_write.or(address.is_none().then_some(false)) {
                Some(true) => self.add(30, "wild-addr-write"),
                Some(false) => self.add(20, "wild-addr-read"),
                None => self.add(25, "wild-addr"),
            },
        }
    }
}

/// Whether the granules on both sides of the first poisoned one are poisoned as well.
fn is_far(finding: &Finding<'_>) -> bool {
    let poisoned = finding.address();
    if let Finding::Object {
        object_start,
        object_size,
        ..
    } = finding
    {
        return is_far_from(*object_start..object_start + object_size, poisoned);
    }
    let byte_at = |address: usize| shadow::map::is_readable(address).then(|| shadow::get(address));
    let is_poison = |address: usize| byte_at(address).is_some_and(|byte| byte & 0x80 != 0);
    // A partial granule belongs to the object.
    let first = if is_poison(poisoned) {
        poisoned
    } else {
        poisoned + GRANULE
    };
    is_poison(first - GRANULE) && is_poison(first + GRANULE)
}

/// The same for an object that may have no redzone.
fn is_far_from(object: Range<usize>, poisoned: usize) -> bool {
    let granule = poisoned / GRANULE;
    match poisoned < object.start {
        true => granule + 1 < object.start / GRANULE,
        false => granule > object.end.div_ceil(GRANULE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_is_behind_the_first_granule_after_an_object() {
        let object = 64..74;
        for (poisoned, expected) in [
            (74, false),
            (80, false),
            (87, false),
            (88, true),
            (63, false),
            (55, true),
        ] {
            assert_eq!(
                is_far_from(object.clone(), poisoned),
                expected,
                "{poisoned}"
            );
        }
    }

    #[test]
    fn points_add_up_and_words_are_joined() {
        let mut score = Score::default();
        score.add_access(Access {
            is_write: false,
            start: 0,
            length: 4,
        });
        score.add_kind(Kind::HeapUseAfterFree, false);
        assert_eq!(score.points, 6 + 1 + 38);
        assert_eq!(score.words, b"4-byte-read-heap-use-after-free");
    }
}
