//! Objects that `alloca` gave, and arrays of variable length. No record describes them, so their redzones in the shadow say where they are.

use crate::shadow;
use core::ops::Range;
use sanecc_abi::shadow::{GRANULE, PARTIAL, Poison};

/// How far a redzone may be away, in bytes.
const FARTHEST: usize = 1 << 20;

/// The object that an address lies in or beside, if redzones of such an object enclose both.
pub fn around(address: usize) -> Option<Range<usize>> {
    let lowest = address.saturating_sub(FARTHEST);
    let mut at = address & !(GRANULE - 1);
    if poison(at)? == Some(Poison::AllocaLeft) {
        while poison(at)? == Some(Poison::AllocaLeft) {
            at += GRANULE;
        }
    } else {
        while poison(at)? == Some(Poison::AllocaRight) && at > lowest {
            at -= GRANULE;
        }
        while poison(at)?.is_none() && at > lowest {
            at -= GRANULE;
        }
        if poison(at)? != Some(Poison::AllocaLeft) {
            return None;
        }
        at += GRANULE;
    }
    let start = at;
    while shadow_of(at)? < PARTIAL && at - start < FARTHEST {
        at += GRANULE;
    }
    let mut end = at;
    if poison(at)?.is_none() {
        end += usize::from(shadow_of(at)? - PARTIAL);
        at += GRANULE;
    }
    (poison(at)? == Some(Poison::AllocaRight)).then_some(start..end)
}

/// Why the granule is poisoned; the inner `None` if it is not, and the outer one if it has no shadow or an unknown poison.
fn poison(granule: usize) -> Option<Option<Poison>> {
    let shadow = shadow_of(granule)?;
    match shadow < 0x80 {
        true => Some(None),
        false => Poison::from_byte(shadow).map(Some),
    }
}

fn shadow_of(granule: usize) -> Option<u8> {
    shadow::map::is_readable(granule).then(|| shadow::get(granule))
}
