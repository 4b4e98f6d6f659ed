//! A number by which the same error is known again: in another process, at other addresses, and after changes elsewhere.
//!
//! It is made of the kind, of the place in the source that the compiler noted, and of the innermost functions by name; of
//! code without names, of its place in its file.

use super::facts::Facts;
use super::finding::Finding;
use super::frames::Tracer;
use core::fmt;
use sanecc_abi::kind::Kind;
use sanecc_abi::site::Site;

/// How many functions count.
const FRAMES: usize = 4;

/// An error's fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Fingerprint {
    /// Of an error.
    pub fn of(facts: &Facts<'_>, tracer: &mut Tracer<'_>) -> Fingerprint {
        let mut hash = Hash::default();
        hash.add(facts.kind.name().as_bytes());
        if let Some(site) = facts.finding.site() {
            hash.add(site.file().map_or(b"", crate::output::bytes_of));
            hash.add(&site.line().to_le_bytes());
            hash.add(&site.column.to_le_bytes());
            hash.add(&[site.flags & sanecc_abi::site::flags::WRITE]);
        }
        if let Finding::TwoDefinitions { new, old, .. } = &facts.finding {
            for text in [new.name.get(), new.file.get(), old.file.get()] {
                hash.add(text.map_or(b"", crate::output::bytes_of));
            }
        }
        hash.add_functions(&facts.frames, facts.is_exact, facts.finding.site(), tracer);
        Fingerprint(hash.0)
    }

    /// Of what has no place but a stack of return addresses.
    pub fn of_stack(kind: Kind, frames: &[usize], tracer: &mut Tracer<'_>) -> Fingerprint {
        let mut hash = Hash::default();
        hash.add(kind.name().as_bytes());
        hash.add_functions(frames, false, None, tracer);
        Fingerprint(hash.0)
    }
}

/// FNV-1a of 64 bits over words that are told apart.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Hash(0xCBF2_9CE4_8422_2325)
    }
}

impl Hash {
    fn add_functions(
        &mut self,
        frames: &[usize],
        is_exact: bool,
        site: Option<&Site>,
        tracer: &mut Tracer<'_>,
    ) {
        let mut is_done = false;
        let innermost = &frames[..frames.len().min(FRAMES)];
        tracer.frames(innermost, is_exact, site, &mut |frame| {
            if is_done || frame.number >= FRAMES {
                return;
            }
            // What leads into the program's own code depends on how it was linked.
            is_done = frame.function() == Some(b"main");
            match (frame.function(), frame.module) {
                (Some(name), _) => self.add(name),
                (None, Some(module)) => {
                    let mut buffer = [0; 512];
                    let name = module.name(&mut buffer);
                    self.add(name.rsplit(|byte| *byte == b'/').next().unwrap_or(name));
                    self.add(&frame.offset().to_le_bytes());
                }
                (None, None) => self.add(b"?"),
            }
        });
    }

    fn add(&mut self, word: &[u8]) {
        for byte in word.iter().chain(&[0xFF]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_words_end_counts() {
        let of = |words: &[&str]| {
            let mut hash = Hash::default();
            words.iter().for_each(|word| hash.add(word.as_bytes()));
            hash.0
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
    }
}
