//! How much memory a chunk takes: its header, the user's bytes, the redzone; rounded to a class.

use core::sync::atomic::{AtomicUsize, Ordering};

/// Bytes before the user's memory: the header, which is also the left redzone.
pub const HEADER: usize = 16;
/// Largest slot of a class in bytes; what needs more is mapped by itself.
pub const MAX_SLOT: usize = (128 << 10) + SKEW;
/// Number of classes.
pub const CLASSES: usize = FINE + 4 * (MAX_SLOT.ilog2() - FINE_LIMIT.ilog2()) as usize;

const STEP: usize = 16;
const MIN_SLOT: usize = 32;
/// Up to here there is a class for every multiple of [`STEP`], then four for every doubling.
const FINE_LIMIT: usize = 256;
const FINE: usize = (FINE_LIMIT - MIN_SLOT) / STEP + 1;
/// Slots of more bytes are larger than a quarter of a doubling by [`SKEW`]: odd multiples of a cache line, so that what
/// stands at the same place of many chunks (the header of a page, a link of a list) goes to different sets of a cache.
const STRAIGHT: usize = 448;
const SKEW: usize = 64;

/// Slot sizes in bytes, ascending.
pub static SLOT: [usize; CLASSES] = {
    let mut slots = [0; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        slots[class] = if class < FINE {
            MIN_SLOT + class * STEP
        } else {
            let (doubling, quarter) = ((class - FINE) / 4, (class - FINE) % 4);
            let straight = (FINE_LIMIT << doubling) / 4 * (5 + quarter);
            straight + if straight > STRAIGHT { SKEW } else { 0 }
        };
        class += 1;
    }
    slots
};

/// Bounds of redzones where the options say others than AddressSanitizer's; 0 where they do not.
static BOUNDS: (AtomicUsize, AtomicUsize) = (AtomicUsize::new(0), AtomicUsize::new(0));

/// Bounds redzones, in bytes: powers of two from [`HEADER`] to [`MOST_REDZONE`], or brought to one.
pub fn bound_redzones(least: usize, most: usize) {
    let round = |bytes: usize| {
        let bytes = bytes.clamp(HEADER, MOST_REDZONE);
        bytes.next_power_of_two()
    };
    BOUNDS.1.store(round(most.max(least)), Ordering::Relaxed);
    BOUNDS.0.store(round(least), Ordering::Relaxed);
}

/// Whether redzones are others than the usual ones.
pub fn are_bounded() -> bool {
    BOUNDS.0.load(Ordering::Relaxed) != 0
}

/// The widest redzone that can be asked for.
pub const MOST_REDZONE: usize = 2048;

/// Redzone around a chunk of `size` bytes: what lies before it and after it together, at least, as ASan
/// has it. The header of the slot that follows counts as well.
pub fn redzone(size: usize) -> usize {
    match BOUNDS.0.load(Ordering::Relaxed) {
        0 => usual_redzone(size),
        least => usual_redzone(size).clamp(least, BOUNDS.1.load(Ordering::Relaxed)),
    }
}

const fn usual_redzone(size: usize) -> usize {
    match size {
        0..=48 => 16,
        49..=96 => 32,
        97..=448 => 64,
        449..=3968 => 128,
        3969..=16128 => 256,
        16129..=32256 => 512,
        32257..=64512 => 1024,
        _ => 2048,
    }
}

/// Slot that a chunk of `size` bytes needs; `None` if that is not a number. A chunk of 0 bytes gets memory
/// of its own too.
pub fn slot_for(size: usize) -> Option<usize> {
    slot_with(size, redzone(size))
}

const fn slot_with(size: usize, redzone: usize) -> Option<usize> {
    let size = if size == 0 { 1 } else { size };
    match size.checked_next_multiple_of(16) {
        Some(rounded) => rounded.checked_add(redzone),
        None => None,
    }
}

/// The same as long as redzones are the usual ones.
pub const fn usual_slot_for(size: usize) -> Option<usize> {
    slot_with(size, usual_redzone(size))
}

/// The smallest class whose slots have `slot` bytes or more, if one has.
#[inline]
pub fn class_of(slot: usize) -> Option<usize> {
    if slot <= FINE_LIMIT {
        return Some(slot.saturating_sub(MIN_SLOT).div_ceil(STEP));
    }
    if slot > MAX_SLOT {
        return None;
    }
    let slot = match slot {
        ..=STRAIGHT => slot,
        _ => (slot - SKEW).max(STRAIGHT + 1),
    };
    // 2^doubling * 256 < slot <= 2^(doubling + 1) * 256, in four steps.
    let doubling = ((slot - 1).ilog2() - FINE_LIMIT.ilog2()) as usize;
    let quarter =
        (slot - 1 - (FINE_LIMIT << doubling)) >> (FINE_LIMIT.ilog2() as usize - 2 + doubling);
    Some(FINE + doubling * 4 + quarter)
}

/// Sizes whose class is in a table, in steps of 16 bytes.
pub const TABLED: usize = 1024;

static CLASS_FOR: [u8; TABLED / 16 + 1] = {
    let mut table = [0; TABLED / 16 + 1];
    let (mut index, mut class) = (0, 0);
    while index < table.len() {
        // The largest size of the step needs the widest redzone.
        while let Some(slot) = usual_slot_for(index * 16)
            && SLOT[class] < slot
        {
            class += 1;
        }
        table[index] = class as u8;
        index += 1;
    }
    table
};

/// The class for a chunk of 1 to [`TABLED`] bytes, as long as redzones are the usual ones.
///
/// # Safety
/// It is one.
#[inline(always)]
pub unsafe fn tabled(size: usize) -> usize {
    // SAFETY: as the caller promises; the table holds classes.
    unsafe {
        let class = usize::from(*CLASS_FOR.get_unchecked((size - 1) / 16 + 1));
        core::hint::assert_unchecked(class < CLASSES);
        class
    }
}

/// The class for a chunk of `size` bytes, `None` if it is mapped by itself.
#[inline]
pub fn class_for(size: usize) -> Option<usize> {
    if size <= TABLED && !are_bounded() {
        // SAFETY: compared in the line above.
        return Some(unsafe { tabled(size.max(1)) });
    }
    slot_for(size).and_then(class_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_ascend_and_waste_little() {
        assert!(
            SLOT.windows(2)
                .all(|pair| pair[0] < pair[1] && pair[0] % 16 == 0)
        );
        assert_eq!((SLOT[0], SLOT[CLASSES - 1]), (MIN_SLOT, MAX_SLOT));
        for slot in 1..=MAX_SLOT {
            let class = class_of(slot).unwrap();
            assert!(SLOT[class] >= slot, "{slot}");
            assert!(
                class == 0 || SLOT[class - 1] < slot,
                "{slot} fits a smaller class"
            );
        }
        assert_eq!(class_of(MAX_SLOT + 1), None);
    }

    #[test]
    fn large_slots_begin_in_all_sets_of_a_cache() {
        const LINE: usize = 64;
        const SETS: usize = 64;
        for slot in SLOT.into_iter().filter(|slot| *slot > STRAIGHT) {
            let mut sets: Vec<_> = (0..SETS).map(|n| n * slot / LINE % SETS).collect();
            sets.sort();
            sets.dedup();
            assert_eq!(sets.len(), SETS, "{slot}");
        }
    }

    #[test]
    fn the_table_of_classes_is_right() {
        for size in 0..2 * TABLED {
            assert_eq!(class_for(size), slot_for(size).and_then(class_of), "{size}");
        }
        assert_eq!(class_for(MAX_SLOT), None);
        assert_eq!(class_for(usize::MAX), None);
    }

    #[test]
    fn every_chunk_has_its_header_and_16_bytes_of_redzone_after_it() {
        for size in 0..200_000 {
            let slot = slot_for(size).unwrap();
            // The next slot's header follows the slot.
            assert!(slot - HEADER - size + HEADER >= 16, "{size}");
            assert_eq!(slot % 16, 0);
        }
        assert_eq!(slot_for(usize::MAX), None);
        assert_eq!(slot_for(usize::MAX - 40), None);
    }
}
