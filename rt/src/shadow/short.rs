//! The shadow of small heap chunks, all of a slot's at once: a few words copied from a table. Sizes that come at random
//! cost a processor more by the branches that they mislead than by the words; so there are as few as can be.

use super::at;
use sanecc_abi::shadow::{GRANULE, PARTIAL, Poison};

/// Most granules that are laid out at once: no more than the widest words reach.
pub const MOST: usize = 168;
const WIDEST: usize = 6;
const _: () = assert!(MOST <= WIDEST * size_of::<[u64; 4]>());

type Table = [u8; 2 * MOST];

/// The first half of a table is the inside of an object, the second what follows it.
const fn table(inside: [u8; MOST]) -> Table {
    let mut table = [Poison::Heap as u8; 2 * MOST];
    let mut index = 0;
    while index < MOST {
        table[index] = inside[index];
        index += 1;
    }
    table
}

/// The fold of addressable granules, the last of which has only so many bytes of the object, 0 for all of them.
const fn addressable(last: usize) -> [u8; MOST] {
    let whole = MOST - if last == 0 { 0 } else { 1 };
    let mut inside = [PARTIAL + last as u8; MOST];
    let mut index = 0;
    while index < whole {
        inside[index] = sanecc_abi::shadow::run(whole - index);
        index += 1;
    }
    inside
}

/// By the bytes of a size beyond whole granules; the last `n` bytes of the first half are those of an object that has a
/// part in `n` granules.
static ADDRESSABLE: [Table; GRANULE] = {
    let mut tables = [[0; 2 * MOST]; GRANULE];
    let mut last = 0;
    while last < GRANULE {
        tables[last] = table(addressable(last));
        last += 1;
    }
    tables
};

static FREED: Table = table([Poison::Freed as u8; MOST]);

/// Granules of a header, which lies before each object and behind its room, and is heap redzone for ever: there the
/// words may begin and end.
const HEADER: usize = 2;

/// Makes `[address, address + size)` addressable and what follows up to `capacity` bytes from `address` heap redzone.
///
/// # Safety
/// `address` and `capacity` are multiples of 16, `1 <= size <= room <= MOST * GRANULE`; all of that and its shadow is the
/// caller's, and headers are around it.
#[inline(always)]
pub unsafe fn lay_out(address: usize, size: usize, capacity: usize) {
    // SAFETY: as the caller promises.
    unsafe { copy(&ADDRESSABLE[size % GRANULE], address, size, capacity) };
}

/// Makes what [`lay_out`] made addressable freed memory.
///
/// # Safety
/// As there.
#[inline(always)]
pub unsafe fn seal(address: usize, size: usize, capacity: usize) {
    // SAFETY: as the caller promises.
    unsafe { copy(&FREED, address, size, capacity) };
}

/// Copies the shadow of a room of `capacity` bytes out of a table.
///
/// # Safety
/// As [`lay_out`].
#[inline(always)]
unsafe fn copy(table: &Table, address: usize, size: usize, capacity: usize) {
    // Sizes are far from the largest numbers; `div_ceil` would not count on it.
    let granules = size.wrapping_add(GRANULE - 1) / GRANULE;
    let (to, count) = (at(address), capacity / GRANULE);
    // SAFETY: no place goes beyond the last of its width; the table goes on behind the object.
    unsafe {
        let from = table.as_ptr().add(MOST - granules);
        if count == 2 {
            spread::<u16, 1>(from, to, count);
        } else if count <= 32 - 2 * HEADER {
            spread_over_headers(from, to, count);
        } else if count <= 64 {
            spread::<[u64; 2], 4>(from, to, count);
        } else {
            spread::<[u64; 4], WIDEST>(from, to, count);
        }
    }
}

/// Copies `count` bytes, 4 to 28 of them, and what a header has around them: four words, whatever the count. No
/// other value stands there in between, since another thread may check an access to what lies before at this moment.
///
/// # Safety
/// So many bytes can be read and written, and a header's on both sides.
#[inline(always)]
unsafe fn spread_over_headers(from: *const u8, to: *mut u8, count: usize) {
    const WORD: usize = size_of::<u64>();
    const BEFORE: u64 = {
        let mut bytes = [0; WORD];
        let mut index = 0;
        while index < HEADER {
            bytes[index] = Poison::Heap as u8;
            index += 1;
        }
        u64::from_le_bytes(bytes)
    };
    let last = count + 2 * HEADER - WORD;
    // SAFETY: as the caller promises; no place goes beyond the last.
    unsafe {
        let (from, to) = (from.sub(HEADER), to.sub(HEADER));
        let read = |place: usize| u64::from_le(from.add(place).cast::<u64>().read_unaligned());
        let write =
            |place: usize, word: u64| to.add(place).cast::<u64>().write_unaligned(word.to_le());
        let first = read(HEADER) << (u8::BITS as usize * HEADER) | BEFORE;
        write(0, first);
        for index in 1..4 {
            let place = (index * WORD).min(last);
            let word = core::hint::select_unpredictable(last == 0, first, read(place));
            write(place, word);
        }
    }
}

/// Copies `N` words of a width, one behind the other, the later ones no further than the end allows.
///
/// # Safety
/// So many bytes, an even number, can be read and written; for `size_of::<W>()` to `N` times that.
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
        crate::shadow::set_up();
        crate::platform::map(0, 2 * crate::platform::PAGE).unwrap() + 1024
    }

    fn bytes(address: usize, capacity: usize) -> Vec<u8> {
        (0..capacity / GRANULE + 6)
            .map(|granule| get(address + granule * GRANULE - 3 * GRANULE))
            .collect()
    }

    #[test]
    fn lays_out_what_the_long_way_does_and_not_a_byte_more() {
        let (short, long) = (place(), place());
        for capacity in (16..=MOST * GRANULE).step_by(16) {
            for size in (1..=capacity).filter(|size| capacity - size < 200) {
                for address in [short, long] {
                    poison(address - 64, capacity + 128, Poison::User);
                    poison(address - 16, capacity + 32, Poison::Heap);
                }
                // SAFETY: the test's own memory.
                unsafe { lay_out(short, size, capacity) };
                super::super::poison(long, capacity, Poison::Heap);
                super::super::unpoison(long, size);
                assert_eq!(
                    bytes(short, capacity),
                    bytes(long, capacity),
                    "{size} in {capacity}"
                );
                // SAFETY: as above.
                unsafe { seal(short, size, capacity) };
                super::super::poison(long, capacity, Poison::Heap);
                super::super::poison(long, size, Poison::Freed);
                assert_eq!(
                    bytes(short, capacity),
                    bytes(long, capacity),
                    "{size} in {capacity}"
                );
            }
        }
    }
}
