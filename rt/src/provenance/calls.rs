//! Is a function called by another type than its own (`-fsanecc-mode=pointer`)? What stands in front of functions is described in [`sanecc_abi::call`].
//!
//! Claims: a [`Verdict`] but [`Verdict::Fine`] is an error. A function without a signature may be called in any way; what is no code cannot be called at all.

use crate::platform::{self, NamedMapping};
use core::sync::atomic::{AtomicU64, Ordering};
use sanecc_abi::call::{HASHES, LONGEST, MAGIC, MAGIC_AT, fits, hashes};

/// What is to be said of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, on the stack"
)]
pub enum Verdict {
    /// Nothing.
    Fine,
    /// The function has another type.
    Other(Signature),
    /// Code does not lie there.
    NoFunction,
}

/// A function's own signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    text: [u8; LONGEST],
    length: usize,
}

impl Signature {
    /// Its text.
    pub fn text(&self) -> &[u8] {
        &self.text[..self.length]
    }

    /// The one in front of a function, read through the kernel: nobody knows what lies there.
    fn of(function: usize) -> Option<Self> {
        let word = |offset: i64| platform::read_word(function.wrapping_add_signed(offset as isize));
        if word(MAGIC_AT)? != MAGIC as usize {
            return None;
        }
        let expected = word(HASHES)? as u64;
        let mut text = [0; LONGEST];
        // From the end of the text, whose last word may be filled up.
        let (mut first, mut end) = (LONGEST, 0);
        let mut place = MAGIC_AT;
        while first > 0 {
            place -= 8;
            first -= 8;
            let bytes = word(place)?.to_le_bytes();
            text[first..first + 8].copy_from_slice(&bytes);
            if end == 0 {
                end = first + bytes.iter().position(|byte| *byte == 0).unwrap_or(8);
            }
            let (all, parameters) = hashes(&text[first..end]);
            if expected == u64::from(parameters) | u64::from(all) << 32 {
                text.copy_within(first..end, 0);
                let length = end - first;
                return Some(Signature { text, length });
            }
        }
        None
    }
}

/// Calls that were found to be fine, as far as there is room.
static FINE: [AtomicU64; 4096] = [const { AtomicU64::new(0) }; 4096];
/// Places of which a call has one. To decide takes a thousand times as long as to look through them, so calls must not drive each other out.
const PLACES: usize = 16;

/// Judges a call of what lies at an address, by a signature with this hash.
pub fn judge(function: usize, call: &[u8]) -> Verdict {
    let hash = u64::from(sanecc_abi::call::hash(call));
    // An address has 47 bits; what two calls have in common by chance only makes an error go unseen.
    let key = key(function, hash);
    let first = first_place(key);
    let places = (0..PLACES).map(|place| &FINE[(first + place) % FINE.len()]);
    let mut free = None;
    for place in places {
        match place.load(Ordering::Relaxed) {
            known if known == key => return Verdict::Fine,
            0 => {
                free = Some(place);
                break;
            }
            _ => {}
        }
    }
    let verdict = decide(function, call);
    if verdict == Verdict::Fine {
        free.unwrap_or(&FINE[first]).store(key, Ordering::Relaxed);
    }
    verdict
}

/// What tells calls apart.
fn key(function: usize, hash: u64) -> u64 {
    (function as u64).rotate_left(17) ^ hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The first of the places that a call may have. All functions have the highest bits of their address in common.
fn first_place(key: u64) -> usize {
    (key.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 52) as usize
}

fn decide(function: usize, call: &[u8]) -> Verdict {
    match Signature::of(function) {
        Some(own) if fits(call, own.text()) => Verdict::Fine,
        Some(own) => Verdict::Other(own),
        None if is_data(function) => Verdict::NoFunction,
        None => Verdict::Fine,
    }
}

/// Whether memory lies there that cannot be executed. A call of what is not mapped faults by itself.
fn is_data(address: usize) -> bool {
    executes(address) == Some(b'-')
}

/// Whether memory lies there that can be executed.
pub(super) fn is_code(address: usize) -> bool {
    executes(address) == Some(b'x')
}

/// Whether what lies at an address can be executed, as the system writes it.
fn executes(address: usize) -> Option<u8> {
    let mut mapping = NamedMapping::default();
    let range = address..address.saturating_add(1);
    let is_mapped = platform::find_mapping(range, &mut mapping);
    is_mapped.then(|| mapping.name().get(2).copied()).flatten()
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn functions_of_one_type_do_not_drive_each_other_out() {
        let functions = (0..200).map(|number| 0x5555_5555_4000 + number * 48);
        let mut taken = [0; 4096];
        for function in functions {
            taken[first_place(key(function, 7))] += 1;
        }
        let most = taken.chunks(PLACES).map(|some| some.iter().sum::<usize>());
        assert!(most.max() <= Some(PLACES / 2));
    }

    /// What the compiler puts in front of a function.
    #[repr(C, align(16))]
    struct Front {
        text: [u8; 16],
        magic: u64,
        hashes: u64,
        other: u64,
        function: [u8; 16],
    }

    fn front(text: &[u8]) -> Front {
        let (all, parameters) = hashes(text);
        let mut padded = [0; 16];
        let start = 16 - text.len().next_multiple_of(8);
        padded[start..start + text.len()].copy_from_slice(text);
        Front {
            text: padded,
            magic: MAGIC,
            hashes: u64::from(parameters) | u64::from(all) << 32,
            other: 0,
            function: [0; 16],
        }
    }

    #[test]
    fn signatures_are_found_in_front_of_functions() {
        for text in [&b"v"[..], b"iip", b"vpppllid", b"vpppllidd"] {
            let front = front(text);
            let function = (&raw const front.function) as usize;
            let found = Signature::of(function);
            assert_eq!(found.as_ref().map(Signature::text), Some(text));
        }
    }

    #[test]
    fn calls_are_judged_by_what_lies_there() {
        let front = front(b"vi");
        let function = (&raw const front.function) as usize;
        assert_eq!(judge(function, b"*i"), Verdict::Fine);
        assert!(matches!(judge(function, b"*p"), Verdict::Other(own) if own.text() == b"vi"));
        assert!(matches!(judge(function, b"*p"), Verdict::Other(_)));
        // The stack is no code.
        let data = (&raw const front.text) as usize;
        assert_eq!(judge(data, b"*i"), Verdict::NoFunction);
        assert_eq!(judge(judge as *const () as usize, b"*i"), Verdict::Fine);
        assert_eq!(judge(16, b"*i"), Verdict::Fine);
    }
}
