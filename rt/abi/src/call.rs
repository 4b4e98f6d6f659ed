//! The types of functions, where they are called by an address (`-fsanecc-mode=pointer`): what stands in front of the code of checked functions, and what calls say.
//!
//! A signature is a text: the result, the fixed parameters, and how the list of arguments goes on. Each type is a letter, for what the source calls `int` and `unsigned` alike,
//! and pointers of all types: see [`words`]. So functions whose types differ only by that, or by a result that the caller drops, have signatures that fit each other.
//!
//! In front of a function lie, from its first byte downwards: a word for other marks, the two hashes of the signature ([`HASH_OF_ALL`], [`HASH_OF_PARAMETERS`]), [`MAGIC`], and
//! the text, filled up with NULs to whole words.

use crate::rel::Rel;
use crate::site::Site;
use core::ffi::c_char;
use core::fmt;

/// What tells that a signature stands in front of it. Read little-endian.
pub const MAGIC: u64 = 0x93b5_e81f_6d2a_c704;
/// Where the hash of the whole signature lies, in bytes from the function's first.
pub const HASH_OF_ALL: i64 = -12;
/// Where that of the signature without its result lies.
pub const HASH_OF_PARAMETERS: i64 = -16;
/// Where the two lie, as a word.
pub const HASHES: i64 = -16;
/// Where [`MAGIC`] lies.
pub const MAGIC_AT: i64 = -24;
/// Bits of an address below which no hash is read in the page of the function itself.
pub const PAGE_BITS: u64 = 0xff0;
/// Bytes of the longest text. Functions with more have no signature.
pub const LONGEST: usize = 256;

/// Ends the signature of a function, or a call, with variable arguments.
pub const VARIADIC: u8 = b'.';
/// Ends that of a call of which one cannot tell: without a prototype, or without any of the variable arguments.
pub const UNCLEAR: u8 = b'~';
/// The result of a call that drops it.
pub const DROPPED: u8 = b'*';

/// The record of a call.
#[repr(C)]
#[derive(Debug)]
pub struct Call {
    /// Where it stands; no access.
    pub site: Site,
    /// Its signature (NUL-terminated).
    pub signature: Rel<c_char>,
}

/// FNV-1a.
pub const fn hash(text: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5u32;
    let mut at = 0;
    while at < text.len() {
        hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// The two hashes of a function's signature: of all, and without the result.
pub fn hashes(signature: &[u8]) -> (u32, u32) {
    let (_, parameters) = first(signature).unwrap_or_default();
    (hash(signature), hash(parameters))
}

/// What a call compares: a place and the hash that should lie there. Calls that are unclear are taken for calls without a prototype.
pub fn compared(call: &[u8]) -> (i64, u32) {
    let call = call.strip_suffix(&[UNCLEAR]).unwrap_or(call);
    match call.split_first() {
        Some((&DROPPED, parameters)) => (HASH_OF_PARAMETERS, hash(parameters)),
        _ => (HASH_OF_ALL, hash(call)),
    }
}

/// The first type of a text, and the rest.
pub(crate) fn first(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = match text.first()? {
        b'a' | b'm' | b'w' | b'n' | b'g' => text.iter().position(|byte| *byte == b';')? + 1,
        _ => 1,
    };
    text.split_at_checked(length)
}

/// The types of a signature, its result first, and how the list of arguments ends: 0 with the last of them.
fn types(signature: &[u8]) -> (impl Iterator<Item = &[u8]> + Clone, u8) {
    let end = match signature.last() {
        Some(&end @ (VARIADIC | UNCLEAR)) => end,
        _ => 0,
    };
    let mut rest = &signature[..signature.len() - usize::from(end != 0)];
    let types = core::iter::from_fn(move || {
        let (ty, behind) = first(rest)?;
        rest = behind;
        Some(ty)
    });
    (types, end)
}

/// Whether a function may be called so.
pub fn fits(call: &[u8], function: &[u8]) -> bool {
    let (mut given, end) = types(call);
    let (mut taken, own_end) = types(function);
    let (result, own_result) = (given.next(), taken.next());
    if result != own_result && result != Some(&[DROPPED]) {
        return false;
    }
    if end != UNCLEAR {
        return end == own_end && given.eq(taken);
    }
    loop {
        match (given.next(), taken.next()) {
            (None, None) => return true,
            // Variable arguments.
            (Some(_), None) => return own_end == VARIADIC,
            (None, Some(_)) => return false,
            (Some(given), Some(taken)) if is_promoted(given, taken) => {}
            (Some(_), Some(_)) => return false,
        }
    }
}

/// Whether a call without a prototype passes this for a parameter: small integers as `int`, which is read as what it was.
fn is_promoted(given: &[u8], taken: &[u8]) -> bool {
    given == taken || given == b"i" && matches!(taken, b"b" | b"c" | b"s")
}

/// A signature as the source could write it.
pub struct Words<'a>(pub &'a [u8]);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut types, end) = types(self.0);
        words(f, types.next().unwrap_or_default())?;
        f.write_str(" (")?;
        let mut any = false;
        for ty in types {
            if any {
                f.write_str(", ")?;
            }
            words(f, ty)?;
            any = true;
        }
        f.write_str(match (end, any) {
            (VARIADIC, true) => ", ...)",
            (VARIADIC, false) => "...)",
            (UNCLEAR, _) => "), without a prototype",
            (_, true) => ")",
            (_, false) => "void)",
        })
    }
}

/// A type as the source could call it.
pub fn words(f: &mut fmt::Formatter<'_>, ty: &[u8]) -> fmt::Result {
    let number = ty.get(1..ty.len().max(2) - 1).unwrap_or_default();
    let number = core::str::from_utf8(number).unwrap_or_default();
    match ty.first() {
        Some(b'a') if number == "0" => return f.write_str("structure"),
        Some(b'a' | b'm' | b'w') => return write!(f, "structure of {number} bytes"),
        Some(b'g') => return write!(f, "vector of {number} bytes"),
        Some(b'n') => return write!(f, "_BitInt({number})"),
        _ => {}
    }
    f.write_str(match ty.first() {
        Some(b'v') => "void",
        Some(b'b') => "_Bool",
        Some(b'c') => "char",
        Some(b's') => "short",
        Some(b'i' | b'z') => "int",
        Some(b'#') => "integer",
        Some(b'l') => "long",
        Some(b'q') => "__int128",
        Some(b'p') => "void *",
        Some(b'h') => "_Float16",
        Some(b'f') => "float",
        Some(b'd') => "double",
        Some(b'x') => "long double",
        Some(b'y') => "__float128",
        Some(&DROPPED) => "void",
        _ => "another type",
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;
    use std::string::ToString;

    #[test]
    fn calls_fit_functions_of_their_type() {
        assert!(fits(b"iip", b"iip") && fits(b"*ip", b"iip") && fits(b"*ip", b"vip"));
        assert!(!fits(b"iip", b"lip") && !fits(b"iip", b"vip") && !fits(b"*i", b"vip"));
        assert!(!fits(b"*ipp", b"vip") && !fits(b"*id", b"vip") && !fits(b"*im40;", b"vim48;"));
        assert!(fits(b"*ip.", b"vip.") && !fits(b"*ip.", b"vip") && !fits(b"*ip", b"vip."));
    }

    #[test]
    fn calls_without_prototype_pass_small_numbers_as_int() {
        assert!(fits(b"iiid~", b"icid") && fits(b"ip~", b"ip.") && fits(b"ipid~", b"ip."));
        assert!(!fits(b"iid~", b"iif") && !fits(b"ii~", b"iii") && !fits(b"iii~", b"ii"));
        assert!(!fits(b"ii~", b"ip."));
    }

    #[test]
    fn a_call_compares_what_its_function_has() {
        let (all, parameters) = hashes(b"iipm40;d");
        assert_eq!(compared(b"iipm40;d"), (HASH_OF_ALL, all));
        assert_eq!(compared(b"*ipm40;d"), (HASH_OF_PARAMETERS, parameters));
        assert_eq!(compared(b"*ipm40;d~"), (HASH_OF_PARAMETERS, parameters));
    }

    #[test]
    fn signatures_read_as_c() {
        let said = |text: &[u8]| Words(text).to_string();
        assert_eq!(said(b"v"), "void (void)");
        assert_eq!(said(b"ipl."), "int (void *, long, ...)");
        let structures = format!("{}", Words(b"dm40;n7;g16;~"));
        let expected =
            "double (structure of 40 bytes, _BitInt(7), vector of 16 bytes), without a prototype";
        assert_eq!(structures, expected);
    }
}
