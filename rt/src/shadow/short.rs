//! The shadow of small heap blocks, all of a slot's at once: a few words copied from a table. Sizes that come at random
//! cost a processor more by the branches that they mislead than by the words; so there are as few as can be.

use super::at;
use sanecc_abi::shadow::{GRANULE, PARTIAL, Poison};

/// Most granules that are laid out at once.
pub const MOST: usize = 160;

type Table = [u8; 2 * MOST];

/// `inside`, or the fold of good granules, then heap redzone. The last `n` bytes of the former go before it for an
/// object of `n` granules.
const fn table(inside: Option<Poison>) -> Table {
    let mut table = [Poison::Heap as u8; 2 * MOST];
    let mut index = 0;
    while index < MOST {
        table[index] = match inside {
            Some(code) => code as u8,
            None => sanecc_abi::shadow::run(MOST - index),
        };
        index += 1;
    }
    table
}

static GOOD: Table = table(None);
static FREED: Table = table(Some(Poison::Freed));

/// What stands for the last granule of an object, by the bytes of its size beyond whole granules.
static LAST: [u8; GRANULE] = {
    let mut last = [0; GRANULE];
    let mut rest = 1;
    while rest < GRANULE {
        last[rest] = PARTIAL + rest as u8;
        rest += 1;
    }
    last
};

/// Makes `[address, address + size)` good and what follows up to `room` bytes from `address` heap redzone.
///
/// # Safety
/// `address` and `room` are multiples of 16, `1 <= size <= room <= MOST * GRANULE`; all of that and its shadow is the caller's.
#[inline(always)]
pub unsafe fn lay_out(address: usize, size: usize, room: usize) {
    let granules = size / GRANULE;
    let first = at(address);
    // SAFETY: as the caller promises; the table goes on behind the fold.
    unsafe {
        copy(GOOD.as_ptr().add(MOST - granules), first, room / GRANULE);
        *first.add((size - 1) / GRANULE) = LAST[size % GRANULE];
    }
}

/// Makes what [`lay_out`] made good freed memory.
///
/// # Safety
/// As there.
#[inline(always)]
pub unsafe fn seal(address: usize, size: usize, room: usize) {
    let granules = size.div_ceil(GRANULE);
    // SAFETY: as the caller promises.
    unsafe {
        copy(
            FREED.as_ptr().add(MOST - granules),
            at(address),
            room / GRANULE,
        )
    };
}

/// Copies `count` bytes, an even number from 2 to [`MOST`].
///
/// # Safety
/// They can be read and written.
#[inline(always)]
unsafe fn copy(from: *const u8, to: *mut u8, count: usize) {
    // SAFETY: no place goes beyond the last of its width.
    unsafe {
        if count < 8 {
            spread::<u16, 3>(from, to, count);
        } else if count <= 32 {
            spread::<u64, 4>(from, to, count);
        } else if count <= 64 {
            spread::<[u64; 2], 4>(from, to, count);
        } else {
            spread::<[u64; 4], 5>(from, to, count);
        }
    }
}

/// Copies `N` words of a width, one behind the other, the later ones no further than the end allows.
///
/// # Safety
/// As [`copy`], for `size_of::<W>()` to `N` times that.
#[inline(always)]
unsafe fn spread<W: Copy, const N: usize>(from: *const u8, to: *mut u8, count: usize) {
    let last = count - size_of::<W>();
    for index in 0..N {
        let place = (index * size_of::<W>()).min(last);
        // SAFETY: as the caller promises.
        unsafe {
            let word = from.add(place).cast::<W>().read_unaligned();
            to.add(place).cast::<W>().write_unaligned(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{get, poison};
    use super::*;

    /// A piece of memory of the test's own, whose shadow is all its own as well.
    fn place() -> usize {
        crate::init::memory();
        crate::platform::map(0, 2 * crate::platform::PAGE).unwrap() + 1024
    }

    fn bytes(address: usize, room: usize) -> Vec<u8> {
        (0..room / GRANULE + 2)
            .map(|granule| get(address + granule * GRANULE - GRANULE))
            .collect()
    }

    #[test]
    fn lays_out_what_the_long_way_does_and_not_a_byte_more() {
        let (short, long) = (place(), place());
        for room in (16..=MOST * GRANULE).step_by(16) {
            for size in (1..=room).filter(|size| room - size < 200) {
                for address in [short, long] {
                    poison(address - 64, room + 128, Poison::User);
                }
                // SAFETY: the test's own memory.
                unsafe { lay_out(short, size, room) };
                super::super::poison(long, room, Poison::Heap);
                super::super::unpoison(long, size);
                assert_eq!(bytes(short, room), bytes(long, room), "{size} in {room}");
                // SAFETY: as above.
                unsafe { seal(short, size, room) };
                super::super::poison(long, room, Poison::Heap);
                super::super::poison(long, size, Poison::Freed);
                assert_eq!(bytes(short, room), bytes(long, room), "{size} in {room}");
            }
        }
    }
}
