//! What the entry points of checks call when the fast path does not suffice.

use crate::arch::{code, site_behind};
use crate::globals;
use crate::memory;
use crate::report::{self, Access};
use crate::shadow;
use sanecc_abi::kind::Kind;
use sanecc_abi::site::{Site, flags};

/// An aligned access of a granule that is not wholly addressable. Before the start the shadow says nothing.
pub extern "C" fn slow(address: usize, code: u32, pc: usize, sp: usize) {
    let size = (code & code::SIZE) as usize;
    let access = Access {
        address,
        size,
        writes: code & code::WRITE != 0,
        pc,
        sp,
        site: site_behind(pc),
    };
    judge(access);
}

/// A range; `site` is the flags of an access, or the address of its record.
pub extern "C" fn range(address: usize, length: usize, site: usize, pc: usize) {
    if length == 0 {
        return;
    }
    judge(whole(address, length, site, pc));
}

/// The access of which so much is known; `site` is its flags, or the address of its record.
fn whole(address: usize, length: usize, site: usize, pc: usize) -> Access {
    let is_record = site > 0xff;
    let bits = match is_record {
        // SAFETY: the compiler made the record.
        true => unsafe { (*(site as *const Site)).flags },
        false => site as u8,
    };
    let mark = 0u32;
    Access {
        address,
        size: length,
        writes: bits & flags::WRITE != 0,
        pc,
        sp: &raw const mark as usize,
        site: if is_record { site } else { 0 },
    }
}

/// Reports an access of which a byte is poisoned.
pub fn judge(access: Access) {
    if shadow::first_poisoned(access.address, access.size).is_none() {
        return;
    }
    if !globals::has_started() {
        globals::__sanecc_init();
    }
    if let Some(bad) = shadow::first_poisoned(access.address, access.size) {
        report::poisoned(access, bad);
    }
}

/// What the entry point of [`sanecc_abi::bare::OBJECT`] calls, with the return address before the last two arguments.
pub extern "C" fn outside(
    address: usize,
    length: usize,
    start: usize,
    size: usize,
    pc: usize,
    name: u32,
    site: usize,
) -> ! {
    let access = whole(address, length, site, pc);
    report::outside(access, (start, size, name))
}

/// The same for [`sanecc_abi::bare::OBJECT_CONSTANT`]: the rest stands behind the call, on no alignment.
pub extern "C" fn outside_constant(address: usize, start: usize, pc: usize) -> ! {
    let word = |index: usize| {
        let at = (pc & !1) + 4 * index;
        // SAFETY: the compiler wrote four words there.
        let byte = |offset: usize| unsafe { usize::from(memory::byte(at + offset)) };
        byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24
    };
    let access = whole(address, word(0), word(3), pc);
    report::outside(access, (start, word(1), word(2) as u32))
}

/// What the entry point of [`sanecc_abi::bare::OVERLAP`] calls.
pub extern "C" fn overlap(to: usize, _from: usize, length: usize, pc: usize) {
    let access = whole(to, length, usize::from(flags::WRITE), pc);
    report::of_kind(Kind::MemcpyParamOverlap, access);
}
