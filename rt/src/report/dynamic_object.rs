//! Which `alloca` object, or array of variable length, an address lies in or beside, by its redzones alone.
//!
//! No record tells of such objects, but each has a redzone of its own code before and after it. Gives up where another code
//! is in between, or the end is far.

use crate::shadow;
use core::ops::Range;
use sanecc_abi::shadow::{GRANULE, PARTIAL, Poison};

/// Looks at so many granules at most, 8 MiB of an object.
const FURTHEST: usize = 1 << 20;

/// The object's bytes; `address` lies in one of its redzones, or in its last granule.
pub fn around(address: usize) -> Option<Range<usize>> {
    around_in(address, |granule| {
        shadow::map::is_readable(granule).then(|| shadow::get(granule))
    })
}

fn around_in(address: usize, byte: impl Fn(usize) -> Option<u8>) -> Option<Range<usize>> {
    let code = |granule| byte(granule).and_then(Poison::from_byte);
    let granule = address & !(GRANULE - 1);
    // The first granule from one on, in a direction, that is not like that.
    let skip = |from: usize, step: isize, is_like: &dyn Fn(Option<Poison>) -> bool| {
        let mut granules = (0..FURTHEST as isize).map(|n| from.wrapping_add_signed(n * step));
        granules.find(|&granule| !is_like(code(granule)))
    };
    const SIZE: isize = GRANULE as isize;
    let left = |code| code == Some(Poison::AllocaLeft);
    let right = |code| code == Some(Poison::AllocaRight);
    let inside = |code| matches!(code, None | Some(Poison::User));
    let (start, end) = match code(granule) {
        Some(Poison::AllocaLeft) => {
            let start = skip(granule, SIZE, &left)?;
            (start, skip(start, SIZE, &inside)?)
        }
        Some(Poison::AllocaRight) => {
            let last = skip(granule, -SIZE, &right)?;
            (skip(last, -SIZE, &inside)? + GRANULE, last + GRANULE)
        }
        None => {
            let before = skip(granule, -SIZE, &inside)?;
            (before + GRANULE, skip(granule, SIZE, &inside)?)
        }
        Some(_) => return None,
    };
    if !left(code(start - GRANULE)) || !right(code(end)) {
        return None;
    }
    let last =
        byte(end - GRANULE).filter(|&byte| start < end && (PARTIAL..PARTIAL + 8).contains(&byte));
    let missing = last.map_or(0, |byte| GRANULE - usize::from(byte - PARTIAL));
    Some(start..end - missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The object of an address, in memory from 0x1000 on with these shadow bytes.
    fn object(bytes: &[u8], address: usize) -> Option<Range<usize>> {
        around_in(address, |granule| {
            let index = granule.checked_sub(0x1000)? / GRANULE;
            bytes.get(index).copied()
        })
    }

    #[test]
    fn objects_are_found_from_either_redzone() {
        let bytes = [0xca, 0xca, 1, 0, 0x43, 0xcb, 0xcb, 0xca, 0xca, 0, 0xcb];
        for address in [0x1000, 0x100c, 0x1010, 0x1023, 0x1027, 0x1028, 0x1037] {
            assert_eq!(
                object(&bytes, address),
                Some(0x1010..0x1023),
                "{address:#x}"
            );
        }
        assert_eq!(object(&bytes, 0x1038), Some(0x1048..0x1050));
        assert_eq!(object(&bytes, 0x1057), Some(0x1048..0x1050));
    }

    #[test]
    fn an_empty_object_is_one_and_other_redzones_are_not() {
        assert_eq!(
            object(&[0xca, 0xca, 0xcb, 0xcb], 0x1018),
            Some(0x1010..0x1010)
        );
        for bytes in [
            [0xf1, 0, 0, 0xcb],
            [0xca, 0, 0, 0xf3],
            [0xca, 0xf8, 0, 0xcb],
        ] {
            assert_eq!(object(&bytes, 0x1018), None, "{bytes:x?}");
        }
    }
}
