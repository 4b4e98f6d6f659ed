//! A number by which the same error is known again: in another process, at other addresses, and after changes elsewhere.
//!
//! It is made of the kind, of the place in the source that the compiler noted, and of the innermost functions by name; of
//! code without names, of its place in its file.

use super::facts::Facts;
use super::frames::Tracer;
use core::fmt;

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
        hash.add(facts.kind.as_bytes());
        if let Some(site) = facts.finding.site() {
            hash.add(site.file.get().map_or(b"", super::out::bytes_of));
            hash.add(&site.line.to_le_bytes());
            hash.add(&site.column.to_le_bytes());
            hash.add(&[site.flags & sanecc_abi::site::flags::WRITE]);
        }
        let count = facts.frames.len().min(FRAMES);
        let site = facts.finding.site();
        let mut is_done = false;
        let innermost = &facts.frames[..count];
        tracer.frames(innermost, facts.is_exact, site, &mut |frame| {
            if is_done || frame.number >= FRAMES {
                return;
            }
            // What leads into the program's own code depends on how it was linked.
            is_done = frame.function() == Some(b"main");
            match (frame.function(), frame.module) {
                (Some(name), _) => hash.add(name),
                (None, Some(module)) => {
                    let mut room = [0; 512];
                    let name = module.name(&mut room);
                    hash.add(name.rsplit(|byte| *byte == b'/').next().unwrap_or(name));
                    hash.add(&frame.offset().to_le_bytes());
                }
                (None, None) => hash.add(b"?"),
            }
        });
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
